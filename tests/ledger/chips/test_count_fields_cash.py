"""Cash from a form: typed, counted by notes and coins, or both."""

import pytest

from ledger.chips.count_fields import amount_or_pieces, read_pieces
from ledger.money.cash import denominations
from ledger.money.cents import BadAmount
from reservations.acts.problems import Malformed

USD = denominations("USD")  # 100 50 20 10 5 1 0.25 0.10 0.05 0.01


def test_pieces_are_counted_by_value_and_an_empty_input_is_none_of_it():
    pieces = read_pieces({"counted-2": " 10 ", "counted-6": "2", "counted-0": ""}, "counted", USD)

    assert pieces == {2000: 10, 25: 2}


@pytest.mark.parametrize(
    ("data", "cents"),
    [
        ({"counted": "210.35"}, 21035),
        ({"counted": "0"}, 0),
        ({"counted": "", "counted-2": "10", "counted-6": "2"}, 20050),
        ({"counted": "200.50", "counted-2": "10", "counted-6": "2"}, 20050),
        ({"counted-0": "0"}, 0),
    ],
)
def test_cash_typed_or_counted(data, cents):
    assert amount_or_pieces(data, "counted", USD) == cents


@pytest.mark.parametrize("typed", ["1.5", "-1", "x", "٣", "123456"])
def test_a_number_of_pieces_is_a_whole_one(typed):
    with pytest.raises(Malformed) as caught:
        amount_or_pieces({"counted-2": typed}, "counted", USD)

    assert str(caught.value) == f'"{typed}" is not how many there are of 20.00: write a whole number.'


def test_there_are_so_many_pieces_at_most():
    with pytest.raises(Malformed, match="from 0 to 10000"):
        amount_or_pieces({"counted-2": "10001"}, "counted", USD)


def test_both_given_have_to_agree():
    with pytest.raises(Malformed, match="the pieces come to"):
        amount_or_pieces({"counted": "200", "counted-2": "9"}, "counted", USD)


@pytest.mark.parametrize("data", [{}, {"counted": "x"}])
def test_what_is_no_amount(data):
    with pytest.raises(BadAmount):
        amount_or_pieces(data, "counted", USD)
