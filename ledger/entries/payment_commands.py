"""How an act is paid: the account that money of some means goes into, and the note that is written for it.

The desk must be locked.
"""

from django.db.models import Max

from ledger.cash_out.rules import Way
from ledger.entries.account_commands import book_account, notes_account
from ledger.models import Account, AccountKind, Note
from ledger.night.queries import BankNow
from ledger.notes.register_queries import standing_notes
from ledger.notes.rules import NoteNow, Written, next_name
from ledger.terms.bank_terms import Means
from reservations.acts.problems import Impossible, Malformed
from reservations.parsing.names import name_key, parse_name

_NOT_A_PLAYERS = {Means.CASH: AccountKind.DRAWER, Means.TRANSFER: AccountKind.FLOAT}


class NoteTaken(Impossible):
    """Another note of the night has that name; ``free`` is one that nobody has taken."""

    def __init__(self, note: NoteNow, free: str) -> None:
        self.free = free
        super().__init__(f"There is a note {note.name} tonight, number {note.number}: call this one {free}, say.")


class MarkNeeded(Malformed):
    """Somebody pays with a note and has no mark to sign it with; ``free`` is one they could take."""

    def __init__(self, debtor: str, free: str) -> None:
        self.free = free
        super().__init__(f"{debtor} has not signed a note yet: say with which mark. {free} is free.")


def note_name(pay: Means, note: str | None) -> str | None:
    """Return the name of the note that something is paid with; nothing for other means.

    Raises ``Malformed`` for a note without a name, and for a name without a note.
    """
    if pay is Means.NOTE and note is None:
        raise Malformed("A note needs a name: say which one it is.")
    if pay is not Means.NOTE and note is not None:
        raise Malformed("Only what is paid with a note names one.")
    return None if note is None else parse_name(note)


def note_to_write(now: BankNow, name: str | None, debtor: int, cents: int) -> Written | None:
    """Return the note with the next number of the register; nothing where there is none to write.

    Raises ``NoteTaken`` when a note that stands has the name.
    """
    if name is None:
        return None
    stands = standing_notes(now.notes)
    taken = next((note for note in stands if name_key(note.name) == name_key(name)), None)
    if taken is not None:
        raise NoteTaken(taken, next_name([note.name for note in stands]))
    last = Note.objects.aggregate(last=Max("number"))["last"] or 0
    return Written(last + 1, name, 0, now.night.pk, debtor, cents)


def number_of(note: Written | NoteNow | None) -> int | None:
    """Return the register's number of a note; nothing where there is none."""
    return None if note is None else note.number


def account_of(means: Means | Way, now: BankNow, player: int) -> Account:
    """Return the account that money of these means goes into when that player, by number, pays or is paid."""
    if means == Means.BOOK:
        return book_account(player)
    if means == Means.NOTE:
        return notes_account(now.night, player)
    return now.accounts[_NOT_A_PLAYERS[Means(means)]]
