"""Days and times as people and files write them. Pure."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from reservations.acts.problems import Malformed

YEARS = range(1900, 2200)
"""The years of nights and acts: the range of every database and every time zone."""

_A_DAY, _A_MINUTE = timedelta(days=1), timedelta(minutes=1)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
INSTANT = re.compile(r"(\d{4})-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def parse_day(text: str) -> date:
    """Return the day of a text as in 2026-11-20. Raises ``Malformed`` for any other format.

    It also refuses a day that is not in the calendar, and years before 1900 and from 2200 on.
    """
    try:
        day = date.fromisoformat(text if DAY.fullmatch(text) else "")
    except ValueError as wrong:
        raise Malformed(f"{text!r:.40} is no date as in 2026-11-20.") from wrong
    if day.year not in YEARS:
        raise Malformed(f"{text} is out of reach: from {YEARS[0]} to {YEARS[-1]}.")
    return day


def day_of(when: date) -> str:
    """Write a day with the month in letters: Fri 20 Nov 2026; an aware time counts in its own zone."""
    return f"{when:%a} {when.day} {when:%b %Y}"


def long_day(day: date) -> str:
    """Write a day in full, without its weekday: 20 November 2026."""
    return f"{day.day} {day:%B %Y}"


def parse_instant(text: str) -> datetime:
    """Return the aware time of a text as in 2026-11-20T21:04:00-05:00, with optional seconds of up to six decimals.

    Raises ``Malformed`` for any other format, and for years before 1900 and from 2200 on.
    """
    if not INSTANT.fullmatch(text):
        raise Malformed(f"{text!r:.40} is no time with an offset, as in 2026-11-20T21:04:00-05:00.")
    try:
        moment = datetime.fromisoformat(text)
        # The year must be in range on the clocks of every place: pages and exports use the desk's own.
        years = {(moment.astimezone(UTC) + margin).year for margin in (-_A_DAY, _A_DAY)}
    except (ValueError, OverflowError) as wrong:
        raise Malformed(f"{text!r:.40} is not in the calendar.") from wrong
    if not years.issubset(YEARS):
        raise Malformed(f"{text!r:.40} is out of reach: from {YEARS[0]} to {YEARS[-1]}.")
    return moment


def instant(day: date, clock: time, zone: str) -> datetime:
    """Return the moment, in UTC, at which the clocks of a zone show that time on that day.

    If the clocks skip the time, it is the first full minute that they show after it: 2:30 on a night that goes from
    2:00 to 3:00 is 3:00. If they show it twice, it is the first of the two moments.
    """
    place, local = ZoneInfo(zone), datetime.combine(day, clock)
    while (moment := local.replace(tzinfo=place).astimezone(UTC)).astimezone(place).replace(tzinfo=None) != local:
        local = local.replace(second=0, microsecond=0) + _A_MINUTE
    return moment
