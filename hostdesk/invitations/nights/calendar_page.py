"""The nights of a month as a calendar: weeks of days, with their nights and the taken seats."""

import calendar
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from babel import Locale, UnknownLocaleError

from hostdesk.base.lists.queries import NightState, with_state
from reservations.models import Night
from reservations.nights.queries import clock_of
from reservations.parsing.days import YEARS
from reservations.rsvps.queries import rsvp_states_of
from reservations.rsvps.rsvp_state import RsvpState

_MONDAY = 0


@dataclass(frozen=True)
class CalendarNight:
    """A night in a calendar, with its state and its reservations."""

    night: Night
    clock: str
    state: NightState
    is_over: bool
    rsvp_state: RsvpState

    @property
    def filled(self) -> str:
        """The taken seats out of all: "6 of 10", "4 coming"; while people still reserve them."""
        return self.rsvp_state.filled if self.state == NightState.PLANNED and not self.is_over else ""

    @property
    def look(self) -> str:
        """Its look: off, open, past, full or free."""
        if self.state == NightState.CANCELLED:
            return "off"
        if self.state == NightState.OPEN:
            return "open"
        if self.state in (NightState.CLOSED, NightState.TAKEN_BACK, NightState.RESULTS) or self.is_over:
            return "past"
        return "full" if self.rsvp_state.free == 0 else "free"

    @property
    def word(self) -> str:
        """Its state in a word; "" while players still reserve seats."""
        return {"off": "cancelled", "open": "open", "past": str(self.state), "full": "full"}.get(self.look, "")


@dataclass(frozen=True)
class CalendarDay:
    """One day of a calendar; those that fill its first and last week may be of other months."""

    date: date
    in_month: bool
    is_today: bool
    nights: Sequence[CalendarNight]


@dataclass(frozen=True)
class CalendarMonth:
    """A month in weeks; ``before`` and ``after`` are the first days of the months beside it, if there are any."""

    first: date
    weeks: Sequence[Sequence[CalendarDay]]
    before: date | None
    after: date | None


def month_of(
    first: date, today: date, *, weeks_from: int = _MONDAY, houses: Collection[int] | None = None
) -> CalendarMonth:
    """Return the month that begins on ``first``, with the nights of the houses of these ids, or all.

    Its weeks begin on the weekday ``weeks_from``, Monday is 0.
    """
    weeks = calendar.Calendar(weeks_from).monthdatescalendar(first.year, first.month)
    # The class of a row does not know the columns that a query adds.
    found: Any = with_state(houses).filter(date__range=(weeks[0][0], weeks[-1][-1])).select_related("house")
    found = found.by_start()
    rsvp_states = rsvp_states_of(found)
    nights: dict[date, list[CalendarNight]] = defaultdict(list)
    for night in found:
        state, is_over = NightState(night.state), night.date < today
        nights[night.date].append(CalendarNight(night, clock_of(night), state, is_over, rsvp_states[night.pk]))
    days = [[CalendarDay(day, day.month == first.month, day == today, nights[day]) for day in week] for week in weeks]
    before, after = first - timedelta(days=1), first + timedelta(days=31)
    beside = (day.replace(day=1) if day.year in YEARS else None for day in (before, after))
    return CalendarMonth(first, days, *beside)


def weeks_begin(locale: str) -> int:
    """Return the first weekday of a place, Monday is 0."""
    try:
        return int(Locale.parse(locale).first_week_day)
    except (UnknownLocaleError, ValueError):
        return _MONDAY
