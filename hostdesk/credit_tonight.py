"""What is owed on a night that is open: the bank's exposure, who owes what, and every note of the night."""

from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.notes_told import ToldNote, told
from ledger.owing import Exposure, exposed_cents, exposures
from ledger.queries import BankNow
from ledger.standings import standing_of
from reservations.models import Player


@dataclass(frozen=True)
class Owing:
    """Somebody who owes something tonight."""

    player: Player
    exposure: Exposure


@dataclass(frozen=True)
class CreditTonight:
    """All credit of a night, in cents: what the bank is owed, by whom, and the notes by number, voided ones too."""

    exposed_cents: int
    owing: Sequence[Owing]
    notes: Sequence[ToldNote]

    @property
    def to_print(self) -> Sequence[ToldNote]:
        """The notes that are still out."""
        return [each for each in self.notes if each.note.is_out]


def credit_tonight(now: BankNow) -> CreditTonight:
    """Read the credit of a night."""
    found = exposures(now)
    players = Player.objects.in_bulk([each.player for each in found])
    return CreditTonight(
        exposed_cents=exposed_cents(now),
        owing=[Owing(players[each.player], each) for each in found],
        notes=told(now.notes),
    )


@dataclass(frozen=True)
class Charge:
    """What it means that a guest's note goes to whoever invited them; ``standing_cents`` is theirs until then."""

    note: ToldNote
    inviter: Player
    standing_cents: int

    @property
    def then_cents(self) -> int:
        """The inviter's standing in THE BOOK afterwards: + it owes them, - they owe it."""
        return self.standing_cents - self.note.note.out_cents


def may_be_charged(note: ToldNote) -> bool:
    """Tell whether a note could be one for the inviter of its debtor: it is out, and a guest wrote it."""
    return note.note.is_out and not note.debtor.regular


def charge_of(note: ToldNote) -> Charge | None:
    """Return what charging the inviter comes to; nothing where nobody answers for the debtor."""
    inviter = note.debtor.invited_by.person if note.debtor.invited_by else None
    if inviter is None or not inviter.regular:
        return None
    return Charge(note, inviter, standing_of(inviter))
