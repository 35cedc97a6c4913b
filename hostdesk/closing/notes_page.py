"""The notes that are still out when a night ends: whose they are, who holds them, and who loses them if they lapse."""

from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.tonight.queries import Tonight
from ledger.notes.rules import NoteNow
from reservations.models import Player


@dataclass(frozen=True)
class OutNote:
    """A note that is out, in cents. ``holder`` is "" where the bank holds it.

    ``guest``: its debtor is one, so that it is not for THE BOOK; ``inviter`` is who answers for them, "" for nobody.
    """

    number: int
    name: str
    debtor: str
    mark: str
    holder: str
    face_cents: int
    out_cents: int
    guest: bool
    inviter: str


def notes_out(tonight: Tonight) -> list[OutNote]:
    """Return the notes of the night that are out, in the order in which they were written."""
    out = [note for note in tonight.now.notes if note.is_out]
    debtors = Player.objects.with_inviters().in_bulk([note.owed_by for note in out])
    return [_out_note(tonight, note, debtors[note.owed_by]) for note in out]


def _out_note(tonight: Tonight, note: NoteNow, debtor: Player) -> OutNote:
    return OutNote(
        number=note.number,
        name=note.name,
        debtor=debtor.name,
        mark=debtor.mark or "",
        holder="" if note.held_by is None else tonight.names[note.held_by],
        face_cents=note.face_cents,
        out_cents=note.out_cents,
        guest=not debtor.regular,
        inviter=debtor.guest_of,
    )


def total_cents(notes: Sequence[OutNote]) -> int:
    """Return what is out of notes together."""
    return sum(note.out_cents for note in notes)
