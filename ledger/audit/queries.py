"""The check of the whole ledger, act by act: the chain, the books, and the rows that acts set."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from math import inf
from typing import Any

from ledger.audit.row_queries import fields_of, row_faults, unreadable_cells
from ledger.models import HELD, Account, AccountKind, Bank, Note, Transfer
from ledger.money.cents import show_cents
from ledger.results.rules import check_results, read_results
from reservations.acts.chain import GENESIS, head_of, local, portable, seal_of
from reservations.acts.head_queries import row_seal_faults
from reservations.acts.kinds import Kind
from reservations.acts.problems import Malformed
from reservations.models import Act, Night

_ACT = ("number", "key", "kind", "night_id", "at", "by", "ruling", "count_ruling", "overruled", "content")
_ACT_COLUMNS = (*_ACT, "reverses_id", "recorded_at", "head", "seal")
_TRANSFER_COLUMNS = ("number", "act_id", "debit_id", "credit_id", "cents", "player_id", "note_id")
_NO_MORE: tuple[Any, Sequence[Any]] = (inf, ())


def faults() -> Iterator[str]:
    """Yield a sentence for every fault of the ledger.

    It checks numbers without a gap, both digests of every act, positive cents between two accounts, undoings that
    mirror, nothing held below zero, stakes that stand once chips are sold, results that add up, debts forgiven in full,
    notes as they were written that end once, closed nights that are drained and take no act, a BOOK that sums to zero,
    then the rows that acts have set, and the sealed ones beside them. If cells cannot even be read, only those cells
    are reported. Acts and transfers are read side by side: memory does not grow with the ledger.
    """
    if unreadable := list(unreadable_cells()):
        yield from unreadable
        return
    brought = dict(Night.objects.exclude(results=None).values_list("pk", "results"))
    books = AuditedBooks(
        accounts={account.pk: account for account in Account.objects.order_by("pk")},
        opened=dict(Bank.objects.values_list("night", "opened")) | brought,
        closed=dict(Bank.objects.exclude(closed=None).values_list("night", "closed")),
        brought=frozenset(brought),
        undone=dict.fromkeys(Act.objects.exclude(reversed_by=None).values_list("number", flat=True), ()),
    )
    for account in books.accounts.values():
        if account.player_id is None:
            books.of_night[account.night_id].append(account.pk)
    notes = AuditedNotes(books.accounts, {note.number: FollowedNote(note) for note in Note.objects.order_by("number")})
    astray: list[int] = []
    previous: Any = None
    for act, transfers in _acts_with_transfers(astray):
        yield from books.chain_faults(act, previous, transfers)
        yield from books.transfer_faults(act, transfers)
        yield from books.holding_faults(act, transfers)
        yield from books.stakes_faults(act)
        yield from books.results_faults(act, transfers)
        yield from books.forgiving_faults(act, transfers)
        yield from notes.faults_of(act, transfers)
        previous = act
    yield from (f"The transfers of act {number} have no act." for number in astray)
    yield from notes.left(books.closed)
    yield from books.left()
    yield from row_faults()
    yield from row_seal_faults()


def _acts_with_transfers(astray: list[int]) -> Iterator[tuple[Any, list[Any]]]:
    """Yield every act with its transfers, in order; the acts of transfers without an act end up in ``astray``."""
    acts: Any = Act.objects.order_by("number").values_list(*_ACT_COLUMNS, named=True).iterator(chunk_size=2000)
    rows: Any = Transfer.objects.order_by("act", "number").values_list(*_TRANSFER_COLUMNS, named=True)
    # Closed in any case: an unfinished iterator would outlive the connection to a damaged file.
    with closing(acts), closing(rows.iterator(chunk_size=2000)) as transfers:
        by_act = groupby(transfers, lambda row: row.act_id)
        of_act, moved = next(by_act, _NO_MORE)
        for act in acts:
            while of_act < act.number:
                astray.append(of_act)
                of_act, moved = next(by_act, _NO_MORE)
            yield act, list(moved) if of_act == act.number else []
            if of_act == act.number:
                of_act, moved = next(by_act, _NO_MORE)
        astray += [number for number in (of_act, *(number for number, _ in by_act)) if number != inf]


@dataclass
class AuditedBooks:
    """The accounts and nights, and the sums of the acts read so far."""

    accounts: dict[int, Account]
    opened: dict[int, int]
    closed: dict[int, int]
    brought: frozenset[int]
    """The nights of results only."""
    undone: dict[int, Sequence[tuple[int, int, int, int | None]]]
    """The movements of an act that is undone later, by its number, once it was read."""
    of_night: dict[int | None, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The accounts of every night that belong to no player."""
    balance: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    buy_ins: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The acts that sold chips and are in effect, by open night."""
    transfers: int = 0

    @cached_property
    def held(self) -> dict[int, int]:
        """The accounts that can never be below zero, with the sign of their balances."""
        signs = {number: HELD.get(account.kind) for number, account in self.accounts.items()}
        return {number: sign for number, sign in signs.items() if sign}

    @cached_property
    def places(self) -> tuple[dict[int, list[Any]], dict[int, list[Any]]]:
        """The covered columns of every account: in most acts, and in the one that opens its night."""
        usual, opening = dict[int, list[Any]](), dict[int, list[Any]]()
        for number, account in self.accounts.items():
            night = account.night_id
            usual[number] = [account.kind, None if night is None else self.opened.get(night, -1), account.player_id]
            opening[number] = [account.kind, None if night is None else 0, account.player_id]
        return usual, opening

    def chain_faults(self, act: Any, previous: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield the faults of an act's number and its two digests."""
        number, head, seal = (previous.number, previous.head, previous.seal) if previous else (0, GENESIS, GENESIS)
        if act.number != number + 1:
            yield f"After act {number} comes act {act.number}: acts are missing."
        usual, opening = self.places
        begins = act.kind in (Kind.OPEN, Kind.RESULTS)
        places = opening if begins else usual
        # The head covers the note of a transfer only if there is one.
        moved = [
            [places.get(row.debit_id), places.get(row.credit_id), row.cents, row.player_id]
            + ([] if row.note_id is None else [row.note_id])
            for row in transfers
        ]
        opened = None if act.night_id is None else 0 if begins else self.opened.get(act.night_id, -1)
        if head_of(head, portable(act, opened), moved) != act.head:
            yield f"Act {act.number} ({act.kind}) was changed: its head does not fit it."
        made = self.of_night.get(act.night_id, []) if act.kind == Kind.OPEN else []
        ids = [[row.number, row.debit_id, row.credit_id] for row in transfers]
        if seal_of(seal, act.head, [*local(act), *made, *ids]) != act.seal:
            yield f"Act {act.number} ({act.kind}): its seal does not fit its row."

    def transfer_faults(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield the faults of an act's transfers, and add them to the balances."""
        for row in transfers:
            self.transfers += 1
            if row.number != self.transfers:
                yield f"Transfer {row.number} of act {act.number} should have the number {self.transfers}."
                self.transfers = row.number
            if type(row.cents) is not int or row.cents < 1 or row.debit_id == row.credit_id:
                yield f"Transfer {row.number}: {row.cents} cents from account {row.credit_id} to {row.debit_id}."
            self.balance[row.debit_id] += row.cents
            self.balance[row.credit_id] -= row.cents
        if act.number in self.undone or act.reverses_id is not None:
            moves = [(row.debit_id, row.credit_id, row.cents, row.note_id) for row in transfers]
            undone = self.undone.get(act.reverses_id, ())
            if act.reverses_id is not None and moves != [(to, by, cents, note) for by, to, cents, note in undone]:
                yield f"Act {act.number} does not mirror act {act.reverses_id}, which it undoes."
            if act.number in self.undone:
                self.undone[act.number] = moves

    def holding_faults(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield the accounts that an act has brought below zero, and an act after the close of its night."""
        for number in {number for row in transfers for number in (row.debit_id, row.credit_id)} & self.held.keys():
            held = self.held[number] * self.balance[number]
            if held < 0:
                kind = self.accounts[number].kind
                yield f"After act {act.number} the {kind} of the night holds {show_cents(held)}."
        close = self.closed.get(act.night_id, act.number)
        if act.number > close and (act.reverses_id is None or close not in self.undone):
            yield f"Act {act.number} comes after act {close}, which closed its night."

    def stakes_faults(self, act: Any) -> Iterator[str]:
        """Yield the fault of an act that changes the stakes of a night after chips were sold, without a ruling."""
        if act.kind == Kind.BUY_IN:
            self.buy_ins[act.night_id].add(act.number)
        elif act.kind == Kind.REVERSE and act.night_id is not None:
            self.buy_ins[act.night_id].discard(act.reverses_id)
        elif act.kind == Kind.CLOSE:
            self.buy_ins.pop(act.night_id, None)
        elif act.kind == Kind.STAKES and self.buy_ins[act.night_id] and not act.ruling:
            yield f"Act {act.number} changes the stakes after chips were sold, and no ruling let it."

    def results_faults(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield the fault of results that move money, do not add up, or are not alone on their night."""
        if act.night_id in self.brought and act.kind not in (Kind.RESULTS, Kind.REVERSE):
            yield f"Act {act.number} ({act.kind}) is on a night of results only."
        if act.kind != Kind.RESULTS:
            return
        if transfers:
            yield f"Act {act.number} brings results and moves money."
        fields = fields_of(act.content)
        try:
            results = read_results(fields)
            names = {one.player: f"Player {one.player}" for one in results}
            check_results(results, names, reason=fields.get("reason", ""))
        except (KeyError, TypeError, Malformed) as wrong:
            yield f"Act {act.number} brings results that do not hold: {wrong}"

    def forgiving_faults(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield the fault of an act that forgives a debt and moves a sum other than its own between the two."""
        if act.kind != Kind.FORGIVE:
            return
        content = fields_of(act.content)
        owners = {number: account.player_id for number, account in self.accounts.items()}
        moved = [(owners.get(row.debit_id), owners.get(row.credit_id), row.cents) for row in transfers]
        if moved != [tuple(content.get(name) for name in ("creditor", "debtor", "amount"))]:
            yield f"Act {act.number} forgives a debt and moves something else."

    def left(self) -> Iterator[str]:
        """Yield nights taken back in part, the rests of closed nights, and a sum of standings other than zero."""
        for night, close in self.closed.items():
            if close in self.undone and self.opened[night] not in self.undone:
                yield f"Night {night} was taken back only in part."
        for number, account in self.accounts.items():
            if account.night_id in self.closed and self.balance[number]:
                yield f"A closed night has {show_cents(self.balance[number])} left in its {account.kind}."
        book = sum(self.balance[number] for number, account in self.accounts.items() if account.night_id is None)
        if self.opened.keys() == self.closed.keys() | self.brought and book:
            yield f"The standings of THE BOOK sum to {show_cents(book)}, not to zero."


_WRITING = (Kind.BUY_IN, Kind.CHIP_SALE, Kind.CHANGE_PAY)
"""The kinds of acts that write a note, where they name one."""


@dataclass
class FollowedNote:
    """A note after the acts read so far: its cents by account of notes, and the act that ended it."""

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

    @cached_property
    def places(self) -> dict[int, Account]:
        """The accounts of notes by their numbers."""
        return {number: account for number, account in self.accounts.items() if account.kind == AccountKind.NOTES}

    def faults_of(self, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Yield a sentence for every fault of an act's notes."""
        names_one = act.kind in _WRITING and '"note"' in act.content
        if names_one and (name := fields_of(act.content).get("note")) is not None:
            yield from self._writing_faults(act, name, transfers)
        for row in transfers:
            of_notes = row.debit_id in self.places or row.credit_id in self.places
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
        """Yield a sentence for every note that no act wrote, and for every note of a ``closed`` night still out."""
        for number, followed in self.followed.items():
            if number > self.given:
                yield f"Note {number} is not in any act."
            if followed.note.night_id in closed and self._out(followed):
                yield f"Note {number} of a closed night has {show_cents(self._out(followed))} out."

    def _writing_faults(self, act: Any, name: Any, transfers: Sequence[Any]) -> Iterator[str]:
        """Compare a row with its act and its first transfer; the note must have the next number."""
        self.given += 1
        followed = self.followed.get(self.given)
        if followed is None:
            yield f"Note {self.given}, which act {act.number} wrote, is missing."
            return
        note, wrote = followed.note, next(iter(transfers), None)
        debtor = wrote and self.places.get(wrote.debit_id)
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

    def _moving_faults(self, followed: FollowedNote, act: Any, transfers: Sequence[Any]) -> Iterator[str]:
        note = followed.note
        if followed.ended_by is not None and act.kind != Kind.REVERSE:
            yield f"Act {act.number} moves note {note.number}, which ended with act {followed.ended_by}."
        for row in transfers:
            for account, sign in ((row.debit_id, 1), (row.credit_id, -1)):
                if account in self.places:
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
