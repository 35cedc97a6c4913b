"""The register of bank notes: every number ever given, and the life of each."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from hostdesk.lists.filters import RegisterFilter
from hostdesk.lists.tables import RegisterTable
from hostdesk.lists.views import asked, show_list
from hostdesk.notes.queries import life_of, note_summary, told
from hostdesk.sign_in.guard import DeskRequest, for_host
from ledger.models import Bank, Note
from ledger.notes.register_queries import register


@require_safe
@for_host
def index(request: DeskRequest) -> HttpResponse:
    """List every note ever written, the voided ones too."""
    notes = told(register())
    debtors = {each.debtor.number: each.debtor for each in notes}.values()
    nights = {each.night.pk: each.night for each in notes}.values()
    chosen = RegisterFilter(
        request.GET,
        queryset=Note.objects.all(),
        debtors=sorted(debtors, key=lambda debtor: debtor.name_key),
        nights=sorted(nights, key=lambda night: (night.date, night.pk), reverse=True),
    )
    rows = [each for each in reversed(notes) if chosen.lets_through(each)]
    shown = {name: sum(getattr(row.note, name) for row in rows) for name in ("out_cents", "face_cents")}
    context = {"section": "notes", "filter": chosen, **asked(request, chosen), **shown}
    return show_list(request, RegisterTable(rows), "notes/notes.html", context)


@require_safe
@for_host
def show(request: DeskRequest, note: int) -> HttpResponse:
    """Show a note with its life, act by act."""
    one = note_summary(note)
    if one is None:
        raise Http404
    is_open = Bank.objects.filter(night=one.night, closed=None).exists()
    context = {"section": "notes", "told": one, "life": life_of(one.note), "is_open": is_open}
    return render(request, "notes/note.html", context)
