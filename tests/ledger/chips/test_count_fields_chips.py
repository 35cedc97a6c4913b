"""Amounts from a form: typed, counted by colour, or both."""

import pytest

from ledger.chips.count_fields import amount_or_chips, read_counts
from ledger.money.cents import BadAmount
from ledger.terms.bank_terms import Colour
from reservations.acts.problems import Malformed
from tests.written import written

WHITE, RED, BLUE = Colour("white", 5), Colour("red", 10), Colour("blue", 25)
COLOURS = (WHITE, RED, BLUE)


def test_chips_are_counted_by_colour_and_an_empty_input_is_none_of_it():
    data = {"amount": "", "amount-0": "20", "amount-1": " ", "amount-2": " 4 ", "stack-0": "9"}

    counts = read_counts(data, "amount", COLOURS)

    assert counts == {"white": 20, "blue": 4}


@pytest.mark.parametrize("typed", ["4.5", "-1", "x", "٣", "1e3", "99999999"])
def test_a_number_of_chips_is_a_whole_one(typed):
    with pytest.raises(Malformed) as caught:
        read_counts({"amount-1": typed}, "amount", COLOURS)

    assert str(caught.value) == f'"{typed}" is not a number of red chips: write a whole one, from 0 to 1000000.'


@pytest.mark.parametrize(
    ("data", "cents"),
    [
        ({"amount": "20"}, 2000),
        ({"amount": "$ 20.50"}, 2050),
        ({"amount": "", "amount-0": "20", "amount-2": "4"}, 200),
        ({"amount-2": "4"}, 100),
        ({"amount": "2.00", "amount-0": "20", "amount-2": "4"}, 200),
    ],
)
def test_an_amount_typed_or_counted(data, cents):
    assert amount_or_chips(data, "amount", COLOURS) == cents


def test_an_amount_is_typed_as_the_place_writes_it():
    with written(separator=",", sign="€"):
        cents = amount_or_chips({"amount": "20,50 €"}, "amount", COLOURS)

    assert cents == 2050


def test_both_given_have_to_agree():
    with pytest.raises(Malformed) as caught:
        amount_or_chips({"amount": "20", "amount-2": "4"}, "amount", COLOURS)

    assert str(caught.value) == (
        "The amount says 20.00, but the pieces come to 1.00: correct one of them, or leave one empty."
    )


@pytest.mark.parametrize("data", [{"amount": "0"}, {"amount-0": "0"}, {"amount": "0", "amount-0": "0"}])
def test_nothing_is_an_amount_only_where_that_is_said(data):
    assert amount_or_chips(data, "amount", COLOURS, zero=True) == 0

    with pytest.raises(BadAmount):
        amount_or_chips(data, "amount", COLOURS)


@pytest.mark.parametrize("data", [{}, {"amount": "  "}, {"amount": "x"}, {"amount": "1000000.01"}])
def test_what_is_no_amount(data):
    with pytest.raises(BadAmount):
        amount_or_chips(data, "amount", COLOURS, zero=True)


def test_more_chips_than_an_act_can_be_about():
    with pytest.raises(BadAmount):
        amount_or_chips({"amount-0": "1000000"}, "amount", (Colour("gold", 10_000),))
