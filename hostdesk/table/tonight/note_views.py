"""The notes and the credit of an open night: shown, paid, charged to an inviter, printed; and the register of notes."""

from collections.abc import Callable, Sequence
from urllib.parse import urljoin

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from hostdesk.base.lists.tables import RegisterTable
from hostdesk.base.lists.views import form_state, pdf_file, show_list
from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_hosts, for_house
from hostdesk.base.site.act_views import carry_out, refused_context, status_of
from hostdesk.base.site.server import address_for_others
from hostdesk.table.notes.filters import RegisterFilter
from hostdesk.table.notes.queries import (
    NoteSummary,
    charge_of,
    credit_tonight,
    may_be_charged,
    note_history,
    note_summaries,
    note_summary,
)
from hostdesk.table.tonight.views import read, receipt_of, show
from ledger.bank.register_queries import notes_of
from ledger.bank.register_queries import register as register_of_notes
from ledger.credit import commands as credit_commands
from ledger.credit.notes_pdf import NoteSlip, note_slip_pdf, note_slips_pdf
from ledger.entries.forms import RedeemForm
from ledger.models import Bank
from ledger.night.act_queries import act_line
from reservations.acts.forms import ActForm
from reservations.acts.queries import Answer
from reservations.models import Act
from reservations.parsing.days import day_of


@for_bank.get
def notes(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the bank's credit of tonight, its debtors, and the notes."""
    tonight = read(night_id)
    return show(request, tonight, "table/notes/panels/_notes.html", credit=credit_tonight(tonight.now))


@for_bank.both
def note(request: DeskRequest, night_id: int, note: int) -> HttpResponse:
    """Show a note of tonight, and record that its debtor pays it in cash, whole or in part."""
    form = RedeemForm(request.POST or None)
    return _end(request, night_id, note, form, credit_commands.redeem_note, "table/notes/panels/_note.html")


@for_house.both
def charge(request: DeskRequest, night_id: int, note: int) -> HttpResponse:
    """Show the effect of charging a guest's note to their inviter, and take the host's confirmation."""
    form = ActForm(request.POST or None)
    return _end(request, night_id, note, form, credit_commands.charge_inviter, "table/notes/panels/_charge.html")


def _end(
    request: DeskRequest, night_id: int, number: int, form: ActForm, command: Callable[..., Answer], panel: str
) -> HttpResponse:
    """Record the end of a note of tonight, or show it in that panel."""
    tonight, one = read(night_id), _note_of(night_id, number)
    url, note = reverse("tonight_note", args=[night_id, number]), one.note
    if response := carry_out(request, form, command, url, night=one.night, note=note.name):
        return response
    context = {"summary": one, "charged": may_be_charged(one), "charge": charge_of(one)}
    if note.ended_by:
        context["ended_by"] = act_line(Act.objects.select_related("reversed_by").get(pk=note.ended_by))
    context |= receipt_of(request, tonight) | refused_context(form, request.path)
    return show(request, tonight, panel, status=status_of(form), **context)


def _note_of(night_id: int, number: int) -> NoteSummary:
    """Return a note of that night. Raises ``Http404``."""
    one = note_summary(number)
    if one is None or one.night.pk != night_id:
        raise Http404
    return one


@for_bank.get
def slip_pdf(request: DeskRequest, night_id: int, note: int) -> HttpResponse:
    """Send the slip of one note."""
    (slip,) = _slips(request, [_note_of(night_id, note)])
    return pdf_file(note_slip_pdf(slip), f"note-{slip.number}")


@for_bank.get
def slips_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the slips of all notes of a night that are still out."""
    bank = get_object_or_404(Bank.objects.select_related("night__house", "closed"), night=night_id)
    seen = bank.closed or Act.objects.latest("number")
    out = [note for note in note_summaries(notes_of(bank.night)) if note.note.is_out]
    name = f"Bank notes · {bank.night.house} · {day_of(bank.night.date)}"
    paper = note_slips_pdf(_slips(request, out), number=seen.number, head=seen.head, name=name)
    return pdf_file(paper, f"notes-{bank.night.date}")


def _slips(request: DeskRequest, notes: Sequence[NoteSummary]) -> list[NoteSlip]:
    """Return the content of slips, with the addresses of their notes in the home network."""
    wrote = Act.objects.in_bulk([note.note.act for note in notes])
    here = address_for_others("/", request)
    return [
        NoteSlip(
            *(one.note.number, one.note.name, one.night.house.name, one.night.date, one.debtor.name, one.mark),
            *(one.held_by, one.note.face_cents, one.note.out_cents, one.note.state),
            *(one.note.act, wrote[one.note.act].head, urljoin(here, reverse("note", args=[one.note.number]))),
        )
        for one in notes
    ]


@for_hosts.get
def register(request: DeskRequest) -> HttpResponse:
    """List every note ever written, the voided ones too."""
    every = note_summaries(register_of_notes())
    notes = [note for note in every if request.who.hosts(note.night.house)]
    chosen = RegisterFilter(request.GET, notes=notes)
    rows = chosen.among(reversed(notes))
    shown = {name: sum(getattr(row.note, name) for row in rows) for name in ("out_cents", "face_cents")}
    context = {"section": "notes", "filter": chosen, **form_state(request, chosen), **shown}
    return show_list(request, RegisterTable(rows), "table/notes/notes.html", context)


@for_house.get
def register_note(request: DeskRequest, note: int) -> HttpResponse:
    """Show a note with its history, act by act."""
    one = note_summary(note)
    if one is None:
        raise Http404
    is_open = Bank.objects.filter(night=one.night, closed=None).exists()
    context = {"section": "notes", "summary": one, "history": note_history(one.note), "is_open": is_open}
    return render(request, "table/notes/note.html", context)
