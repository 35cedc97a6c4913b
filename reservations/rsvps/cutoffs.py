"""Coming late, giving up a seat too late, staying away: what it is, and what follows from it. Pure.

Times are aware instants, so a change of the clocks between two of them changes nothing; what people did is cut to the
second, as it is shown.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from reservations.acts.facts import FactKind, Facts
from reservations.houses.attendance_terms import AttendanceTerms, Step, Then
from reservations.rsvps.rsvp_state import Rsvp, RsvpState


def is_late_change(starts_at: datetime | None, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a seat given up at that time was given up too late; with exactly the house's minutes left it is not.

    ericn, *Reservations and attendance*: less than two hours before the start. Giving up after the start is too late
    as well.
    """
    if starts_at is None or terms.late_change_minutes is None:
        return False
    return starts_at - at.replace(microsecond=0) < timedelta(minutes=terms.late_change_minutes)


def had_time(rsvp_state: RsvpState, rsvp: Rsvp, terms: AttendanceTerms) -> bool:
    """Tell whether somebody could have given up their seat in time, with at least as long for it as the house's limit.

    Who was moved up by themselves shortly before, or learnt only then that the night is at another time or on again,
    could not.
    """
    limit = late_from(rsvp_state.starts_at, terms)
    learnt = max(filter(None, [rsvp.moved_up_at, rsvp_state.called_at]), default=None)
    if limit is None or learnt is None:
        return True
    return learnt <= limit - timedelta(minutes=terms.late_change_minutes or 0)


def is_asked_by(starts_at: datetime | None, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a yes at that time needs no confirming: people have been asked to confirm by then."""
    if starts_at is None or terms.confirm_minutes is None:
        return False
    return at >= starts_at - timedelta(minutes=terms.confirm_minutes)


def late_from(starts_at: datetime | None, terms: AttendanceTerms) -> datetime | None:
    """Return the last second at which a seat can still be given up without a strike; nothing where it always can."""
    if starts_at is None or terms.late_change_minutes is None:
        return None
    return starts_at - timedelta(minutes=terms.late_change_minutes)


def has_begun(starts_at: datetime | None, now: datetime) -> bool:
    """Tell whether a night has begun: by the clock alone, whatever its bank does. One without a time never has by it.

    When one without a time begins is said by ``reservations.nights.queries.has_started``.
    """
    return starts_at is not None and now >= starts_at


def keeps_until(rsvp: Rsvp, starts_at: datetime | None, terms: AttendanceTerms) -> datetime | None:
    """Return the last second for which a seat is kept: the time they said, else the start, and the house's grace."""
    expected = rsvp.expected_at or starts_at
    return None if expected is None else expected + timedelta(minutes=terms.grace_minutes)


def not_come(rsvp_state: RsvpState, here: Collection[int], now: datetime) -> list[Rsvp]:
    """Return who has a seat and is not here, after the start: those of whom the host is to say what became of them."""
    if rsvp_state.cancelled or (rsvp_state.starts_at is not None and not has_begun(rsvp_state.starts_at, now)):
        return []
    return [each for each in rsvp_state.seated if each.came_at is None and each.player not in here]


class StrikeState(StrEnum):
    """What has become of a strike; one that is not left to count stays to be read."""

    COUNTS = "counts"
    PARDONED = "pardoned"
    NOT_A_STRIKE = "not a strike"
    EXPIRED = "expired"
    NIGHT_CANCELLED = "night cancelled"
    NIGHT_MOVED = "night moved"
    SPENT = "spent"


@dataclass(frozen=True)
class AfterStrike:
    """What was said of a strike since: how it stands, the reason for that, and the player's words against it."""

    state: StrikeState
    why: str = ""
    contested: str = ""


def after_strike(
    strike: int, later: Facts, *, night_cancelled: bool, night_moved: bool, held_since: int, terms: AttendanceTerms
) -> AfterStrike:
    """Return how the strike of that fact stands after the ``later`` facts of its player in its house.

    ``held_since`` counts the nights of the house that were held after the night of the strike: strikes expire by nights
    held, so a pause in summer forgives nothing. ``night_moved``: it is for a late change, and the night was given
    another start after it.
    """
    about = [fact for fact in later if fact.about == strike]
    contested = next((fact.reason for fact in reversed(about) if fact.kind == FactKind.CONTEST), "")
    for kind, state in ((FactKind.UNMARK, StrikeState.NOT_A_STRIKE), (FactKind.PARDON, StrikeState.PARDONED)):
        if said := next((fact for fact in about if fact.kind == kind), None):
            return AfterStrike(state, said.reason, contested)
    if night_cancelled:
        return AfterStrike(StrikeState.NIGHT_CANCELLED, "The night was cancelled.", contested)
    if night_moved:
        return AfterStrike(StrikeState.NIGHT_MOVED, "The night was given another time after it.", contested)
    if back := next((fact for fact in later if fact.kind == FactKind.REINSTATE and fact.id > strike), None):
        return AfterStrike(StrikeState.SPENT, back.reason, contested)
    if terms.expires_after_nights is not None and held_since >= terms.expires_after_nights:
        return AfterStrike(StrikeState.EXPIRED, f"{held_since} nights were held since.", contested)
    return AfterStrike(StrikeState.COUNTS, contested=contested)


def steps_reached(strikes: int, terms: AttendanceTerms) -> Sequence[Step]:
    """Return every step of the house that so many strikes have come to, the lowest first."""
    return [step for step in terms.steps if step.strikes <= strikes]


def what_follows(strikes: int, terms: AttendanceTerms) -> Then | None:
    """Return what follows from so many strikes: the highest step they have come to; nothing where there is none."""
    reached = steps_reached(strikes, terms)
    return reached[-1].then if reached else None


def ends_reservations(then: Then | None) -> bool:
    """Tell whether the seats that somebody has on nights to come go with it."""
    return then in (Then.DELETED, Then.REMOVED)
