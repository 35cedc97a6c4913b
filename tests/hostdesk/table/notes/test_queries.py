"""Notes with their people: the players as they are now, their marks at the time, and the effect of each act."""

import pytest

from hostdesk.table.notes.queries import moved_by, note_history, note_summaries, note_summary, written_by
from hostdesk.table.tonight.commands import give_mark
from ledger.bank.register_queries import register
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo owes the bank on n1, Gil owes Cy on n2; no player had a mark at the time."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "10.00")
    evening.sells("Cy", "Gil", "5.00", note="n2")
    return evening


def people():
    return [(each.debtor.name, each.held_by, each.mark) for each in note_summaries(register())]


def test_who_owes_and_who_holds(evening):
    assert people() == [("Bo", "the bank", ""), ("Gil", "Cy", "")]


def test_duplicates_are_whom_they_were_merged_into(evening):
    evening.knows("Bob")
    evening.knows("Cyrus")
    evening.merges("Bo", into="Bob")
    evening.merges("Cy", into="Cyrus")

    assert people() == [("Bob", "the bank", ""), ("Gil", "Cyrus", "")]


def test_a_mark_that_came_later_is_better_than_none(evening):
    give_mark(stamp=evening.stamp(), name="Bo", mark="BOB")
    give_mark(stamp=evening.stamp(), name="Bo", mark="BOBO")

    assert people()[0] == ("Bo", "the bank", "BOB")


def test_the_mark_is_the_last_before_the_note(evening):
    for mark in ("BOB", "BOBO"):
        give_mark(stamp=evening.stamp(), name="Bo", mark=mark)
    evening.buy_in("Bo", "5.00", note="n3")
    give_mark(stamp=evening.stamp(), name="Bo", mark="BOX")

    assert people()[2] == ("Bo", "the bank", "BOBO")


def test_what_is_off_a_note(evening):
    evening.redeems("n1", "12.50")

    assert note_summary(1).paid_cents == 1250


def test_a_number_that_was_not_given_is_nothing(evening):
    assert note_summary(3) is None


def test_the_note_of_an_act(evening):
    cash = evening.buy_in("Ann", "10.00").act
    redeemed = evening.redeems("n1", "5.00").act

    found = [way(act) for way in (written_by, moved_by) for act in (cash, redeemed)]
    assert [each and each.note.number for each in found] == [None, None, None, 1]


def test_a_life_runs_from_its_face_to_nothing(evening):
    evening.redeems("n2", "2.00")
    evening.charges_inviter("n2")

    life = note_history(note_summary(2).note)

    assert [(line.cents, line.out_cents) for line in life] == [(500, 500), (-200, 300), (-300, 0)]
    assert player_named("Gil").number == note_summary(2).debtor.number
