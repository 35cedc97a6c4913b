"""Write an act together with its transfers, a ledger entry, and its payment. The desk must be locked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from ledger.bank.notes import NoteNow, next_name
from ledger.bank.queries import BankNow, last_transfer
from ledger.bank.register_queries import notes_not_voided
from ledger.models import Account, AccountKind, Note, Transfer
from ledger.money.words import Means
from reservations.acts.commands import append_act
from reservations.acts.moments import read_once
from reservations.acts.problems import Impossible, Malformed, Refused, RuleViolation
from reservations.acts.queries import Answer, Draft
from reservations.models import Act, Night
from reservations.parsing.names import name_key, parse_name


@dataclass(frozen=True)
class Movement:
    """A transfer before its act has a number: ``player_id`` is the player it is for, ``note_id`` the note it moves."""

    debit: Account
    credit: Account
    cents: int
    player_id: int | None = None
    note_id: int | None = None


@read_once
def book_account(player: int) -> Account:
    """Return the account of a player, by number, in THE BOOK; it is made when money first goes through it."""
    kept = Account.objects.filter(kind=AccountKind.BOOK, night=None, player=player).first()
    return kept or Account.objects.create(kind=AccountKind.BOOK, player_id=player)


def notes_account(night: Night, player: int) -> Account:
    """Return the account of the notes that a player, by number, writes and holds on a night; made like the others."""
    return Account.objects.get_or_create(kind=AccountKind.NOTES, night=night, player_id=player)[0]


def record(
    draft: Draft,
    now: BankNow,
    movements: Sequence[Movement] = (),
    *,
    wrote: Note | None = None,
    violations: Sequence[RuleViolation] = (),
    differing: Sequence[RuleViolation] = (),
    allowed: str = "",
    remark: str = "",
) -> Answer:
    """Record an act of an open night with its movements, without those of zero cents. ``wrote``: a new note.

    Raises ``Refused`` for ``violations`` without a ruling and for ``differing`` counts without a ruling on the count,
    all in one error.
    """
    unmet = [*(() if draft.stamp.ruling else violations), *(() if draft.stamp.count_ruling else differing)]
    if unmet:
        raise Refused(tuple(unmet), allowed=allowed, house=str(now.night.house))
    overruled = (*violations, *differing)
    act = write(draft, now.bank.opened_id, movements, after=now, wrote=wrote, overruled=overruled)
    return Answer(act, remark=remark)


def record_between_nights(
    draft: Draft, movements: Sequence[Movement] = (), *, violations: Sequence[RuleViolation] = ()
) -> Answer:
    """Record an act of no night with its movements. Raises ``Refused`` as :func:`record` does."""
    if violations and not draft.stamp.ruling:
        raise Refused(tuple(violations), house="THE BOOK")
    return Answer(write(draft, None, movements, overruled=violations))


def write(
    draft: Draft,
    opened: int | None,
    movements: Sequence[Movement],
    *,
    after: BankNow | None = None,
    wrote: Note | None = None,
    overruled: Sequence[RuleViolation] = (),
    made: Sequence[Account] = (),
) -> Act:
    """Write an act and its transfers; ``opened`` is the number of the night's opening, 0 for the opening itself.

    ``after`` is the bank read under this lock, so nothing has been recorded since. The seal covers the ids of the
    accounts that the act ``made``, also of those without a transfer.
    """
    moved = [movement for movement in movements if movement.cents]
    last = after.last_transfer if after else last_transfer() if moved else 0
    numbered = list(enumerate(moved, start=last + 1))
    act = append_act(
        draft,
        last=None if after is None else after.last,
        opened=opened,
        transfers=[portable(movement, opened) for movement in moved],
        ids=[*(account.pk for account in made), *(local(number, movement) for number, movement in numbered)],
        overruled=overruled,
    )
    if wrote is not None:
        wrote.act = act
        wrote.save(force_insert=True)
    Transfer.objects.bulk_create(Transfer(number=number, act=act, **vars(movement)) for number, movement in numbered)
    return act


def portable(movement: Movement, opened: int | None) -> list[Any]:
    """Return the portable part of a transfer: all that the head covers."""
    sides = [
        [account.kind, None if account.night_id is None else opened, account.player_id]
        for account in (movement.debit, movement.credit)
    ]
    # The note comes last and only where there is one: acts from before notes keep their heads.
    return [*sides, movement.cents, movement.player_id, *([] if movement.note_id is None else [movement.note_id])]


def local(number: int, movement: Movement) -> list[int]:
    """Return the local part of a transfer: all that the seal covers beside its head."""
    return [number, movement.debit.pk, movement.credit.pk]


_ACCOUNT_OF_NIGHT = {Means.CASH: AccountKind.DRAWER, Means.TRANSFER: AccountKind.FLOAT}


class NoteTaken(Impossible):
    """Another note of the night has that name; ``free`` is an unused one."""

    def __init__(self, note: NoteNow, free: str) -> None:
        self.free = free
        super().__init__(f"There is a note {note.name} tonight, number {note.number}: {free} is free.")


class MarkNeeded(Malformed):
    """A player without a mark pays with a note; ``free`` is a mark they could take."""

    def __init__(self, debtor: str, free: str) -> None:
        self.free = free
        super().__init__(f"{debtor} has no mark for notes yet: enter one. {free} is free.")


def payment_fields(pay: Means, note: str | None) -> dict[str, str]:
    """Return the fields of an act's payment: the means, and the name of a note.

    Raises ``Malformed`` for a note without a name, and for a name without a note.
    """
    if pay is Means.NOTE and note is None:
        raise Malformed("A note needs a name: enter one.")
    if pay is not Means.NOTE and note is not None:
        raise Malformed("Only a payment with a note names one.")
    return {"pay": pay.value} if note is None else {"pay": pay.value, "note": parse_name(note)}


def note_to_write(now: BankNow, name: str | None, debtor: int, cents: int) -> Note | None:
    """Return the note with the next number of the register; None if no note is written.

    Raises ``NoteTaken`` if a note in force has the name.
    """
    if name is None:
        return None
    stands = notes_not_voided(now.notes)
    taken = next((note for note in stands if name_key(note.name) == name_key(name)), None)
    if taken is not None:
        raise NoteTaken(taken, next_name([note.name for note in stands]))
    last = Note.objects.aggregate(last=Max("number"))["last"] or 0
    return Note(number=last + 1, night=now.night, name=name, debtor_id=debtor, cents=cents)


def account_of(means: Means, now: BankNow, player: int) -> Account:
    """Return the account for money of these means when a player, by number, pays or is paid."""
    if means == Means.BOOK:
        return book_account(player)
    if means == Means.NOTE:
        return notes_account(now.night, player)
    return now.accounts[_ACCOUNT_OF_NIGHT[means]]
