"""Bank notes for the pages: debtor, mark, holder and history of each note; and the marks of players."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from hostdesk.models import Host
from ledger.bank.notes import NoteNow
from ledger.bank.queries import terms_of
from ledger.bank.register_queries import note_numbered
from ledger.models import AccountKind, Note, Transfer
from ledger.night.act_queries import ActLine, act_lines, named_in
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
    return [
        NoteSummary(
            note=note,
            night=nights[note.night],
            debtor=players[people[note.debtor]],
            holder=None if note.holder is None else players[people[note.holder]],
            mark=_mark_at(note, marks, people.entries(note.debtor)),
        )
        for note in notes
    ]


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
    taken = set(Player.objects.filter(mark__isnull=False).values_list("mark", flat=True))
    return suggested_mark(player.name, {*filter(None, taken), *_kept()})


def _kept() -> set[str]:
    """Return the marks of the houses' hosts, which are never suggested."""
    return {mark for rules in newest_versions() if (mark := terms_of(rules).host_mark)}
