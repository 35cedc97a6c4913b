"""The parts of a payout, and the notes among them: which go back, which are handed on.

Pure. All amounts are cents.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ledger.money.cents import check_cents, show_cents
from ledger.terms.bank_terms import Means
from reservations.acts.problems import Impossible


class Way(StrEnum):
    """What chips turn into: the means of payment, and a player's own note, which is handed back."""

    CASH = "cash"
    TRANSFER = "transfer"
    BOOK = "book"
    OWN_NOTE = "own_note"
    NOTE = "note"


@dataclass(frozen=True)
class Part:
    """One part of a payout, more than nothing; ``note`` is the name of the note it hands back or hands on."""

    by: Way | Means
    cents: int
    note: str = ""

    def __post_init__(self) -> None:
        check_cents(self.cents)


@dataclass(frozen=True)
class Papers:
    """What of credit there is for a payout. ``own_notes`` and ``others``: notes the bank holds, by name, oldest first,
    with what is out of each. ``owes_tonight_cents``: to THE BOOK, from tonight alone. ``has_book``: tonight.
    """

    own_notes: Mapping[str, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    owes_tonight_cents: int = 0
    has_book: bool = False


NO_PAPERS = Papers()


class NotesShort(Impossible):
    """A payout hands back or hands on notes that the bank does not hold so."""


def on_paper(cents: int, papers: Papers) -> Iterator[Part]:
    """Yield what is paid by handing back notes and by striking out tonight's debt."""
    for name, out in papers.own_notes.items():
        if cents:
            back = min(cents, out)
            yield Part(Way.OWN_NOTE, back, name)
            cents -= back
    if struck := min(cents, max(0, papers.owes_tonight_cents)):
        yield Part(Way.BOOK, struck)


def check_handed_on(parts: Sequence[Part], others: Mapping[str, int]) -> None:
    """Let whole notes of others through that the bank holds, each once."""
    names = [part.note for part in parts]
    for part in parts:
        out = others.get(part.note)
        if out is None:
            raise NotesShort(f"The bank holds no note {part.note} of somebody else.")
        if out != part.cents or names.count(part.note) > 1:
            raise NotesShort(f"The note {part.note} is handed on whole: {show_cents(out)} of it are out.")


def with_own_notes(parts: Sequence[Part], own_notes: Mapping[str, int]) -> Iterator[Part]:
    """Yield the parts with every own note by its name: the named ones as they are, the oldest for the others."""
    left = dict(own_notes)
    for part in parts:
        if part.by == Way.OWN_NOTE and part.note:
            left[part.note] = left.get(part.note, 0) - part.cents
            if left[part.note] < 0:
                raise NotesShort(f"The bank does not hold {show_cents(part.cents)} of an own note {part.note}.")
    for part in parts:
        yield from _oldest(part, left) if part.by == Way.OWN_NOTE and not part.note else (part,)


def _oldest(part: Part, left: dict[str, int]) -> Iterator[Part]:
    rest = part.cents
    for name in left:
        if back := min(rest, left[name]):
            left[name] -= back
            rest -= back
            yield replace(part, cents=back, note=name)
    if rest:
        out = show_cents(part.cents - rest)
        raise NotesShort(f"{show_cents(part.cents)} of own notes are handed back, and the bank holds {out} of them.")
