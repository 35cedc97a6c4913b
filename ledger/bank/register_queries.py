"""The register of bank notes: every number ever used, with its state."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, QuerySet

from ledger.bank.notes import NoteNow, NoteState, NoteTransfer, WrittenNote, note_now
from ledger.models import AccountKind, Note, Transfer
from reservations.acts.kinds import Kind
from reservations.acts.problems import Unknown
from reservations.models import Night
from reservations.parsing.names import name_key
from reservations.players.people import NOT_MERGED, People


def notes_of(night: Night, *, until: int | None = None, people: People = NOT_MERGED) -> list[NoteNow]:
    """Return the notes of a night by number, voided ones too, as of the act ``until``, between those ``people``."""
    return _now(Note.objects.filter(night=night), until, people)


def register(*, until: int | None = None) -> list[NoteNow]:
    """Return every note ever written, by number; with ``until``, as of the act of that number."""
    return _now(Note.objects.all(), until)


def note_numbered(number: int) -> NoteNow | None:
    """Return the note of that number in the register; None if there is none."""
    return next(iter(_now(Note.objects.filter(pk=number), None)), None)


def notes_not_voided(notes: Iterable[NoteNow]) -> list[NoteNow]:
    """Leave out voided notes: their names are free again."""
    return [note for note in notes if note.state is not NoteState.VOID]


def note_called(notes: Iterable[NoteNow], name: str) -> NoteNow:
    """Return the note of that name, in upper or lower case; voided notes do not count. Raises ``Unknown``."""
    named = [note for note in notes_not_voided(notes) if name_key(note.name) == name_key(name)]
    if not named:
        raise Unknown(f"No note of this night is called {name}.")
    return named[0]


def _now(notes: QuerySet[Note], until: int | None, people: People = NOT_MERGED) -> list[NoteNow]:
    written = [
        WrittenNote(note.number, note.name, note.act_id, note.night_id, note.debtor_id, note.cents)
        for note in notes.order_by("number")
        if until is None or note.act_id <= until
    ]
    transfers = transfers_of(notes, until) if written else {}
    return [note_now(note, transfers.get(note.number, ()), people) for note in written]


def transfers_of(notes: QuerySet[Note], until: int | None = None) -> Mapping[int, Sequence[NoteTransfer]]:
    """Return the transfers of notes by the note's number, in their order; with ``until``, as of that act."""
    moved = Transfer.objects.filter(note__in=notes.order_by()).exclude(act__kind=Kind.REVERSE)
    if until is None:
        moved = moved.filter(act__reversed_by=None)
    else:
        stood = Q(act__reversed_by=None) | Q(act__reversed_by__gt=until)
        moved = moved.filter(stood, act__number__lte=until)
    columns = ("note", "act", "act__kind", "debit__kind", "debit__player", "credit__kind", "credit__player", "cents")
    transfers = defaultdict(list)
    for note, act, kind, debit, debited, credit, credited, cents in moved.order_by("number").values_list(*columns):
        of_debit = debited if debit == AccountKind.NOTES else None
        of_credit = credited if credit == AccountKind.NOTES else None
        transfers[note].append(NoteTransfer(act, kind, of_debit, of_credit, cents))
    return transfers
