"""The credit in a night's report: its notes, what went into THE BOOK, and the corrections made later."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.utils import timezone

from ledger.book import later_corrections
from ledger.models import AccountKind, Transfer
from ledger.money import show_cents
from ledger.night_report import BookLine, CorrectionLine, NoteLine
from ledger.notes import NoteNow, NoteState, Step
from ledger.register import notes_of, steps_of_night
from ledger.report_sums import Sums
from reservations.kinds import Kind
from reservations.models import Night
from reservations.queries import marks_as_of, persons_names_as_of

BANK = "the bank"
_Names = Mapping[int, str]


def note_lines(night: Night, until: int, names: _Names) -> list[NoteLine]:
    """Return every note of the night by its number, also one that was voided, as of the act of that number."""
    marks, lives, charged = marks_as_of(until), steps_of_night(night), _charged_to(night, names)
    return [
        NoteLine(
            number=note.number,
            name=note.name,
            debtor=names[note.debtor],
            mark=marks.get(note.debtor, ""),
            holder=BANK if note.holder is None else names[note.holder],
            cents=note.face_cents,
            ended=_ended(note, lives.get(note.number, ()), names, charged.get(note.number, "")),
        )
        for note in notes_of(night, until=until)
    ]


def _charged_to(night: Night, names: _Names) -> dict[int, str]:
    """Return who was charged with notes that guests could not pay, by the number of the note."""
    charged = Transfer.objects.filter(act__night=night, act__kind=Kind.NOTE_UNPAID, debit__kind=AccountKind.BOOK)
    return {note: names[player] for note, player in charged.values_list("note", "debit__player")}


def _ended(note: NoteNow, steps: Sequence[Step], names: _Names, inviter: str) -> str:
    """Say what became of a note: each part of it with its amount, where it was not all of it."""
    if note.state is NoteState.VOID:
        return "void"
    said = [each for step in steps for each in _said(step, note, names, inviter)]
    if note.is_out:
        said.append(("still out", note.out_cents))
    parts = [(text, sum(cents for _, cents in same)) for text, same in groupby(said, key=lambda each: each[0])]
    return ", ".join(text if cents == note.face_cents else f"{show_cents(cents)} {text}" for text, cents in parts)


def _said(step: Step, note: NoteNow, names: _Names, inviter: str) -> Iterator[tuple[str, int]]:
    if step.credited == note.debtor:
        held_by = "" if step.debited is None else f" to {names[step.debited]}"
        texts = {
            Kind.REDEEM_NOTE: f"paid in cash{held_by}",
            Kind.CASH_OUT: "handed back",
            Kind.COMMIT_NOTES: "committed to THE BOOK",
            Kind.LAPSE_NOTES: "lapsed",
            Kind.NOTE_UNPAID: f"charged to {inviter}",
            Kind.CHANGE_PAY: "paid otherwise",
        }
        yield texts[Kind(step.kind)], step.cents
    elif step.kind == Kind.CASH_OUT and step.credited is not None:
        yield f"handed on to {names[step.credited]}", note.face_cents


def lapsed_lines(night: Night, notes: Sequence[NoteLine], names: _Names, banker: str) -> list[str]:
    """Say of each note that lost its value who lost by it."""
    named = {note.number: note for note in notes}
    moved = Transfer.objects.filter(act__night=night, act__kind=Kind.LAPSE_NOTES, act__reversed_by=None)
    rows = moved.order_by("number").values_list("note", "debit__player", "cents")
    return [
        _lapsed(named[note], names[holder] if holder else f"{banker}, the banker,", cents)
        for note, holder, cents in rows
    ]


def _lapsed(note: NoteLine, loser: str, cents: int) -> str:
    mark = f" ({note.mark})" if note.mark else ""
    return f"The note {note.name} of {note.debtor}{mark} lapsed: {loser} lost {show_cents(cents)}."


_OF_NOTES = (Kind.COMMIT_NOTES, Kind.NOTE_UNPAID)


def book_lines(sums: Sums, names: _Names) -> list[BookLine]:
    """Return by how much the night changed each standing, by name; those it did not change are left out."""
    cents: dict[int, dict[str, int]] = defaultdict(lambda: {"chips_cents": 0, "notes_cents": 0, "bank_cents": 0})
    for (kind, debit, credit, player), moved in sums.items():
        if player is not None and AccountKind.BOOK in (debit, credit):
            cents[player][_part(kind)] += moved if credit == AccountKind.BOOK else -moved
    lines = [BookLine(names[player], **parts) for player, parts in cents.items() if any(parts.values())]
    return sorted(lines, key=lambda line: (line.name.casefold(), line.name))


def _part(kind: str) -> str:
    if kind in _OF_NOTES:
        return "notes_cents"
    return "bank_cents" if kind == Kind.CLOSE else "chips_cents"


def correction_lines(night: Night, opened: int) -> Iterator[CorrectionLine]:
    """Yield the corrections in THE BOOK about the night's date, each with the names as they were then.

    One before the act that ``opened`` the night is about another night of that date.
    """
    later = (each for each in later_corrections(night) if each[0].number > opened)
    for act, fields in later:
        names = persons_names_as_of(act.number)
        yield CorrectionLine(
            number=act.number,
            head=act.head,
            at=timezone.localtime(act.at),
            by=act.by,
            debtor=names[fields["debtor"]],
            creditor=names[fields["creditor"]],
            cents=fields["amount"],
            reason=fields["reason"],
        )
