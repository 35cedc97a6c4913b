"""The notes that are still out when a night ends."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.table.closing.page import Closing, StepState
from hostdesk.table.open_night.queries import tonight_of
from ledger.bank.queries import KEPT_BANKS, bank_of
from reservations.players.commands import record_player
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("mike")
    record_player(stamp=evening.stamp(), name="Bo", mark="BOB")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Gil", "20.00", note="n2")
    evening.sells("Bo", "Cy", "10.00", note="n3")
    evening.redeems("n1", "5.00")
    return evening


def closing(evening):
    return Closing(tonight_of(evening.night))


def test_each_is_told_with_debtor_holder_and_who_answers(evening):
    found = closing(evening).notes

    told = [(each.note.name, each.debtor.name, each.holder, each.debtor.guest_of) for each in found]
    assert told == [("n1", "Bo", "", ""), ("n2", "Gil", "", "Ann"), ("n3", "Cy", "Bo", "")]
    assert [(each.note.face_cents, each.note.out_cents) for each in found] == [(2500, 2000), (2000, 2000), (1000, 1000)]


def test_one_that_has_ended_is_not_among_them(evening):
    evening.redeems("n2", "20.00")

    assert [each.note.name for each in closing(evening).notes] == ["n1", "n3"]


def test_a_duplicates_note_is_the_persons(evening):
    evening.merges("Cy", into="Bo")

    assert closing(evening).notes[2].debtor.name == "Bo"


def test_the_banker_would_bear_those_the_bank_holds(evening):
    found = closing(evening)

    assert (found.notes_cents, found.bank_bears_cents) == (5000, 4000)
    assert [each.note.name for each in found.guests_notes] == ["n2"]


def test_the_step_is_there_once_a_note_was_written(evening):
    assert closing(evening).states["notes"] is StepState.LATER
    evening.opens("mike")

    assert "notes" not in closing(evening).states


def notes_and_queries(evening):
    KEPT_BANKS.clear()  # start like a new process, whatever ran in this one before
    found = closing(evening)
    with CaptureQueriesContext(connection) as queries:
        return len(found.notes), len(queries)


def test_any_number_of_notes_takes_the_same_queries(evening):
    notes, queries = notes_and_queries(evening)
    evening.buy_in("Gil", "20.00", note="n4")

    assert notes_and_queries(evening) == (notes + 1, queries)


def test_what_is_left_of_the_bank_goes_to_the_book(evening):
    evening.last_hand()
    evening.cash_out("Gil", "45.00")
    evening.commits()
    evening.counts_drawer("180.00")

    found = closing(evening)

    assert found.ends.banks_rest_cents == 2000


def test_guests_go_first_where_the_drawer_is_scarce(evening):
    assert closing(evening).guests_first == []
    evening.buy_in("Bo", "300.00", pay="book")

    assert closing(evening).guests_first == ["Gil"]


@pytest.mark.parametrize(("credit", "first"), [("160.00", []), ("165.00", ["Gil"])])
def test_a_drawer_that_just_covers_everybody_is_not_scarce(evening, credit, first):
    evening.buy_in("Bo", credit, pay="book")
    balances = bank_of(evening.night).balances

    assert (balances.drawer_cents < balances.chips_cents, closing(evening).guests_first) == (bool(first), first)


def test_out_of_an_empty_drawer_nobody_is_paid_first(evening):
    evening.buy_in("Bo", "300.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "205.00", payout={"cash": "205.00"}, ruling="he takes the cash")

    assert (bank_of(evening.night).balances.drawer_cents, closing(evening).guests_first) == (0, [])


def test_among_guests_alone_nobody_goes_first(evening):
    evening.buy_in("Bo", "300.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "50.00")
    evening.cash_out("Cy", "0")

    assert closing(evening).guests_first == []
