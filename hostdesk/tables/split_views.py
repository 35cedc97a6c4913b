"""One table becomes two: volunteers, a draw for the rest, and the draw card by card."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, status_of
from hostdesk.tables.draws_page import drawn_of, ties
from hostdesk.tables.forms import SplitForm
from hostdesk.tables.page import split_plan, tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tonight.views import read, show
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.models import Fact
from reservations.tables.split_commands import split_table

_SHOWN = (FactKind.MOVE, FactKind.DRAW)


@require_http_methods(BOTH)
@for_bank
def split(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose two tables where so many are here; the host taps who volunteers, and the rest are drawn."""
    tonight, form = read(night_id), SplitForm(request.POST or None)
    tables = tables_of(tonight)
    recorded = attempt(request, form, split_table, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return HttpResponseRedirect(to_drawn(night_id, recorded, turns=not recorded.known), status=303)
    context = fact_context(form, request.path)
    volunteers = form.cleaned_data.get("volunteers", ()) if form.is_bound else ()
    context |= {"split": split_plan(tables), "volunteers": volunteers, "ties": ties(tables)}
    return show(request, tonight, "tables/panels/_split.html", status=status_of(form), **context)


@require_safe
@for_bank
def drawn(request: DeskRequest, night_id: int, fact: int) -> HttpResponse:
    """Show a draw, or where people went; with ``?turn`` the cards are turned one by one."""
    tonight = read(night_id)
    wanted = get_object_or_404(Fact, pk=fact, night=night_id, kind__in=_SHOWN)
    told = drawn_of(wanted, tables_of(tonight))
    return show(request, tonight, "tables/panels/_drawn.html", drawn=told, turns="turn" in request.GET)


def to_drawn(night_id: int, recorded: Noted, *, turns: bool) -> str:
    """Return the address of the panel that shows what a draw was; the cards of a new one are turned one by one."""
    url = reverse("tonight_drawn", args=[night_id, recorded.fact.pk])
    return f"{url}?turn" if turns else url
