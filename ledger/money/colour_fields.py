"""An amount that a form gives as money, as chips counted by colour, or as both. Pure.

The inputs of a field "amount" are ``amount`` itself and ``amount-0``, ``amount-1`` … for the house's colours in order.
"""

from collections.abc import Mapping, Sequence

from ledger.money.cents import BadAmount, check_cents, parse_typed_cents, show_cents
from ledger.money.chips import MOST_CHIPS, BadCount, count
from ledger.terms.bank_terms import Colour
from reservations.acts.problems import Malformed, quoted
from reservations.parsing.digits import whole_number

_MOST_DIGITS = len(str(MOST_CHIPS))


class NotTheSame(Malformed):
    """An amount was typed and pieces were counted, and they do not come to the same."""

    def __init__(self, typed_cents: int, counted_cents: int) -> None:
        super().__init__(
            f"The amount says {show_cents(typed_cents)}, but the pieces come to {show_cents(counted_cents)}: "
            "correct one of them, or leave one empty."
        )


def read_counts(data: Mapping[str, str], field: str, colours: Sequence[Colour]) -> dict[str, int]:
    """Give how many chips of each colour a form says there are; an empty input is none of that colour.

    Raises ``BadCount`` for anything that is not a whole number of chips.
    """
    typed = ((each.name, (data.get(f"{field}-{place}") or "").strip()) for place, each in enumerate(colours))
    return {name: _number(name, text) for name, text in typed if text}


def amount_or_chips(data: Mapping[str, str], field: str, colours: Sequence[Colour], *, zero: bool = False) -> int:
    """Give the cents of a field: the amount that was typed or, where it is empty, what the chips come to.

    With ``zero``, 0 is an amount too. Raises ``BadAmount`` and ``BadCount`` for what cannot be read or is out of
    reach, and ``NotTheSame`` where both were given and differ.
    """
    counts = read_counts(data, field, colours)
    return typed_or_counted(data.get(field) or "", count(colours, counts) if counts else None, zero=zero)


def typed_or_counted(text: str, counted_cents: int | None, *, zero: bool = False) -> int:
    """Give the cents of what was typed, or else of what was counted; ``None`` where nothing was.

    Raises as :func:`amount_or_chips`.
    """
    if counted_cents is None:
        return parse_typed_cents(text, zero=zero)
    if text.strip():
        typed = parse_typed_cents(text, zero=zero)
        if typed != counted_cents:
            raise NotTheSame(typed, counted_cents)
    elif not counted_cents and not zero:
        raise BadAmount(show_cents(counted_cents), "it has to be more than zero")
    check_cents(counted_cents, zero=zero)
    return counted_cents


def _number(name: str, text: str) -> int:
    number = whole_number(text, most_digits=_MOST_DIGITS)
    if number is None:
        raise BadCount(f"{quoted(text)} is not a number of {name} chips: write a whole one, from 0 to {MOST_CHIPS}.")
    return number
