"""A payout of which somebody has chosen a part: the rest follows the order of paying out.

Pure. All amounts are cents.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.cash_out.rules import Papers, Part, Way
from ledger.money.cents import show_cents
from reservations.acts.problems import Malformed


@dataclass(frozen=True)
class Chosen:
    """What somebody asks to be paid in each way; ``None`` is left to the order. ``hand_on``: names of notes."""

    notes_cents: int | None = None
    book_cents: int | None = None
    cash_cents: int | None = None
    transfer_cents: int | None = None
    hand_on: Sequence[str] = ()


def parts_of(chosen: Chosen, due_cents: int, *, papers: Papers, drawer_cents: int) -> tuple[Part, ...]:
    """Return the parts of what is due, own notes and THE BOOK each as one.

    Where only cash was chosen THE BOOK takes what it leaves, and the other way round. Raises ``Malformed`` for more
    than is due, and for a note that the bank does not hold. Whether the rest is there, the payout itself says.
    """
    handed_on = [_handed_on(name, papers) for name in dict.fromkeys(chosen.hand_on)]
    rest = due_cents - (chosen.transfer_cents or 0) - sum(part.cents for part in handed_on)
    in_order = max(0, min(rest - (chosen.book_cents or 0) - (chosen.cash_cents or 0), sum(papers.own_notes.values())))
    notes = in_order if chosen.notes_cents is None else chosen.notes_cents
    cash, book = _rest_of(rest - notes, chosen, papers, drawer_cents)
    if min(cash, book) < 0:
        more = show_cents(-min(cash, book))
        raise Malformed(f"That is {more} more than the {show_cents(due_cents)} that are to be paid.")
    transfer = chosen.transfer_cents or 0
    ways = ((Way.OWN_NOTE, notes), (Way.BOOK, book), (Way.CASH, cash), (Way.TRANSFER, transfer))
    return (*(Part(way, cents) for way, cents in ways if cents), *handed_on)


def _handed_on(name: str, papers: Papers) -> Part:
    if name not in papers.others:
        raise Malformed("The bank does not hold that note any more: choose again.")
    return Part(Way.NOTE, papers.others[name], name)


def _rest_of(rest_cents: int, chosen: Chosen, papers: Papers, drawer_cents: int) -> tuple[int, int]:
    """Return what is paid in cash and what in THE BOOK."""
    cash, book = chosen.cash_cents, chosen.book_cents
    if not papers.has_book:
        return (rest_cents if cash is None else cash), book or 0
    if cash is None and book is None:
        struck = max(0, min(rest_cents, papers.owes_tonight_cents))
        cash = min(rest_cents - struck, drawer_cents)
    if cash is None:
        return rest_cents - (book or 0), book or 0
    return cash, rest_cents - cash if book is None else book
