"""The debts on an open night: the bank's exposure, the players' debts, and every note of the night."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.table.notes.queries import NoteSummary, note_summaries
from ledger.bank.queries import BankNow
from ledger.book.queries import overdue_cents
from ledger.credit.exposure_queries import Exposure, exposed_cents, exposures
from ledger.standings.queries import standing_of
from reservations.models import Player


@dataclass(frozen=True)
class CreditLine:
    """A player who owes, or is owed, something from tonight. ``held``: the holders of their notes, in cents.

    ``overdue_cents`` is their overdue debt to THE BOOK on the day of the night.
    """

    player: Player
    exposure: Exposure
    held: Sequence[tuple[str, int]] = ()
    overdue_cents: int = 0

    @property
    def tonight_cents(self) -> int:
        """The debt from tonight alone, on notes and to THE BOOK; negative if THE BOOK owes them."""
        return self.exposure.notes_cents + self.exposure.book_cents


@dataclass(frozen=True)
class CreditTonight:
    """All credit of a night, in cents: the bank's exposure, debtors and creditors, and all notes, voided ones too."""

    exposed_cents: int
    owing: Sequence[CreditLine]
    notes: Sequence[NoteSummary]

    @property
    def to_print(self) -> Sequence[NoteSummary]:
        """The notes that are still out."""
        return [note for note in self.notes if note.note.is_out]


def credit_tonight(now: BankNow) -> CreditTonight:
    """Read the credit of a night."""
    found = exposures(now)
    players = Player.objects.in_bulk([debtor.player for debtor in found])
    notes = note_summaries(now.notes)
    # Notes that players hold are not owed to the bank.
    held: dict[int, Counter[Player]] = defaultdict(Counter)
    for note in notes:
        if note.holder and note.note.is_out:
            held[note.debtor.number][note.holder] += note.note.out_cents
    overdue = overdue_cents(now.night.date) if found else {}
    return CreditTonight(
        exposed_cents=exposed_cents(now),
        owing=[
            CreditLine(
                players[debtor.player],
                debtor,
                [(who.name, cents) for who, cents in held[debtor.player].items()],
                overdue.get(debtor.player, 0),
            )
            for debtor in found
        ],
        notes=notes,
    )


@dataclass(frozen=True)
class Charge:
    """The effect of charging a guest's note to their inviter; ``standing_cents`` is the inviter's before it."""

    note: NoteSummary
    inviter: Player
    standing_cents: int

    @property
    def then_cents(self) -> int:
        """The inviter's standing in THE BOOK afterwards: + it owes them, - they owe it."""
        return self.standing_cents - self.note.note.out_cents


def may_be_charged(note: NoteSummary) -> bool:
    """Tell whether a note may be charged to an inviter: it is out, and a guest wrote it."""
    return note.note.is_out and not note.debtor.regular


def charge_of(note: NoteSummary) -> Charge | None:
    """Return the effect of charging the inviter; None if the debtor has none."""
    inviter = note.debtor.inviter
    if inviter is None or not inviter.regular:
        return None
    return Charge(note, inviter, standing_of(inviter))
