"""Lookup of players and houses by the names that people use."""

from datetime import UTC, date, datetime

import pytest

from reservations.acts.kinds import Stamp
from reservations.acts.problems import Unknown
from reservations.houses import queries as houses_queries
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.commands import make_house, revise_house
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import House, Night
from reservations.players import queries as players_queries
from reservations.players.commands import record_player

pytestmark = pytest.mark.django_db

FRIDAY = {"key": "friday", "name": "Friday game"}


@pytest.fixture
def house():
    return make_house(document=FRIDAY).house


@pytest.fixture
def rules(house):
    return house.newest()


def opened(rules, day=20):
    return Night.objects.create(date=date(2026, 11, day), house=rules.house, rules=rules)


def refusal_of(function, *arguments):
    with pytest.raises(Unknown) as refusal:
        function(*arguments)
    return str(refusal.value)


@pytest.mark.parametrize("name", ["Zo\u00eb", " zo\u00cb ", "ZOE\u0308"])
def test_a_player_is_found_however_the_name_is_written(name):
    stamp = Stamp("player-01", datetime(2026, 11, 20, tzinfo=UTC))
    record_player(stamp=stamp, name="Zo\u00eb", regular=True)

    assert players_queries.player_named(name).number == 1
    assert players_queries.player_names([1, 1, 2]) == {1: "Zo\u00eb"}


def test_a_player_who_is_not_there():
    assert refusal_of(players_queries.player_named, " Zoe ") == "No player is called Zoe: add them first."


@pytest.mark.parametrize("text", ["friday", "Friday game", "FRIDAY GAME"])
def test_a_house_is_found_by_its_key_and_by_its_name(house, text):
    assert houses_queries.house_called(text) == house


def test_a_key_goes_before_a_name(house):
    House.objects.create(key="other", name="Friday", name_key="friday")

    assert houses_queries.house_called("friday") == house


def test_a_house_that_is_not_there():
    assert houses_queries.house_called("friday") is None


@pytest.mark.parametrize("text", ["friday", "Friday game", "FRIDAY GAME"])
def test_the_newest_rules_are_found_by_the_key_and_the_name_of_their_house(house, text):
    House.objects.create(key="other", name="Friday", name_key="friday")

    assert houses_queries.newest_rules_called(text) == house.newest()


def test_no_rules_are_those_of_a_house_that_is_not_there():
    assert refusal_of(houses_queries.newest_rules_called, "friday") == "No house is called 'friday'."


def test_the_rules_of_a_house_are_the_newest_unless_a_version_is_given(house):
    second = revise_house(house=house, document={**FRIDAY, "summary": "new"})

    assert houses_queries.rules_of(house, None) == second
    assert [houses_queries.rules_of(house, version).version for version in (1, 2)] == [1, 2]
    assert refusal_of(houses_queries.rules_of, house, 3) == (
        "Friday game has no version 3 of its rules; its newest is 2."
    )


def test_a_night_knows_the_rules_it_was_opened_with(house, rules):
    assert opened(rules).kept_rules == rules
    with pytest.raises(ValueError, match="The night of Fri 20 Nov 2026 has not been opened"):
        _ = Night(date=date(2026, 11, 20), house=house).kept_rules


def test_each_version_of_the_rules_has_its_own_attendance_terms(house, rules):
    later = revise_house(house=house, document={**FRIDAY, "attendance": {"late_change_minutes": 120}})

    assert houses_queries.attendance_of(rules) == AttendanceTerms()
    assert houses_queries.attendance_of(later) == AttendanceTerms(late_change_minutes=120)


def test_each_version_of_the_rules_has_its_own_terms_for_the_tables(house, rules):
    later = revise_house(house=house, document={**FRIDAY, "seating": {"most": 9}})

    assert houses_queries.seating_terms_of_rules(rules) == SeatingTerms()
    assert houses_queries.seating_terms_of_rules(later) == SeatingTerms(most=9, split_at=10, merge_at=8)
