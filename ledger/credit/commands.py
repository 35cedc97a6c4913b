"""A player's credit limit, and the end of bank notes: paid, charged, committed to THE BOOK, or lapsed."""

from typing import Any

from ledger.bank.notes import NoteNow
from ledger.bank.queries import BankNow, bank_once
from ledger.bank.register_queries import note_called
from ledger.credit.rules import WHO_MAY_OWE
from ledger.entries.commands import Movement, book_account, notes_account, record, record_between_nights
from ledger.models import AccountKind
from ledger.money.cents import check_cents, show_cents
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, RuleViolation
from reservations.acts.queries import Answer, Draft, act_once
from reservations.models import Night, Player


@command
def set_credit(
    *,
    stamp: Stamp,
    player: Player,
    limit_cents: int | None = None,
    hard: bool | None = None,
    refuses: bool | None = None,
) -> Answer:
    """Set a player's credit: the limit on all debts, whether it is hard, and whether they refuse credit.

    Only the given fields are set. Raises ``Malformed`` without any.
    """
    given: dict[str, Any] = {"limit": limit_cents, "hard": hard, "refuses": refuses}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        raise Malformed("Set a limit, whether it is hard, or whether they want no credit.")
    if limit_cents is not None:
        check_cents(limit_cents, zero=True)
    draft = act_once(Draft(Kind.CREDIT, stamp, {"player": player.number, **given}))
    return record_between_nights(draft)


@command
def redeem_note(*, stamp: Stamp, night: Night, note: str, amount_cents: int) -> Answer:
    """Record that the debtor pays a note in cash, in part or whole, to the bank or to the player who holds it.

    Raises ``Unknown`` for a note of another night, ``Impossible`` for an ended note and for more than its rest.
    """
    check_cents(amount_cents)
    draft, now = bank_once(Kind.REDEEM_NOTE, stamp, {"note": note, "amount": amount_cents}, night)
    paid = _out(now, note)
    if amount_cents > paid.out_cents:
        out = show_cents(paid.out_cents)
        raise Impossible(f"{out} of the note {paid.name} is still out, not {show_cents(amount_cents)}.")
    held = now.accounts[AccountKind.DRAWER] if paid.holder is None else notes_account(night, paid.holder)
    wrote = notes_account(night, paid.debtor)
    return record(draft, now, [Movement(held, wrote, amount_cents, paid.debtor, paid.number)])


@command
def charge_inviter(*, stamp: Stamp, night: Night, note: str) -> Answer:
    """Charge the note of a guest who cannot pay to their inviter, in THE BOOK (mike, *Notes and THE BOOK*).

    Raises the errors of :func:`redeem_note`, and ``Impossible`` for a note of a regular or of a guest without an
    inviter.
    """
    draft, now = bank_once(Kind.NOTE_UNPAID, stamp, {"note": note}, night)
    unpaid = _out(now, note)
    debtor = Player.objects.person(unpaid.debtor)
    if debtor.regular:
        raise Impossible(f"{debtor} is a regular: the note {unpaid.name} is committed to THE BOOK, or paid.")
    if debtor.inviter is None or not debtor.inviter.regular:
        raise Impossible(f"{debtor} has no inviter: choose who invited them, then charge the note {unpaid.name}.")
    return record(draft, now, _booked(unpaid, debtor.inviter.number, now))


@command
def commit_notes(*, stamp: Stamp, night: Night, note: str | None = None) -> Answer:
    """Commit to THE BOOK the note of that name, or every note still out: debtors owe, holders are owed.

    Refused for a guest's note. Raises the errors of :func:`redeem_note` for a note by its name.
    """
    draft, now = bank_once(Kind.COMMIT_NOTES, stamp, {} if note is None else {"note": note}, night)
    stamp.check_shown(total=now.balances.notes_out_cents)
    out = _all_or_one(now, note)
    moved = [movement for note_out in out for movement in _booked(note_out, note_out.owed_by, now)]
    debtors = Player.objects.in_bulk([one.owed_by for one in out])
    guests = ", ".join(f"{one.name} of {debtors[one.owed_by]}" for one in out if not debtors[one.owed_by].regular)
    only = f"Only regulars owe THE BOOK. Notes of guests are out: {guests}."
    violation = RuleViolation(WHO_MAY_OWE, f"{only} Take cash for each, or charge it to the inviter.")
    return record(draft, now, moved, violations=[violation] if guests else [])


@command
def lapse_notes(*, stamp: Stamp, night: Night, note: str | None = None) -> Answer:
    """Void the value of the note of that name, or of every note still out; the banker bears those of the bank.

    Raises the errors of :func:`redeem_note` for a note by its name.
    """
    draft, now = bank_once(Kind.LAPSE_NOTES, stamp, {} if note is None else {"note": note}, night)
    out = _all_or_one(now, note)
    stamp.check_shown(total=sum(one.out_cents for one in out))
    over_short = now.accounts[AccountKind.OVER_SHORT]
    moved = []
    for one in out:
        loses = over_short if one.holder is None else notes_account(night, one.holder)
        moved.append(Movement(loses, notes_account(night, one.debtor), one.out_cents, one.debtor, one.number))
    return record(draft, now, moved)


def _all_or_one(now: BankNow, name: str | None) -> list[NoteNow]:
    """Return the notes that are out, or the note of that name. Raises ``Impossible`` unless that note is out."""
    return [note for note in now.notes if note.is_out] if name is None else [_out(now, name)]


def _out(now: BankNow, name: str) -> NoteNow:
    """Return the note of that name. Raises ``Impossible`` unless it is out."""
    note = note_called(now.notes, name)
    if not note.is_out:
        raise Impossible(f"The note {note.name} has ended: {note.state} by act {note.ended_by}.")
    return note


def _booked(note: NoteNow, owing: int, now: BankNow) -> list[Movement]:
    """Return the movements of a note into THE BOOK as a debt of the player ``owing``, by number."""
    wrote = notes_account(now.night, note.debtor)
    moved = [Movement(book_account(owing), wrote, note.out_cents, owing, note.number)]
    if note.holder is not None and note.held_by is not None:
        held = notes_account(now.night, note.holder)
        moved.append(Movement(held, book_account(note.held_by), note.out_cents, note.held_by, note.number))
    return moved
