"""Those who would rather play at the other table: what each of them waits for, and what can be had now."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import attempt, fact_context, noted, person_or_404, said_once, status_of
from hostdesk.tables.forms import GrantForm
from hostdesk.tables.page import Tables, tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tonight.views import read, show
from reservations.tables.balancing import WishState
from reservations.tables.seats import Spot
from reservations.tables.table_change_commands import grant_wish, swap_wishes


@require_safe
@for_bank
def wishes(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show everybody who asks for another table, the oldest wish first."""
    tonight = read(night_id)
    return show(request, tonight, "tables/panels/_wishes.html", said=said_once(request), **_wishes(tables_of(tonight)))


@require_POST
@for_bank
def grant(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let somebody change to another table, or two who each ask for the other's swap."""
    tonight, form, player = read(night_id), GrantForm(request.POST), person_or_404(number)
    command = swap_wishes if form.is_valid() and form.cleaned_data["other"] else grant_wish
    present = present_tonight(tonight)
    recorded = attempt(request, form, command, night=tonight.night, player=player, present=present)
    if recorded:
        return noted(request, recorded, reverse("tonight_wishes", args=[night_id]))
    context = {**_wishes(tables_of(tonight)), **fact_context(form, request.path)}
    return show(request, tonight, "tables/panels/_wishes.html", status=status_of(form), **context)


def _wishes(tables: Tables) -> dict[str, Any]:
    found = [_told(tables, state) for state in tables.wishes()]
    return {"wishes": found, "count": tables.seating.tables, "last_move": tables.seating.last_move}


def _told(tables: Tables, state: WishState) -> dict[str, Any]:
    """Return a wish as its line shows it: with the seat it would lead to, where one is free."""
    wish, free = state.wish, tables.seating.free(state.wish.table)
    return {
        "state": state,
        "wish": wish,
        "name": tables.names[wish.player],
        "with": tables.names.get(state.swaps_with or 0),
        "spot": Spot(wish.table, free[0]) if free else None,
    }
