"""Ages at the door: the players old enough for a house, and the players whose ID must be seen."""

import json
from datetime import UTC, date, datetime

import pytest

from reservations.acts.kinds import Stamp
from reservations.houses.commands import revise_house
from reservations.models import House
from reservations.rsvps.door_queries import IdSeen, is_old_enough, minimum_ages, turned_away, why_no_id
from reservations.strikes.commands import see_id
from tests.reservations.friday import Friday, a_house, cast, one, preset

NIGHT = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("born", "old_enough"),
    [
        (date(2005, 11, 20), True),
        (date(2005, 11, 21), False),
        (date(2005, 12, 1), False),
        (date(2004, 2, 29), True),
        (date(2026, 11, 19), False),
    ],
)
def test_somebody_is_a_year_older_on_their_birthday(born, old_enough):
    assert is_old_enough(born, 21, NIGHT) is old_enough


def test_who_is_born_on_a_leap_day_is_a_year_older_on_the_first_of_march():
    born = date(2004, 2, 29)

    assert [is_old_enough(born, 21, day) for day in (date(2025, 2, 28), date(2025, 3, 1))] == [False, True]


@pytest.mark.parametrize(
    ("seen", "age", "words"),
    [
        (None, None, ""),
        (None, 21, "ID not seen"),
        (IdSeen(NIGHT, "Ann", None), 21, ""),
        (IdSeen(NIGHT, "Ann", date(2005, 11, 20)), 21, ""),
        (IdSeen(NIGHT, "Ann", date(2005, 11, 21)), 21, "under 21 by their birth date"),
        (IdSeen(NIGHT, "Ann", date(2005, 11, 21)), None, ""),
    ],
)
def test_why_an_id_is_to_be_looked_at(seen, age, words):
    assert why_no_id(seen, age, NIGHT) == words


@pytest.mark.django_db
def test_the_ages_are_those_of_the_newest_rules():
    preset("ericn")
    house = a_house(door={"minimum_age": 25})
    a_house("second", door={"minimum_age": 18})
    preset("mike")

    revise_house(house=House.objects.get(pk=house.pk), document={**_document(house), "door": {"minimum_age": 19}})

    assert minimum_ages() == [18, 19, 21]


@pytest.mark.django_db
def test_who_is_too_young_by_a_kept_birth_date_or_was_turned_away_may_not_come_in():
    cast()
    night, children = (
        Friday(a_house(key, door=door)).night for key, door in (("old", {"minimum_age": 21}), ("any", {}))
    )
    see_id(stamp=Stamp("bo-shows-his-id", NOON), player=one("Bo"), on=NIGHT, born=date(2005, 11, 21))
    see_id(stamp=Stamp("cy-shows-an-id", NOON), player=one("Cy"), on=NIGHT, born=date(2005, 11, 20))

    assert turned_away(night) == {one("Bo").number: "under 21 by their birth date"}
    assert turned_away(children) == {}


def _document(house):
    return json.loads(house.newest().document)
