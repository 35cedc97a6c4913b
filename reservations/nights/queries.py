"""Planned nights: their plans, their times, and the nights of a series."""

from collections.abc import Collection
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone

from reservations.houses.queries import attendance_of
from reservations.messages.text import Occasion
from reservations.models import House, Night, Series
from reservations.nights.plans import Plan, Repeats
from reservations.rsvps.queries import has_started, rsvp_states_of, zone_of
from reservations.rsvps.rsvp_state import has_begun

_COLUMNS = ("date", "starts_at", "ends_at", "time_zone", "seats", "tables", "maybe_until", "place", "note", "stakes")
_OVER = timedelta(hours=12)
"""So long after its start a night is over for the messages."""


def plan_of(night: Night) -> Plan:
    """Return the plan of a night, by the clock of its place."""
    columns = {name: getattr(night, name) for name in _COLUMNS}
    return Plan.read(columns | {"time_zone": zone_of(night)})


def repeats_of(series: Series) -> Repeats:
    return Repeats(series.every, series.interval, series.first, series.until)


def ahead(night: Night, now: datetime) -> list[Night]:
    """Return the planned nights of its series after a night that have not started, in order."""
    if night.series_id is None or night.series_day is None:
        return []
    return list(ahead_in(night.series_id, now).filter(series_day__gt=night.series_day))


def ahead_in(series: int, now: datetime) -> QuerySet[Night]:
    """Return the planned nights of a series that have not started, in order."""
    later = Q(starts_at__gt=now) | Q(starts_at=None)
    return Night.objects.planned().filter(later, series=series).select_related("house")


def is_underway(night: Night, at: datetime) -> bool:
    """Tell whether a night has begun or its bank was opened, even before the start: day and times are fixed then."""
    return night.rules_id is not None or night.results_id is not None or has_started(night, at)


def players_notified(cancelled: Collection[Night]) -> set[int]:
    """Return the numbers of the players to tell of a cancellation: with a seat, an offer or a place in line."""
    rsvp_states = rsvp_states_of(cancelled).values()
    return {rsvp.player for state in rsvp_states for rsvp in (*state.seated, *state.offered, *state.waiting)}


def occasion_in(house: House | None, at: datetime) -> Occasion:
    """Return a house, or the desk, for messages that are not about a single night."""
    zone = timezone.get_current_timezone()
    if house is None:
        return Occasion("", at.astimezone(zone).date(), str(zone))
    says = attendance_of(house.newest()).invitation
    return Occasion(house.name, at.astimezone(zone).date(), str(zone), says=says)


def is_over(night: Night, at: datetime) -> bool:
    """Tell whether a night is over for messages: some hours after its start, or at the end of its day."""
    if night.starts_at is not None:
        return has_begun(night.starts_at, at - _OVER)
    return at.astimezone(ZoneInfo(zone_of(night))).date() > night.date


def times_of(night: Night) -> str:
    """Return the times of a night: "19:00 to about 01:00"; "" if unknown.

    If the night's zone is not the desk's, it is named.
    """
    if night.starts_at is None:
        return ""
    ends = f" to about {_clock(night, night.ends_at)}" if night.ends_at else ""
    return f"{_clock(night, night.starts_at)}{ends}{_where(night)}"


def start_of(night: Night) -> str:
    """Return the start of a night: "19:00", or "19:00 (Europe/Berlin)"; empty if unknown."""
    return f"{clock_of(night)}{_where(night)}" if night.starts_at else ""


def clock_of(night: Night) -> str:
    """Return the start of a night by its own clock: "19:00"; empty if unknown."""
    return _clock(night, night.starts_at) if night.starts_at else ""


def _clock(night: Night, at: datetime) -> str:
    return f"{at.astimezone(ZoneInfo(zone_of(night))):%H:%M}"


def _where(night: Night) -> str:
    zone = zone_of(night)
    return "" if zone == str(timezone.get_current_timezone()) else f" ({zone.replace('_', ' ')})"
