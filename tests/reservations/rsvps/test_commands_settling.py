"""The effects that an act has on the seats of a night, and those that it does not have."""

from datetime import timedelta

import pytest

from reservations.acts.facts import FactKind
from reservations.models import Fact
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def offering():
    """Let Bo and Cy sit and Di and Eve wait, in a house that keeps an offered seat for 30 minutes."""
    cast()
    house = a_house(waiting={"moves_up": "by an offer", "offer_minutes": 30})
    return Friday(house).full("Bo", "Cy", "Di", "Eve")


def test_a_yes_takes_the_seat_that_is_kept(offering):
    offering.no("Bo", before=60)

    offering.yes("Di", before=30 + 1 / 60)

    assert (offering.seated, offering.waiting) == (["Cy", "Di"], ["Eve"])


@pytest.mark.parametrize(("given_up", "too_late"), [(60, 30), (20, 0)])
def test_a_yes_to_a_seat_that_is_kept_no_longer_is_a_place_in_line(offering, given_up, too_late):
    """This holds before the clock offers the seat to the next, and at the start, when no seat is offered any more."""
    offering.no("Bo", before=given_up)

    remark = offering.yes("Di", before=too_late).remark

    assert remark == "You are on the waiting list."
    assert (offering.seated, "Di" in offering.waiting) == (["Cy"], True)


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("confirm_seat", {}),
        ("expect_at", {"expected_at": START + timedelta(minutes=30)}),
        ("mark_came", {"came": True}),
    ],
)
def test_what_frees_no_seat_moves_nobody_up_who_owes_for_too_long(verb, said):
    cast()
    friday = Friday(a_house(waiting={"arrears": "out"})).full("Bo", "Cy", "Di")
    friday.arrears = frozenset({one("Di").number})
    friday.no("Bo")

    friday.do(verb, "Cy", before=9_000, **said)

    assert (friday.seated, friday.waiting) == (["Cy"], ["Di"])


def test_a_seat_that_one_has_from_another_makes_up_for_nobody_elses():
    """Bo's seat stays open, because Eve has Cy's seat."""
    cast()
    house = a_house(attendance={"late_change_minutes": 120}, waiting={"moves_up": "by the host"})
    friday = Friday(house).full("Bo", "Cy", "Di", "Eve")
    friday.no("Bo", before=60)

    friday.do("seat_player", "Eve", before=50, makes_room=[one("Cy")])
    friday.tick(0)

    assert (friday.seated, strikes("Bo")) == (["Eve"], [("late cancellation", "counts")])
    assert Fact.objects.filter(kind=FactKind.STRIKE).count() == 1
