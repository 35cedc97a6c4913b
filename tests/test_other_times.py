"""The times at which the tests run under libfaketime."""

from datetime import UTC, datetime

from tests.other_times import moments


def test_the_times_are_a_years_end_the_hour_that_is_left_out_and_a_leap_day():
    found = [f"{each.astimezone(UTC):%Y-%m-%d %H:%M}" for each in moments(datetime(2026, 11, 28, 12, tzinfo=UTC))]

    assert found == ["2032-01-01 04:50", "2027-03-14 07:30", "2028-02-29 17:00"]


def test_a_time_that_has_been_is_that_of_the_next_year_or_leap_year():
    found = [f"{each.astimezone(UTC):%Y-%m-%d %H:%M}" for each in moments(datetime(2028, 3, 13, 12, tzinfo=UTC))]

    assert found == ["2034-01-01 04:50", "2029-03-11 07:30", "2032-02-29 17:00"]
