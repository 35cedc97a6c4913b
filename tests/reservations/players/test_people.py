"""The identity of merged players, and the reading of their facts."""

from datetime import UTC, datetime

import pytest

from reservations.acts.facts import FactKind, FactValue
from reservations.players.people import People, as_merged

START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
ANN, BO, BOB = 1, 2, 3
MERGE = {"merge-01": (BOB, BO)}


def said(number, player, kind=FactKind.ANSWER, **content):
    return FactValue(number, kind, START, player=player, content=content)


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
    cancelled = FactValue(4, FactKind.CANCEL, START)

    assert as_merged([said(1, BOB), told, cancelled], {}) == [said(1, BOB), cancelled]


def test_people_answer_for_everybody_and_know_a_persons_numbers():
    people = People.merged([(BOB, BO)])

    assert [people[number] for number in (ANN, BO, BOB)] == [ANN, BO, BO]
    assert [people.entries(number) for number in (ANN, BO, BOB)] == [[ANN], [BO, BOB], [BO, BOB]]


def test_cents_of_all_entries_are_the_persons():
    assert People.merged([(BOB, BO)]).sums([(ANN, 5), (BOB, -3), (BO, 10)]) == {ANN: 5, BO: 7}


def test_a_move_is_of_people_and_keeps_the_numbers_it_was_said_under():
    moved = FactValue(1, FactKind.MOVE, START, outcome={"moves": [[BOB, 1, 4]]})

    assert People.merged([(BOB, BO)]).in_fact(moved).outcome == {"moves": [[BO, 1, 4]], "rows": [[BOB, 1, 4]]}


@pytest.mark.parametrize(("into", "end"), [({}, BOB), ({BOB: BO, BO: ANN}, ANN), ({BOB: BO, BO: BOB}, BOB)])
def test_who_somebody_is_in_the_end_also_where_it_leads_round(into, end):
    assert People.merged(into.items())[BOB] == end
