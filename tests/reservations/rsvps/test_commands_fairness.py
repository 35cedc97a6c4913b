"""No player gets a strike for missing a deadline that they could not meet."""

from datetime import timedelta

import pytest

from reservations.acts.facts import Place
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Night, Player
from reservations.nights import commands as nights_commands
from reservations.nights.queries import plan_of
from reservations.waiting_list import commands as waiting_list_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, preset, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    """Return a night at ericn's with one seat: Bo has it, Cy waits."""
    cast()
    return Friday(preset("ericn"), seats=1).full("Bo", "Cy")


def moves(friday, minutes, before):
    """Let the host move the start by some minutes, at a number of minutes before the old start."""
    shown = plan_of(Night.objects.select_related("house").get(pk=friday.night.pk))
    starts = (START + timedelta(minutes=minutes)).time()
    wanted = type(shown)(**{**vars(shown), "starts": starts})
    nights_commands.change_night(stamp=friday.at(before), night=friday.night, shown=shown, wanted=wanted)


def test_a_seat_that_came_by_itself_just_before_the_limit_can_be_given_up(friday):
    friday.no("Bo", before=121)

    friday.no("Cy", before=119)

    assert (strikes("Bo"), strikes("Cy")) == ([], [])


def test_a_seat_that_came_by_itself_in_good_time_is_kept_or_given_up_in_time(friday):
    friday.no("Bo", before=240)

    friday.no("Cy", before=119)

    assert strikes("Cy") == [("late cancellation", "counts")]


def test_a_player_who_confirms_a_seat_that_came_by_itself_has_said_yes_to_it(friday):
    friday.no("Bo", before=121)
    friday.do("confirm_seat", "Cy", before=120)

    friday.no("Cy", before=119)

    assert strikes("Cy") == [("late cancellation", "counts")]


def test_nobody_could_know_of_a_start_that_was_moved_up_to_them(friday):
    moves(friday, -120, before=200)

    friday.no("Bo", before=199)

    assert strikes("Bo") == []


def test_nor_that_a_night_would_be_on_again(friday):
    nights_commands.cancel_night(stamp=friday.at(300), night=friday.night, reason="snow")
    nights_commands.restore_night(stamp=friday.at(30), night=friday.night)

    friday.no("Bo", before=29)

    assert strikes("Bo") == []


def test_a_seat_kept_while_the_night_was_cancelled_is_offered_anew():
    cast()
    friday = Friday(a_house(), seats=1).full("Bo", "Cy", "Di")
    friday.no("Bo", before=100)
    nights_commands.cancel_night(stamp=friday.at(95), night=friday.night, reason="snow")

    nights_commands.restore_night(stamp=friday.at(60), night=friday.night)

    cy = friday.rsvp_state.of(one("Cy").number)
    assert (cy.place, cy.offered_until, friday.waiting) == (Place.OFFERED, START - timedelta(minutes=30), ["Di"])


@pytest.mark.parametrize("seats", [2, 5])
def test_a_player_who_takes_their_own_seat_again_gave_nothing_up(seats):
    cast()
    friday = Friday(a_house(attendance={"late_change_minutes": 120}), seats=seats).full("Ann", "Bo")
    friday.no("Ann", before=60)
    friday.no("Bo", before=59)
    friday.yes("Bo", before=58)

    friday.tick(0)

    assert (strikes("Bo"), strikes("Ann")) == ([], [("late cancellation", "counts")])


def test_seats_that_come_later_do_not_tell_that_a_night_was_full():
    """Bo gave up one of two seats an hour before, and Eve took it; two more seats do not change this."""
    cast()
    friday = Friday(a_house(attendance={"late_change_minutes": 120})).full("Bo", "Cy")
    friday.no("Bo", before=60)
    friday.yes("Eve", before=50)
    shown = plan_of(Night.objects.select_related("house").get(pk=friday.night.pk))
    wanted = type(shown)(**{**vars(shown), "seats": 4})

    nights_commands.change_night(stamp=friday.at(40), night=friday.night, shown=shown, wanted=wanted)
    friday.tick(0)

    assert (friday.seated, friday.rsvp_state.free, strikes("Bo")) == (["Cy", "Eve"], 2, [])


def test_a_late_change_is_judged_by_a_desk_that_slept_for_days():
    cast()
    friday = Friday(a_house(attendance={"late_change_minutes": 120}), seats=2).full("Bo")
    friday.no("Bo", before=60)

    friday.tick(-4 * 24 * 60)

    assert strikes("Bo") == [("late cancellation", "counts")]


@pytest.fixture
@played_once
def asking():
    cast()
    return Friday(a_house(confirmation={"asked_minutes": 1440, "released_minutes": 240}), seats=1)


def test_nobody_is_put_out_who_had_no_time_to_confirm(asking):
    asking.full("Bo", "Cy")

    asking.tick(200)
    asking.tick(1)

    assert asking.seated == ["Bo"]


def test_a_yes_after_people_are_asked_needs_no_confirming(asking):
    asking.yes("Bo", before=200)
    asking.yes("Cy", before=199)

    asking.tick(100)

    assert (asking.seated, asking.rsvp_state.of(one("Bo").number).confirmed) == (["Bo"], True)


def test_a_stated_time_does_not_outlive_the_start_it_was_said_for(friday):
    friday.do("expect_at", "Bo", expected_at=START + timedelta(hours=1))

    moves(friday, 120, before=5000)

    assert friday.rsvp_state.of(one("Bo").number).expected_at is None


def test_a_player_who_is_taken_out_of_the_group_frees_their_seat(friday):
    Player.objects.filter(name="Bo").update(removed=True)

    friday.tick(5000)

    assert (friday.seated, friday.rsvp_state.of(one("Bo").number).because) == (["Cy"], "Removed from the group.")


def test_favour_does_not_outlive_a_no():
    cast()
    friday = Friday(a_house(waiting={"host_favour": True}), seats=1).full("Bo", "Cy", "Di")
    friday.do("favour", "Di", on=True)
    friday.no("Di")

    friday.yes("Di")

    assert friday.waiting == ["Cy", "Di"]


def test_nobody_brings_themselves_and_nobody_is_invited_twice(friday):
    with pytest.raises(Malformed) as own:
        friday.yes("Di", guests=["di"])
    waiting_list_commands.invite(stamp=friday.at(9000), night=friday.night, players=[one("Di")])
    with pytest.raises(Impossible) as twice:
        waiting_list_commands.invite(stamp=friday.at(8000), night=friday.night, players=[one("Di")])

    assert str(own.value) == "Di has a seat anyway: name only the guests."
    assert "Already invited" in str(twice.value)
