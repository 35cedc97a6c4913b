"""A night as messages tell of it, whether it is over, and who should be there."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from ledger.night.stakes_queries import planned_stakes
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.messages.text import Occasion
from reservations.models import Night
from reservations.nights.queries import has_started, zone_of
from reservations.rsvps.cutoffs import has_begun, not_come
from reservations.rsvps.door_queries import arrived
from reservations.rsvps.queries import rsvp_state_of
from reservations.rsvps.rsvp_state import Rsvp

_OVER = timedelta(hours=12)
"""So long after its start a night is over for the messages."""


def occasion_of(night: Night, terms: AttendanceTerms, *, place: str = "") -> Occasion:
    """Return a night of these terms as messages tell of it; ``place`` only where it is for those who may know it."""
    confirm_by = None
    if night.starts_at is not None and terms.release_minutes is not None:
        confirm_by = night.starts_at - timedelta(minutes=terms.release_minutes)
    return Occasion(
        house=night.house.name,
        date=night.date,
        zone=zone_of(night),
        starts_at=night.starts_at,
        ends_at=night.ends_at,
        seats=night.seats,
        place=place,
        note=night.note,
        says=terms.invitation,
        maybe_until=night.maybe_until,
        confirm_by=confirm_by,
        stakes=planned_stakes(night),
    )


def is_over(night: Night, at: datetime) -> bool:
    """Tell whether a night is over, as far as messages go: some hours after its start, or when its day is over."""
    if night.starts_at is not None:
        return has_begun(night.starts_at, at - _OVER)
    return at.astimezone(ZoneInfo(zone_of(night))).date() > night.date


def is_due(rsvp: Rsvp, night: Night, now: datetime) -> bool:
    """Tell whether a player with a seat should be here: the night has begun, and any time they said has passed."""
    return has_started(night, now) and (rsvp.expected_at is None or now >= rsvp.expected_at)


def not_accounted_for(night: Night, now: datetime) -> int:
    """Return how many players with a seat have no outcome yet once the night has begun.

    "Late" is no outcome: it stays open until they come.
    """
    return sum(is_due(each, night, now) for each in not_come(rsvp_state_of(night), arrived(night), now))
