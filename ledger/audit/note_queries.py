"""Compare the bank notes with the acts that wrote them, and follow each through its life.

Nothing that a row or an act says is taken for granted: what cannot be read counts as nothing, and differs.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.audit.cell_queries import fields_of
from ledger.models import Account, AccountKind, Note
from ledger.money.cents import show_cents
from reservations.acts.kinds import Kind

_WRITING = (Kind.BUY_IN, Kind.CHIP_SALE, Kind.CHANGE_PAY)
"""The kinds of acts that write a note, where they name one."""


@dataclass
class FollowedNote:
    """A note after the acts read so far: what each account of notes has of it, in cents, and the act that ended it."""

    note: Note
    balance: Counter[int] = field(default_factory=Counter)
    ended_by: int | None = None


@dataclass
class AuditedNotes:
    """All notes by number, followed act by act."""

    accounts: Mapping[int, Account]
    followed: dict[int, FollowedNote]
    given: int = 0
    """The highest number given by the acts read so far."""

    @classmethod
    def of(cls, accounts: Mapping[int, Account]) -> "AuditedNotes":
        """Return the notes as their rows have them, none of them written yet."""
        return cls(accounts, {note.number: FollowedNote(note) for note in Note.objects.order_by("number")})

    def faults_of(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield a sentence for everything in what an act does with notes that does not fit."""
        if act.kind in _WRITING and (name := fields_of(act.content).get("note")) is not None:
            yield from self._writing_faults(act, name, transfers)
        for row in transfers:
            of_notes = any(map(self._notes_of, (row.debit_id, row.credit_id)))
            if of_notes != (row.note_id is not None):
                what = "moves a note and names none" if of_notes else "names a note and moves none"
                yield f"Transfer {row.number} {what}."
        moved: dict[int, None] = dict.fromkeys(row.note_id for row in transfers if row.note_id is not None)
        for number in moved:
            if (followed := self.followed.get(number)) is None:
                yield f"Act {act.number} moves note {number}, which is not there."
            else:
                yield from self._moving_faults(followed, act, [row for row in transfers if row.note_id == number])

    def left(self, closed: Collection[int]) -> Iterator[str]:
        """Yield a sentence for every note that no act wrote, and for each that is still out of a ``closed`` night."""
        for number, followed in self.followed.items():
            if number > self.given:
                yield f"Note {number} is not in any act."
            if followed.note.night_id in closed and self._out(followed):
                yield f"Note {number} of a closed night has {show_cents(self._out(followed))} out."

    def _writing_faults(self, act: Any, name: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Compare a row with its act and the first transfer of it: the note's number is the next one."""
        self.given += 1
        followed = self.followed.get(self.given)
        if followed is None:
            yield f"Note {self.given}, which act {act.number} wrote, is missing."
            return
        note, wrote = followed.note, next(iter(transfers), None)
        debtor = wrote and self._notes_of(wrote.debit_id)
        pairs = {
            "its act": (note.act_id, act.number),
            "its night": (note.night_id, act.night_id),
            "its name": (note.name, name),
            "its debtor": (note.debtor_id, debtor and debtor.player_id),
            "its face": (note.cents, wrote and wrote.cents),
            "its number": (note.number, wrote and wrote.note_id),
        }
        if wrong := [what for what, (is_now, should_be) in pairs.items() if is_now != should_be]:
            yield f"Note {note.number}: {', '.join(wrong)} is not what act {act.number} says."

    def _notes_of(self, number: int) -> Account | None:
        """Return the account of that number; None if it is not one of notes."""
        account = self.accounts.get(number)
        return account if account is not None and account.kind == AccountKind.NOTES else None

    def _moving_faults(self, followed: FollowedNote, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        note = followed.note
        if followed.ended_by is not None and act.kind != Kind.REVERSE:
            yield f"Act {act.number} moves note {note.number}, which ended with act {followed.ended_by}."
        for row in transfers:
            for account, sign in ((row.debit_id, 1), (row.credit_id, -1)):
                if self._notes_of(account):
                    followed.balance[account] += sign * row.cents
        out = self._out(followed)
        followed.ended_by = None if out else act.number
        if not 0 <= out <= note.cents:
            yield f"After act {act.number} {show_cents(out)} is out of note {note.number}, of {show_cents(note.cents)}."
        held = [-cents for account, cents in followed.balance.items() if cents and not self._is_debtors(account, note)]
        if held not in ([], [out]):
            holders = ", ".join(map(show_cents, held))
            whole = f"note {note.number}, of which {show_cents(out)} is out"
            yield f"After act {act.number} players hold {holders} of {whole}."

    def _out(self, followed: FollowedNote) -> int:
        return sum(cents for account, cents in followed.balance.items() if self._is_debtors(account, followed.note))

    def _is_debtors(self, number: int, note: Note) -> bool:
        account = self.accounts[number]
        return (account.night_id, account.player_id) == (note.night_id, note.debtor_id)
