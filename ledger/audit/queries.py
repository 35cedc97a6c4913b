"""Read the whole ledger act by act and report what does not fit: the chain and the books."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ledger.audit import cell_queries
from ledger.audit.note_queries import AuditedNotes
from ledger.models import Account, AccountKind, Bank, Transfer
from ledger.money.cents import show_cents
from reservations.acts.chain import GENESIS, head_of, local, portable, seal_of
from reservations.acts.kinds import Kind
from reservations.models import Act

_ACT = ("number", "key", "kind", "night_id", "at", "by", "ruling", "count_ruling", "overruled", "content")
_ACT_COLUMNS = (*_ACT, "reverses_id", "recorded_at", "head", "seal")
_TRANSFER_COLUMNS = ("number", "act_id", "debit_id", "credit_id", "cents", "player_id", "note_id")
_HELD = {AccountKind.DRAWER: 1, AccountKind.CHIPS: -1, AccountKind.FINAL_POT: -1}
"""What can never be below zero, and the sign of its balance then."""


def faults() -> Iterator[str]:
    """Yield a sentence for everything in acts and transfers that does not fit; nothing when all does.

    Numbers without a gap, both digests of every act, positive cents between two accounts, undoings that mirror,
    nothing held below zero, notes as they were written that end once, closed nights that are drained and take no act,
    and a BOOK that sums to zero. If a cell cannot even be read, only those cells are reported.
    """
    unreadable = list(cell_queries.faults())
    if unreadable:
        yield from unreadable
        return
    books = AuditedBooks.of_rows()
    notes = AuditedNotes.of(books.accounts)
    rows = Transfer.objects.order_by("act", "number").values_list(*_TRANSFER_COLUMNS, named=True)
    by_act = groupby(rows.iterator(chunk_size=2000), lambda row: row.act_id)
    moved: dict[int, list[Any]] = {number: list(group) for number, group in by_act}
    previous: Any = None
    for act in Act.objects.order_by("number").values_list(*_ACT_COLUMNS, named=True).iterator(chunk_size=2000):
        transfers = moved.pop(act.number, [])
        yield from books.chain_faults(act, previous, transfers)
        yield from books.transfer_faults(act, transfers)
        yield from books.holding_faults(act, transfers)
        yield from notes.faults_of(act, transfers)
        previous = act
    yield from (f"The transfers of act {number} have no act." for number in moved)
    yield from notes.left(books.closed)
    yield from books.left()


@dataclass
class AuditedBooks:
    """What is known of accounts and nights, and what the acts read so far have come to."""

    accounts: dict[int, Account]
    opened: dict[int, int]
    closed: dict[int, int]
    of_night: dict[int | None, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The accounts of each night that belong to no player."""
    balance: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    moves: dict[int, list[tuple[int, int, int, int | None]]] = field(default_factory=dict)
    transfers: int = 0

    @classmethod
    def of_rows(cls) -> "AuditedBooks":
        """Return the accounts and nights as their rows have them, no act read yet."""
        books = cls(
            accounts={account.pk: account for account in Account.objects.order_by("pk")},
            opened=dict(Bank.objects.values_list("night", "opened")),
            closed=dict(Bank.objects.exclude(closed=None).values_list("night", "closed")),
        )
        for account in books.accounts.values():
            if account.player_id is None:
                books.of_night[account.night_id].append(account.pk)
        return books

    def chain_faults(self, act: Any, previous: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield what is wrong with the number of an act and its two digests."""
        number, head, seal = (previous.number, previous.head, previous.seal) if previous else (0, GENESIS, GENESIS)
        if act.number != number + 1:
            yield f"After act {number} comes act {act.number}: acts are missing."
        moved = [self.portable(row, act) for row in transfers]
        if head_of(head, portable(act, self.opened_by(act.night_id, act)), moved) != act.head:
            yield f"Act {act.number} ({act.kind}): its head does not fit what it says."
        made = self.of_night.get(act.night_id, []) if act.kind == Kind.OPEN else []
        ids = [[row.number, row.debit_id, row.credit_id] for row in transfers]
        if seal_of(seal, act.head, [*local(act), *made, *ids]) != act.seal:
            yield f"Act {act.number} ({act.kind}): its seal does not fit its row."

    def portable(self, row: Any, act: Any) -> list[Any]:
        """Return what the head covers of a transfer: its note only where there is one."""
        places: list[list[Any] | None] = []
        for number in (row.debit_id, row.credit_id):
            account = self.accounts.get(number)
            if account is None:
                places.append(None)
            else:
                opened = None if account.night_id is None else self.opened_by(account.night_id, act)
                places.append([account.kind, opened, account.player_id])
        return [*places, row.cents, row.player_id, *([] if row.note_id is None else [row.note_id])]

    def opened_by(self, night: int | None, act: Any) -> int | None:
        """Return the number of the act that opened the night; 0 in that act itself."""
        return None if night is None else 0 if act.kind == Kind.OPEN else self.opened.get(night, -1)

    def transfer_faults(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield what is wrong with the transfers of an act, and add them to the balances."""
        for row in transfers:
            self.transfers += 1
            if row.number != self.transfers:
                yield f"Transfer {row.number} of act {act.number} should have the number {self.transfers}."
                self.transfers = row.number
            if type(row.cents) is not int or row.cents < 1 or row.debit_id == row.credit_id:
                yield f"Transfer {row.number}: {row.cents} cents from account {row.credit_id} to {row.debit_id}."
            self.balance[row.debit_id] += row.cents
            self.balance[row.credit_id] -= row.cents
        moves = self.moves[act.number] = [(row.debit_id, row.credit_id, row.cents, row.note_id) for row in transfers]
        undone = self.moves.get(act.reverses_id, [])
        if act.reverses_id is not None and moves != [(to, by, cents, note) for by, to, cents, note in undone]:
            yield f"Act {act.number} does not mirror act {act.reverses_id}, which it undoes."

    def holding_faults(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield which accounts an act has brought below zero, and whether it came after the close of its night."""
        for number in {number for row in transfers for number in (row.debit_id, row.credit_id)}:
            account = self.accounts.get(number)
            if account is None or account.kind not in _HELD:
                continue
            held = _HELD[AccountKind(account.kind)] * self.balance[number]
            if held < 0:
                yield f"After act {act.number} the {account.kind} of the night holds {show_cents(held)}."
        if act.night_id in self.closed and act.number > self.closed[act.night_id]:
            yield f"Act {act.number} comes after act {self.closed[act.night_id]}, which closed its night."

    def left(self) -> Iterator[str]:
        """Yield what closed nights have left in their accounts, and what the standings sum to if not to zero."""
        for number, account in self.accounts.items():
            if account.night_id in self.closed and self.balance[number]:
                yield f"A closed night has {show_cents(self.balance[number])} left in its {account.kind}."
        book = sum(self.balance[number] for number, account in self.accounts.items() if account.night_id is None)
        if self.opened.keys() == self.closed.keys() and book:
            yield f"The standings of THE BOOK sum to {show_cents(book)}, not to zero."
