"""What becomes of bank notes: paid, charged to the inviter, committed to THE BOOK, or lapsed."""

from collections.abc import Iterator

from ledger.credit.rules import GuestsNotesOut
from ledger.entries.commands import Movement, book_account, notes_account, record
from ledger.models import Account, AccountKind
from ledger.money.cents import check_cents, show_cents
from ledger.night.queries import BankNow, open_bank
from ledger.notes.register_queries import note_called
from ledger.notes.rules import NoteNow
from reservations.acts.commands import command, lock_desk
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, known_act
from reservations.models import Night, Player


class NoteEnded(Impossible):
    """A note that has ended moves no more."""

    def __init__(self, note: NoteNow) -> None:
        super().__init__(f"The note {note.name} has ended: {note.state} by act {note.ended_by}.")


@command
def redeem_note(*, stamp: Stamp, night: Night, note: str, amount_cents: int) -> Answer:
    """Let the debtor of a note pay it in cash, in part or whole, to the bank or to the player who holds it.

    Raises ``Unknown`` for a note that is none of tonight's, ``NoteEnded``, and ``Impossible`` for more than is out.
    """
    lock_desk()
    check_cents(amount_cents)
    draft = Draft(Kind.REDEEM_NOTE, stamp, {"note": note, "amount": amount_cents}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    paid = _out(now, note)
    if amount_cents > paid.out_cents:
        out = show_cents(paid.out_cents)
        raise Impossible(f"{show_cents(amount_cents)} is more than is out of the note {paid.name}: {out}.")
    wrote = notes_account(night, paid.debtor)
    return record(draft, now, [Movement(_held_by(paid, now), wrote, amount_cents, paid.debtor, paid.number)])


@command
def charge_inviter(*, stamp: Stamp, night: Night, note: str) -> Answer:
    """Let a guest's note that they cannot pay go to whoever invited them, in THE BOOK (mike, *Notes and THE BOOK*).

    Raises what :func:`redeem_note` raises, and ``Impossible`` for a note of a regular or of a guest nobody invited.
    """
    lock_desk()
    draft = Draft(Kind.NOTE_UNPAID, stamp, {"note": note}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    unpaid = _out(now, note)
    return record(draft, now, list(_booked(unpaid, _inviter_of(unpaid).number, now)))


@command
def commit_notes(*, stamp: Stamp, night: Night) -> Answer:
    """Write every note that is still out into THE BOOK: what its debtor owes, and what its holder is owed.

    Refused while a guest's note is out.
    """
    lock_desk()
    draft = Draft(Kind.COMMIT_NOTES, stamp, {}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    out = [note for note in now.notes if note.is_out]
    moved = [each for note in out for each in _booked(note, note.owed_by, now)]
    return record(draft, now, moved, violations=_check_guests(out))


@command
def lapse_notes(*, stamp: Stamp, night: Night) -> Answer:
    """Let every note that is still out lose its value; what the bank holds is the banker's loss."""
    lock_desk()
    draft = Draft(Kind.LAPSE_NOTES, stamp, {}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    over_short = now.accounts[AccountKind.OVER_SHORT]
    moved = [
        Movement(
            over_short if note.holder is None else notes_account(night, note.holder),
            notes_account(night, note.debtor),
            note.out_cents,
            note.debtor,
            note.number,
        )
        for note in now.notes
        if note.is_out
    ]
    return record(draft, now, moved)


def _out(now: BankNow, name: str) -> NoteNow:
    """Return the note of that name, which must be out."""
    note = note_called(now.notes, name)
    if not note.is_out:
        raise NoteEnded(note)
    return note


def _held_by(note: NoteNow, now: BankNow) -> Account:
    """Return the account that cash paid for a note goes into: the drawer, or the notes of the player who holds it."""
    return now.accounts[AccountKind.DRAWER] if note.holder is None else notes_account(now.night, note.holder)


def _booked(note: NoteNow, owing: int, now: BankNow) -> Iterator[Movement]:
    """Yield what moves a note into THE BOOK as a debt of the player ``owing``, by number."""
    yield Movement(book_account(owing), notes_account(now.night, note.debtor), note.out_cents, owing, note.number)
    if note.holder is not None and note.held_by is not None:
        held = notes_account(now.night, note.holder)
        yield Movement(held, book_account(note.held_by), note.out_cents, note.held_by, note.number)


def _inviter_of(note: NoteNow) -> Player:
    debtor = Player.objects.person(note.debtor)
    if debtor.regular:
        raise Impossible(f"{debtor} is a regular: the note {note.name} is committed to THE BOOK, or paid.")
    if debtor.inviter is None or not debtor.inviter.regular:
        raise Impossible(f"Nobody answers for {debtor}: say who invited them, then charge the note {note.name}.")
    return debtor.inviter


def _check_guests(notes: list[NoteNow]) -> tuple[GuestsNotesOut, ...]:
    debtors = Player.objects.in_bulk([note.owed_by for note in notes])
    owed = [(note.name, debtors[note.owed_by]) for note in notes]
    guests = tuple((name, debtor.name) for name, debtor in owed if not debtor.regular)
    return (GuestsNotesOut(guests),) if guests else ()
