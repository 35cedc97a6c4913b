"""The register of bank notes: every number ever given, and the life of each."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from hostdesk.bank.notes_told import ToldNote, life_of, register_rows, told, told_one
from hostdesk.filters import RegisterFilter
from hostdesk.sign_in.rights import DeskRequest, for_host
from hostdesk.tables import RegisterTable
from hostdesk.views.lists import asked, show_list
from ledger.models import Bank, Note
from ledger.register import register


@require_safe
@for_host
def index(request: DeskRequest) -> HttpResponse:
    """List every note ever written, the voided ones too."""
    notes = told(register())
    chosen = RegisterFilter(request.GET, queryset=Note.objects.all(), **_offered(notes))
    rows = register_rows(each for each in notes if chosen.lets_through(each))
    shown = {"out_cents": sum(row.out_cents for row in rows), "face_cents": sum(row.face_cents for row in rows)}
    context = {"section": "notes", "filter": chosen, **asked(request, chosen), **shown}
    return show_list(request, RegisterTable(rows), "hostdesk/notes_list.html", context)


def _offered(notes: list[ToldNote]) -> dict[str, Any]:
    """Return the debtors and the nights that can be chosen: those that notes are of."""
    debtors = {each.debtor.number: each.debtor for each in notes}
    nights = {each.night.pk: each.night for each in notes}
    return {
        "debtors": sorted(debtors.values(), key=lambda debtor: debtor.name_key),
        "nights": sorted(nights.values(), key=lambda night: (night.date, night.pk), reverse=True),
    }


@require_safe
@for_host
def show(request: DeskRequest, note: int) -> HttpResponse:
    """Show a note with its life, act by act."""
    one = told_one(note)
    if one is None:
        raise Http404
    is_open = Bank.objects.filter(night=one.night, closed=None).exists()
    context = {"section": "notes", "told": one, "life": life_of(one.note), "is_open": is_open}
    return render(request, "hostdesk/note_show.html", context)
