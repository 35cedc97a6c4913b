"""The days of repeating nights, and the end of an evening. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday

from reservations.parsing.days import instant

_A_DAY = timedelta(days=1)
_A_FIFTH, _THE_LAST = 5, -1
_PLACES = ("first", "second", "third", "fourth", "last")
WEEKS, MONTHS = "weekly", "monthly"
AHEAD_DAYS = {WEEKS: 90, MONTHS: 186}
"""How far ahead the nights of a series are planned, in days, by how it goes on."""

MOST_AT_ONCE = 52


@dataclass(frozen=True)
class Repeats:
    """Days that repeat: every ``interval`` weeks or months from ``first`` on, up to ``until`` (none: without end).

    Months keep the weekday of the first day: the third Friday of each. A fifth Friday, which not every month has,
    stands for the last one.
    """

    every: str
    interval: int
    first: date
    until: date | None = None

    def days(self, since: date, until: date) -> list[date]:
        """Return the days from ``since`` to ``until``, both included."""
        end = until if self.until is None else min(until, self.until)
        start = datetime.combine(self.first, time())
        rule = rrule(WEEKLY, interval=self.interval, dtstart=start)
        if self.every == MONTHS:
            which = weekday(self.first.weekday(), _THE_LAST if self._place == _A_FIFTH else self._place)
            rule = rrule(MONTHLY, interval=self.interval, dtstart=start, byweekday=which)
        found = rule.between(datetime.combine(since, time()), datetime.combine(end, time()), inc=True)
        return [moment.date() for moment in found]

    def __str__(self) -> str:
        """Write it in words: "every Friday", "every 2 weeks on Friday", "every month on the third Friday"."""
        on = f"{self.first:%A}"
        if self.every == WEEKS:
            return f"every {on}" if self.interval == 1 else f"every {self.interval} weeks on {on}"
        months = "month" if self.interval == 1 else f"{self.interval} months"
        return f"every {months} on the {_PLACES[self._place - 1]} {on}"

    @property
    def _place(self) -> int:
        """The rank of the first day among its weekdays of the month, from 1 on."""
        return (self.first.day + 6) // 7

    def ahead(self, today: date, planned: date | None = None) -> list[date]:
        """Return the days to plan now: those after the last ``planned`` one, as far ahead as a series goes.

        The first day is always among them while nothing is planned, however far away it is. Never more than
        ``MOST_AT_ONCE``: the rest comes later.
        """
        since = self.first if planned is None else max(planned + _A_DAY, today)
        until = max(today, self.first) + timedelta(days=AHEAD_DAYS[self.every])
        return self.days(since, until)[:MOST_AT_ONCE]


def skipped_fault(day: date, clock: time, zone: str) -> str:
    """Return a sentence for a time that the clocks of a zone skip on that day, with one that they show, or ""."""
    shown = instant(day, clock, zone).astimezone(ZoneInfo(zone)).time()
    return "" if shown == clock else f"Clocks go forward and skip {clock:%H:%M} that day. Write {shown:%H:%M}."


def ending(day: date, starts: time, ends: time, zone: str) -> datetime:
    """Return the end of an evening that begins on ``day``; an end at or before its start is the next day's.

    So is an end that the clocks skip, which makes it the start.
    """
    moment = instant(day, ends, zone)
    return moment if moment > instant(day, starts, zone) else instant(day + _A_DAY, ends, zone)
