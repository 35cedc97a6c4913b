"""Answers for a party: guests come along, or the whole party waits together."""

import pytest

from reservations.acts.problems import Impossible, Malformed
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, preset, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    cast()
    return Friday(a_house())


def test_guests_come_along_by_name_or_wait_together(friday):
    friday.yes("Bo", guests=["Hal"])
    friday.yes("Cy", guests=["Ivy"])

    assert (friday.seated, friday.rsvp_state.taken, friday.waiting) == (["Bo"], 2, ["Cy"])
    assert friday.words["Cy"] == "1st in line. You need two seats together."


def test_a_single_player_takes_the_seat_that_is_too_few_for_two_who_wait():
    cast()
    friday = Friday(a_house(), seats=3).full("Bo", "Cy")
    friday.yes("Di", guests=["Ivy"])

    friday.yes("Eve")

    assert (friday.seated, friday.waiting) == (["Bo", "Cy", "Eve"], ["Di"])


def test_a_guest_more_needs_a_seat_that_nobody_waits_for(friday):
    friday.yes("Bo")
    friday.yes("Bo", guests=["Hal"])

    assert (friday.rsvp_state.taken, friday.seated) == (2, ["Bo"])


def test_a_guest_for_whom_there_is_no_seat_costs_nobody_their_own(friday):
    friday.full("Bo", "Cy")

    with pytest.raises(Impossible) as refused:
        friday.yes("Bo", guests=["Hal"])

    assert str(refused.value) == (
        "There is no seat for all the guests: come without them and keep the seat, or give it up and wait together."
    )
    assert friday.seated == ["Bo", "Cy"]


def test_a_seat_can_be_given_up_to_wait_together(friday):
    friday.full("Bo", "Cy")

    friday.yes("Bo", guests=["Hal"], wait_together=True, before=30)

    assert (friday.seated, friday.waiting, strikes("Bo")) == (["Cy"], ["Bo"], [])


def test_a_seat_is_not_given_up_too_late_by_waiting_together():
    cast()
    friday = Friday(preset("ericn")).full("Bo", "Cy")
    friday.yes("Bo", guests=["Hal"], wait_together=True, before=120)

    with pytest.raises(Impossible) as refused:
        friday.yes("Cy", guests=["Ivy", "Jo"], wait_together=True, before=119)

    assert str(refused.value) == "It is too late to give a seat up and wait together: come without them, or say no."


def test_a_player_who_comes_without_the_guests_after_all_moves_up(friday):
    friday.full("Cy")
    friday.yes("Bo", guests=["Hal"])

    friday.yes("Bo")

    assert (friday.seated, friday.waiting) == (["Cy", "Bo"], [])


def test_answering_yes_again_keeps_the_place_in_line(friday):
    friday.full("Bo", "Cy", "Di", "Eve")

    friday.yes("Di", guests=["Ivy"])

    assert friday.waiting == ["Di", "Eve"]


@pytest.mark.parametrize(
    ("guests", "wrong"),
    [(["a", "b", "c", "d", "e", "f"], "At most 5 guests."), (["Hal", " hal "], "One guest is named twice.")],
)
def test_guests_that_cannot_be(friday, guests, wrong):
    with pytest.raises(Malformed) as refused:
        friday.yes("Bo", guests=guests)

    assert (str(refused.value), friday.seated) == (wrong, [])
