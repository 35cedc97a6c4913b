"""May this player buy that much? The limits of a night, and every bank term that a purchase must meet.

Pure: values in, rule violations out. All amounts are cents. A first buy-in lies between minimum and maximum; what a
rebuy may be depends on the house (``RebuyWhen``) and, in most, on the chips in front.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from ledger.money.cents import Money, check_cents, show_cents, show_money
from ledger.money.words import PAID, Means, means_in_words
from ledger.terms.bank_terms import BankTerms, Blinds, Limit, RebuyWhen
from reservations.acts.problems import Impossible, RuleViolation

# In these houses the chips in front count towards the maximum. In the others a rebuy is a buy-in once more.
STACK_COUNTS = (RebuyWhen.BELOW_MAXIMUM, RebuyWhen.UP_TO_MAXIMUM)

MINIMUM_AGE, MEANS = "minimum age", "means of payment"
ABOUT_AMOUNTS = (
    *("stack at a rebuy", "rebuys when busted", "rebuys below the maximum"),
    *("minimum buy-in", "maximum after a rebuy", "maximum buy-in", "multiples"),
)
"""The terms that another amount may keep."""


class Origin(StrEnum):
    """Where a limit of the night comes from."""

    HOUSE = "the house"
    NIGHT = "this night"


@dataclass(frozen=True)
class NightLimits:
    """The limits of a buy-in right now, in cents; None: no such limit.

    Where the big stack counts, ``without_stack_cents`` is the maximum without it; elsewhere None.
    """

    minimum_cents: int | None
    maximum_cents: int | None
    usual_cents: int | None
    multiple_cents: int | None
    minimum_from: Origin = Origin.HOUSE
    maximum_from: Origin = Origin.HOUSE
    without_stack_cents: int | None = None

    def maximum_in_words(self, money: Money = show_money) -> str:
        """Return the maximum as it holds: "$50.00", "$50.00, or the big stack: $85.00"; "" if there is none."""
        if self.maximum_cents is None:
            return ""
        most, without = money(self.maximum_cents), self.without_stack_cents
        if without is None:
            return most
        return (
            f"{most}, or the big stack"
            if without == self.maximum_cents
            else f"{money(without)}, or the big stack: {most}"
        )


@dataclass(frozen=True)
class Buyer:
    """Who buys: ``is_rebuy`` after a buy-in of this night, ``stack_cents`` in front (None: not entered)."""

    name: str
    is_rebuy: bool
    stack_cents: int | None
    answered_for: bool = True


@dataclass(frozen=True)
class Allowance:
    """What a player can buy now, in cents, both ends included; ``most_cents`` None: no upper end.

    ``unless`` says what would have to change if that is nothing. ``players_sell``: chips, and any amount of them.
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
        """Return the amount nearest to that one, the greater of two; None if no amount is allowed."""
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
        # What players sell each other is bound by no multiple.
        return f"{who} can buy {amounts}{', or ask the players' if self.players_sell and self.multiple_cents else ''}."


def own_figures(figures: Mapping[str, int]) -> dict[str, int]:
    """Return the figures that a night sets for itself as its acts keep them, by the names of `history.FIGURES`.

    A minimum of 0 is none. Raises ``Malformed`` for an amount that cannot be, and ``Impossible`` for a big stack that
    has no maximum of the night's own to lift.
    """
    for name, cents in figures.items():
        if name != "or_big_stack":
            check_cents(cents, zero=name == "buy_in_min")
    own = {name: figure for name, figure in figures.items() if name != "or_big_stack" or figure}
    if "or_big_stack" in own and "buy_in_max" not in own:
        raise Impossible("The big stack lifts a maximum of the night's own: enter that too.")
    return own


def opening_faults(
    terms: BankTerms, *, blinds: Blinds | None, minimum_cents: int | None, maximum_cents: int | None
) -> tuple[str, ...]:
    """Return what is wrong with the figures a night is to be played with, a sentence each; () if nothing is."""
    missing = []
    if terms.blinds_asked and blinds is None:
        missing.append("This house sets the blinds each night: enter the small and the big blind.")
    for word, limit, cents in (("minimum", terms.minimum, minimum_cents), ("maximum", terms.maximum, maximum_cents)):
        if limit and limit.asked and cents is None:
            missing.append(f"This house sets the {word} buy-in each night: enter it.")
    return (*plan_faults(terms, blinds=blinds, minimum_cents=minimum_cents, maximum_cents=maximum_cents), *missing)


def plan_faults(
    terms: BankTerms, *, blinds: Blinds | None, minimum_cents: int | None, maximum_cents: int | None
) -> tuple[str, ...]:
    """Return what contradicts itself in the figures of a night, also in those of which some are still to be said."""
    faults, stakes = [], blinds or terms.blinds
    if blinds and blinds.small_cents > blinds.big_cents:
        small, big = show_cents(blinds.small_cents), show_cents(blinds.big_cents)
        faults.append(f"The small blind of {small} is above the big blind of {big}.")
    known = countable(terms, stakes)
    limits = night_limits(known, blinds=stakes, minimum_cents=minimum_cents, maximum_cents=maximum_cents)
    least, most, step = limits.minimum_cents or 1, limits.maximum_cents, limits.multiple_cents or 1
    if most is not None and least > most:
        faults.append(f"The minimum buy-in of {show_cents(least)} is above the maximum of {show_cents(most)}.")
    elif most is not None and _round_up(least, step) > most:
        faults.append(f"No multiple of {show_cents(step)} lies between {show_cents(least)} and {show_cents(most)}.")
    return tuple(faults)


def countable(terms: BankTerms, blinds: Blinds | None) -> BankTerms:
    """Return the terms without the limits that nobody can count yet: those in big blinds, as long as there are none."""
    if blinds is not None:
        return terms
    limits = (terms.minimum, terms.maximum, terms.usual)
    minimum, maximum, usual = (None if each and each.big_blinds is not None else each for each in limits)
    return replace(terms, minimum=minimum, maximum=maximum, usual=usual)


def night_limits(
    terms: BankTerms,
    *,
    blinds: Blinds | None,
    minimum_cents: int | None = None,
    maximum_cents: int | None = None,
    big_stack_cents: int | None = None,
    or_big_stack: bool = False,
) -> NightLimits:
    """Return the limits in cents, with the blinds of the moment and the latest estimate of the biggest stack.

    A minimum or maximum of the night's own replaces the house's wholly; ``or_big_stack``: the big stack lifts it too. A
    minimum of 0 is none.

    Raises: ``Impossible`` if a limit counts big blinds and there are none.
    """
    stakes = blinds or terms.blinds
    minimum, minimum_from = minimum_cents, Origin.NIGHT
    if minimum is None:
        minimum, minimum_from = _in_cents(terms.minimum, terms, stakes), Origin.HOUSE
    maximum, maximum_from = maximum_cents, Origin.NIGHT
    if maximum is None:
        maximum, maximum_from = _in_cents(terms.maximum, terms, stakes), Origin.HOUSE
        or_big_stack = terms.maximum is not None and terms.maximum.or_big_stack
    without_stack = maximum if or_big_stack else None
    if without_stack is not None:
        maximum = max(without_stack, big_stack_cents or 0)
    usual = maximum if terms.usual and terms.usual.maximum else _in_cents(terms.usual, terms, stakes)
    if usual is not None:
        # It may lie outside limits that a night set for itself: the nearest amount allowed is meant.
        step = terms.multiple_cents or 1
        within = usual if maximum is None else min(usual, maximum)
        usual = max(within - within % step, _round_up(minimum or 1, step))
    return NightLimits(minimum, maximum, usual, terms.multiple_cents, minimum_from, maximum_from, without_stack)


def _in_cents(limit: Limit | None, terms: BankTerms, blinds: Blinds | None) -> int | None:
    if limit is None:
        return None
    if limit.big_blinds is not None and blinds is None:
        raise Impossible("Buy-ins are counted in big blinds, and this night has no blinds.")
    if limit.big_blinds is not None and blinds is not None:
        return limit.big_blinds * blinds.big_cents
    if limit.multiples is not None and terms.multiple_cents is not None:
        return limit.multiples * terms.multiple_cents
    return limit.cents


def _round_up(cents: int, step: int) -> int:
    return -(-cents // step) * step


def check_arrival(name: str, terms: BankTerms, *, answered_for: bool) -> tuple[RuleViolation, ...]:
    """A guest needs an inviter who answers for them, in a house that asks for it (mike, "Notes and THE BOOK")."""
    if answered_for or not terms.guests_answered_for:
        return ()
    sentence = f"{name} is a guest with no inviter: enter who invited them."
    return (RuleViolation("guests are answered for", sentence),)


def check_admission(name: str, turned_away: str) -> tuple[RuleViolation, ...]:
    """Nobody who may not come in gets chips or a place; ``turned_away`` says why they may not, "" if they may."""
    if not turned_away:
        return ()
    sentence = f"{name} was turned away at the door: {turned_away}. First let them in after all, at the door."
    return (RuleViolation("turned away", sentence),)


def id_not_seen(name: str, age: int) -> RuleViolation:
    """Return the violation of chips for a player whose ID nobody has seen, in a house with that minimum age.

    The pages ask: no log says that an ID was seen.
    """
    return RuleViolation(MINIMUM_AGE, f"Nobody has seen {name}'s ID. Nobody under {age} plays here.")


def check_means(pay: Means, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Chips are paid for only in the ways the house takes."""
    if pay in terms.pays_with:
        return ()
    sentence = f"Chips are paid for {means_in_words(terms.pays_with)} here, not {PAID[pay]}."
    return (RuleViolation(MEANS, sentence),)


def check_chip_sale(pay: Means, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """A sale between players: limits and multiples do not bind it, the means of payment do.

    In some houses all chips come from the bank (ericn, "Going South" and "Banker").
    """
    sentence = "Players do not sell chips to each other here: all chips come from the bank."
    bank_alone = () if terms.chip_sales else (RuleViolation("chip sales", sentence),)
    return (*bank_alone, *check_means(pay, terms))


def check_play_behind(terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Cash plays behind the chips only where the house has it (dave, hybrid)."""
    return () if terms.play_behind else (RuleViolation("cash behind", "Only chips are in play here, no cash."),)


def check_level(level: int, *, current: int | None, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """The blinds go up to a level (from 1) above the one being played; ``current`` None: none was set yet.

    Raises: ``Impossible`` when the house has no such level.
    """
    if not terms.levels:
        raise Impossible("The blinds do not rise in this house: it has no levels.")
    if not 1 <= level <= len(terms.levels):
        raise Impossible(f"There is no level {level}: the house has levels 1 to {len(terms.levels)}.")
    if current is None or level > current:
        return ()
    sentence = f"The blinds only go up: level {current} is being played, so level {level} is over."
    return (RuleViolation("levels rise", sentence),)


def check_stakes(*, chips_are_sold: bool) -> tuple[RuleViolation, ...]:
    """Stakes and limits are stated at the outset (dave, hybrid): they stand once somebody has bought chips."""
    sentence = "Chips have been sold: tonight's stakes and limits stand from the first buy-in on."
    return (RuleViolation("stakes stand", sentence),) if chips_are_sold else ()


def check_hand_over(terms: BankTerms) -> tuple[RuleViolation, ...]:
    """The bank may pass to another banker, unless one keeps it for the whole night (ericn, "Banker")."""
    sentence = "One banker sells and takes back all chips for the whole night here."
    return (RuleViolation("one banker", sentence),) if terms.one_banker else ()


def check_buy_in(
    amount_cents: int, *, pay: Means, buyer: Buyer, terms: BankTerms, limits: NightLimits
) -> tuple[RuleViolation, ...]:
    """Return every violation of a buy-in or rebuy: who, means, when, minimum, maximum, multiple, in this order."""
    found = [*check_arrival(buyer.name, terms, answered_for=buyer.answered_for), *check_means(pay, terms)]
    if _stack_unknown(buyer, terms):
        sentence = f"This is a rebuy: enter how much {buyer.name} has in front."
        found.append(RuleViolation("stack at a rebuy", sentence))
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
    """A busted player buys again at once, or when the next level begins. The pages ask when: no log says it."""
    if not is_late_rebuy(busted_at, at=at, level_at=level_at, terms=terms):
        return ()
    minutes = f"within {terms.window_minutes} minutes"
    sentence = f"Busted players buy again {minutes}, or {minutes} after the blinds go up: {name} busted at"
    return (RuleViolation("rebuy in time", f"{sentence} {busted_at:%H:%M}."),)


def allowance(*, buyer: Buyer, terms: BankTerms, limits: NightLimits) -> Allowance:
    """Return what the buyer can buy now under all the terms together."""
    least, ceiling, counted = _bounds(buyer, terms, limits)
    step = limits.multiple_cents or 1
    least = _round_up(least, step)
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
    return buyer.is_rebuy and terms.rebuy_stack_asked and buyer.stack_cents is None


def _check_moment(buyer: Buyer, terms: BankTerms, limits: NightLimits) -> tuple[RuleViolation, ...]:
    stack, maximum = buyer.stack_cents or 0, limits.maximum_cents
    if not buyer.is_rebuy:
        return ()
    has = f"{buyer.name} has {show_cents(stack)} in front"
    if terms.rebuy_when is RebuyWhen.BUSTED and stack:
        return (RuleViolation("rebuys when busted", f"{has}: rebuys are only for busted players."),)
    if terms.rebuy_when is RebuyWhen.BELOW_MAXIMUM and maximum is not None and stack >= maximum:
        sentence = f"Rebuys are for stacks below {show_cents(maximum)}, and {has}."
        return (RuleViolation("rebuys below the maximum", sentence),)
    return ()


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
    """Say with which stack the buyer could buy, if ``room_cents`` is the most that leaves room for it; "" for none."""
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
