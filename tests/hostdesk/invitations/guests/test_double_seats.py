"""Guests who may hold two seats: by the name of a player who has a place, or of another player's guest."""

import pytest

from hostdesk.invitations.guests.double_seats import brought_regulars, double_seats
from reservations.acts.facts import Mark, Place, Reply
from reservations.rsvps.rsvp_state import Rsvp, RsvpState

ANN, BO, CY = 1, 2, 3
KNOWN = {"ann": ANN, "bo": BO, "cy": CY}


def says_yes(number, *guests, place=Place.SEAT, **said):
    return Rsvp(number, Reply.YES, guests, place, **said)


def found(*rsvps):
    """Return the host, the guest and the holder of the other seat, for every guest with two seats."""
    rsvp_state = RsvpState(9, None, {each.player: each for each in rsvps})
    return [(each.host.player, each.name, each.also, each.by_themselves) for each in double_seats(rsvp_state, KNOWN)]


@pytest.mark.parametrize("place", [Place.SEAT, Place.WAITING, Place.OFFERED])
def test_a_player_with_a_place_whom_somebody_brings_may_have_two_seats(place):
    assert found(says_yes(ANN, "BO", "Zoe"), says_yes(BO, place=place)) == [(ANN, "BO", BO, True)]


@pytest.mark.parametrize("bo", [Rsvp(BO), Rsvp(BO, Reply.NO), Rsvp(BO, Reply.MAYBE), says_yes(BO, mark=Mark.EXCUSED)])
def test_a_player_without_a_place_is_not(bo):
    assert found(says_yes(ANN, "Bo"), bo) == []


def test_a_guest_of_two_may_have_two_seats_on_both_sides():
    assert found(says_yes(ANN, "Zoe"), says_yes(BO, "zoe", place=Place.WAITING), says_yes(CY, "Max")) == [
        (ANN, "Zoe", BO, False),
        (BO, "zoe", ANN, False),
    ]


def test_guests_of_different_names_are_not():
    assert found(says_yes(ANN, "Zoe", "Max"), says_yes(BO, "Kim")) == []


def test_an_old_name_of_the_host_is_not_somebody_else():
    rsvp_state = RsvpState(9, None, {ANN: says_yes(ANN, "Annie")})

    assert double_seats(rsvp_state, {"annie": ANN}) == ()


def test_of_the_guests_of_one_person_those_with_the_name_of_a_regular_are_found():
    host = says_yes(ANN, "Annie", "BO", "Zoe")

    regulars = brought_regulars(host, {"annie": ANN, "bo": BO})

    assert [(each.name, each.also, each.rest) for each in regulars] == [("BO", BO, ("Annie", "Zoe"))]


@pytest.mark.parametrize(("place", "may"), [(Place.SEAT, True), (Place.WAITING, True), (Place.OFFERED, False)])
def test_who_holds_a_kept_seat_is_not_made_to_take_it(place, may):
    host = says_yes(ANN, "Zoe", "Bo", "Max", place=place)
    rsvp_state = RsvpState(9, None, {ANN: host, BO: says_yes(BO)})

    (one,) = double_seats(rsvp_state, KNOWN)

    assert (one.may_be_left_out, one.rest) == (may, ("Zoe", "Max"))
