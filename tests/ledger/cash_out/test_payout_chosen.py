"""A payout with a part that was chosen, and the way the rest is paid."""

import pytest

from ledger.cash_out.payout import NO_CREDIT, ChosenPayout, PayoutCredit, PayoutMeans, PayoutPart, chosen_parts
from reservations.acts.problems import Malformed

CREDIT = PayoutCredit(own_notes={"n1": 1500}, others={"n2": 2000}, owes_tonight_cents=1000, has_book=True)


def paid(credit=CREDIT, due=8000, drawer=3000, **chosen):
    """Return the cents paid by each means, of 80.00 with 30.00 in the drawer unless told otherwise."""
    parts = chosen_parts(ChosenPayout(**chosen), due, credit=credit, drawer_cents=drawer)
    return {part.by.value: part.cents for part in parts}


def test_nothing_chosen_is_the_order_of_paying_out():
    assert paid() == {"own_note": 1500, "book": 3500, "cash": 3000}


@pytest.mark.parametrize(
    ("chosen", "parts"),
    [
        ({"cash_cents": 1000}, {"own_note": 1500, "book": 5500, "cash": 1000}),
        ({"cash_cents": 0}, {"own_note": 1500, "book": 6500}),
        ({"book_cents": 5000}, {"own_note": 1500, "book": 5000, "cash": 1500}),
        ({"notes_cents": 0}, {"book": 5000, "cash": 3000}),
        ({"transfer_cents": 4000}, {"own_note": 1500, "book": 1000, "cash": 1500, "transfer": 4000}),
        ({"book_cents": 0, "cash_cents": 8000}, {"cash": 8000}),
    ],
)
def test_what_is_not_chosen_follows_the_order(chosen, parts):
    assert paid(**chosen) == parts


def test_a_note_is_handed_on_once_however_often_it_was_chosen():
    parts = chosen_parts(ChosenPayout(hand_on=["n2", "n2"]), 3500, credit=CREDIT, drawer_cents=0)

    assert parts == (PayoutPart(PayoutMeans.OWN_NOTE, 1500), PayoutPart(PayoutMeans.NOTE, 2000, "n2"))


def test_without_the_book_all_the_rest_is_cash():
    assert paid(NO_CREDIT, transfer_cents=3000) == {"cash": 5000, "transfer": 3000}
    assert paid(NO_CREDIT, cash_cents=1000) == {"cash": 1000}


def test_no_more_is_chosen_than_is_due():
    with pytest.raises(Malformed) as caught:
        paid(book_cents=9000)

    assert str(caught.value) == "That is 10.00 more than the 80.00 to be paid."


def test_a_note_that_the_bank_does_not_hold_is_not_handed_on():
    with pytest.raises(Malformed) as caught:
        paid(hand_on=["n9"])

    assert str(caught.value) == "The bank no longer holds that note: choose again."
