"""The dates of the recorded season: every date and time moved to the days before now. Pure.

Past nights move by whole weeks, so that their weekdays and times of the evening stay. Tonight began a good two hours
ago at any time of day. The nights ahead move by whole weeks too: they begin next week.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

DAY, HALF_A_DAY = timedelta(days=1), timedelta(hours=12)
OPEN_FOR = timedelta(hours=2, minutes=25)
"""How long ago tonight's game was opened."""

LASTS = timedelta(hours=5)
OPENED = datetime(2026, 11, 20, 20, 5, tzinfo=UTC)
"""When tonight's game was opened in the recording."""

TONIGHT = OPENED.date()


class Dates(NamedTuple):
    """The dates and times of a season that ends at ``now``, an aware time, in a time ``zone``."""

    now: datetime
    zone: tzinfo

    @property
    def opened(self) -> datetime:
        """The opening of tonight's game, in the zone, to the minute."""
        return (self.now.astimezone(UTC) - OPEN_FOR).replace(second=0, microsecond=0).astimezone(self.zone)

    @property
    def today(self) -> date:
        """Today's date in the zone."""
        return self.now.astimezone(self.zone).date()

    def day(self, recorded: date) -> date:
        """Return the new date of a recorded date."""
        tonight = self.opened.date()
        if recorded < TONIGHT:
            return recorded + (_last_game(tonight) - _last_game(TONIGHT))
        return tonight if recorded == TONIGHT else recorded + (_monday(tonight) - _monday(TONIGHT))

    def moment(self, recorded: datetime, night: date) -> datetime:
        """Return the new time, in UTC, of an event recorded about the night of that recorded date.

        Events of tonight and of the nights ahead keep their distance from tonight's opening. Past events keep their
        time of day: hours are counted from noon, which no clock change moves, so that no night is torn apart.
        """
        if night >= TONIGHT:
            return self.opened.astimezone(UTC) + (recorded - OPENED)
        noon = datetime.combine((recorded - HALF_A_DAY).date(), time(12), UTC)
        return self.at(self.day(noon.date()), 12) + (recorded - noon)

    def at(self, day: date, hour: int) -> datetime:
        """Return that hour of a day in the zone, in UTC."""
        return datetime.combine(day, time(hour), self.zone).astimezone(UTC)

    def times(self, day: date, starts: str, ends: str) -> tuple[time, time]:
        """Return the planned start and end, by local clocks, of a night of that recorded date."""
        if day == TONIGHT:
            return self.opened.time(), (self.opened + LASTS).time()
        return time.fromisoformat(starts), time.fromisoformat(ends)

    def month_ends(self, first: date) -> Iterator[date]:
        """Yield the last day of every month from that date on, except the month that ended last."""
        end = _next_month(first) - DAY
        while (following := _next_month(end + DAY)) <= self.today:
            yield end
            end = following - DAY


def _last_game(tonight: date) -> date:
    """Return the date of the last game before tonight's: a Friday, two to eight days before."""
    latest = tonight - 2 * DAY
    return latest - (latest.weekday() - 4) % 7 * DAY


def _monday(day: date) -> date:
    return day - day.weekday() * DAY


def _next_month(day: date) -> date:
    return (day.replace(day=1) + 31 * DAY).replace(day=1)
