"""Money in words: the means of payment, and amounts in words beside the figures of a note.

Pure. English, and without a currency: 25.50 is "Twenty-five and 50/100", since nobody can add a nought to a word.
"""

from collections.abc import Sequence
from enum import StrEnum

from reservations.parsing.names import joined_words


class Means(StrEnum):
    CASH = "cash"
    NOTE = "note"
    BOOK = "book"
    TRANSFER = "transfer"


PAID = {Means.CASH: "in cash", Means.NOTE: "by bank note", Means.BOOK: "in THE BOOK", Means.TRANSFER: "by transfer"}


def beforehand(means: Sequence[Means]) -> Means | None:
    """Return the preselected means: cash, else a transfer; None otherwise: debts are never preselected."""
    return next((way for way in (Means.CASH, Means.TRANSFER) if way in means), None)


def means_in_words(means: Sequence[Means]) -> str:
    """Name means of payment: "in cash, by bank note or in THE BOOK"."""
    return joined_words((PAID[one] for one in means), "or")


_SMALL = (
    *("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ("", " thousand", " million", " billion")


def amount_in_words(cents: int) -> str:
    """Write an amount out, the cents as hundredths. Raises ``ValueError`` below zero and from 10**12 units on."""
    whole, hundredths = divmod(cents, 100)
    if not 0 <= whole < 1_000 ** len(_GROUPS):
        raise ValueError(f"{cents} cents cannot be written out.")
    groups: list[str] = []
    for name in _GROUPS:
        whole, group = divmod(whole, 1_000)
        if group:
            hundreds, rest = divmod(group, 100)
            tens, ones = divmod(rest, 10)
            below = _SMALL[rest] if rest < len(_SMALL) else "-".join(filter(None, (_TENS[tens], _SMALL[ones])))
            hundred = f"{_SMALL[hundreds]} hundred" if hundreds else ""
            groups.insert(0, f"{' '.join(filter(None, (hundred, below)))}{name}")
    words = f"{' '.join(groups) or 'zero'} and {hundredths:02}/100"
    return words[0].upper() + words[1:]
