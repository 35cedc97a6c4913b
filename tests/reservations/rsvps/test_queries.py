"""The RSVP state in the books: merged players, terms, nights ahead, and as many queries for three nights as for one."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.people.players.commands import merge_players
from reservations.acts.kinds import Stamp
from reservations.models import Night, Player
from reservations.rsvps.queries import people_for, rsvp_states_of, terms_of_night, upcoming
from reservations.strikes.queries import strikes_in, strikes_of
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, line_of, one, preset

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
@played_once
def house():
    cast()
    return a_house()


def queries(ask):
    with CaptureQueriesContext(connection) as asked:
        ask()
    return len(asked)


def test_what_a_duplicate_said_is_said_by_the_person(house):
    friday = Friday(house, seats=1).full("Bo", "Cy")

    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))

    assert (friday.seated, friday.waiting, friday.rsvp_state.free) == (["Cy"], [], 0)


def test_a_night_has_the_terms_it_was_opened_with_and_before_that_the_newest(house):
    friday = Friday(house)

    assert terms_of_night(friday.night) == terms_of_night(Friday(house, starts_at=START + timedelta(days=7)).night)
    assert terms_of_night(Friday(preset("ericn")).night).late_change_minutes == 120


def test_people_are_as_the_house_sees_them():
    cast()
    friday = Friday(a_house(waiting={"arrears": "behind"}))
    Player.objects.filter(name="Cy").update(removed=True)

    people = people_for(friday.night, {one("Bo").number})

    assert (people[one("Bo").number].arrears, people[one("Cy").number].barred) == (True, "Removed from the group.")
    assert (people[one("Di").number].regular, people[one("Gil").number].regular) == (True, False)


def test_the_nights_ahead_are_those_of_today_and_later_that_are_on(house):
    nights = [Friday(house, starts_at=START + timedelta(days=days)).night for days in (-3, -1, 0, 7, 14)]
    Night.objects.filter(pk=nights[4].pk).update(cancelled_at=START)

    assert list(upcoming(START)) == [nights[1], nights[2], nights[3]]


def test_three_nights_cost_as_many_queries_as_one(house):
    nights = [Friday(house, starts_at=START + timedelta(days=days)).full("Bo", "Cy", "Di").night for days in (0, 7, 14)]

    assert queries(lambda: rsvp_states_of(nights)) == queries(lambda: rsvp_states_of(nights[:1])) == 2


def test_three_strikes_cost_as_many_queries_as_one(house):
    for days in (0, 7, 14):
        Friday(house, starts_at=START + timedelta(days=days)).strike("Bo")
    three = queries(lambda: strikes_of(one("Bo")))
    Friday(house, starts_at=START + timedelta(days=21)).strike("Cy")

    assert three == queries(lambda: strikes_of(one("Cy")))
    assert [each.player for each in strikes_in(house)] == [one("Cy").number, *[one("Bo").number] * 3]


def test_a_waiting_list_of_three_costs_as_many_queries_as_one(house):
    friday = Friday(house, seats=1).full("Bo", "Cy")
    one_waits = queries(lambda: line_of(friday.night))
    friday.full("Di", "Eve")

    assert queries(lambda: line_of(friday.night)) == one_waits
