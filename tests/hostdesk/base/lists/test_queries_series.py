"""The series that still run, and the next night of each."""

from datetime import timedelta

import pytest

from hostdesk.base.lists.queries import running_series
from reservations.nights.commands import cancel_night
from reservations.nights.plans import WEEKS, Repeats
from tests.reservations.planned import FRIDAY, NOON, plans, stamp, weekly

pytestmark = pytest.mark.django_db


def sundays():
    """Plan a second series that starts on the Sunday."""
    first = FRIDAY + timedelta(days=2)
    plans(day=first, repeats=Repeats(WEEKS, 1, first, first + timedelta(weeks=3)))


def told(now=NOON):
    return [(each.series.house.name, each.series.first, each.repeats, each.next) for each in running_series(now)]


def test_a_series_says_since_when_and_when_it_is_next():
    weekly()

    assert told() == [("Friday game", FRIDAY, "every Friday", FRIDAY)]


def test_a_night_that_is_off_is_not_the_next():
    cancel_night(stamp=stamp(), night=weekly()[0], reason="Snow")

    assert [each.next for each in running_series(NOON)] == [FRIDAY + timedelta(weeks=1)]


def test_a_series_whose_nights_are_over_runs_no_more():
    weekly()

    assert told(NOON + timedelta(weeks=4)) == []


def test_the_series_with_the_nearest_night_comes_first():
    weekly()
    sundays()

    assert [each.next for each in running_series(NOON)] == [FRIDAY, FRIDAY + timedelta(days=2)]


def test_many_series_take_no_more_queries_than_one(django_assert_num_queries):
    weekly()
    sundays()

    with django_assert_num_queries(2):
        told()
