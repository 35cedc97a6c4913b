"""The door of a night: the players expected and until when, those who are here, and those still to be accounted for."""

import pytest

from hostdesk.table.door.page import DoorAction
from reservations.acts.facts import Mark
from reservations.models import Night
from reservations.nights import commands as nights_commands
from reservations.rsvps.door_queries import not_accounted_for
from tests.hostdesk.at_the_door import arrives, clock, night_of, opens, stands, the_door
from tests.reservations.friday import Friday, a_house, cast, one, strikes

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def test_before_the_start_everybody_with_a_seat_is_expected(friday):
    friday.full("Cy", "Bo")

    door = the_door(friday, "18:59:59")

    assert stands(door) == {"Bo": "expected", "Cy": "expected"}
    assert (door.has_started, door.missing, door.here) == (False, [], 0)


def test_at_the_start_players_who_are_not_here_have_not_come(friday):
    friday.full("Bo", "Cy")
    friday.do("mark_came", "Cy", 5, came=True)

    door = the_door(friday, "19:00:00")

    assert stands(door) == {"Bo": "due", "Cy": "here"}
    assert [each.came_at for each in door.visitors] == [None, clock("18:55:00")]


@pytest.mark.parametrize(
    ("now", "status", "kept"),
    [
        ("19:00:00", "expected", True),
        ("20:29:59", "expected", True),
        ("20:30:00", "due", True),
        ("20:45:00.999999", "due", True),
        ("20:45:01", "due", False),
    ],
)
def test_a_late_arrival_keeps_the_seat_for_the_time_they_said_and_the_grace(friday, now, status, kept):
    friday.yes("Bo", expected_at=clock("20:30:00"))

    bo = the_door(friday, now).visitor(one("Bo").number)

    assert (bo.status, bo.is_kept, bo.keeps_until) == (status, kept, clock("20:45:00"))


def test_a_late_arrival_comes_in_time_after_all(friday):
    friday.yes("Bo", expected_at=clock("20:30:00"))
    opens(friday, 0)
    arrives(friday, "Bo", -100)

    bo = the_door(friday, "20:50:00").visitor(one("Bo").number)

    assert (bo.status, bo.came_at, bo.action) == ("here", clock("20:40:00"), DoorAction.AT_TABLE)


def test_an_arrival_before_and_after_the_opening_is_one(friday):
    friday.full("Bo")
    friday.do("mark_came", "Bo", 10, came=True)
    opens(friday, 5)
    before = the_door(friday).visitor(one("Bo").number)
    arrives(friday, "Bo", -5)

    door = the_door(friday)

    bo = door.visitor(one("Bo").number)
    assert (door.here, bo.came_at, before.came_at) == (1, clock("18:50:00"), clock("18:50:00"))
    assert (before.action, bo.action) == (DoorAction.TO_TABLE, DoorAction.AT_TABLE)


def test_who_is_due_comes_first_and_who_is_here_after_who_is_to_come(friday):
    friday.yes("Bo", expected_at=clock("20:30:00"))
    friday.full("Ann", "Di", "Cy")
    friday.mark("Ann", Mark.EXCUSED, before=-1)
    friday.do("mark_came", "Cy", -5, came=True)

    door = the_door(friday)

    assert list(stands(door)) == ["Di", "Bo", "Ann", "Cy"]
    assert [each.is_settled for each in door.visitors] == [False, False, False, True]


def test_who_is_here_folds_once_nothing_is_left_to_do_about_them(friday):
    friday.full("Bo", "Cy")
    friday.do("mark_came", "Bo", 10, came=True)
    before = the_door(friday)
    opens(friday, 5)
    opened = the_door(friday)
    arrives(friday, "Bo", -5)

    at_the_table = the_door(friday)

    assert [door.is_folded for door in (before, opened, at_the_table)] == [True, False, True]


def test_who_is_here_stays_unfolded_while_a_guest_is_expected(friday):
    friday.yes("Bo", guests=("Gil",))
    friday.do("mark_came", "Bo", -5, came=True)

    assert not the_door(friday).is_folded


def test_nobody_moves_while_the_page_is_open(friday):
    friday.yes("Bo", expected_at=clock("19:05:00"))
    friday.full("Di", "Cy")
    friday.do("mark_came", "Cy", -3, came=True)

    door = the_door(friday, "19:10:00", since="19:02:00")

    assert stands(door) == {"Cy": "here", "Di": "due", "Bo": "due"}
    assert list(stands(door)) == list(stands(the_door(friday, "19:02:00")))
    assert not any(each.is_settled for each in door.visitors)


def test_for_whom_a_seat_is_kept_is_told_with_the_time():
    cast()
    friday = Friday(a_house(), seats=1).full("Bo", "Di")
    friday.no("Bo", 60)

    assert the_door(friday, "18:05:00").kept_for == [("Di", clock("18:30:00"))]


def test_a_mark_stays_on_the_page_to_be_taken_back(friday):
    friday.full("Bo", "Cy")
    friday.mark("Bo", Mark.NO_SHOW)
    friday.mark("Cy", Mark.EXCUSED, reason="ill")

    door = the_door(friday, "19:40:00")

    assert stands(door) == {"Bo": "no-show", "Cy": "excused"}
    assert (strikes("Bo"), door.missing) == ([("no-show", "counts")], [])


def test_a_mark_that_is_taken_back_leaves_them_to_be_asked_about(friday):
    friday.full("Bo")
    friday.mark("Bo", Mark.NO_SHOW)
    friday.mark("Bo", None, before=-31)

    door = the_door(friday, "19:40:00")

    assert (stands(door), strikes("Bo")) == ({"Bo": "due"}, [("no-show", "not a strike")])


def test_after_a_no_show_nobody_else_is_expected_and_not_everybody_is_here(friday):
    friday.full("Bo", "Cy")
    friday.do("mark_came", "Cy", -5, came=True)
    before = the_door(friday, "19:40:00")
    friday.mark("Bo", Mark.NO_SHOW)

    after = the_door(friday, "19:40:00")

    assert (before.here, before.who_else) == (1, "")
    assert (after.here, after.who_else) == (1, "Nobody else is expected.")


def test_when_all_with_a_seat_are_here_everybody_is(friday):
    friday.full("Cy")
    friday.do("mark_came", "Cy", -5, came=True)

    assert the_door(friday, "19:40:00").who_else == "Everybody is here."


def test_late_with_a_time_is_expected_again(friday):
    friday.full("Bo")
    friday.mark("Bo", Mark.LATE, expected_at=clock("21:30:00"))

    bo = the_door(friday, "19:40:00").visitor(one("Bo").number)

    assert (bo.status, bo.rsvp.mark, bo.gave_up, bo.keeps_until) == ("expected", "late", False, clock("21:45:00"))


def test_late_stays_to_be_asked_about_once_that_time_has_passed(friday):
    friday.full("Bo", "Cy")
    friday.mark("Bo", Mark.LATE, expected_at=clock("21:30:00"))
    friday.mark("Cy", Mark.LATE)

    door = the_door(friday, "21:30:00")

    assert [(each.status, each.rsvp.mark) for each in door.visitors] == [("due", "late")] * 2
    assert [not_accounted_for(night_of(friday), clock(text)) for text in ("21:29:59", "21:30:00")] == [1, 2]


def test_a_player_who_comes_after_they_were_marked_is_here_and_marked(friday):
    friday.full("Bo")
    opens(friday, 0)
    friday.mark("Bo", Mark.NO_SHOW)
    arrives(friday, "Bo", -40)

    bo = the_door(friday, "20:00:00").visitor(one("Bo").number)

    assert (bo.status, bo.gave_up) == ("here", True)


def test_a_night_without_a_time_begins_at_its_opening(friday):
    other = Friday(friday.night.house, starts_at=None).full("Bo")
    Night.objects.filter(pk=friday.night.pk).delete()
    before = stands(the_door(other))

    opens(other, 0)

    assert (before, stands(the_door(other))) == ({"Bo": "expected"}, {"Bo": "due"})


def test_a_cancelled_night_lets_nobody_in(friday):
    friday.full("Bo")
    nights_commands.cancel_night(stamp=friday.at(600), night=friday.night, reason="snow")

    assert not the_door(friday).takes_arrivals
