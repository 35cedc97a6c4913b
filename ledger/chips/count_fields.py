"""An amount in a form as money, as counted chips or cash, or as both. Pure.

The inputs of a field "amount" are ``amount`` itself and ``amount-0``, ``amount-1`` … for the house's colours, or the
currency's notes and coins, in order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from ledger.chips.colours import MOST_CHIPS, count
from ledger.money.cash import MOST_PIECES, Denomination, worth
from ledger.money.cents import BadAmount, check_cents, parse_typed_cents, show_cents
from ledger.terms.bank_terms import Colour
from reservations.acts.problems import Malformed, quoted
from reservations.parsing.names import whole_number

T = TypeVar("T", Colour, Denomination)


def _numbers(data: Mapping[str, str], field: str, of: Sequence[T], most: int, wrong: str) -> Iterator[tuple[T, int]]:
    """Yield the typed numbers of the inputs that are not empty; ``wrong`` has gaps for another text and its subject."""
    for place, one in enumerate(of):
        if text := (data.get(f"{field}-{place}") or "").strip():
            number = whole_number(text, most_digits=len(str(most)))
            if number is None:
                raise Malformed(wrong.format(quoted(text), one))
            yield one, number


def read_counts(data: Mapping[str, str], field: str, colours: Sequence[Colour]) -> dict[str, int]:
    """Return the chips by colour in a form, without colours with an empty input.

    Raises ``Malformed`` for anything but a whole number of chips.
    """
    wrong = f"{{}} is not a number of {{.name}} chips: write a whole one, from 0 to {MOST_CHIPS}."
    return {colour.name: number for colour, number in _numbers(data, field, colours, MOST_CHIPS, wrong)}


def read_pieces(data: Mapping[str, str], field: str, of: Sequence[Denomination]) -> dict[int, int]:
    """Return the notes and coins in a form by their value in cents, without empty inputs.

    Raises ``Malformed`` for anything but a whole number of pieces.
    """
    wrong = "{} is not how many there are of {}: write a whole number."
    return {piece.cents: number for piece, number in _numbers(data, field, of, MOST_PIECES, wrong)}


def amount_or_chips(data: Mapping[str, str], field: str, colours: Sequence[Colour], *, zero: bool = False) -> int:
    """Return the cents of a field: the typed amount or, if that is empty, the sum of the chips.

    With ``zero``, 0 is an amount too. Raises ``Malformed`` for an unreadable amount or one out of reach, and if both
    were given and differ.
    """
    counts = read_counts(data, field, colours)
    return _typed_or_counted(data.get(field) or "", count(colours, counts) if counts else None, zero=zero)


def amount_or_pieces(data: Mapping[str, str], field: str, of: Sequence[Denomination]) -> int:
    """Return the cents of a field of cash, 0 or more; otherwise as :func:`amount_or_chips`."""
    pieces = read_pieces(data, field, of)
    return _typed_or_counted(data.get(field) or "", worth(pieces, of) if pieces else None, zero=True)


def _typed_or_counted(text: str, counted_cents: int | None, *, zero: bool = False) -> int:
    if counted_cents is None:
        return parse_typed_cents(text, zero=zero)
    if text.strip():
        typed = parse_typed_cents(text, zero=zero)
        if typed != counted_cents:
            both = f"The amount says {show_cents(typed)}, but the pieces come to {show_cents(counted_cents)}"
            raise Malformed(f"{both}: correct one of them, or leave one empty.")
    elif not counted_cents and not zero:
        raise BadAmount(show_cents(counted_cents), "it has to be more than zero")
    check_cents(counted_cents, zero=zero)
    return counted_cents
