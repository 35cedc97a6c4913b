"""The credit of an open night, and the amount that charging an inviter adds up to."""

import pytest

from hostdesk.table.notes.queries import charge_of, credit_tonight, may_be_charged, note_summary
from ledger.bank.queries import bank_of
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Gil owes the bank on n1, Bo on n2, and Ann is owed 15.00 from an earlier night."""
    evening = Evening("mike")
    evening.takes_over(Ann="15.00", Cy="-15.00")
    evening.buy_in("Gil", "20.00", note="n1")
    evening.buy_in("Bo", "10.00", note="n2")
    return evening


def note(number):
    """Return a note that has to exist."""
    found = note_summary(number)
    assert found is not None
    return found


def test_what_the_bank_is_owed_by_whom_and_on_which_notes(evening):
    evening.redeems("n2", "10.00")

    credit = credit_tonight(bank_of(evening.night))

    assert (credit["exposed_cents"], [each.player.name for each in credit["owing"]]) == (2000, ["Gil"])
    assert [[each.note.name for each in credit[notes]] for notes in ("notes", "to_print")] == [["n1", "n2"], ["n1"]]


def test_what_players_hold_of_somebodys_notes_stands_beside_them(evening):
    """Bo's n2 for 10.00 is with the bank, his 5.00 and 3.00 are with Cy; the 2.00 that he has paid no longer counts."""
    evening.buy_in("Cy", "10.00")
    for note, amount in (("n3", "5.00"), ("n4", "3.00"), ("n5", "2.00")):
        evening.sells("Cy", "Bo", amount, note=note)
    evening.redeems("n5", "2.00")

    found = credit_tonight(bank_of(evening.night))["owing"]

    assert [(each.player.name, [*each.held]) for each in found] == [("Gil", []), ("Bo", [("Cy", 800)])]


def test_a_guests_note_may_be_charged_while_it_is_out(evening):
    before = [may_be_charged(note(number)) for number in (1, 2)]
    evening.redeems("n1", "20.00")

    assert (before, may_be_charged(note(1))) == ([True, False], False)


def test_the_inviter_owes_what_is_out(evening):
    charge = charge_of(note(1)) or {}

    assert (charge["inviter"].name, charge["standing_cents"], charge["then_cents"]) == ("Ann", 1500, -500)


def test_nobody_answers_for_a_guest_of_nobody_or_of_a_guest(evening):
    evening.brings_along("Zed")
    evening.buy_in("Zed", "5.00", note="n3", ruling="the table agreed")

    assert (charge_of(note(2)), charge_of(note(3))) == (None, None)
