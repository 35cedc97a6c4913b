"""How a payout is made up, in the words of the table: each part with what becomes of it.

Pure. All amounts are cents.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.cash_out.rules import Papers, Part, Way


@dataclass(frozen=True)
class PaidLine:
    """One line of a payout. ``of_cents`` is what is out of a note of which only a part goes back, else nothing."""

    by: Way
    text: str
    cents: int
    of_cents: int | None = None


def in_words(parts: Sequence[Part], papers: Papers) -> tuple[PaidLine, ...]:
    """Return the lines of a payout; what goes to THE BOOK is struck out of tonight's debt first, the rest is credit."""
    return tuple(_lines(parts, papers))


def _lines(parts: Sequence[Part], papers: Papers) -> Iterator[PaidLine]:
    owed = max(0, papers.owes_tonight_cents)
    for part in parts:
        if part.by == Way.BOOK:
            struck = min(owed, part.cents)
            owed -= struck
            yield from _in_the_book(struck, part.cents - struck)
        else:
            yield _line(part, papers)


def _in_the_book(struck_cents: int, credit_cents: int) -> Iterator[PaidLine]:
    if struck_cents:
        yield PaidLine(Way.BOOK, "struck out in THE BOOK", struck_cents)
    if credit_cents:
        yield PaidLine(Way.BOOK, "to their credit in THE BOOK", credit_cents)


def _line(part: Part, papers: Papers) -> PaidLine:
    by = Way(part.by)
    if by is not Way.OWN_NOTE:
        return PaidLine(by, _TEXTS[by].format(part.note), part.cents)
    out = papers.own_notes.get(part.note, part.cents)
    return PaidLine(by, f"note {part.note} back", part.cents, None if out == part.cents else out)


_TEXTS = {Way.CASH: "in cash", Way.TRANSFER: "by transfer", Way.NOTE: "note {} handed on"}


def is_plain(parts: Sequence[Part]) -> bool:
    """Tell whether a payout is all cash and transfer, which needs no words."""
    return all(part.by in (Way.CASH, Way.TRANSFER) for part in parts)
