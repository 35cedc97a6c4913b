"""Two entries of one person: how their words are read, and which of their two places they keep."""

from datetime import UTC, datetime, timedelta

import pytest

from reservations.acts.facts import FactKind, Mark, Place, Reply, Said
from reservations.rsvps.merged_players import People, as_merged, merged_rsvps
from reservations.rsvps.rsvp_state import Held, LateChange, Rsvp, RsvpState

START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
ANN, BO, BOB = 1, 2, 3
MERGE = {"merge-01": (BOB, BO)}


def said(number, player, kind=FactKind.ANSWER, **content):
    return Said(number, kind, START, player=player, content=content)


def rsvp(player, place=Place.NONE, asked=0, **more):
    return Rsvp(player, Reply.YES if place else Reply.NO, place=place, asked=asked, **more)


def one(*both, **rsvp_state):
    """What Bo has once Bob is Bo."""
    after = merged_rsvps(RsvpState(9, START, {each.player: each for each in both}, **rsvp_state), BOB, BO)
    assert after.rsvps.keys() == {BO}
    return after.of(BO)


def test_what_a_merged_player_said_the_survivor_said():
    found = as_merged([said(1, BOB), said(2, ANN)], MERGE)

    assert [each.player for each in found] == [BO, ANN]


def test_an_invited_merged_player_is_the_survivor():
    (found,) = as_merged([said(1, None, FactKind.INVITE, players=[ANN, BOB])], MERGE)

    assert found.content == {"players": [ANN, BO]}


def test_where_it_is_told_when_they_became_one_each_says_their_own_before():
    told = said(3, BO, FactKind.MERGED, twin=BOB, merge="merge-01")

    assert [each.player for each in as_merged([said(1, BOB), said(2, BO), told], MERGE)] == [BOB, BO, BO]


def test_a_merge_that_was_undone_has_told_nothing():
    told = said(3, BO, FactKind.MERGED, twin=BOB, merge="merge-01")
    cancelled = Said(4, FactKind.CANCEL, START)

    assert as_merged([said(1, BOB), told, cancelled], {}) == [said(1, BOB), cancelled]


def test_people_answer_for_everybody_and_know_a_persons_numbers():
    people = People.merged([(BOB, BO)])

    assert [people[number] for number in (ANN, BO, BOB)] == [ANN, BO, BO]
    assert [people.entries(number) for number in (ANN, BO, BOB)] == [[ANN], [BO, BOB], [BO, BOB]]


def test_cents_of_all_entries_are_the_persons():
    assert People.merged([(BOB, BO)]).sums([(ANN, 5), (BOB, -3), (BO, 10)]) == {ANN: 5, BO: 7}


def test_a_move_is_of_people_and_keeps_the_numbers_it_was_said_under():
    moved = Said(1, FactKind.MOVE, START, outcome={"moves": [[BOB, 1, 4]]})

    assert People.merged([(BOB, BO)]).in_fact(moved).outcome == {"moves": [[BO, 1, 4]], "rows": [[BOB, 1, 4]]}


@pytest.mark.parametrize(("into", "end"), [({}, BOB), ({BOB: BO, BO: ANN}, ANN), ({BOB: BO, BO: BOB}, BOB)])
def test_who_somebody_is_in_the_end_also_where_it_leads_round(into, end):
    assert People.merged(into.items())[BOB] == end


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
    assert (one(better, other).asked, one(better, other).answered_at) == (expected.asked, expected.answered_at)


def test_two_seats_are_one_since_the_first_was_asked_for_with_the_guests_of_both():
    mine = rsvp(BO, Place.SEAT, 7, guests=("Hal", "Ivy"), confirmed=True)
    theirs = rsvp(BOB, Place.SEAT, 4, guests=("hal",), favoured=True)

    found = one(mine, theirs)

    assert (found.player, found.asked, found.guests, found.party) == (BO, 4, ("hal", "Ivy"), 3)
    assert (found.confirmed, found.favoured) == (True, True)


def test_a_place_in_line_is_the_first_of_the_two_that_the_host_gave():
    pinned = one(rsvp(BO, Place.WAITING, 7, pinned=3), rsvp(BOB, Place.WAITING, 4, pinned=2))

    assert (pinned.asked, pinned.pinned) == (4, 2)


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
