"""The states of a strike, and the consequences of strikes in a house. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from reservations.acts.facts import FactKind, Facts
from reservations.houses.attendance_terms import AttendanceTerms, Step, Then


class StrikeState(StrEnum):
    """The states of a strike; a strike that no longer counts stays visible."""

    COUNTS = "counts"
    PARDONED = "pardoned"
    NOT_A_STRIKE = "not a strike"
    EXPIRED = "expired"
    NIGHT_CANCELLED = "night cancelled"
    NIGHT_MOVED = "night moved"
    SPENT = "spent"


@dataclass(frozen=True)
class StrikeOutcome:
    """The state of a strike, the reason for it, the player's words against it, and the host's answer."""

    state: StrikeState
    why: str = ""
    contested: str = ""
    answered: str = ""


def after_strike(
    strike: int, later: Facts, *, night_cancelled: bool, night_moved: bool, held_since: int, terms: AttendanceTerms
) -> StrikeOutcome:
    """Return the state of the strike of that fact after the ``later`` facts of its player in its house.

    ``held_since`` counts the nights of the house that were held after the night of the strike: strikes expire by nights
    held, so a summer break clears none. ``night_moved``: it is for a late change, and the night got a new start
    afterwards.
    """
    about = [fact for fact in later if fact.about == strike]
    contested = next((fact.reason for fact in reversed(about) if fact.kind == FactKind.CONTEST), "")
    for kind, state in ((FactKind.UNMARK, StrikeState.NOT_A_STRIKE), (FactKind.PARDON, StrikeState.PARDONED)):
        if found := next((fact for fact in about if fact.kind == kind), None):
            return StrikeOutcome(state, found.reason, contested)
    if night_cancelled:
        return StrikeOutcome(StrikeState.NIGHT_CANCELLED, "The night was cancelled.", contested)
    if night_moved:
        return StrikeOutcome(StrikeState.NIGHT_MOVED, "The night was given another time after it.", contested)
    if back := next((fact for fact in later if fact.kind == FactKind.REINSTATE and fact.id > strike), None):
        return StrikeOutcome(StrikeState.SPENT, back.reason, contested)
    if terms.expires_after_nights is not None and held_since >= terms.expires_after_nights:
        return StrikeOutcome(StrikeState.EXPIRED, f"{held_since} nights were held since.", contested)
    last = next((fact for fact in reversed(about) if fact.kind in (FactKind.CONTEST, FactKind.UPHOLD)), None)
    answered = last.reason if last is not None and last.kind == FactKind.UPHOLD else ""
    return StrikeOutcome(StrikeState.COUNTS, contested=contested, answered=answered)


def counts_strikes(terms: AttendanceTerms) -> bool:
    """Tell whether strikes have consequences in a house; without these terms a no-show is only recorded."""
    return bool(terms.steps) or terms.late_change_minutes is not None


def steps_reached(strikes: int, terms: AttendanceTerms) -> Sequence[Step]:
    """Return the steps of the house that this number of strikes has reached, the lowest first."""
    return [step for step in terms.steps if step.strikes <= strikes]


def what_follows(strikes: int, terms: AttendanceTerms) -> Then | None:
    """Return the consequence of this number of strikes: the highest step they have reached, or None."""
    reached = steps_reached(strikes, terms)
    return reached[-1].then if reached else None


def ends_reservations(then: Then | None) -> bool:
    """Tell whether a consequence ends the player's reservations for later nights."""
    return then in (Then.DELETED, Then.REMOVED)


@dataclass(frozen=True)
class StrikeLevel:
    """The meaning of a player's strikes in a house: their weight, and the consequence.

    ``behind``: the player waits behind the others. ``barred`` is the reason why the player can have no seat, or "".
    """

    strikes: int = 0
    behind: bool = False
    then: Then | None = None
    barred: str = ""


def strike_level(strikes: int, terms: AttendanceTerms, house: str) -> StrikeLevel:
    """Return the meaning of this number of strikes in the house of that name with these terms."""
    reached = [step.then for step in steps_reached(strikes, terms)]
    barred = f"Removed from the group of {house} after missed nights; only the host takes them back."
    then = what_follows(strikes, terms)
    return StrikeLevel(strikes, Then.BEHIND in reached, then, barred if Then.REMOVED in reached else "")
