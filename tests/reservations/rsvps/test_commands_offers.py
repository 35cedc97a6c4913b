"""Seats offered to the next in line: taken, declined or left to lapse."""

from datetime import timedelta

import pytest

from reservations.acts.facts import Place
from reservations.acts.problems import Impossible
from reservations.rsvps import commands as rsvps_commands
from tests import all_commands as commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def offered():
    """Let Bo give up a seat an hour before the start; it is kept for Di until half past six."""
    cast()
    friday = Friday(a_house()).full("Bo", "Cy", "Di", "Eve")
    friday.no("Bo", before=60)
    return friday


@pytest.mark.parametrize(
    ("verb", "name", "said"),
    [("expect_at", "Cy", {"expected_at": None}), ("confirm_seat", "Cy", {}), ("take_offer", "Di", {})],
)
def test_what_is_sent_twice_is_said_once(offered, verb, name, said):
    stamp, command = offered.at(50), getattr(commands, verb)

    noted = [command(stamp=stamp, night=offered.night, player=one(name), **said) for _ in range(2)]

    assert ([each.known for each in noted], noted[0].fact) == ([False, True], noted[1].fact)


def test_a_pin_ends_with_the_seat_however_the_offer_is_taken(offered):
    offered.do("pin", "Eve", 59, position=1)
    offered.do("decline_offer", "Di", 58)
    kept = offered.rsvp_state.of(one("Eve").number)

    offered.yes("Eve", before=57)

    eve = offered.rsvp_state.of(one("Eve").number)
    assert [(each.place, each.pinned) for each in (kept, eve)] == [(Place.OFFERED, 1), (Place.SEAT, None)]


def test_an_offer_is_declined_once(offered):
    stamp = offered.at(50)

    known = [rsvps_commands.decline_offer(stamp=stamp, night=offered.night, player=one("Di")).known for _ in range(2)]

    assert (known, [each.player for each in offered.rsvp_state.offered]) == ([False, True], [one("Eve").number])


def test_near_the_start_a_seat_is_offered_and_kept(offered):
    di = offered.rsvp_state.of(one("Di").number)

    assert (di.place, di.offered_until) == (Place.OFFERED, START - timedelta(minutes=30))
    assert (offered.seated, offered.waiting, offered.rsvp_state.free) == (["Cy"], ["Eve"], 0)


def test_an_offer_that_is_taken_is_a_seat(offered):
    remark = offered.do("take_offer", "Di", before=31).remark

    assert (remark, offered.seated, offered.waiting) == ("You have a seat.", ["Cy", "Di"], ["Eve"])


def test_yes_takes_the_offer_as_well(offered):
    offered.yes("Di", before=31)

    assert offered.seated == ["Cy", "Di"]


def test_an_offer_ends_with_its_last_minute(offered):
    with pytest.raises(Impossible) as refused:
        offered.do("take_offer", "Di", before=30)

    assert str(refused.value) == "The seat is not kept any more: it has gone on to the next."


def test_an_offer_that_is_declined_goes_on_at_once(offered):
    offered.do("decline_offer", "Di", before=50)

    assert (offered.rsvp_state.offered[0].player, offered.waiting) == (one("Eve").number, ["Di"])
    assert offered.words["Di"] == "1st in line. You let an offered seat pass. Answer yes again to get back in line."


def test_nobody_takes_an_offer_of_somebody_else(offered):
    with pytest.raises(Impossible):
        offered.do("take_offer", "Eve", before=50)


def test_a_player_who_let_an_offer_pass_can_ask_again(offered):
    offered.do("decline_offer", "Di", before=50)
    offered.do("decline_offer", "Eve", before=49)

    offered.yes("Di", before=45)

    assert [each.player for each in offered.rsvp_state.offered] == [one("Di").number]


def test_who_has_an_offer_and_brings_more_than_it_holds_keeps_the_offer(offered):
    with pytest.raises(Impossible):
        offered.yes("Di", before=50, guests=["Ivy"])

    assert [each.player for each in offered.rsvp_state.offered] == [one("Di").number]
