"""The moments at which the tests run under libfaketime, and the files of each moment on a day."""

from datetime import UTC, date, datetime

from tests.other_times import moments, place_of


def test_the_times_are_a_years_end_the_hour_that_is_left_out_and_a_leap_day():
    found = [f"{each.astimezone(UTC):%Y-%m-%d %H:%M}" for each in moments(datetime(2026, 11, 28, 12, tzinfo=UTC))]

    assert found == ["2032-01-01 04:50", "2027-03-14 07:30", "2028-02-29 17:00"]


def test_a_time_that_has_been_is_that_of_the_next_year_or_leap_year():
    found = [f"{each.astimezone(UTC):%Y-%m-%d %H:%M}" for each in moments(datetime(2028, 3, 13, 12, tzinfo=UTC))]

    assert found == ["2034-01-01 04:50", "2029-03-11 07:30", "2032-02-29 17:00"]


def test_in_three_days_a_file_meets_every_time_also_at_a_years_end():
    days = [date(2026, 12, 30), date(2026, 12, 31), date(2027, 1, 1)]

    places = [[place_of(f"tests/{name}.py", day) for day in days] for name in ("test_docs", "test_views")]

    assert [sorted(each) for each in places] == [[0, 1, 2], [0, 1, 2]]


def test_on_a_day_each_time_has_files_of_its_own():
    names = [f"test_{subject}.py" for subject in ("docs", "styles", "views", "queries", "wings", "manage_command")]

    assert {place_of(name, date(2026, 11, 29)) for name in names} == {0, 1, 2}
