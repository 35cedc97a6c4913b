"""May this player buy that much? The limits of a night, and every term of the house that a purchase meets.

Pure: values in, broken terms out. All amounts are cents. A first buy-in lies between minimum and maximum; what a
rebuy may be depends on the house (``RebuyWhen``) and, in most, on the chips in front.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from ledger.buy_in.allowance import Allowance
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms, Blinds, Limit, Means, RebuyWhen
from ledger.terms.violations import (
    AboveMaximum,
    AboveMaximumInFront,
    BankSellsAlone,
    BelowMinimum,
    LevelDoesNotRise,
    MeansNotTaken,
    NotAMultiple,
    NotAnsweredFor,
    NotBelowMaximum,
    OneBanker,
    OnlyWhenBusted,
    StackNotTold,
)
from reservations.acts.problems import Impossible, RuleViolation

# In these houses the chips in front count towards the maximum. In the others a rebuy is a buy-in once more.
STACK_COUNTS = (RebuyWhen.BELOW_MAXIMUM, RebuyWhen.UP_TO_MAXIMUM)


class Origin(StrEnum):
    """Where a limit of the night comes from."""

    HOUSE = "the house"
    NIGHT = "this night"
    BIG_STACK = "the big stack"


@dataclass(frozen=True)
class NightLimits:
    """What holds right now, in cents; None: no such limit."""

    minimum_cents: int | None
    maximum_cents: int | None
    usual_cents: int | None
    multiple_cents: int | None
    minimum_from: Origin = Origin.HOUSE
    maximum_from: Origin = Origin.HOUSE


@dataclass(frozen=True)
class Buyer:
    """Who buys: ``is_rebuy`` after a standing buy-in of this night, ``stack_cents`` in front (None: nobody said)."""

    name: str
    is_rebuy: bool
    stack_cents: int | None
    answered_for: bool = True


def opening_faults(
    terms: BankTerms, *, blinds: Blinds | None, minimum_cents: int | None, maximum_cents: int | None
) -> tuple[str, ...]:
    """What is wrong with the figures a night is to open with, a sentence each; () when nothing is."""
    faults = _blinds_faults(blinds)
    missing = _missing_figures(terms, blinds=blinds, minimum_cents=minimum_cents, maximum_cents=maximum_cents)
    if missing:
        return faults + missing
    limits = night_limits(terms, blinds=blinds, minimum_cents=minimum_cents, maximum_cents=maximum_cents)
    return faults + _bounds_faults(limits)


def _blinds_faults(blinds: Blinds | None) -> tuple[str, ...]:
    if blinds is None or blinds.small_cents <= blinds.big_cents:
        return ()
    small, big = show_cents(blinds.small_cents), show_cents(blinds.big_cents)
    return (f"The small blind of {small} is above the big blind of {big}.",)


def _missing_figures(
    terms: BankTerms, *, blinds: Blinds | None, minimum_cents: int | None, maximum_cents: int | None
) -> tuple[str, ...]:
    minimum = terms.minimum if minimum_cents is None else None
    maximum = terms.maximum if maximum_cents is None else None
    faults = []
    if terms.blinds_asked and blinds is None:
        faults.append("The house leaves the blinds to the night: say the small and the big one.")
    faults += [
        f"The house leaves the {word} buy-in to the night: say how much."
        for limit, word in ((minimum, "minimum"), (maximum, "maximum"))
        if limit and limit.asked
    ]
    return tuple(faults)


def _bounds_faults(limits: NightLimits) -> tuple[str, ...]:
    least, most, step = limits.minimum_cents or 1, limits.maximum_cents, limits.multiple_cents or 1
    if most is None or _round_up(least, step) <= most:
        return ()
    if least > most:
        return (f"The minimum buy-in of {show_cents(least)} is above the maximum of {show_cents(most)}.",)
    return (f"No multiple of {show_cents(step)} lies between {show_cents(least)} and {show_cents(most)}.",)


def night_limits(
    terms: BankTerms,
    *,
    blinds: Blinds | None,
    minimum_cents: int | None = None,
    maximum_cents: int | None = None,
    big_stack_cents: int | None = None,
) -> NightLimits:
    """The limits in cents, with the blinds of the moment and the latest estimate of the biggest stack.

    A minimum or maximum of the night's own replaces the house's wholly, the big stack included.

    Raises: ``Impossible`` when a limit counts big blinds and there are none.
    """
    stakes = blinds or terms.blinds
    minimum, minimum_from = minimum_cents, Origin.NIGHT
    if minimum_cents is None:
        minimum, minimum_from = _in_cents(terms.minimum, terms, stakes), Origin.HOUSE
    maximum, maximum_from = maximum_cents, Origin.NIGHT
    if maximum_cents is None:
        maximum, maximum_from = _house_maximum(terms, stakes, big_stack_cents)
    usual = maximum if terms.usual and terms.usual.maximum else _in_cents(terms.usual, terms, stakes)
    limits = NightLimits(minimum, maximum, None, terms.multiple_cents, minimum_from, maximum_from)
    return limits if usual is None else _with_usual(limits, usual)


def _in_cents(limit: Limit | None, terms: BankTerms, blinds: Blinds | None) -> int | None:
    if limit is None:
        return None
    if limit.big_blinds is not None:
        return limit.big_blinds * _big_blind(blinds)
    if limit.multiples is not None and terms.multiple_cents is not None:
        return limit.multiples * terms.multiple_cents
    return limit.cents


def _big_blind(blinds: Blinds | None) -> int:
    if blinds is None:
        raise Impossible("Buy-ins are counted in big blinds, and this night has no blinds.")
    return blinds.big_cents


def _house_maximum(terms: BankTerms, blinds: Blinds | None, big_stack_cents: int | None) -> tuple[int | None, Origin]:
    figure = _in_cents(terms.maximum, terms, blinds)
    if terms.maximum is None or figure is None:
        return None, Origin.HOUSE
    if terms.maximum.or_big_stack and big_stack_cents is not None and big_stack_cents > figure:
        return big_stack_cents, Origin.BIG_STACK
    return figure, Origin.HOUSE


def _with_usual(limits: NightLimits, usual_cents: int) -> NightLimits:
    # The house's usual amount may lie outside limits that a night set for itself: the nearest amount allowed is meant.
    step = limits.multiple_cents or 1
    within = usual_cents if limits.maximum_cents is None else min(usual_cents, limits.maximum_cents)
    within = max(within - within % step, _round_up(limits.minimum_cents or 1, step))
    return replace(limits, usual_cents=within)


def _round_up(cents: int, step: int) -> int:
    return -(-cents // step) * step


def check_arrival(name: str, answered_for: bool, terms: BankTerms) -> tuple[RuleViolation, ...]:  # noqa: FBT001
    """A guest needs someone who answers for them, in a house that asks for it."""
    return (NotAnsweredFor(name),) if terms.guests_answered_for and not answered_for else ()


def check_means(pay: Means, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Chips are paid for only in the ways the house takes."""
    return () if pay in terms.pays_with else (MeansNotTaken(pay, terms.pays_with),)


def check_chip_sale(pay: Means, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """A sale between players: limits and multiples do not bind it, the means of payment do."""
    return (*(() if terms.chip_sales else (BankSellsAlone(),)), *check_means(pay, terms))


def check_level(level: int, *, current: int | None, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """The blinds go up to a level (from 1) above the one being played; ``current`` None: none was set yet.

    Raises: ``Impossible`` when the house has no such level.
    """
    if not terms.levels:
        raise Impossible("The blinds do not rise in this house: it has no levels.")
    if not 1 <= level <= len(terms.levels):
        raise Impossible(f"There is no level {level}: the house has levels 1 to {len(terms.levels)}.")
    return () if current is None or level > current else (LevelDoesNotRise(level, current),)


def check_hand_over(terms: BankTerms) -> tuple[RuleViolation, ...]:
    """The bank may pass to another banker, unless one keeps it for the whole night."""
    return (OneBanker(),) if terms.one_banker else ()


def check_buy_in(
    amount_cents: int, *, pay: Means, buyer: Buyer, terms: BankTerms, limits: NightLimits
) -> tuple[RuleViolation, ...]:
    """Every term that a buy-in or rebuy breaks: who, means, when, minimum, maximum, multiple, in this order."""
    return (
        *check_arrival(buyer.name, buyer.answered_for, terms),
        *check_means(pay, terms),
        *_check_stack(buyer, terms),
        *_check_moment(buyer, terms, limits),
        *_check_bounds(amount_cents, buyer, terms, limits),
        *_check_multiple(amount_cents, limits),
    )


def _check_stack(buyer: Buyer, terms: BankTerms) -> tuple[RuleViolation, ...]:
    return (StackNotTold(buyer.name),) if _stack_unknown(buyer, terms) else ()


def _stack_unknown(buyer: Buyer, terms: BankTerms) -> bool:
    return buyer.is_rebuy and terms.rebuy_stack_asked and buyer.stack_cents is None


def _check_moment(buyer: Buyer, terms: BankTerms, limits: NightLimits) -> tuple[RuleViolation, ...]:
    stack, maximum = buyer.stack_cents or 0, limits.maximum_cents
    if not buyer.is_rebuy:
        return ()
    if terms.rebuy_when is RebuyWhen.BUSTED and stack:
        return (OnlyWhenBusted(buyer.name, stack),)
    if terms.rebuy_when is RebuyWhen.BELOW_MAXIMUM and maximum is not None and stack >= maximum:
        return (NotBelowMaximum(buyer.name, stack, maximum),)
    return ()


def _check_bounds(amount_cents: int, buyer: Buyer, terms: BankTerms, limits: NightLimits) -> tuple[RuleViolation, ...]:
    least, ceiling, counted = _bounds(buyer, terms, limits)
    if amount_cents < least:
        return (BelowMinimum(amount_cents, least),)
    if ceiling is None or counted + amount_cents <= ceiling:
        return ()
    if buyer.is_rebuy and terms.rebuy_when in STACK_COUNTS and buyer.stack_cents is not None:
        return (AboveMaximumInFront(buyer.name, counted, ceiling),)
    return (AboveMaximum(amount_cents, ceiling),)


def _bounds(buyer: Buyer, terms: BankTerms, limits: NightLimits) -> tuple[int, int | None, int]:
    """The least to buy, the most to have in front afterwards, and the chips in front that count towards it."""
    minimum, maximum = limits.minimum_cents or 1, limits.maximum_cents
    if not buyer.is_rebuy:
        return minimum, maximum, 0
    least = minimum if terms.rebuy_minimum_binds else 1
    counted = buyer.stack_cents or 0 if terms.rebuy_when in STACK_COUNTS else 0
    # Rounded down, so that no cent above the percentage is ever allowed.
    return least, None if maximum is None else maximum * terms.rebuy_maximum_percent // 100, counted


def _check_multiple(amount_cents: int, limits: NightLimits) -> tuple[RuleViolation, ...]:
    if limits.multiple_cents is None or amount_cents % limits.multiple_cents == 0:
        return ()
    return (NotAMultiple(amount_cents, limits.multiple_cents),)


def allowance(*, buyer: Buyer, terms: BankTerms, limits: NightLimits) -> Allowance:
    """What the buyer can buy now under all the terms together, and what would have to change when that is nothing."""
    least, ceiling, counted = _bounds(buyer, terms, limits)
    step = limits.multiple_cents or 1
    least = _round_up(least, step)
    most = None if ceiling is None else max(0, (ceiling - counted) // step * step)
    if _check_moment(buyer, terms, limits):
        most = 0
    found = Allowance(buyer.name, least, most, limits.multiple_cents, stack_unknown=_stack_unknown(buyer, terms))
    unless = _smaller_stack((ceiling or 0) - least, buyer, terms, limits) if found.nothing else ""
    return replace(found, unless=unless)


def _smaller_stack(room_cents: int, buyer: Buyer, terms: BankTerms, limits: NightLimits) -> str:
    """The stack with which the buyer could buy, ``room_cents`` being the most that leaves room for it; "" for none."""
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
