"""One table becomes two, or two become one; the button of a table; and every draw for these, card by card."""

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, noted, said_once, status_of
from hostdesk.tables.draws_page import drawn_of, ties
from hostdesk.tables.forms import ButtonForm, MergeTablesForm, SplitForm
from hostdesk.tables.page import merge_plan, split_plan, tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tonight.views import read, show
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.models import Fact
from reservations.tables.blinds_commands import draw_button, place_button
from reservations.tables.seat_commands import merge_tables, split_table


@require_http_methods(BOTH)
@for_bank
def split(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose two tables where so many are here; the host taps who volunteers, and the rest are drawn."""
    tonight, form = read(night_id), SplitForm(request.POST or None)
    tables = tables_of(tonight)
    recorded = attempt(request, form, split_table, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return to_drawn(night_id, recorded)
    volunteers = form.cleaned_data.get("volunteers", ()) if form.is_bound else ()
    context = {"split": split_plan(tables), "volunteers": volunteers, "ties": ties(tables)}
    context |= fact_context(form, request.path)
    return show(request, tonight, "tables/panels/_split.html", status=status_of(form), **context)


@require_http_methods(BOTH)
@for_bank
def merge(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose one table where so few are left; its seats are given first come, first served, or drawn."""
    tonight, form = read(night_id), MergeTablesForm(request.POST or None)
    recorded = attempt(request, form, merge_tables, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return to_drawn(night_id, recorded)
    context = {"merge": merge_plan(tables_of(tonight)), **fact_context(form, request.path)}
    return show(request, tonight, "tables/panels/_merge.html", status=status_of(form), **context)


@require_http_methods(BOTH)
@for_bank
def button(request: DeskRequest, night_id: int, table: int) -> HttpResponse:
    """Ask where the button of a table is, or draw for it among the players at that table."""
    tonight, form = read(night_id), ButtonForm(request.POST or None)
    tables = tables_of(tonight)
    if table not in tables.seating.numbers():
        raise Http404("There is no such table tonight.")
    draws = form.is_valid() and form.cleaned_data["draw"]
    facts = {"night": tonight.night, "table": table, "present": present_tonight(tonight)}
    recorded = attempt(request, form, draw_button if draws else place_button, **facts)
    if recorded and draws:
        return to_drawn(night_id, recorded)
    if recorded and form.cleaned_data["then"]:
        return noted(request, recorded, reverse("tonight_balance", args=[night_id]))
    if recorded:
        return HttpResponseRedirect(f"{reverse('tonight_seats', args=[night_id])}?noted={recorded.fact.pk}", status=303)
    drawing = tables.seating.count(table) if tables.seating.spots else len(tables.present.here)
    context = {"ask": tables.ask_for_button(table), "drawing": drawing, "ties": ties(tables)}
    context |= {"said": said_once(request), **fact_context(form, request.path)}
    return show(request, tonight, "tables/panels/_button.html", status=status_of(form), **context)


@require_safe
@for_bank
def drawn(request: DeskRequest, night_id: int, fact: int) -> HttpResponse:
    """Show a draw, or where people went; with ``?turn`` the cards are turned one by one."""
    tonight = read(night_id)
    wanted = get_object_or_404(Fact, pk=fact, night=night_id, kind__in=(FactKind.MOVE, FactKind.DRAW))
    drawn = drawn_of(wanted, tables_of(tonight))
    return show(request, tonight, "tables/panels/_drawn.html", drawn=drawn, turns="turn" in request.GET)


def to_drawn(night_id: int, recorded: Noted) -> HttpResponseRedirect:
    """Go on to the panel that shows a draw; the cards of a new one are turned one by one."""
    url = reverse("tonight_drawn", args=[night_id, recorded.fact.pk])
    return HttpResponseRedirect(url if recorded.known else f"{url}?turn", status=303)
