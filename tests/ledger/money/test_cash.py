"""Notes and coins."""

import pytest

from ledger.money.cash import Denomination, denominations, hand_out, worth
from reservations.acts.problems import Malformed

USD = denominations("USD")


@pytest.mark.parametrize(
    ("currency", "notes", "coins"),
    [
        ("USD", "100.00 50.00 20.00 10.00 5.00 1.00", "0.25 0.10 0.05 0.01"),
        ("EUR", "500.00 200.00 100.00 50.00 20.00 10.00 5.00", "2.00 1.00 0.50 0.20 0.10 0.05 0.02 0.01"),
        ("GBP", "50.00 20.00 10.00 5.00", "2.00 1.00 0.50 0.20 0.10 0.05 0.02 0.01"),
        ("NOK", "1000.00 500.00 200.00 100.00 50.00", "20.00 10.00 5.00 1.00"),
        ("XYZ", "500.00 200.00 100.00 50.00 20.00 10.00 5.00", "2.00 1.00 0.50 0.20 0.10 0.05 0.02 0.01"),
    ],
)
def test_the_notes_and_coins_of_a_currency(currency, notes, coins):
    pieces = denominations(currency)

    assert " ".join(str(piece) for piece in pieces if not piece.coin) == notes
    assert " ".join(str(piece) for piece in pieces if piece.coin) == coins


LISTED = (
    "AUD",
    "BRL",
    "CAD",
    "CHF",
    "CZK",
    "DKK",
    "EUR",
    "GBP",
    "INR",
    "MXN",
    "NOK",
    "NZD",
    "PLN",
    "SEK",
    "USD",
    "ZAR",
)


@pytest.mark.parametrize("currency", [*LISTED, "XYZ"])
def test_the_largest_come_first_and_each_value_once(currency):
    cents = [piece.cents for piece in denominations(currency)]

    assert cents == sorted(set(cents), reverse=True)


def test_a_piece_knows_its_cents_and_whether_it_is_a_coin():
    assert USD[0] == Denomination(10_000, coin=False)
    assert USD[-4] == Denomination(25, coin=True)


@pytest.mark.parametrize(
    ("counts", "cents"), [({}, 0), ({2000: 0}, 0), ({2000: 9, 500: 3, 25: 7}, 19_675), ({10_000: 10_000}, 100_000_000)]
)
def test_a_drawer_is_worth_its_notes_and_coins(counts, cents):
    assert worth(counts, USD) == cents


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({3: 1}, "There is no note or coin of 3 cents in this currency."),
        ({20: 1}, "There is no note or coin of 20 cents in this currency."),
        ({2000: -1}, "How many there are of 20.00 is a whole number, from 0 to 10000."),
        ({25: 10_001}, "How many there are of 0.25 is a whole number, from 0 to 10000."),
        ({25: 1.0}, "How many there are of 0.25 is a whole number, from 0 to 10000."),
        ({25: True}, "How many there are of 0.25 is a whole number, from 0 to 10000."),
        ({25: "4"}, "How many there are of 0.25 is a whole number, from 0 to 10000."),
    ],
)
def test_a_count_that_cannot_be_right_is_refused(counts, sentence):
    with pytest.raises(Malformed) as refusal:
        worth(counts, USD)

    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("currency", "cents", "pieces"),
    [
        ("USD", 3567, "1 × 20.00, 1 × 10.00, 1 × 5.00, 2 × 0.25, 1 × 0.10, 1 × 0.05, 2 × 0.01"),
        ("EUR", 24000, "1 × 200.00, 2 × 20.00"),
        ("NOK", 3567, "1 × 20.00, 1 × 10.00, 1 × 5.00"),
        ("USD", 0, ""),
    ],
)
def test_what_to_hand_out_largest_first(currency, cents, pieces):
    chosen = hand_out(cents, denominations(currency))

    assert ", ".join(f"{number} × {piece}" for piece, number in chosen) == pieces
