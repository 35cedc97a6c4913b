"""The plan of a night by the clock of its place, and the columns of a night that it gives. Pure.

The module also computes the days on which nights repeat, and the end of an evening.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday

from reservations.acts.problems import Changed, Malformed
from reservations.parsing.days import instant
from reservations.parsing.names import parse_line

_AN_HOUR, _A_DAY = timedelta(hours=1), timedelta(days=1)
MOST_SEATS = 1_000
MOST_TABLES = 2
MOST_HOURS = 24 * 60
MOST_PLACE, MOST_NOTE = 200, 500
"""How many characters they may have."""
WHEN = ("day", "starts", "ends", "zone", "maybe_hours", "maybe_on")
"""The fields of a night's time: they change together, since one is counted from another."""

AFTER_THE_START = ("seats", "tables", "place", "note")
"""The fields that can still be changed after the start of a night."""

OF_A_SERIES = ("starts", "ends", "seats", "tables", "maybe_hours", "place", "note", "stakes")
"""The fields of a series for the nights still to be planned."""

_MAYBE = "when “maybe” closes"
NAMES = {
    "day": "the day",
    "starts": "the start",
    "ends": "the end",
    "zone": "the time zone",
    "seats": "the seats",
    "tables": "the tables",
    "maybe_hours": _MAYBE,
    "maybe_on": _MAYBE,
    "place": "the place",
    "note": "the note",
    "stakes": "the stakes",
}


@dataclass(frozen=True)
class Plan:
    """A planned night: its day and times by the clocks of ``zone`` (IANA).

    ``starts`` None: the start is unknown. ``ends`` is the approximate end, on the next day if it is not after the
    start. ``seats`` are those of all ``tables`` together, ``None`` for no limit. "Maybe" closes ``maybe_hours`` before
    the start, or at the end of the day ``maybe_on``, and never after the start. ``stakes`` are the figures that differ
    from the house's, in cents by the names of the night log.
    """

    day: date
    starts: time | None = None
    ends: time | None = None
    zone: str = "UTC"
    seats: int | None = None
    tables: int = 1
    maybe_hours: int | None = None
    maybe_on: date | None = None
    place: str = ""
    note: str = ""
    stakes: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, columns: Mapping[str, Any]) -> "Plan":
        """Return the plan of a night from its columns, the reverse of :meth:`columns`."""
        zone = columns["time_zone"]
        starts_at, ends_at, maybe_until = (columns[name] for name in ("starts_at", "ends_at", "maybe_until"))
        hours, on = None, None
        if starts_at is not None and maybe_until is not None:
            # In people's terms: hours before the start, or the day at whose end it closes.
            local = maybe_until.astimezone(ZoneInfo(zone))
            whole_hours, rest = divmod(starts_at - maybe_until, _AN_HOUR)
            if local.time() == time() and maybe_until < starts_at:
                on = local.date() - _A_DAY
            elif rest:
                on = local.date()
            else:
                hours = whole_hours
        return cls(
            day=columns["date"],
            starts=_clock(starts_at, zone),
            ends=_clock(ends_at, zone),
            zone=zone,
            maybe_hours=hours,
            maybe_on=on,
            stakes=columns["stakes"],
            **{name: columns[name] for name in AFTER_THE_START},
        )

    def columns(self) -> dict[str, Any]:
        """Return the columns of the night; times in UTC. Raises ``Malformed`` for impossible times."""
        if self.seats is not None and not 1 <= self.seats <= MOST_SEATS:
            raise Malformed(f"A night has 1 to {MOST_SEATS} seats.")
        if not 1 <= self.tables <= MOST_TABLES:
            raise Malformed("A night is played at one table or at two.")
        if self.maybe_hours is not None and not 0 <= self.maybe_hours <= MOST_HOURS:
            raise Malformed(f"“Maybe” closes 0 to {MOST_HOURS} hours before the start.")
        if self.maybe_hours is not None and self.maybe_on is not None:
            raise Malformed("Write when “maybe” closes in hours or as a day, not both.")
        if self.starts is None and (self.ends or self.maybe_hours is not None or self.maybe_on):
            raise Malformed("Write when the night starts: the other times depend on it.")
        if self.maybe_on is not None and self.maybe_on > self.day:
            raise Malformed("“Maybe” cannot close after the night has started: write an earlier day.")
        maybe_until = None
        starts_at = instant(self.day, self.starts, self.zone) if self.starts else None
        if starts_at and self.maybe_hours is not None:
            maybe_until = starts_at - self.maybe_hours * _AN_HOUR
        elif starts_at and self.maybe_on is not None:
            maybe_until = min(starts_at, instant(self.maybe_on + _A_DAY, time(), self.zone))
        ends_at = ending(self.day, self.starts, self.ends, self.zone) if self.starts and self.ends else None
        return {
            "date": self.day,
            "starts_at": starts_at,
            "ends_at": ends_at,
            "time_zone": self.zone,
            "maybe_until": maybe_until,
            "seats": self.seats,
            "tables": self.tables,
            "place": parse_line(self.place, MOST_PLACE, empty=True),
            "note": parse_line(self.note, MOST_NOTE, empty=True),
            "stakes": dict(self.stakes),
        }

    def changed(self, shown: "Plan", wanted: "Plan") -> "Plan":
        """Return this plan with the fields in which ``wanted`` differs from ``shown``, the plan on the changer's page.

        Raises ``Changed`` if one of them has been changed since then.
        """
        differences = shown.differences(wanted)
        # A change of one time field changes all of them.
        touched = {*differences, *(WHEN if differences.keys() & {*WHEN} else ())}
        if stale := [name for name in NAMES if name in touched and getattr(self, name) != getattr(shown, name)]:
            what = " and ".join(dict.fromkeys(NAMES[name] for name in stale))
            text = f"Someone else has changed {what} meanwhile: see the night as it is now, and save again if you still"
            raise Changed(f"{text} want your change.")
        return replace(self, **differences)

    def differences(self, wanted: "Plan") -> dict[str, Any]:
        """Return the fields in which ``wanted`` differs, with its values."""
        names = [field.name for field in fields(self)]
        return {name: getattr(wanted, name) for name in names if getattr(wanted, name) != getattr(self, name)}


def _clock(moment: datetime | None, zone: str) -> time | None:
    return None if moment is None else moment.astimezone(ZoneInfo(zone)).time()


_A_FIFTH, _THE_LAST = 5, -1
_PLACES = ("first", "second", "third", "fourth", "last")
WEEKS, MONTHS = "weekly", "monthly"
AHEAD_DAYS = {WEEKS: 90, MONTHS: 186}
"""How far ahead the nights of a series are planned, in days, by how it goes on."""

MOST_AT_ONCE = 52


@dataclass(frozen=True)
class Repeats:
    """Days that repeat: every ``interval`` weeks or months from ``first`` on, up to ``until`` (None: without end).

    Months keep the weekday of the first day: the third Friday of the month. A fifth Friday, which not every month has,
    means the last one.
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
        """Return the days to plan now: those after the last ``planned`` day, as far ahead as a series is planned.

        As long as nothing is planned the first day is always included, however far away. At most ``MOST_AT_ONCE`` days
        are returned: the rest comes later.
        """
        since = self.first if planned is None else max(planned + _A_DAY, today)
        until = max(today, self.first) + timedelta(days=AHEAD_DAYS[self.every])
        return self.days(since, until)[:MOST_AT_ONCE]


def skipped_fault(day: date, clock: time, zone: str) -> str:
    """Return a sentence for a time that the clocks of a zone skip on that day, with a time that they show; else ""."""
    shown = instant(day, clock, zone).astimezone(ZoneInfo(zone)).time()
    return "" if shown == clock else f"Clocks go forward and skip {clock:%H:%M} that day. Write {shown:%H:%M}."


def ending(day: date, starts: time, ends: time, zone: str) -> datetime:
    """Return the end of an evening that begins on ``day``; an end at or before its start is the next day's.

    The same holds for an end that the clocks skip, which would become the start.
    """
    moment = instant(day, ends, zone)
    return moment if moment > instant(day, starts, zone) else instant(day + _A_DAY, ends, zone)
