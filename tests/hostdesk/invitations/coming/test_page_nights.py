"""The nights ahead of a player: the choice of nights, their time zones, and the number of database queries."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.invitations.coming.page import nights_ahead, see_nights
from reservations.models import Night
from reservations.nights import commands as nights_commands
from reservations.rsvps.queries import rsvp_state_of
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, one
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

NOW = timezone.now().replace(second=0, microsecond=0)


@pytest.fixture
@played_once
def house():
    cast()
    return a_house(waiting={"regulars_first": True})


def a_night(house, hours=72.0, **columns):
    return Friday(house, starts_at=NOW + timedelta(hours=hours), **columns)


def ahead(name="Bo"):
    return nights_ahead(one(name), NOW, timezone.localdate(NOW), frozenset())


def test_the_next_comes_first_and_one_of_long_ago_not_at_all(house):
    later, next_, playing = a_night(house, 100), a_night(house, 2), a_night(house, -3)
    a_night(house, -60)

    assert [each.night for each in ahead()] == [playing.night, next_.night, later.night]


def test_a_cancelled_one_is_shown_to_players_who_had_said_yes(house):
    friday = a_night(house).full("Ann", "Cy", "Di")
    friday.no("Di")
    nights_commands.cancel_night(stamp=friday.at(5_000), night=friday.night, reason="snow")

    assert [[each.night.cancelled_at is not None for each in ahead(name)] for name in ("Ann", "Cy", "Di", "Bo")] == [
        [True],
        [True],
        [],
        [],
    ]


def test_a_night_at_the_table_is_there_until_it_is_closed():
    evening = Evening("mike")
    evening.arrives("Bo")
    before = Night.objects.get()

    here = {name: [each.here for each in ahead(name)] for name in ("Bo", "Cy")}

    assert (before.bank.closed, here) == (None, {"Bo": [True], "Cy": [False]})


def test_the_words_are_those_of_the_waiting_list(house):
    a_night(house).full("Ann", "Di", "Gil", "Cy", "Bo")

    assert ahead("Gil")[0].summary.headline == "3rd in line"


def test_the_time_is_that_of_the_night(house):
    friday = a_night(house, time_zone="Asia/Tokyo")
    friday.yes("Bo", expected_at=friday.start + timedelta(hours=2))
    coming = ahead()[0]

    assert (str(coming.zone), coming.other_zone) == ("Asia/Tokyo", "Asia/Tokyo")
    assert coming.expected == f"{(friday.start + timedelta(hours=2)).astimezone(coming.zone):%H:%M}"


def test_a_night_without_a_zone_goes_by_the_desks(house):
    a_night(house, time_zone="")

    assert (str(ahead()[0].zone), ahead()[0].other_zone) == (str(timezone.get_current_timezone()), "")


def test_where_it_is_goes_with_the_seat(house):
    friday = a_night(house, place="12 Elm Street").full("Ann", "Di", "Bo")
    waits = ahead()[0].place

    friday.no("Ann", before=4_000)

    assert (waits, ahead()[0].place) == ("", "12 Elm Street")


def test_what_is_kept_is_counted_down(house):
    offers = a_house("offers", waiting={"moves_up": "by an offer", "offer_minutes": 30})
    friday = a_night(offers).full("Ann", "Di", "Bo")
    friday.no("Ann", before=(friday.start - NOW).total_seconds() / 60 + 10)

    assert ahead()[0].minutes_left == 20
    assert ahead("Cy")[0].minutes_left == 0


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 10), (1, 10), (60, 9), (61, 9), (540, 1), (599.5, 1), (600, 0), (601, 0)]
)
def test_a_minute_that_has_begun_is_left_and_none_once_the_seat_is_kept_no_longer(house, seconds, left):
    """The seat is kept for 10 more minutes from now; then it passes."""
    offers = a_house("offers", waiting={"moves_up": "by an offer", "offer_minutes": 30})
    friday = a_night(offers).full("Ann", "Di", "Bo")
    friday.no("Ann", before=(friday.start - NOW).total_seconds() / 60 + 20)

    kept = replace(ahead()[0], now=NOW + timedelta(seconds=seconds))

    assert (ahead()[0].minutes_left, kept.minutes_left) == (10, left)


def test_who_let_an_offer_pass_has_to_ask_again_until_the_night_begins(house):
    """Ann's seat is offered to Bo, who declines; Cy is next in line and has had no offer."""
    offers = a_house("offers", waiting={"moves_up": "by an offer", "offer_minutes": 30})
    friday = a_night(offers).full("Ann", "Di", "Bo", "Cy")
    waits = ahead()[0].asks_again
    friday.no("Ann", before=(friday.start - NOW).total_seconds() / 60 + 10)
    offered = ahead()[0].asks_again

    friday.do("decline_offer", "Bo", before=(friday.start - NOW).total_seconds() / 60 + 5)

    begun = replace(ahead()[0], now=friday.start)
    assert (waits, offered, ahead()[0].asks_again, begun.asks_again) == (False, False, True, False)
    assert (ahead("Cy")[0].waits, ahead("Cy")[0].asks_again, ahead("Di")[0].asks_again) == (False, False, False)


def test_five_nights_ask_as_much_as_one(house):
    nights = [a_night(house, 24 * days).full("Ann", "Di", "Cy", "Bo").night for days in range(1, 6)]
    see_nights(one("Bo"), nights[:1], NOW, frozenset())  # fills the cache

    asked = []
    for some in (nights[:1], nights):
        with CaptureQueriesContext(connection) as queries:
            assert len(see_nights(one("Bo"), some, NOW, frozenset())) == len(some)
        asked.append(len(queries))

    assert asked[0] == asked[1]


def test_a_seat_is_free_to_be_given_up_until_the_last_second(house):
    friday = a_night(a_house("late", attendance={"late_change_minutes": 120}))
    friday.yes("Bo")
    moments = [friday.start - timedelta(minutes=120), friday.start - timedelta(minutes=120, seconds=-1)]

    found = [see_nights(one("Bo"), [friday.night], moment, frozenset())[0] for moment in moments]

    assert [bool(each.gives_up_late) for each in found] == [False, True]
    assert [bool(each.free_until) for each in found] == [True, False]
    assert rsvp_state_of(friday.night).of(one("Bo").number).has_seat
