"""Where the button of a table is: drawn by high card, or said."""

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.bank.tonight import Tonight
from hostdesk.seating.seating_now import present_tonight
from hostdesk.seating.table_draws import ties
from hostdesk.seating.table_forms import ButtonForm
from hostdesk.seating.two_tables import tables_of
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import BOTH, attempt, status_of
from hostdesk.views.bank.tonight import read, show
from hostdesk.views.fact_acting import fact_context, noted, said_once
from hostdesk.views.seating.splitting import to_drawn
from reservations.commands import draw_button, place_button
from reservations.fact_log import Noted
from reservations.kinds import Stamp
from reservations.seats import SmallBlind


@require_http_methods(BOTH)
@for_bank
def button(request: DeskRequest, night_id: int, table: int) -> HttpResponse:
    """Ask where the button of a table is, or draw for it among who sits there."""
    tonight, form = read(night_id), ButtonForm(request.POST or None)
    tables = tables_of(tonight)
    if table not in tables.seating.numbers():
        raise Http404("There is no such table tonight.")
    recorded = attempt(request, form, lambda stamp: _say(stamp, tonight, table, form))
    if recorded:
        return _go_on(request, night_id, form, recorded)
    context = {"ask": tables.ask_for_button(table), "drawing": tables.drawing(table), "ties": ties(tables)}
    context |= {"said": said_once(request), **fact_context(form, request.path)}
    return show(request, tonight, "button", status=status_of(form), **context)


def _say(stamp: Stamp, tonight: Tonight, table: int, form: ButtonForm) -> Noted:
    night, here, said = tonight.night, present_tonight(tonight), form.cleaned_data
    if said["draw"]:
        return draw_button(stamp=stamp, night=night, table=table, present=here)
    small, seat = (SmallBlind.DEAD, said["dead"]) if said["dead"] else (SmallBlind.POSTED, said["seat"])
    return place_button(stamp=stamp, night=night, table=table, seat=seat, present=here, small=small)


def _go_on(request: DeskRequest, night_id: int, form: ButtonForm, recorded: Noted) -> HttpResponse:
    if form.cleaned_data["draw"]:
        return HttpResponseRedirect(to_drawn(night_id, recorded, turns=not recorded.known), status=303)
    if form.cleaned_data["then"]:
        return noted(request, recorded, reverse("tonight_balance", args=[night_id]))
    return HttpResponseRedirect(f"{reverse('tonight_seats', args=[night_id])}?noted={recorded.fact.pk}", status=303)
