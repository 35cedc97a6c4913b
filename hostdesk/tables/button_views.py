"""Where the button of a table is: drawn by high card, or said."""

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, noted, said_once, status_of
from hostdesk.tables.draws_page import ties
from hostdesk.tables.forms import ButtonForm
from hostdesk.tables.page import tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tables.split_views import to_drawn
from hostdesk.tonight.views import read, show
from reservations.tables.button_commands import draw_button, place_button


@require_http_methods(BOTH)
@for_bank
def button(request: DeskRequest, night_id: int, table: int) -> HttpResponse:
    """Ask where the button of a table is, or draw for it among who sits there."""
    tonight, form = read(night_id), ButtonForm(request.POST or None)
    tables = tables_of(tonight)
    if table not in tables.seating.numbers():
        raise Http404("There is no such table tonight.")
    draws = form.is_valid() and form.cleaned_data["draw"]
    facts = {"night": tonight.night, "table": table, "present": present_tonight(tonight)}
    recorded = attempt(request, form, draw_button if draws else place_button, **facts)
    if recorded and draws:
        return HttpResponseRedirect(to_drawn(night_id, recorded, turns=not recorded.known), status=303)
    if recorded and form.cleaned_data["then"]:
        return noted(request, recorded, reverse("tonight_balance", args=[night_id]))
    if recorded:
        return HttpResponseRedirect(f"{reverse('tonight_seats', args=[night_id])}?noted={recorded.fact.pk}", status=303)
    context = {"ask": tables.ask_for_button(table), "drawing": tables.drawing(table), "ties": ties(tables)}
    context |= {"said": said_once(request), **fact_context(form, request.path)}
    return show(request, tonight, "tables/panels/_button.html", status=status_of(form), **context)
