"""The history, and the page of an act: its transfers, its receipt, and its undoing."""

import json

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from hostdesk.base.lists.tables import PageData
from hostdesk.base.lists.views import form_state, show_list
from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import carry_out, form_page
from hostdesk.front.history.filters import HistoryFilter
from hostdesk.front.history.queries import RULINGS, Scope, acts_found, entries, facts_found, moved_between, recorded
from hostdesk.front.history.tables import HistoryTable, heading_of
from hostdesk.standings.book.entry_queries import act_entries
from hostdesk.standings.book.standing_queries import moved_by
from hostdesk.table.conduct.queries import rule_counts
from ledger.book.queries import BOOK_KINDS
from ledger.entries.forms import UndoForm
from ledger.undoing import commands as undoing_commands
from reservations.acts.kinds import NEVER_UNDONE, Kind
from reservations.models import Act


@for_bank.get
def history(request: DeskRequest) -> HttpResponse:
    """List the records, the newest first: for a banker those of the night, for a host those of their houses."""
    scope = Scope(request.who.houses, request.who.night)
    chosen = HistoryFilter(request.GET, scope=scope, in_book=request.needs.book)
    values, night = chosen.values, chosen.night_chosen
    context = {"section": "nights" if night else "", "night": night, "filter": chosen, **form_state(request, chosen)}
    context["filtered"] &= values.keys() != {"night"}  # a night's own page folds its filter
    if values.get("kind") == RULINGS and request.who.is_host:
        context["counts"] = rule_counts(acts_found(values, scope), facts_found(values, scope))
    table = HistoryTable(PageData(recorded(values, scope), entries, {}))
    table.above = heading_of(night, night.date) if night else ""
    return show_list(request, table, "front/history/history.html", context)


@for_bank.both
def act(request: DeskRequest, act: int) -> HttpResponseBase:
    """Show an act and its transfers; an act of THE BOOK can be undone here, with a reason."""
    acts = Act.objects.select_related("night__house", "night__bank", "reversed_by")
    found = get_object_or_404(Scope(request.who.houses, request.who.night).of(acts), number=act)
    if found.kind == Kind.REVERSE and found.reverses_id is not None:
        return redirect("history_act", found.reverses_id)
    form, is_of_book = UndoForm(request.POST if request.method == "POST" else None), found.kind in BOOK_KINDS
    if form.is_bound and not (is_of_book and request.who.hosts_all):
        raise PermissionDenied("This act is not undone here.")
    if response := carry_out(request, form, undoing_commands.reverse, reverse("book"), of=found.key):
        return response
    context = {
        "act": found,
        "line": act_entries([found.number])[found.number],
        "changes": [] if found.night else moved_by(found),
        "moves": moved_between(found),
        "can_undo": is_of_book and not hasattr(found, "reversed_by"),
        "undone_at": _undone_at(found),
    }
    return form_page(request, "front/history/act.html", form, **context)


def _undone_at(act: Act) -> str:
    """Return the page where an act outside THE BOOK is undone; "" if it is undone, or nobody can undo it."""
    if hasattr(act, "reversed_by") or act.kind in NEVER_UNDONE:
        return ""
    if act.night is not None and hasattr(act.night, "bank"):
        page = "night_take_back" if act.night.bank.closed_id else "tonight_undo"
        return reverse(page, args=[act.night_id, *([] if act.night.bank.closed_id else [act.number])])
    if act.kind == Kind.MERGE:
        return reverse("player", args=[json.loads(act.content)["into"]])
    return reverse("month_undo", args=[act.number]) if act.kind == Kind.CONSOLIDATE else ""
