"""The time of a night in words, by the clock of its own place."""

from datetime import date, time

import pytest
from django.utils import timezone

from hostdesk.invitations.nights.plan_queries import plan_words
from reservations.nights.commands import cancel_night
from reservations.nights.queries import start_of, times_of
from tests.reservations.planned import a_night, again, comes, stamp, weekly

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("said", "start", "times"),
    [({"starts": None}, "", ""), ({}, "19:00", "19:00"), ({"ends": time(1)}, "19:00", "19:00 to about 01:00")],
)
def test_the_times_of_a_night_where_the_desk_stands(said, start, times):
    night = a_night(**said)

    with timezone.override("Europe/Berlin"):
        assert (start_of(night), times_of(night)) == (start, times)


def test_a_night_elsewhere_says_where():
    assert times_of(a_night(ends=time(1))) == "19:00 to about 01:00 (Europe/Berlin)"
    assert start_of(a_night(day=date(2026, 11, 27), zone="America/Los_Angeles")) == "19:00 (America/Los Angeles)"


@pytest.mark.parametrize(
    ("said", "filled"),
    [
        ({}, "1 of 10 taken, at one table"),
        ({"tables": 2}, "1 of 10 taken, at two tables"),
        ({"seats": None}, "no limit, at one table"),
    ],
)
def test_how_full_a_night_is(said, filled):
    night = a_night(**said)
    comes(night, "Ann")

    assert plan_words(again(night)).filled == filled


def test_what_else_was_planned():
    night = weekly(maybe_hours=24)[1]
    cancel_night(stamp=stamp(), night=night, reason="Snow")

    told = plan_words(again(night))

    assert (told.maybe_until, told.repeats, told.off_because) == ("Thu 26 Nov 2026, 19:00", "every Friday", "Snow")


def test_a_night_alone_says_less():
    told = plan_words(a_night())

    assert (told.maybe_until, told.repeats, told.off_because) == ("", "", "")
