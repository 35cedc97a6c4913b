"""The days of repeating nights and the times of their evenings, across clock changes."""

from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.nights.plans import MONTHS, MOST_AT_ONCE, WEEKS, Repeats, ending, skipped_fault
from reservations.parsing.days import instant

NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"
FRIDAY = date(2026, 11, 20)
FAR = date(2099, 1, 1)


def days(every, first, count, *, interval=1, until=None):
    return [f"{day:%m-%d}" for day in Repeats(every, interval, first, until).days(first, FAR)[:count]]


def test_every_week_and_every_second_week():
    assert days(WEEKS, FRIDAY, 3) == ["11-20", "11-27", "12-04"]
    assert days(WEEKS, FRIDAY, 3, interval=2) == ["11-20", "12-04", "12-18"]


def test_the_third_friday_of_every_month_and_of_every_third():
    assert days(MONTHS, FRIDAY, 4) == ["11-20", "12-18", "01-15", "02-19"]
    assert days(MONTHS, FRIDAY, 3, interval=3) == ["11-20", "02-19", "05-21"]


def test_a_fifth_friday_is_the_last_one_of_months_with_four():
    assert days(MONTHS, date(2026, 10, 30), 5) == ["10-30", "11-27", "12-25", "01-29", "02-26"]


def test_a_fourth_friday_stays_the_fourth_of_months_with_five():
    assert days(MONTHS, date(2026, 9, 25), 3) == ["09-25", "10-23", "11-27"]


def test_the_first_of_a_month_and_the_29th_of_a_leap_year():
    assert days(MONTHS, date(2026, 1, 1), 3) == ["01-01", "02-05", "03-05"]
    assert days(MONTHS, date(2028, 2, 29), 2, interval=12) == ["02-29", "02-27"]


@pytest.mark.parametrize(
    ("until", "found"),
    [(date(2026, 12, 4), ["11-20", "11-27", "12-04"]), (date(2026, 12, 3), ["11-20", "11-27"]), (FRIDAY, ["11-20"])],
)
def test_the_last_day_is_one_of_them(until, found):
    assert days(WEEKS, FRIDAY, 9, until=until) == found


def test_what_comes_next_goes_by_the_first_day_and_not_by_where_one_looks():
    series = Repeats(WEEKS, 2, FRIDAY)

    assert series.days(date(2026, 11, 21), date(2026, 12, 4)) == [date(2026, 12, 4)]
    assert series.days(date(2026, 11, 21), date(2026, 12, 3)) == []


@pytest.mark.parametrize(
    ("repeats", "words"),
    [
        (Repeats(WEEKS, 1, FRIDAY), "every Friday"),
        (Repeats(WEEKS, 2, FRIDAY), "every 2 weeks on Friday"),
        (Repeats(MONTHS, 1, FRIDAY), "every month on the third Friday"),
        (Repeats(MONTHS, 3, date(2026, 10, 30)), "every 3 months on the last Friday"),
    ],
)
def test_it_is_said_in_words(repeats, words):
    assert str(repeats) == words


@pytest.mark.parametrize(("every", "count", "last"), [(WEEKS, 13, "2027-02-12"), (MONTHS, 7, "2027-05-21")])
def test_how_far_ahead_a_series_is_planned(every, count, last):
    found = Repeats(every, 1, FRIDAY).ahead(FRIDAY)

    assert (len(found), str(found[-1])) == (count, last)


def test_the_first_night_is_planned_however_far_away():
    assert Repeats(MONTHS, 12, FAR).ahead(FRIDAY) == [FAR]


def test_later_on_only_what_is_new_and_still_to_come():
    weekly = Repeats(WEEKS, 1, FRIDAY)

    assert weekly.ahead(date(2026, 11, 27), planned=date(2027, 2, 12)) == [date(2027, 2, 19)]
    assert weekly.ahead(date(2028, 1, 1), planned=date(2027, 2, 12))[0] == date(2028, 1, 7)


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.sampled_from([WEEKS, MONTHS]), st.integers(1, 12))
def test_every_day_is_of_the_same_weekday_and_there_are_never_too_many(first, every, interval):
    found = Repeats(every, interval, first).ahead(first)

    assert found[0] == first
    assert len(found) <= MOST_AT_ONCE
    assert {day.weekday() for day in found} == {first.weekday()}


def test_a_start_that_the_clocks_skip_is_told_with_the_next_one_that_they_show():
    skipped = skipped_fault(date(2027, 3, 14), time(2, 30), "America/New_York")
    shown = [skipped_fault(date(2027, 3, day), time(2, 30), "America/New_York") for day in (13, 15)]

    assert skipped == "Clocks go forward and skip 02:30 that day. Write 03:00."
    assert shown == ["", ""]


@pytest.mark.parametrize(
    ("zone", "day", "starts", "ends", "hours"),
    [
        (BERLIN, "2026-11-20", "19:00", "23:30", 4.5),
        (BERLIN, "2026-11-20", "19:00", "01:00", 6),
        (BERLIN, "2026-11-20", "19:00", "19:00", 24),
        # The clocks change between start and end: the evening is an hour shorter or longer.
        (BERLIN, "2026-03-28", "19:00", "04:00", 8),
        (BERLIN, "2026-10-24", "19:00", "04:00", 10),
        (NEW_YORK, "2026-03-07", "19:00", "04:00", 8),
        (NEW_YORK, "2026-10-31", "19:00", "04:00", 10),
        # The clocks skip both times, which are the same moment.
        (NEW_YORK, "2026-03-08", "02:15", "02:45", 23.75),
    ],
)
def test_when_an_evening_ends(zone, day, starts, ends, hours):
    begins, stops = time.fromisoformat(starts), time.fromisoformat(ends)

    end = ending(date.fromisoformat(day), begins, stops, zone)

    assert (end - instant(date.fromisoformat(day), begins, zone)) / timedelta(hours=1) == hours
