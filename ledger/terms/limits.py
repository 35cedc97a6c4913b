"""The limits of a night: its house's or its own, in cents, and contradictions in them. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from ledger.money.cents import Money, check_cents, show_cents, show_money
from ledger.terms.bank_terms import BankTerms, Blinds, Limit, RebuyWhen
from reservations.acts.problems import Impossible

# In these houses the chips in front count towards the maximum. In the others a rebuy is like a first buy-in.
STACK_COUNTS = (RebuyWhen.BELOW_MAXIMUM, RebuyWhen.UP_TO_MAXIMUM)


class Origin(StrEnum):
    """The origin of a limit of the night."""

    HOUSE = "the house"
    NIGHT = "this night"


@dataclass(frozen=True)
class NightLimits:
    """The present limits of a buy-in, in cents; None: no limit.

    If the big stack counts, ``without_stack_cents`` is the maximum without it; elsewhere None.
    """

    minimum_cents: int | None
    maximum_cents: int | None
    usual_cents: int | None
    multiple_cents: int | None
    minimum_from: Origin = Origin.HOUSE
    maximum_from: Origin = Origin.HOUSE
    without_stack_cents: int | None = None

    def maximum_in_words(self, money: Money = show_money) -> str:
        """Return the maximum in force: "$50.00", "$50.00, or the big stack: $85.00"; "" without one."""
        if self.maximum_cents is None:
            return ""
        most, without = money(self.maximum_cents), self.without_stack_cents
        if without in (None, self.maximum_cents):
            return most if without is None else f"{most}, or the big stack"
        return f"{money(without)}, or the big stack: {most}"


def own_figures(figures: Mapping[str, int]) -> dict[str, int]:
    """Return a night's own figures in the form of its acts, by the names of `history.FIGURES`.

    A minimum of 0 means no minimum. Raises ``Malformed`` for an impossible amount, and ``Impossible`` for a big stack
    without a maximum of the night's own to lift.
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
    """Return the faults of the figures of a night before its opening, in sentences."""
    missing = []
    if terms.blinds_at_opening and blinds is None:
        missing.append("This house sets the blinds each night: enter the small and the big blind.")
    for word, limit, cents in (("minimum", terms.minimum, minimum_cents), ("maximum", terms.maximum, maximum_cents)):
        if limit and limit.at_opening and cents is None:
            missing.append(f"This house sets the {word} buy-in each night: enter it.")
    return (*plan_faults(terms, blinds=blinds, minimum_cents=minimum_cents, maximum_cents=maximum_cents), *missing)


def plan_faults(
    terms: BankTerms, *, blinds: Blinds | None, minimum_cents: int | None, maximum_cents: int | None
) -> tuple[str, ...]:
    """Return the contradictions in the figures of a night, also if some figures are still missing."""
    faults, stakes = [], blinds or terms.blinds
    if blinds and blinds.small_cents > blinds.big_cents:
        small, big = show_cents(blinds.small_cents), show_cents(blinds.big_cents)
        faults.append(f"The small blind of {small} is above the big blind of {big}.")
    known = countable(terms, stakes)
    limits = night_limits(known, blinds=stakes, minimum_cents=minimum_cents, maximum_cents=maximum_cents)
    least, most, step = limits.minimum_cents or 1, limits.maximum_cents, limits.multiple_cents or 1
    if most is not None and least > most:
        faults.append(f"The minimum buy-in of {show_cents(least)} is above the maximum of {show_cents(most)}.")
    elif most is not None and rounded_up(least, step) > most:
        faults.append(f"No multiple of {show_cents(step)} lies between {show_cents(least)} and {show_cents(most)}.")
    return tuple(faults)


def countable(terms: BankTerms, blinds: Blinds | None) -> BankTerms:
    """Return the terms without limits that cannot be computed yet: those in big blinds, while these are unknown."""
    if blinds is not None:
        return terms
    limits = (terms.minimum, terms.maximum, terms.usual)
    minimum, maximum, usual = (None if limit and limit.big_blinds is not None else limit for limit in limits)
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
    """Return the limits in cents, with the present blinds and the latest estimate of the biggest stack.

    A minimum or maximum of the night's own replaces the whole limit of the house; ``or_big_stack``: the big stack lifts
    it too. A minimum of 0 means no minimum.

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
        # It may lie outside the night's own limits: then it is the nearest allowed amount.
        step = terms.multiple_cents or 1
        within = usual if maximum is None else min(usual, maximum)
        usual = max(within - within % step, rounded_up(minimum or 1, step))
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


def rounded_up(cents: int, step: int) -> int:
    return -(-cents // step) * step
