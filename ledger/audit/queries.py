"""Read the whole ledger act by act and say what does not fit: the chain and the books."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ledger.audit import cell_queries
from ledger.audit.note_queries import Notes
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


@dataclass
class Books:
    """What is known of accounts and nights, and what the acts read so far have come to."""

    accounts: dict[int, Account]
    of_night: dict[int | None, list[int]]
    opened: dict[int, int]
    closed: dict[int, int]
    balance: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    moves: dict[int, list[tuple[int, int, int, int | None]]] = field(default_factory=dict)
    transfers: int = 0

    def place(self, account: int, act: Any) -> list[Any] | None:
        """Return the account as the head of ``act`` names it."""
        found = self.accounts.get(account)
        if found is None:
            return None
        opened = None if found.night_id is None else self.opened_by(found.night_id, act)
        return [found.kind, opened, found.player_id]

    def portable(self, row: Any, act: Any) -> list[Any]:
        """Return what the head covers of a transfer: its note only where there is one."""
        places = [self.place(row.debit_id, act), self.place(row.credit_id, act)]
        return [*places, row.cents, row.player_id, *([] if row.note_id is None else [row.note_id])]

    def made_by(self, act: Any) -> list[int]:
        """Return the accounts that ``act`` made: those of its night, where it opened one."""
        return self.of_night.get(act.night_id, []) if act.kind == Kind.OPEN else []

    def opened_by(self, night: int | None, act: Any) -> int | None:
        """Return the number of the act that opened the night; 0 in that act itself."""
        return None if night is None else 0 if act.kind == Kind.OPEN else self.opened.get(night, -1)


def faults() -> Iterator[str]:
    """Yield a sentence for everything in acts and transfers that does not fit; nothing when all does.

    Numbers without a gap, both digests of every act, positive cents between two accounts, undoings that mirror,
    nothing held below zero, notes as they were written that end once, closed nights that are drained and take no act,
    and a BOOK that sums to zero. Where a cell cannot even be read, that is all there is to say.
    """
    unreadable = list(cell_queries.faults())
    if unreadable:
        yield from unreadable
        return
    accounts = {account.pk: account for account in Account.objects.order_by("pk")}
    books = Books(
        accounts=accounts,
        of_night=_of_night(accounts),
        opened=dict(Bank.objects.values_list("night", "opened")),
        closed=dict(Bank.objects.exclude(closed=None).values_list("night", "closed")),
    )
    notes, moved = Notes.of(accounts), _transfers_by_act()
    previous: Any = None
    for act in Act.objects.order_by("number").values_list(*_ACT_COLUMNS, named=True).iterator(chunk_size=2000):
        transfers = moved.pop(act.number, [])
        yield from _chain_faults(act, previous, transfers, books)
        yield from _transfer_faults(act, transfers, books)
        yield from _undoing_faults(act, transfers, books)
        yield from _holding_faults(act, transfers, books)
        yield from notes.faults_of(act, transfers)
        previous = act
    yield from (f"The transfers of act {number} have no act." for number in moved)
    yield from notes.left(books.closed)
    yield from _book_faults(books)


def _of_night(accounts: dict[int, Account]) -> dict[int | None, list[int]]:
    numbers: dict[int | None, list[int]] = defaultdict(list)
    for account in accounts.values():
        if account.player_id is None:
            numbers[account.night_id].append(account.pk)
    return numbers


def _transfers_by_act() -> dict[int, list[Any]]:
    rows = Transfer.objects.order_by("act", "number").values_list(*_TRANSFER_COLUMNS, named=True)
    return {number: list(group) for number, group in groupby(rows.iterator(chunk_size=2000), lambda row: row.act_id)}


def _chain_faults(act: Any, previous: Any, transfers: Sequence[Any], books: Books) -> Iterator[str]:
    number, head, seal = (previous.number, previous.head, previous.seal) if previous else (0, GENESIS, GENESIS)
    if act.number != number + 1:
        yield f"After act {number} comes act {act.number}: acts are missing."
    moved = [books.portable(row, act) for row in transfers]
    if head_of(head, portable(act, books.opened_by(act.night_id, act)), moved) != act.head:
        yield f"Act {act.number} ({act.kind}): its head does not fit what it says."
    ids = [[row.number, row.debit_id, row.credit_id] for row in transfers]
    if seal_of(seal, act.head, [*local(act), *books.made_by(act), *ids]) != act.seal:
        yield f"Act {act.number} ({act.kind}): its seal does not fit its row."


def _transfer_faults(act: Any, transfers: Sequence[Any], books: Books) -> Iterator[str]:
    for row in transfers:
        books.transfers += 1
        if row.number != books.transfers:
            yield f"Transfer {row.number} of act {act.number} should have the number {books.transfers}."
            books.transfers = row.number
        if type(row.cents) is not int or row.cents < 1 or row.debit_id == row.credit_id:
            yield f"Transfer {row.number}: {row.cents} cents from account {row.credit_id} to {row.debit_id}."
        books.balance[row.debit_id] += row.cents
        books.balance[row.credit_id] -= row.cents


def _undoing_faults(act: Any, transfers: Sequence[Any], books: Books) -> Iterator[str]:
    moves = [(row.debit_id, row.credit_id, row.cents, row.note_id) for row in transfers]
    books.moves[act.number] = moves
    if act.reverses_id is None:
        return
    mirror = [(credit, debit, cents, note) for debit, credit, cents, note in books.moves.get(act.reverses_id, [])]
    if moves != mirror:
        yield f"Act {act.number} does not mirror act {act.reverses_id}, which it undoes."


def _holding_faults(act: Any, transfers: Sequence[Any], books: Books) -> Iterator[str]:
    for number in {number for row in transfers for number in (row.debit_id, row.credit_id)}:
        account = books.accounts.get(number)
        if account is None or account.kind not in _HELD:
            continue
        held = _HELD[AccountKind(account.kind)] * books.balance[number]
        if held < 0:
            yield f"After act {act.number} the {account.kind} of the night holds {show_cents(held)}."
    if act.night_id in books.closed and act.number > books.closed[act.night_id]:
        yield f"Act {act.number} comes after act {books.closed[act.night_id]}, which closed its night."


def _book_faults(books: Books) -> Iterator[str]:
    for number, account in books.accounts.items():
        if account.night_id in books.closed and books.balance[number]:
            yield f"A closed night has {show_cents(books.balance[number])} left in its {account.kind}."
    book = sum(books.balance[number] for number, account in books.accounts.items() if account.night_id is None)
    if books.opened.keys() == books.closed.keys() and book:
        yield f"The standings of THE BOOK sum to {show_cents(book)}, not to zero."
