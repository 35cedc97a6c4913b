"""Two entries of one person: the reading of their answers, and the place that the person keeps."""

from datetime import UTC, datetime, timedelta

import pytest

from reservations.acts.facts import Mark, Place, Reply
from reservations.rsvps.rsvp_reducers import merged_rsvps
from reservations.rsvps.rsvp_state import Held, LateChange, Rsvp, RsvpState

START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
ANN, BO, BOB = 1, 2, 3
MERGE = {"merge-01": (BOB, BO)}


def rsvp(player, place=Place.NONE, asked=0, **more):
    return Rsvp(player, Reply.YES if place else Reply.NO, place=place, entry=asked, **more)


def one(*both, **rsvp_state):
    """Return Bo's RSVP after the merge of Bob into Bo."""
    after = merged_rsvps(RsvpState(9, START, {each.player: each for each in both}, **rsvp_state), BOB, BO)
    assert after.rsvps.keys() == {BO}
    return after.of(BO)


@pytest.mark.parametrize(
    ("better", "other"),
    [
        (rsvp(BO, Place.SEAT, 1), rsvp(BOB, answered_at=START)),
        (rsvp(BO, Place.SEAT, 5), rsvp(BOB, Place.WAITING, 2)),
        (rsvp(BO, Place.OFFERED, 5), rsvp(BOB, Place.WAITING, 2)),
        (rsvp(BO, Place.WAITING, 5), rsvp(BOB, Place.WAITING, 2, held=Held.BUMPED)),
        (rsvp(BO, Place.WAITING, 2), rsvp(BOB, Place.SEAT, 1, mark=Mark.EXCUSED)),
        (rsvp(BO, answered_at=START), rsvp(BOB, answered_at=START - timedelta(days=1))),
    ],
    ids=["seat and no", "seat and line", "offer and line", "line and bumped", "line and excused", "the last no"],
)
def test_the_better_place_is_kept_no_matter_who_has_it(better, other):
    expected = other if other.mark else better

    assert one(better, other).place == one(other, better).place == expected.place
    assert (one(better, other).entry, one(better, other).answered_at) == (expected.entry, expected.answered_at)


def test_two_seats_are_one_since_the_first_was_asked_for_with_the_guests_of_both():
    mine = rsvp(BO, Place.SEAT, 7, guests=("Hal", "Ivy"), confirmed=True)
    theirs = rsvp(BOB, Place.SEAT, 4, guests=("hal",), favoured=True)

    found = one(mine, theirs)

    assert (found.player, found.entry, found.guests, found.party) == (BO, 4, ("hal", "Ivy"), 3)
    assert (found.confirmed, found.favoured) == (True, True)


def test_a_place_in_line_is_the_first_of_the_two_that_the_host_gave():
    pinned = one(rsvp(BO, Place.WAITING, 7, pinned=3), rsvp(BOB, Place.WAITING, 4, pinned=2))

    assert (pinned.entry, pinned.pinned) == (4, 2)


def test_who_is_here_under_either_name_is_here():
    assert one(rsvp(BO, Place.SEAT, 7), rsvp(BOB, came_at=START)).came_at == START


def test_only_one_of_them_has_said_something():
    assert one(rsvp(BOB, Place.SEAT, 4)) == rsvp(BO, Place.SEAT, 4)


def test_a_seat_given_up_late_under_the_other_name_was_not_given_up():
    late = LateChange(fact=3, player=BOB, at=START, open_seats=1, was_full=True)
    rsvp_state = RsvpState(9, START, {BO: rsvp(BO, Place.SEAT, 1), BOB: rsvp(BOB), ANN: rsvp(ANN)}, changes=(late,))

    assert merged_rsvps(rsvp_state, BOB, BO).changes == ()
    without = merged_rsvps(
        RsvpState(9, START, {BO: rsvp(BO), BOB: rsvp(BOB), ANN: rsvp(ANN)}, changes=(late,)), BOB, BO
    )
    assert ([each.player for each in without.changes], list(without.rsvps)) == ([BO], [BO, ANN])


def test_two_of_whom_neither_has_said_anything_after_all_change_nothing():
    rsvp_state = RsvpState(9, START, {ANN: rsvp(ANN, Place.SEAT, 1)})

    assert merged_rsvps(rsvp_state, BOB, BO) == rsvp_state
