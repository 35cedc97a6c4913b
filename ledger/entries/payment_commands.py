"""How an act is paid: the account that money of some means goes into, and the note that is written for it.

The desk must be locked.
"""

from django.db.models import Max

from ledger.cash_out.payout import PayoutMeans
from ledger.entries.commands import book_account, notes_account
from ledger.models import Account, AccountKind, Note
from ledger.night.queries import BankNow
from ledger.notes.register_queries import notes_not_voided
from ledger.notes.rules import NoteNow, WrittenNote, next_name
from ledger.terms.bank_terms import Means
from reservations.acts.problems import Impossible, Malformed
from reservations.parsing.names import name_key, parse_name

_ACCOUNT_OF_NIGHT = {Means.CASH: AccountKind.DRAWER, Means.TRANSFER: AccountKind.FLOAT}


class NoteTaken(Impossible):
    """Another note of the night has that name; ``free`` is one that nobody has taken."""

    def __init__(self, note: NoteNow, free: str) -> None:
        self.free = free
        super().__init__(f"There is a note {note.name} tonight, number {note.number}: {free} is free.")


class MarkNeeded(Malformed):
    """A player without a mark pays with a note; ``free`` is a mark they could take."""

    def __init__(self, debtor: str, free: str) -> None:
        self.free = free
        super().__init__(f"{debtor} has no mark for notes yet: enter one. {free} is free.")


def payment_fields(pay: Means, note: str | None) -> dict[str, str]:
    """Return what an act says of how it is paid: the means, and the name of the note if it is one.

    Raises ``Malformed`` for a note without a name, and for a name without a note.
    """
    if pay is Means.NOTE and note is None:
        raise Malformed("A note needs a name: enter one.")
    if pay is not Means.NOTE and note is not None:
        raise Malformed("Only a payment with a note names one.")
    return {"pay": pay.value} if note is None else {"pay": pay.value, "note": parse_name(note)}


def note_to_write(now: BankNow, name: str | None, debtor: int, cents: int) -> WrittenNote | None:
    """Return the note with the next number of the register; None if there is none to write.

    Raises ``NoteTaken`` when a note that stands has the name.
    """
    if name is None:
        return None
    stands = notes_not_voided(now.notes)
    taken = next((note for note in stands if name_key(note.name) == name_key(name)), None)
    if taken is not None:
        raise NoteTaken(taken, next_name([note.name for note in stands]))
    last = Note.objects.aggregate(last=Max("number"))["last"] or 0
    return WrittenNote(last + 1, name, 0, now.night.pk, debtor, cents)


def number_of(note: WrittenNote | NoteNow | None) -> int | None:
    """Return the register's number of a note; None if there is none."""
    return None if note is None else note.number


def account_of(means: Means | PayoutMeans, now: BankNow, player: int) -> Account:
    """Return the account that money of these means goes into when a player, by number, pays or is paid."""
    if means == Means.BOOK:
        return book_account(player)
    if means == Means.NOTE:
        return notes_account(now.night, player)
    return now.accounts[_ACCOUNT_OF_NIGHT[Means(means)]]
