"""The moment at which the clocks of a place show a time, across clock changes."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.parsing.days import instant

NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"


@pytest.mark.parametrize(
    ("zone", "day", "clock", "utc"),
    [
        (NEW_YORK, "2026-11-20", "19:00", "2026-11-21T00:00"),
        (BERLIN, "2026-11-20", "19:00", "2026-11-20T18:00"),
        # The clocks go forward from 2:00 to 3:00.
        (NEW_YORK, "2026-03-07", "19:00", "2026-03-08T00:00"),
        (NEW_YORK, "2026-03-08", "01:59", "2026-03-08T06:59"),
        (NEW_YORK, "2026-03-08", "02:00", "2026-03-08T07:00"),
        (NEW_YORK, "2026-03-08", "02:30", "2026-03-08T07:00"),
        (NEW_YORK, "2026-03-08", "03:00", "2026-03-08T07:00"),
        (NEW_YORK, "2026-03-08", "19:00", "2026-03-08T23:00"),
        (BERLIN, "2026-03-29", "02:30", "2026-03-29T01:00"),
        (BERLIN, "2026-03-29", "03:00", "2026-03-29T01:00"),
        (BERLIN, "2026-03-29", "19:00", "2026-03-29T17:00"),
        # The clocks go back: 1:00 to 2:00 comes twice in New York, 2:00 to 3:00 twice in Berlin.
        (NEW_YORK, "2026-11-01", "01:30", "2026-11-01T05:30"),
        (NEW_YORK, "2026-11-01", "02:00", "2026-11-01T07:00"),
        (BERLIN, "2026-10-25", "02:30", "2026-10-25T00:30"),
        (BERLIN, "2026-10-25", "03:00", "2026-10-25T02:00"),
        # A day that the place skipped altogether.
        ("Pacific/Apia", "2011-12-30", "19:00", "2011-12-30T10:00"),
    ],
)
def test_the_moment_of_a_time_of_the_day(zone, day, clock, utc):
    moment = instant(date.fromisoformat(day), time.fromisoformat(clock), zone)

    assert (moment.tzinfo, f"{moment:%Y-%m-%dT%H:%M}") == (UTC, utc)


def test_a_time_that_is_left_out_goes_to_a_full_minute():
    assert instant(date(2026, 3, 8), time(2, 30, 59), NEW_YORK) == datetime(2026, 3, 8, 7, tzinfo=UTC)


@given(
    st.dates(date(1990, 1, 1), date(2090, 1, 1)),
    st.times().map(lambda clock: clock.replace(second=0, microsecond=0, fold=0)),
    st.sampled_from([NEW_YORK, BERLIN, "Australia/Lord_Howe", "Asia/Kathmandu"]),
)
def test_the_clocks_show_the_time_or_the_first_after_it(day, clock, zone):
    moment = instant(day, clock, zone)

    shown, asked = moment.astimezone(ZoneInfo(zone)), datetime.combine(day, clock)
    assert shown.fold == 0
    assert timedelta() <= shown.replace(tzinfo=None) - asked <= timedelta(hours=1)
