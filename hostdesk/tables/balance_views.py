"""Two tables that are not even: who moves, to which seat and why; and where the button is, which that depends on."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, noted, said_once, status_of
from hostdesk.tables.forms import BalanceForm
from hostdesk.tables.page import Tables, stands, tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tonight.views import read, show
from reservations.parsing.digits import whole_number
from reservations.tables.balance_commands import balance as balance_tables
from reservations.tables.balancing import Imbalance, Move, imbalance, proposal_for, proposals


@require_http_methods(BOTH)
@for_bank
def balance(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose who moves to the smaller table; ``?volunteer=`` somebody instead, or ``?next=`` the next best."""
    tonight, form = read(night_id), BalanceForm(request.POST or None)
    recorded = attempt(request, form, balance_tables, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return noted(request, recorded, reverse("tonight_balance", args=[night_id]))
    tables = tables_of(tonight)
    context = {"last_move": tables.seating.last_move, "stands": stands(tables), **fact_context(form, request.path)}
    if uneven := imbalance(tables.seating):
        context |= _uneven(request, tables, uneven)
    return show(
        request, tonight, "tables/panels/_balance.html", status=status_of(form), said=said_once(request), **context
    )


def _uneven(request: DeskRequest, tables: Tables, uneven: Imbalance) -> dict[str, Any]:
    """Return what the panel shows of an imbalance: where the button is asked for, or who could move."""
    seating = tables.seating
    context: dict[str, Any] = {
        "uneven": uneven,
        "has_larger": seating.count(uneven.larger),
        "has_smaller": seating.count(uneven.smaller),
        "volunteers": [each for each in tables.sitting(uneven.larger) if not each.is_banker],
    }
    if ask := tables.unknown_button(timezone.now()):
        return context | {"ask": ask, "volunteers": ()}
    return context | _proposed(request, tables)


def _proposed(request: DeskRequest, tables: Tables) -> dict[str, Any]:
    """Return the proposal that is asked for, and the one after it."""
    volunteer = whole_number(request.GET.get("volunteer", ""))
    if volunteer is not None:
        move = proposal_for(volunteer, tables.seating, tables.present, tables.terms)
        if move is not None:
            return {"move": _named(tables, move), "volunteer": volunteer, "is_other": True}
    moves = proposals(tables.seating, tables.present, tables.terms)
    place = whole_number(request.GET.get("next", "")) or 0
    place = place if place < len(moves) else 0
    context: dict[str, Any] = {"move": _named(tables, moves[place]) if moves else None, "is_other": place > 0}
    if place + 1 < len(moves):
        context |= {"next_best": _named(tables, moves[place + 1]), "next_place": place + 1}
    return context


def _named(tables: Tables, move: Move) -> dict[str, Any]:
    name = tables.names[move.player]
    return {"player": move.player, "name": name, "spot": move.spot, "words": move.words, "others": move.others}
