"""Bank notes for the pages: debtor, mark, holder and history of a note, the marks of players.

And the debts on an open night: the bank's exposure, the players' debts, and every note of the night.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from hostdesk.models import Host
from ledger.bank.notes import NoteNow
from ledger.bank.queries import BankNow, terms_of
from ledger.bank.register_queries import note_numbered
from ledger.book.queries import overdue_cents
from ledger.credit.exposure_queries import Exposure, exposed_cents, exposures
from ledger.models import AccountKind, Note, Transfer
from ledger.night.act_queries import ActLine, act_lines, named_in
from ledger.standings.queries import standing_of
from reservations.acts.kinds import Kind
from reservations.houses.queries import newest_versions
from reservations.models import Act, Night, Player
from reservations.parsing.names import name_key, suggested_mark, whose
from reservations.players.queries import people_at, player_names


@dataclass(frozen=True)
class NoteSummary:
    """A note with its players and night; ``holder`` None: the bank. ``mark`` is its debtor's, or ""."""

    note: NoteNow
    night: Night
    debtor: Player
    holder: Player | None
    mark: str

    @property
    def held_by(self) -> str:
        """The name of the holder, or "the bank"."""
        return "the bank" if self.holder is None else self.holder.name

    @property
    def paid_cents(self) -> int:
        """The paid part."""
        return self.note.face_cents - self.note.out_cents


@dataclass(frozen=True)
class NoteHistoryLine:
    """An act of a note's history: its change of the note's rest in cents, and the rest after it."""

    act: ActLine
    cents: int
    out_cents: int


def note_summaries(notes: Iterable[NoteNow]) -> list[NoteSummary]:
    """Return notes with the present players, in a fixed number of queries."""
    notes = list(notes)
    people, marks = people_at(), _marks_given()
    numbers = {people[number] for note in notes for number in (note.debtor, note.holder) if number is not None}
    players = Player.objects.in_bulk(numbers)
    nights = Night.objects.select_related("house").in_bulk({note.night for note in notes})
    found = []
    for note in notes:
        holder = None if note.holder is None else players[people[note.holder]]
        mark = _mark_at(note, marks, people.entries(note.debtor))
        found.append(NoteSummary(note, nights[note.night], players[people[note.debtor]], holder, mark))
    return found


def note_summary(number: int) -> NoteSummary | None:
    """Return the note of that number in the register; None if it was not given."""
    note = note_numbered(number)
    return None if note is None else note_summaries([note])[0]


def written_by(act: Act) -> NoteSummary | None:
    """Return the note that an act wrote; None if it wrote none."""
    number = Note.objects.filter(act=act).values_list("number", flat=True).first()
    return None if number is None else note_summary(number)


def moved_by(act: Act) -> NoteSummary | None:
    """Return the note that an act moved, the first of several; None if it moved none."""
    moved = Transfer.objects.filter(act=act, note__isnull=False).order_by("number")
    number = moved.values_list("note", flat=True).first()
    return None if number is None else note_summary(number)


def note_history(note: NoteNow) -> list[NoteHistoryLine]:
    """Return every act that moved a note, the undone ones and their undoings too, in their order."""
    changes: Counter[int] = Counter()
    for side, sign in (("debit", 1), ("credit", -1)):
        owed = {f"{side}__kind": AccountKind.NOTES, f"{side}__player": note.debtor}
        for act, cents in Transfer.objects.filter(note=note.number, **owed).values_list("act", "cents"):
            changes[act] += sign * cents
    acts = list(Act.objects.filter(pk__in=changes).select_related("reversed_by").order_by("number"))
    lines = act_lines(acts, player_names(named_in(acts)))
    out = accumulate(changes[line.number] for line in lines)
    return [NoteHistoryLine(line, changes[line.number], out_cents) for line, out_cents in zip(lines, out, strict=True)]


_Marks = Mapping[int, Sequence[tuple[int, str]]]


def _marks_given() -> _Marks:
    """Return the marks of every player by number, with the acts that gave them, in order."""
    carried: dict[str, int] = {}
    marks: dict[int, list[tuple[int, str]]] = defaultdict(list)
    acts = Act.objects.filter(night=None, kind=Kind.PLAYER).order_by("number")
    for act, content in acts.values_list("number", "content"):
        fields = json.loads(content)
        number = whose(act, fields, carried)
        if "mark" in fields:
            marks[number].append((act, fields["mark"]))
    return marks


def _mark_at(note: NoteNow, marks: _Marks, numbers: Iterable[int]) -> str:
    """Return the mark at the time of writing; the first later one if there was none, as in a night kept on paper."""
    given = sorted(mark for number in numbers for mark in marks.get(number, ()))
    before = [mark for act, mark in given if act < note.act]
    return next((mark for mark in (*before[-1:], *(mark for _, mark in given))), "")


def marks_kept_from(name: str) -> frozenset[str]:
    """Return the marks that only a host of this desk, by name, may sign with; none while the desk has no host."""
    hosts = set(Host.objects.values_list("name_key", flat=True))
    if not hosts or name_key(name) in hosts:
        return frozenset()
    return frozenset(_kept())


def free_mark(player: Player) -> str:
    """Return a free mark for a player who has none."""
    taken = Player.objects.exclude(mark=None).values_list("mark", flat=True)
    return suggested_mark(player.name, {*filter(None, taken), *_kept()})


def _kept() -> set[str]:
    """Return the marks of the houses' hosts, which are never suggested."""
    return {mark for rules in newest_versions() if (mark := terms_of(rules).host_mark)}


@dataclass(frozen=True)
class CreditLine:
    """A player who owes, or is owed, something from tonight. ``held``: the holders of their notes, in cents.

    ``overdue_cents`` is their overdue debt to THE BOOK on the day of the night.
    """

    player: Player
    exposure: Exposure
    held: Sequence[tuple[str, int]] = ()
    overdue_cents: int = 0

    @property
    def tonight_cents(self) -> int:
        """The debt from tonight alone, on notes and to THE BOOK; negative if THE BOOK owes them."""
        return self.exposure.notes_cents + self.exposure.book_cents


def credit_tonight(now: BankNow) -> dict[str, Any]:
    """Return all credit of a night, in cents, for its panel.

    ``exposed_cents`` is the bank's exposure, ``owing`` has debtors and creditors, ``notes`` all notes, the voided ones
    too, and ``to_print`` those that are still out.
    """
    found, notes = exposures(now), note_summaries(now.notes)
    players = Player.objects.in_bulk([debtor.player for debtor in found])
    # Notes that players hold are not owed to the bank.
    held: dict[int, Counter[str]] = defaultdict(Counter)
    for note in notes:
        if note.holder and note.note.is_out:
            held[note.debtor.number][note.holder.name] += note.note.out_cents
    overdue, owing = overdue_cents(now.night.date) if found else {}, list[CreditLine]()
    for debtor in found:
        number = debtor.player
        owing.append(CreditLine(players[number], debtor, [*held[number].items()], overdue.get(number, 0)))
    to_print = [note for note in notes if note.note.is_out]
    return {"exposed_cents": exposed_cents(now), "owing": owing, "notes": notes, "to_print": to_print}


def may_be_charged(note: NoteSummary) -> bool:
    """Tell whether a note may be charged to an inviter: it is out, and a guest wrote it."""
    return note.note.is_out and not note.debtor.regular


def charge_of(note: NoteSummary) -> dict[str, Any] | None:
    """Return the effect of charging a guest's note to their inviter; None if the debtor has none.

    ``standing_cents`` is the inviter's standing in THE BOOK before it, ``then_cents`` afterwards: - they owe it.
    """
    inviter = note.debtor.inviter
    if inviter is None or not inviter.regular:
        return None
    standing = standing_of(inviter)
    return {"inviter": inviter, "standing_cents": standing, "then_cents": standing - note.note.out_cents}
