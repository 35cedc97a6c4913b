"""The people at the door: players with a seat, guests, walk-ins, the waiting list; and the IDs still to be seen."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from zeal import zeal_context

from hostdesk.people.players.commands import merge_players
from hostdesk.table.door.page import DoorAction, door_of
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.players import commands as players_commands
from reservations.strikes import commands as strikes_commands
from tests.hostdesk.at_the_door import arrives, clock, night_of, opens, stands, the_door
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def test_a_player_who_came_without_a_seat_is_apart(friday):
    friday.maybe("Di")
    friday.maybe("Eve")
    opens(friday, 0)
    arrives(friday, "Di", -5)

    door = the_door(friday)

    assert [each.name for each in door.walk_ins] == ["Di"]
    assert ([each.name for each in door.maybes], door.here) == (["Eve"], 1)


def test_who_waits_stands_in_the_order_of_the_house(friday):
    friday.full("Ann", "Bo", "Cy", "Di", "Fay", "Eve")
    friday.do("pin", "Eve", position=1)

    assert [line[:3] for line in the_door(friday).in_line] == [(1, "Eve", 1), (2, "Fay", 1)]
    assert the_door(friday).in_line[0][3] == "1st in line. The host gave you this place."


def test_guests_are_known_by_their_names(friday):
    friday.yes("Ann", guests=("GIL", "Zoe"))
    opens(friday, 0)
    arrives(friday, "Gil", -5)

    door = the_door(friday)

    ann = door.visitor(one("Ann").number)
    assert (door.walk_ins, door.here) == ([], 1)
    assert [(each.name, each.number, each.is_here) for each in ann.guests] == [
        ("GIL", one("Gil").number, True),
        ("Zoe", None, False),
    ]


def test_a_guest_comes_with_one_tap_before_and_after_the_opening(friday):
    friday.yes("Ann", guests=("Gil", "Zoe"))
    before = the_door(friday)
    opens(friday, 0)
    doors = [before, the_door(friday)]

    steps = [[each.action for each in door.visitor(one("Ann").number).guests] for door in doors]

    assert steps == [[DoorAction.IN, DoorAction.IN], [DoorAction.IN, DoorAction.IN]]


def test_a_duplicate_at_the_door_is_the_person(friday):
    friday.full("Bo", "Cy")
    friday.do("mark_came", "Cy", 5, came=True)

    merge_players(stamp=friday.at(0), player=one("Cy"), into=one("Bo"))

    assert stands(the_door(friday)) == {"Bo": "here"}


def test_without_id_they_are_flagged_until_it_was_seen():
    cast()
    friday = Friday(a_house(door={"minimum_age": 21}), seats=4).full("Bo", "Cy", "Di")
    strikes_commands.see_id(stamp=friday.at(60), player=one("Bo"), on=START.date())
    friday.mark("Di", Mark.EXCUSED)

    door = the_door(friday, "19:40:00")

    assert {each.name: each.no_id for each in door.visitors} == {"Bo": "", "Cy": "ID not seen", "Di": ""}
    assert door.without_id == 1


def test_nobody_is_flagged_where_nobody_is_asked(friday):
    friday.full("Bo")

    assert the_door(friday).without_id == 0


def test_more_people_take_no_more_queries(friday):
    friday.night.seats = 50
    friday.night.save()
    friday.yes("Ann", guests=("Gil",))
    few = queries_of(friday)
    for number in range(20):
        players_commands.record_player(stamp=Stamp(f"player-{number:03}", START), name=f"P{number}", regular=True)
        friday.yes(f"P{number}", guests=(f"Guest {number}",))

    assert queries_of(friday) == few


def test_more_no_shows_take_no_more_queries(friday):
    friday.full("Bo", "Cy", "Di", "Eve")
    for weeks in (1, 2, 3):
        Friday(friday.night.house, seats=9, starts_at=START + timedelta(weeks=weeks)).full("Bo", "Cy", "Di")
    friday.mark("Bo", Mark.NO_SHOW)
    few = queries_of(friday)
    friday.mark("Cy", Mark.NO_SHOW)
    friday.mark("Di", Mark.NO_SHOW)

    assert queries_of(friday) == few
    assert the_door(friday).visitor(one("Di").number).next_night.date == friday.night.date + timedelta(weeks=1)


def queries_of(friday):
    night = night_of(friday)
    with CaptureQueriesContext(connection) as captured, zeal_context():
        door = door_of(night, clock("19:10:00"))
        assert door.missing
        assert door.in_line == []
    return len(captured)
