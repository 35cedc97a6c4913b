"""Those who would rather play at the other table: what each of them waits for, and what can be had now."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from hostdesk.bank.tonight import Tonight
from hostdesk.seating.seating_now import present_tonight
from hostdesk.seating.table_forms import GrantForm
from hostdesk.seating.two_tables import Tables, tables_of
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import attempt, person_or_404, status_of
from hostdesk.views.bank.tonight import read, show
from hostdesk.views.fact_acting import fact_context, noted, said_once
from reservations.balancing import WishState
from reservations.commands import grant_wish, swap_wishes
from reservations.fact_log import Noted
from reservations.kinds import Stamp
from reservations.models import Player
from reservations.seats import Spot


@require_safe
@for_bank
def wishes(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show everybody who asks for another table, the oldest wish first."""
    tonight = read(night_id)
    return show(request, tonight, "wishes", said=said_once(request), **_wishes(tables_of(tonight)))


@require_POST
@for_bank
def grant(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let somebody change to another table, or two who each ask for the other's swap."""
    tonight, form, player = read(night_id), GrantForm(request.POST), person_or_404(number)
    recorded = attempt(request, form, lambda stamp: _grant(stamp, tonight, player, form))
    if recorded:
        return noted(request, recorded, reverse("tonight_wishes", args=[night_id]))
    context = {**_wishes(tables_of(tonight)), **fact_context(form, request.path)}
    return show(request, tonight, "wishes", status=status_of(form), **context)


def _grant(stamp: Stamp, tonight: Tonight, player: Player, form: GrantForm) -> Noted:
    said, present = form.cleaned_data, present_tonight(tonight)
    if said["other"]:
        other = person_or_404(said["other"])
        return swap_wishes(stamp=stamp, night=tonight.night, player=player, other=other, present=present)
    return grant_wish(stamp=stamp, night=tonight.night, player=player, spot=said["spot"], present=present)


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
