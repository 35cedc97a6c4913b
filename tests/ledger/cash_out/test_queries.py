"""How a recorded cash-out was paid, in words."""

import pytest

from ledger.cash_out.queries import how_paid
from tests.ledger.transfer_house import friday
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_cash_transfer_and_odd_cents():
    evening = friday(whole_dollars=True)
    evening.buy_in("Bo", "40.00")
    paid = evening.cash_out("Bo", "30.50", payout={"cash": "10.00", "transfer": "20.00"}, ruling="early")

    assert how_paid(paid.act) == [("into the final pot", 50), ("in cash", 1000), ("by transfer", 2000)]


def test_the_order_of_paying_out_is_told_as_it_was_shown():
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Bo", "10.00", pay="book")
    evening.buy_in("Cy", "300.00", pay="book")
    evening.last_hand()

    assert how_paid(evening.cash_out("Bo", "300.00").act) == [
        ("note n1 back", 2500),
        ("struck out in THE BOOK", 1000),
        ("in cash", 20000),
        ("to their credit in THE BOOK", 6500),
    ]


def test_without_a_debt_all_of_it_is_credit():
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00")
    evening.buy_in("Cy", "300.00", pay="book")
    evening.last_hand()
    paid = evening.cash_out("Bo", "30.00", payout={"cash": "10.00", "book": "20.00"})

    assert how_paid(paid.act) == [("in cash", 1000), ("to their credit in THE BOOK", 2000)]


def test_one_sum_in_the_book_is_parted_by_what_was_owed():
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00", pay="book")
    evening.buy_in("Cy", "20.00", note="n1")
    evening.last_hand()
    paid = evening.cash_out("Bo", "30.00", payout={"book": "10.00", "note n1": "20.00"})

    assert how_paid(paid.act) == [("struck out in THE BOOK", 1000), ("note n1 handed on", 2000)]


def test_what_happened_later_does_not_change_it():
    evening = Evening("mike")
    bought = evening.buy_in("Bo", "10.00", pay="book")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    paid = evening.cash_out("Bo", "10.00").act
    evening.paid_by("cash", bought)

    assert how_paid(paid) == [("struck out in THE BOOK", 1000)]


def test_a_duplicates_debt_is_the_persons():
    evening = Evening("mike")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.buy_in("Ann", "20.00")
    evening.merges("Cy", into="Bo")
    evening.last_hand()

    assert how_paid(evening.cash_out("Bo", "12.00").act)[0] == ("struck out in THE BOOK", 1000)
