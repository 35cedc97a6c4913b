"""The cutoffs of an answer: giving up a seat, confirming, the grace; aware times, cut to the second. Pure."""

from collections.abc import Collection
from datetime import datetime, timedelta

from reservations.houses.attendance_terms import AttendanceTerms
from reservations.rsvps.rsvp_state import Rsvp, RsvpState


def late_from(starts_at: datetime | None, terms: AttendanceTerms) -> datetime | None:
    """Return the last second for giving up a seat without a strike; None without such a cutoff."""
    if starts_at is None or terms.late_change_minutes is None:
        return None
    return starts_at - timedelta(minutes=terms.late_change_minutes)


def is_late_change(starts_at: datetime | None, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a seat given up at that time is given up too late; with exactly the house's minutes left it is not.

    ericn, *Reservations and attendance*: less than two hours before the start. Giving up after the start is too late as
    well.
    """
    limit = late_from(starts_at, terms)
    return limit is not None and at.replace(microsecond=0) > limit


def costs_strike(rsvp_state: RsvpState, rsvp: Rsvp, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a player who gives up the seat at that time does so too late, and had fair notice.

    Fair notice is a time at least as long as the house's limit. Players who moved up automatically shortly before the
    cutoff, or learnt only then of another start, had none.
    """
    limit = late_from(rsvp_state.starts_at, terms)
    learnt = max(filter(None, [rsvp.moved_up_at, rsvp_state.called_at]), default=None)
    if limit is None or not rsvp.has_seat or rsvp.came_at or not is_late_change(rsvp_state.starts_at, at, terms):
        return False
    return learnt is None or learnt <= limit - timedelta(minutes=terms.late_change_minutes or 0)


def is_asked_by(starts_at: datetime | None, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a yes at that time counts as confirmed: the request to confirm has gone out by then."""
    if starts_at is None or terms.confirm_minutes is None:
        return False
    return at >= starts_at - timedelta(minutes=terms.confirm_minutes)


def has_begun(starts_at: datetime | None, now: datetime) -> bool:
    """Tell whether a night has begun by the clock alone; without a start time, see ``nights.queries.has_started``."""
    return starts_at is not None and now >= starts_at


def keeps_until(rsvp: Rsvp, starts_at: datetime | None, terms: AttendanceTerms) -> datetime | None:
    """Return the last second for which a seat is kept: the player's own arrival time, else the start, and the grace.

    The grace of a seat given after that time begins with the seat.
    """
    expected = rsvp.expected_at or starts_at
    if expected is None:
        return None
    return max(expected, rsvp.seat_since or expected) + timedelta(minutes=terms.grace_minutes)


def not_come(rsvp_state: RsvpState, here: Collection[int], now: datetime) -> list[Rsvp]:
    """Return the players with a seat who are absent after the start: the host records an outcome for them."""
    if rsvp_state.cancelled or (rsvp_state.starts_at is not None and not has_begun(rsvp_state.starts_at, now)):
        return []
    return [rsvp for rsvp in rsvp_state.seated if rsvp.came_at is None and rsvp.player not in here]
