"""An amount of cash that a form gives as money, as notes and coins, or as both. Pure.

The inputs of a field "counted" are ``counted`` itself and ``counted-0``, ``counted-1`` … for the values in order.
"""

from collections.abc import Mapping, Sequence

from ledger.money.cash import MOST_PIECES, BadPieces, Denomination, worth
from ledger.money.colour_fields import typed_or_counted
from reservations.acts.problems import quoted
from reservations.parsing.digits import whole_number

_MOST_DIGITS = len(str(MOST_PIECES))


def read_pieces(data: Mapping[str, str], field: str, of: Sequence[Denomination]) -> dict[int, int]:
    """Give how many notes and coins of each value, in cents, a form says there are; an empty input is none of it.

    Raises ``BadPieces`` for anything that is not a whole number of pieces.
    """
    typed = ((each, (data.get(f"{field}-{place}") or "").strip()) for place, each in enumerate(of))
    return {each.cents: _number(each, text) for each, text in typed if text}


def amount_or_pieces(data: Mapping[str, str], field: str, of: Sequence[Denomination]) -> int:
    """Give the cents of a field, 0 or more: the amount that was typed or, where it is empty, what the pieces come to.

    Raises ``BadAmount`` and ``BadPieces`` for what cannot be read or is out of reach, and ``NotTheSame`` where both
    were given and differ.
    """
    pieces = read_pieces(data, field, of)
    return typed_or_counted(data.get(field) or "", worth(pieces, of) if pieces else None, zero=True)


def _number(piece: Denomination, text: str) -> int:
    number = whole_number(text, most_digits=_MOST_DIGITS)
    if number is None:
        raise BadPieces(f"{quoted(text)} is not how many there are of {piece}: write a whole number.")
    return number
