"""The line on Tonight: the players still to come, a word about every one of them, and the times when it changes."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.invitations.guests.page import expected_of
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.models import Player
from reservations.players import commands as players_commands
from reservations.players.queries import night_facts
from reservations.rsvps.queries import terms_of_night
from reservations.strikes import commands as strikes_commands
from tests.hostdesk.at_the_door import clock, night_of, opens
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def friday():
    """Six seats at 19:00; the bank opens at the start."""
    cast()
    friday = Friday(a_house(), seats=6)
    friday.full("Ann", "Bo").yes("Cy", expected_at=clock("21:30:00"))
    return friday


def line(friday, text="19:10:00", here=("Ann",)):
    """Return the line at that time, with those players at the table."""
    names = dict(Player.objects.values_list("number", "name"))
    night = night_of(friday)
    return expected_of(
        night, night_facts(night), {one(name).number for name in here}, names, clock(text), terms_of_night(night)
    )


def words(expected):
    return [(each.name, each.word) for each in expected.awaited]


def test_who_is_still_to_come(friday):
    opens(friday, 0)

    assert words(line(friday, "19:15:01")) == [("Bo", "late"), ("Cy", "21:30")]
    assert words(line(friday, "18:59:00")) == [("Bo", "19:00"), ("Cy", "21:30")]


def test_nobody_is_late_while_their_seat_is_kept(friday):
    opens(friday, 0)

    moments = ("19:15:00", "21:45:00", "21:45:01")

    assert [words(line(friday, moment)) for moment in moments] == [
        [("Bo", "19:00"), ("Cy", "21:30")],
        [("Bo", "late"), ("Cy", "21:30")],
        [("Bo", "late"), ("Cy", "late")],
    ]


def test_who_came_before_the_bank_was_open_stands_first(friday):
    friday.do("mark_came", "Cy", 5, came=True)
    opens(friday, 0)

    found = line(friday)

    assert [(each.name, each.is_here) for each in found.awaited] == [("Cy", True), ("Bo", False)]
    assert words(line(friday, here=("Ann", "Cy"))) == [("Bo", "19:00")]


def test_nobody_waits_for_whom_the_host_has_marked(friday):
    opens(friday, 0)
    friday.mark("Bo", Mark.NO_SHOW)

    assert words(line(friday)) == [("Cy", "21:30")]


def test_guests_and_the_waiting_list_are_counted(friday):
    friday.yes("Di", guests=("Zoe", "Max"))
    friday.yes("Eve")

    found = line(friday)

    assert (found.of(one("Di").number).guests, found.of(one("Eve").number), found.waiting) == (2, None, 1)


def test_whose_id_is_missing_at_the_table_is_counted():
    cast()
    friday = Friday(a_house(door={"minimum_age": 21})).full("Ann", "Bo")
    strikes_commands.see_id(stamp=friday.at(60), player=one("Ann"), on=START.date())
    opens(friday, 0)

    assert line(friday, here=("Ann", "Bo")).without_id == 1


def test_a_night_that_nobody_planned_expects_nobody(friday):
    other = Friday(friday.night.house, starts_at=None, seats=None)

    assert (line(other).awaited, line(other).changes_at) == ((), None)


def test_a_night_without_a_time_expects_people_at_none():
    cast()
    friday = Friday(a_house(), starts_at=None).full("Bo")

    assert words(line(friday)) == [("Bo", "")]


def test_it_reads_otherwise_once_somebody_is_late(friday):
    over = START + timedelta(minutes=15, seconds=1)

    changes = [line(friday, moment).changes_at for moment in ("18:50:00", "19:15:01", "21:45:01")]

    assert changes == [over, clock("21:45:01"), None]


def test_more_people_take_no_more_queries(friday):
    few = queries_of(friday)
    for number in range(20):
        players_commands.record_player(stamp=Stamp(f"player-{number:03}", START), name=f"P{number}", regular=True)
        friday.yes(f"P{number}")

    assert queries_of(friday) == few


def queries_of(friday):
    night, names = night_of(friday), dict(Player.objects.values_list("number", "name"))
    with CaptureQueriesContext(connection) as captured:
        assert words(expected_of(night, night_facts(night), set(), names, clock("19:10:00"), terms_of_night(night)))
    return len(captured)
