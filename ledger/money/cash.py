"""The notes and coins of a currency, and the sum of a drawer.

Pure. Amounts are cents, the hundredth part of any currency. A value that exists as a note and as a coin is listed once,
in its commoner form.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from ledger.money.cents import parse_cents, show_cents
from reservations.acts.problems import Malformed

MOST_PIECES = 10_000
"""More notes or coins of one value than any drawer of an evening holds."""


@dataclass(frozen=True)
class Denomination:
    """The value of a note or coin."""

    cents: int
    coin: bool

    def __str__(self) -> str:
        return show_cents(self.cents)


_SERIES = ("500 200 100 50 20 10 5", "2 1 0.50 0.20 0.10 0.05 0.02 0.01")
"""Notes and coins in steps of 1, 2 and 5, for a currency that is not listed."""

_PIECES = {
    "AUD": ("100 50 20 10 5", "2 1 0.50 0.20 0.10 0.05"),
    "BRL": ("200 100 50 20 10 5 2", "1 0.50 0.25 0.10 0.05"),
    "CAD": ("100 50 20 10 5", "2 1 0.25 0.10 0.05"),
    "CHF": ("1000 200 100 50 20 10", "5 2 1 0.50 0.20 0.10 0.05"),
    "CZK": ("5000 2000 1000 500 200 100", "50 20 10 5 2 1"),
    "DKK": ("500 200 100 50", "20 10 5 2 1 0.50"),
    "EUR": _SERIES,
    "GBP": ("50 20 10 5", "2 1 0.50 0.20 0.10 0.05 0.02 0.01"),
    "INR": ("500 200 100 50 20 10", "5 2 1 0.50"),
    "MXN": ("1000 500 200 100 50 20", "10 5 2 1 0.50 0.20 0.10"),
    "NOK": ("1000 500 200 100 50", "20 10 5 1"),
    "NZD": ("100 50 20 10 5", "2 1 0.50 0.20 0.10"),
    "PLN": ("500 200 100 50 20 10", "5 2 1 0.50 0.20 0.10 0.05 0.02 0.01"),
    "SEK": ("1000 500 200 100 50 20", "10 5 2 1"),
    "USD": ("100 50 20 10 5 1", "0.25 0.10 0.05 0.01"),  # two dollars and half a dollar are collected, not spent
    "ZAR": ("200 100 50 20 10", "5 2 1 0.50 0.20 0.10"),
}


@cache
def denominations(currency: str) -> tuple[Denomination, ...]:
    """Return the notes and coins of a currency ("USD"), largest first; an unlisted currency has steps of 1, 2 and 5."""
    notes, coins = _PIECES.get(currency, _SERIES)
    return tuple(
        Denomination(parse_cents(value), coin)
        for values, coin in ((notes, False), (coins, True))
        for value in values.split()
    )


def worth(counts: Mapping[int, int], of: Iterable[Denomination]) -> int:
    """Return the cents of notes and coins, counted by their value in cents.

    Raises ``Malformed`` for a value that is not in ``of``, and for a count that is not a whole number from 0 to
    ``MOST_PIECES``.
    """
    values = {denomination.cents: denomination for denomination in of}
    for cents, number in counts.items():
        if cents not in values:
            raise Malformed(f"There is no note or coin of {cents} cents in this currency.")
        if type(number) is not int or not 0 <= number <= MOST_PIECES:
            raise Malformed(f"How many there are of {values[cents]} is a whole number, from 0 to {MOST_PIECES}.")
    return sum(cents * number for cents, number in counts.items())


def hand_out(cents: int, of: Iterable[Denomination]) -> tuple[tuple[Denomination, int], ...]:
    """Choose the notes and coins for an amount, the largest first, without unused values.

    If the currency has no coin small enough, their sum is a little less than the amount.
    """
    chosen = []
    for piece in sorted(of, key=lambda one: -one.cents):
        number, cents = divmod(cents, piece.cents)
        if number:
            chosen.append((piece, number))
    return tuple(chosen)
