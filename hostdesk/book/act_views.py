"""Payments, corrections and old books: the list of them, and one of them with what it moved and its undoing."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from hostdesk.book.page import acts_asked_for, book_act_rows, book_acts, moved_by
from hostdesk.book.tables import UNDOABLE, BookActTable
from hostdesk.book.views import receipt
from hostdesk.lists.views import asked, show_list
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from ledger.book.forms import BookActFilter
from ledger.buy_in.forms import UndoForm
from ledger.night import undo_commands as undo_commands
from reservations.acts.kinds import Kind
from reservations.models import Act, Player

SHOWN = (*UNDOABLE, Kind.MERGE)
"""The kinds of act that have a page of their own here."""


@require_safe
@for_host
def acts(request: DeskRequest) -> HttpResponse:
    """List payments, corrections and old books, the newest first."""
    chosen = BookActFilter(request.GET, players=list(Player.objects.people().order_by("name_key")))
    rows = acts_asked_for(book_act_rows(book_acts()), chosen.said)
    context = {"section": "book", "filter": chosen, **asked(request, chosen), "filtered": bool(chosen.said)}
    return show_list(request, BookActTable(rows), "book/acts.html", {**context, **receipt(request)})


@require_http_methods(BOTH)
@for_host
def act(request: DeskRequest, act: int) -> HttpResponseBase:
    """Show an act of THE BOOK and what it moved; undo it, with a reason."""
    found = get_object_or_404(Act.objects.select_related("reversed_by"), night=None, number=act)
    if found.kind == Kind.REVERSE and found.reverses_id is not None:
        return redirect("book_act", found.reverses_id)
    found = get_object_or_404(Act.objects.select_related("reversed_by"), pk=found.pk, kind__in=SHOWN)
    form = UndoForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, undo_commands.reverse, of=found.key)
    if answer is not None:
        return done(request, answer, reverse("book"))
    context = {"section": "book", "act": found, "line": book_act_rows([found])[0], "changes": moved_by(found)}
    context |= {"can_undo": found.kind in UNDOABLE, "key": new_key(), **refused_context(form, request.path)}
    return render(request, "book/act.html", context, status=status_of(form))
