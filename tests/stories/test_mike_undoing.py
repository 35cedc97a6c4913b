"""Mike's game on credit, undone: an undoing reverses the act, or names later acts that must be undone first."""

import pytest

from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def undo_first(undone, because, *first):
    named = ", then ".join(f"act {each.act.number}" for each in first)
    return impossible(f"act {undone.act.number}", because, f"undo {named} first")


MOVED_ON = "moved on"


def test_a_note_that_was_never_written_is_void_and_its_name_is_free(evening):
    slip = evening.buy_in("Bo", "25.00", note="n1")
    evening.undo(slip)
    evening.stands(drawer="200.00", chips="0.00")
    assert evening.register() == {"n1": "void"}

    evening.buy_in("Cy", "5.00", note="n1")

    assert evening.register() == {"n1": "5.00 with the bank"}


def test_a_note_is_undone_after_its_payments_the_latest_first(evening):
    wrote = evening.buy_in("Bo", "25.00", note="n1")
    first = evening.redeems("n1", "10.00")
    second = evening.redeems("n1", "5.00")
    with undo_first(wrote, MOVED_ON, second, first):
        evening.undo(wrote)

    evening.undo(first)
    evening.stands(drawer="205.00", chips="25.00")
    assert evening.register() == {"n1": "20.00 with the bank"}
    evening.undo(second)
    evening.undo(wrote)

    evening.stands(drawer="200.00", chips="0.00")


def test_a_note_that_was_handed_back_is_out_again(evening):
    wrote = evening.buy_in("Bo", "25.00", note="n1")
    evening.last_hand()
    back = evening.cash_out("Bo", "25.00")
    assert evening.register() == {"n1": "handed back"}
    with undo_first(wrote, MOVED_ON, back):
        evening.undo(wrote)

    evening.undo(back)

    evening.stands(drawer="200.00", chips="25.00")
    assert evening.register() == {"n1": "25.00 with the bank"}


def test_a_note_that_was_handed_on_comes_back_to_the_bank(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    handed_on = evening.cash_out("Cy", "40.00", payout={"cash": "20.00", "note n1": "20.00"})
    paid = evening.redeems("n1", "20.00")
    with undo_first(handed_on, MOVED_ON, paid):
        evening.undo(handed_on)

    evening.undo(paid)
    evening.undo(handed_on)

    evening.stands(drawer="220.00", chips="40.00")
    assert evening.register() == {"n1": "20.00 with the bank"}


def test_a_commitment_is_taken_out_of_the_book_again(evening):
    evening.buy_in("Bo", "20.00")
    sold = evening.sells("Bo", "Cy", "10.00", note="n1")
    committed = evening.commits()
    assert book() == {"Bo": "10.00", "Cy": "-10.00"}
    with undo_first(sold, MOVED_ON, committed):
        evening.undo(sold)

    evening.undo(committed)

    assert (evening.register(), book()) == ({"n1": "10.00 with Bo"}, {})


def test_notes_that_lapsed_have_their_value_again(evening):
    evening.buy_in("Bo", "20.00", note="n1")
    lapsed = evening.lapses()
    evening.stands(drawer="200.00", chips="20.00", over_short="20.00")

    evening.undo(lapsed)

    evening.stands(drawer="200.00", chips="20.00")
    assert evening.register() == {"n1": "20.00 with the bank"}


def test_an_inviter_is_charged_no_more(evening):
    evening.buy_in("Gil", "20.00", note="n1")
    charged = evening.charges_inviter("n1")
    assert book() == {"Ann": "-20.00"}

    evening.undo(charged)

    assert (evening.register(), book()) == ({"n1": "20.00 with the bank"}, {})


def test_what_was_struck_out_is_owed_again(evening):
    evening.buy_in("Bo", "20.00", pay="book")
    evening.last_hand()
    out = evening.cash_out("Bo", "15.00")
    assert book() == {"Bo": "-5.00"}

    evening.undo(out)

    assert book() == {"Bo": "-20.00"}


def test_a_pot_that_was_paid_in_the_book_waits_again(evening):
    evening.buy_in("Bo", "200.00", pay="book")
    evening.buy_in("Cy", "205.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "400.50")
    evening.cash_out("Cy", "4.50")
    won = evening.final_pot("Cy")
    evening.stands(drawer="0.00", chips="0.00")

    evening.undo(won)

    evening.stands(drawer="0.00", chips="0.00", final_pot="1.00")
    assert book() == {"Cy": "-201.00"}


def test_a_buy_in_paid_otherwise_gives_the_note_back(evening):
    wrote = evening.buy_in("Bo", "20.00", note="n1")
    changed = evening.paid_by("cash", wrote)
    evening.stands(drawer="220.00", chips="20.00")
    assert evening.register() == {"n1": "paid otherwise"}
    with undo_first(wrote, "how it was paid", changed):
        evening.undo(wrote)

    evening.undo(changed)

    evening.stands(drawer="200.00", chips="20.00")
    assert evening.register() == {"n1": "20.00 with the bank"}
