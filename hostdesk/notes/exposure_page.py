"""What is owed on a night that is open: the bank's exposure, who owes what, and every note of the night."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.notes.queries import NoteSummary, told
from ledger.book.standing_queries import standing_of
from ledger.credit.exposure_queries import Exposure, exposed_cents, exposures
from ledger.night.queries import BankNow
from reservations.models import Player


@dataclass(frozen=True)
class Owing:
    """Somebody who owes something from tonight, or is owed: ``held`` is who else holds notes of theirs, in cents."""

    player: Player
    exposure: Exposure
    held: Sequence[tuple[str, int]] = ()

    @property
    def is_owed_cents(self) -> int:
        """What THE BOOK owes them from tonight; negative where they owe it."""
        return -self.exposure.book_cents


@dataclass(frozen=True)
class CreditTonight:
    """All credit of a night, in cents: what the bank is owed, who owes and is owed, and all notes, voided ones too."""

    exposed_cents: int
    owing: Sequence[Owing]
    notes: Sequence[NoteSummary]

    @property
    def to_print(self) -> Sequence[NoteSummary]:
        """The notes that are still out."""
        return [each for each in self.notes if each.note.is_out]


def credit_tonight(now: BankNow) -> CreditTonight:
    """Read the credit of a night."""
    found = exposures(now)
    players = Player.objects.in_bulk([each.player for each in found])
    notes = told(now.notes)
    return CreditTonight(
        exposed_cents=exposed_cents(now),
        owing=[Owing(players[each.player], each, _held_by_players(notes, each.player)) for each in found],
        notes=notes,
    )


def _held_by_players(notes: Sequence[NoteSummary], debtor: int) -> Sequence[tuple[str, int]]:
    """Return which players hold notes of somebody, and how much is out of them: none of that is owed to the bank."""
    held: Counter[tuple[int, str]] = Counter()
    for each in notes:
        if each.debtor.number == debtor and each.holder and each.note.is_out:
            held[each.holder.number, each.holder.name] += each.note.out_cents
    return [(name, cents) for (_, name), cents in held.items()]


@dataclass(frozen=True)
class Charge:
    """What it means that a guest's note goes to whoever invited them; ``standing_cents`` is theirs until then."""

    note: NoteSummary
    inviter: Player
    standing_cents: int

    @property
    def then_cents(self) -> int:
        """The inviter's standing in THE BOOK afterwards: + it owes them, - they owe it."""
        return self.standing_cents - self.note.note.out_cents


def may_be_charged(note: NoteSummary) -> bool:
    """Tell whether a note could be one for the inviter of its debtor: it is out, and a guest wrote it."""
    return note.note.is_out and not note.debtor.regular


def charge_of(note: NoteSummary) -> Charge | None:
    """Return what charging the inviter comes to; nothing where nobody answers for the debtor."""
    inviter = note.debtor.inviter
    if inviter is None or not inviter.regular:
        return None
    return Charge(note, inviter, standing_of(inviter))
