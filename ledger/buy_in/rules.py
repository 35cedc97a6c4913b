"""The limits of a night, and all bank terms that a purchase must meet.

Pure: values in, rule violations out. All amounts are cents. A first buy-in lies between minimum and maximum; a rebuy
depends on the house (``RebuyWhen``) and, in most, on the chips in front.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ledger.money.cents import show_cents
from ledger.money.words import PAID, Means, means_in_words
from ledger.terms.bank_terms import BankTerms, RebuyWhen
from ledger.terms.limits import STACK_COUNTS, NightLimits, rounded_up
from reservations.acts.problems import RuleViolation, violated_if

MINIMUM_AGE, MEANS = "minimum age", "means of payment"
ABOUT_AMOUNTS = (
    *("stack at a rebuy", "rebuys when busted", "rebuys below the maximum"),
    *("minimum buy-in", "maximum after a rebuy", "maximum buy-in", "multiples"),
)
"""The terms that another amount may keep."""


@dataclass(frozen=True)
class Buyer:
    """The buyer: ``is_rebuy`` after a buy-in of this night, ``stack_cents`` in front (None: not entered)."""

    name: str
    is_rebuy: bool
    stack_cents: int | None
    answered_for: bool = True


@dataclass(frozen=True)
class Allowance:
    """The amounts that a player can buy now, in cents, both ends included; ``most_cents`` None: no upper end.

    ``unless`` is the change that would allow a purchase, if nothing is allowed. ``players_sell``: chips, and any amount
    of them.
    """

    name: str
    least_cents: int
    most_cents: int | None
    multiple_cents: int | None
    unless: str = ""
    stack_unknown: bool = False
    players_sell: bool = False

    @property
    def nothing(self) -> bool:
        """Whether no amount is allowed."""
        return self.most_cents is not None and self.most_cents < self.least_cents

    def nearest_to(self, cents: int) -> int | None:
        """Return the nearest allowed amount, of two the greater; None if no amount is allowed."""
        if self.nothing:
            return None
        step = self.multiple_cents or 1
        nearest = max(self.least_cents, (cents + step // 2) // step * step)
        return nearest if self.most_cents is None else min(nearest, self.most_cents)

    def __str__(self) -> str:
        if self.nothing:
            return f"{self.name} can buy nothing now{self.unless and ', '}{self.unless}."
        least, from_the_least = show_cents(self.least_cents), self.least_cents == (self.multiple_cents or 1)
        multiples = f", in multiples of {show_cents(self.multiple_cents)}" if self.multiple_cents else ""
        if self.most_cents is None and from_the_least:
            amounts = f"any multiple of {least}" if self.multiple_cents else "any amount"
        elif self.most_cents is None:
            amounts = f"{least} or more{multiples}"
        elif self.most_cents == self.least_cents:
            amounts = f"exactly {least}"
        elif from_the_least:
            amounts = f"up to {show_cents(self.most_cents)}{multiples}"
        else:
            amounts = f"{least} to {show_cents(self.most_cents)}{multiples}"
        who = f"With nothing in front {self.name}" if self.stack_unknown else self.name
        # Multiples do not bind sales between players.
        return f"{who} can buy {amounts}{', or ask the players' if self.players_sell and self.multiple_cents else ''}."


def check_arrival(name: str, terms: BankTerms, *, answered_for: bool) -> tuple[RuleViolation, ...]:
    """Check that a guest has an inviter who answers for them, if the house requires it (mike, "Notes and THE BOOK")."""
    sentence = f"{name} is a guest with no inviter: enter who invited them."
    return violated_if(terms.guests_answered_for and not answered_for, "guests are answered for", sentence)


def check_admission(name: str, turned_away: str) -> tuple[RuleViolation, ...]:
    """Check that a player who may not come in gets no chips or place; ``turned_away`` is the reason, or ""."""
    sentence = f"{name} was turned away at the door: {turned_away}. First let them in after all, at the door."
    return violated_if(turned_away, "turned away", sentence)


def id_not_seen(name: str, age: int) -> RuleViolation:
    """Return the violation of chips for a player whose ID nobody has seen, in a house with that minimum age.

    Only pages ask for this: no log records a seen ID.
    """
    return RuleViolation(MINIMUM_AGE, f"Nobody has seen {name}'s ID. Nobody under {age} plays here.")


def check_means(pay: Means, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Check that the house takes these means."""
    sentence = f"Chips are paid for {means_in_words(terms.pays_with)} here, not {PAID[pay]}."
    return violated_if(pay not in terms.pays_with, MEANS, sentence)


def check_chip_sale(pay: Means, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Check a sale between players: the means bind it, limits and multiples do not.

    In some houses all chips come from the bank (ericn, "Going South" and "Banker").
    """
    sentence = "Players do not sell chips to each other here: all chips come from the bank."
    return (*violated_if(not terms.chip_sales, "chip sales", sentence), *check_means(pay, terms))


def check_play_behind(terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Check that the house lets cash play behind the chips (dave, hybrid)."""
    return violated_if(not terms.play_behind, "cash behind", "Only chips are in play here, no cash.")


def check_buy_in(
    amount_cents: int, *, pay: Means, buyer: Buyer, terms: BankTerms, limits: NightLimits
) -> tuple[RuleViolation, ...]:
    """Return every violation of a buy-in or rebuy: buyer, means, time, minimum, maximum, multiple, in this order."""
    found = [*check_arrival(buyer.name, terms, answered_for=buyer.answered_for), *check_means(pay, terms)]
    sentence = f"This is a rebuy: enter how much {buyer.name} has in front."
    found += violated_if(_stack_unknown(buyer, terms), "stack at a rebuy", sentence)
    found += _check_moment(buyer, terms, limits)
    least, ceiling, counted = _bounds(buyer, terms, limits)
    amount = show_cents(amount_cents)
    if amount_cents < least:
        found.append(RuleViolation("minimum buy-in", f"{amount} is too little: at least {show_cents(least)}."))
    elif ceiling is not None and counted + amount_cents > ceiling:
        if buyer.is_rebuy and terms.rebuy_when in STACK_COUNTS and buyer.stack_cents is not None:
            in_front = f"{buyer.name} has {show_cents(counted) if counted else 'nothing'} in front"
            sentence = f"{in_front}: at most {show_cents(ceiling)} after a rebuy."
            found.append(RuleViolation("maximum after a rebuy", sentence))
        else:
            found.append(RuleViolation("maximum buy-in", f"{amount} is too much: at most {show_cents(ceiling)}."))
    if limits.multiple_cents and amount_cents % limits.multiple_cents:
        multiples = show_cents(limits.multiple_cents)
        found.append(RuleViolation("multiples", f"The bank sells chips in multiples of {multiples}, not {amount}."))
    return tuple(found)


def is_late_rebuy(busted_at: datetime, *, at: datetime, level_at: datetime | None, terms: BankTerms) -> bool:
    """Tell whether a rebuy at a moment comes neither at once after a bust nor as the next level begins (hybrid).

    Both last as long as the house's window for cash-outs, its last second included. Elsewhere no rebuy is late.
    """
    if terms.rebuy_when is not RebuyWhen.BUSTED or terms.window_minutes is None:
        return False
    window = timedelta(minutes=terms.window_minutes, seconds=1)
    # Subtraction within one zone goes by its wall clock, which jumps twice a year.
    since = [at.astimezone(UTC) - moment.astimezone(UTC) for moment in (busted_at, level_at) if moment]
    return min(since) >= window


def check_rebuy_time(
    name: str, busted_at: datetime, *, at: datetime, level_at: datetime | None, terms: BankTerms
) -> tuple[RuleViolation, ...]:
    """Check that a busted player buys again at once, or as the next level begins. Only pages do: logs lack the time."""
    minutes = f"within {terms.window_minutes} minutes"
    sentence = f"Busted players buy again {minutes}, or {minutes} after the blinds go up: {name} busted at"
    is_late = is_late_rebuy(busted_at, at=at, level_at=level_at, terms=terms)
    return violated_if(is_late, "rebuy in time", f"{sentence} {busted_at:%H:%M}.")


def allowance(*, buyer: Buyer, terms: BankTerms, limits: NightLimits) -> Allowance:
    """Return the amounts that the buyer can buy now under all the terms together."""
    least, ceiling, counted = _bounds(buyer, terms, limits)
    step = limits.multiple_cents or 1
    least = rounded_up(least, step)
    most = None if ceiling is None else max(0, (ceiling - counted) // step * step)
    if _check_moment(buyer, terms, limits):
        most = 0
    unless = ""
    if most is not None and most < least:
        unless = _smaller_stack((ceiling or 0) - least, buyer, terms, limits)
    return Allowance(
        buyer.name, least, most, limits.multiple_cents, unless, _stack_unknown(buyer, terms), terms.chip_sales
    )


def _stack_unknown(buyer: Buyer, terms: BankTerms) -> bool:
    return buyer.is_rebuy and terms.rebuy_needs_stack and buyer.stack_cents is None


def _check_moment(buyer: Buyer, terms: BankTerms, limits: NightLimits) -> tuple[RuleViolation, ...]:
    stack, maximum = buyer.stack_cents or 0, limits.maximum_cents
    if not buyer.is_rebuy:
        return ()
    has = f"{buyer.name} has {show_cents(stack)} in front"
    if terms.rebuy_when is RebuyWhen.BUSTED and stack:
        return (RuleViolation("rebuys when busted", f"{has}: rebuys are only for busted players."),)
    if terms.rebuy_when is not RebuyWhen.BELOW_MAXIMUM or maximum is None:
        return ()
    sentence = f"Rebuys are for stacks below {show_cents(maximum)}, and {has}."
    return violated_if(stack >= maximum, "rebuys below the maximum", sentence)


def _bounds(buyer: Buyer, terms: BankTerms, limits: NightLimits) -> tuple[int, int | None, int]:
    """Return the least to buy, the most to have in front afterwards, and the chips in front that count towards it."""
    minimum, maximum = limits.minimum_cents or 1, limits.maximum_cents
    if not buyer.is_rebuy:
        return minimum, maximum, 0
    least = minimum if terms.rebuy_minimum_binds else 1
    counted = buyer.stack_cents or 0 if terms.rebuy_when in STACK_COUNTS else 0
    # Rounded down, so that no cent above the percentage is ever allowed.
    return least, None if maximum is None else maximum * terms.rebuy_maximum_percent // 100, counted


def _smaller_stack(room_cents: int, buyer: Buyer, terms: BankTerms, limits: NightLimits) -> str:
    """Name the stack with which the buyer could buy, if ``room_cents`` is the most that leaves room for it; or ""."""
    if not buyer.is_rebuy or not buyer.stack_cents:
        return ""
    if terms.rebuy_when is RebuyWhen.BUSTED:
        return "only when busted"
    if terms.rebuy_when not in STACK_COUNTS or room_cents < 0:
        return ""
    below = room_cents + 1
    if terms.rebuy_when is RebuyWhen.BELOW_MAXIMUM:
        below = min(below, limits.maximum_cents or below)
    return f"only with less than {show_cents(below)} in front" if below > 1 else "only when busted"
