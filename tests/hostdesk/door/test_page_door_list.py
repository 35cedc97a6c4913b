"""What the desk puts on the door list of a night: its answers and line, IDs, strikes, and who is in already."""

from datetime import timedelta

import pytest

from hostdesk.door.page import door_list_of
from hostdesk.nights.commands import open_night
from ledger.night import commands as night_commands
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night
from reservations.strikes import commands as strikes_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, preset

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    cast()
    return Friday(a_house(attendance={"steps": [[9, "reminder"]]}, door={"minimum_age": 21}))


def listed(friday):
    return door_list_of(Night.objects.select_related("house", "rules").get(pk=friday.night.pk))


def test_the_list_of_a_night(friday):
    friday.full("Di", "Bo", "Eve").maybe("Cy")

    doors = listed(friday)

    assert [party[0].name for party in doors.seated] == ["Bo", "Di"]
    assert [(party[0].name, party[0].words) for party in doors.waiting] == [("Eve", "1st in line.")]
    assert [party[0].name for party in doors.maybes] == ["Cy"]
    assert (doors.house, doors.starts) == ("The friday game", "19:00")
    assert doors.summary.startswith("2 of 2 seats taken")


def test_ids_and_strikes_are_those_of_the_people(friday):
    friday.full("Bo", "Cy")
    Friday(friday.night.house, starts_at=START - timedelta(weeks=1)).strike("Cy")
    strikes_commands.see_id(stamp=friday.at(600), player=one("Bo"), on=START.date())

    found = [(party[0].name, party[0].identity, party[0].strikes) for party in listed(friday).seated]

    assert found == [("Bo", "seen", ""), ("Cy", "to see", "·")]


def test_a_player_who_came_is_ticked_at_the_door_and_at_the_table(friday):
    friday.full("Bo", "Cy")
    friday.do("mark_came", "Bo", 5, came=True)
    banker = one("Ann")
    open_night(
        stamp=Stamp("opens-the-bank", START), house="friday", date=friday.night.date, banker=banker, float_cents=0
    )
    friday.night.refresh_from_db()

    arrival = night_commands.arrive(stamp=Stamp("cy-arrives", START), night=friday.night, player=one("Cy"))

    doors = listed(friday)
    assert [party[0].came for party in doors.seated] == [True, True]
    assert doors.as_of == f"fact {Fact.objects.latest('pk').pk} · act {arrival.act.number}"


def test_nothing_said_is_an_empty_list():
    friday = Friday(preset("ericn"))

    doors = listed(friday)

    assert (doors.seated, doors.as_of, doors.minimum_age) == ((), "", 21)
