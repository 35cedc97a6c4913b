"""The spans that a season can have."""

from datetime import date

import pytest

from ledger.seasons.spans import Span, calendar_span, current_span, offered_spans

TODAY = date(2026, 11, 20)
SINCE_MARCH = Span("s1", "Since March", date(2026, 3, 1))
AUTUMN = Span("s2", "Autumn", date(2026, 9, 1), date(2026, 11, 30))
SILVER = Span("s3", "Silver", date(2026, 10, 1), None, house=7)
OVER = Span("s4", "Summer", date(2026, 6, 1), date(2026, 8, 31))


@pytest.mark.parametrize(
    ("key", "first", "last"),
    [
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("2026-q1", date(2026, 1, 1), date(2026, 3, 31)),
        ("2024-q2", date(2024, 4, 1), date(2024, 6, 30)),
        ("2026-q4", date(2026, 10, 1), date(2026, 12, 31)),
        ("all", None, None),
    ],
)
def test_the_calendar_has_years_and_quarters(key, first, last):
    span = calendar_span(key, 3)

    assert (span.key, span.first, span.last, span.least_nights) == (key, first, last, 3)


def test_a_span_of_the_calendar_is_named_after_its_time():
    names = [span.name for key in ("2026", "2024-q2", "all") if (span := calendar_span(key))]

    assert names == ["2026", "Quarter 2 of 2024", "All nights"]


@pytest.mark.parametrize("key", ["", "s1", "20267", "2026-q5", "2026-Q1", "9999", "٢٠٢٦", "2026\n"])
def test_other_keys_are_no_span_of_the_calendar(key):
    assert calendar_span(key) is None


def test_without_a_season_of_its_own_this_year_is_current():
    assert current_span([OVER], None, TODAY, 2) == calendar_span("2026", 2)


def test_of_the_seasons_of_today_the_one_that_began_last_is_current():
    assert current_span([SINCE_MARCH, AUTUMN, OVER], None, TODAY) == AUTUMN


@pytest.mark.parametrize(("house", "current"), [(None, AUTUMN), (8, AUTUMN), (7, SILVER)])
def test_the_season_of_a_house_is_current_for_that_house_alone(house, current):
    assert current_span([AUTUMN, SILVER], house, TODAY) == current


@pytest.mark.parametrize(
    ("day", "held"), [(date(2026, 8, 31), False), (date(2026, 9, 1), True), (date(2026, 12, 1), False)]
)
def test_a_span_holds_its_first_day_and_its_last(day, held):
    assert (AUTUMN.holds(day), AUTUMN.holds(date(2026, 11, 30))) == (held, True)


def test_a_span_can_be_looked_at_for_one_house():
    assert (AUTUMN.in_house(7).house, AUTUMN.in_house(None).house, SILVER.in_house(8).house) == (7, None, 7)


def test_offered_are_the_own_ones_quarters_of_this_year_years_with_nights_and_all():
    spans = offered_spans([AUTUMN], [2025, 2024], date(2026, 5, 1))

    assert [span.key for span in spans] == ["s2", "2026", "2026-q2", "2026-q1", "2025", "2024", "all"]


@pytest.mark.parametrize(
    ("first", "last", "quarters"),
    [(1, 3, ["q1"]), (4, 6, ["q2", "q1"]), (7, 9, ["q3", "q2", "q1"]), (10, 12, ["q4", "q3", "q2", "q1"])],
)
def test_the_running_quarter_is_offered_from_its_first_day_to_its_last(first, last, quarters):
    begins, ends = date(2026, first, 1), date(2026, last, 31 if last in (3, 12) else 30)

    offered = [[span.key for span in offered_spans([], [], day)] for day in (begins, ends)]

    assert offered == [["2026", *(f"2026-{quarter}" for quarter in quarters), "all"]] * 2


def test_only_the_hosts_own_seasons_have_a_number():
    assert (AUTUMN.number, calendar_span("2026").number) == (2, None)
