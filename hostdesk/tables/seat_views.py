"""The seats of tonight: who sits where, who moves, swaps or stands up, who is away, and what the blinds ask of them."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, person_or_404, status_of
from hostdesk.tables.draws_page import ties
from hostdesk.tables.forms import SpotField
from hostdesk.tables.page import tables_of
from hostdesk.tables.part_views import had_no_seat
from hostdesk.tables.queries import present_tonight
from hostdesk.tables.seat_forms import AwayForm, EnterForm, MissedForm, OtherForm, SpotForm, TablesForm, WishForm
from hostdesk.tables.split_views import to_drawn
from hostdesk.tonight.views import player_context, read, show
from reservations.acts.fact_queries import Noted
from reservations.acts.forms import ActForm
from reservations.tables import blinds_commands as blinds_commands
from reservations.tables import seat_commands as seat_commands
from reservations.tables import table_change_commands as table_change_commands

_PLAYER = "tonight/panels/_player.html"


@require_http_methods(BOTH)
@for_bank
def seats(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show who has no seat, and what can be done with the seats; give everybody one, let them draw, or size a table.

    With ``?spot=1-4`` it is asked who sits there, with ``?noted=N`` it is told what fact N changed.
    """
    tonight, form = read(night_id), TablesForm(request.POST or None)
    url = reverse("tonight_seats", args=[night_id])
    said = form.cleaned_data if form.is_valid() else {}
    draws = said.get("draw") and not said["everybody"]
    command = (
        seat_commands.draw_seats
        if draws
        else seat_commands.seat_everybody
        if said.get("everybody")
        else seat_commands.size_table
    )
    answer = attempt(request, form, command, night=tonight.night, present=present_tonight(tonight))
    if answer and said["draw"]:
        return HttpResponseRedirect(to_drawn(night_id, answer, turns=not answer.known), status=303)
    if answer:
        return _after(answer, url)
    context = {**fact_context(form, url), **_asked(request), "ties": ties(tables_of(tonight))}
    return show(request, tonight, "tables/panels/_seats.html", status=status_of(form), **context)


def _asked(request: DeskRequest) -> dict[str, Any]:
    """Return the seat that was tapped while nobody was chosen; none for what is no seat."""
    try:
        return {"asked": SpotField(required=False).clean(request.GET.get("spot"))}
    except ValidationError:
        return {"asked": None}


@require_http_methods(BOTH)
@for_bank
def seat(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Choose a seat for somebody, and sit them there: who had none goes on to buy in and to come into the hand."""
    return _record(
        request,
        night_id,
        number,
        SpotForm(request.POST or None),
        seat_commands.take_seat,
        panel="tables/panels/_seat.html",
    )


@require_POST
@for_bank
def swap(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let somebody change seats with another."""
    return _record(
        request, night_id, number, OtherForm(request.POST), seat_commands.swap_seats, panel="tables/panels/_seat.html"
    )


@require_POST
@for_bank
def stand(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let somebody leave their seat and stay."""
    return _record(
        request, night_id, number, ActForm(request.POST), seat_commands.stand_up, panel="tables/panels/_seat.html"
    )


@require_POST
@for_bank
def away(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Note that somebody is away from the table, or back."""
    return _record(request, night_id, number, AwayForm(request.POST), blinds_commands.set_away, panel=_PLAYER)


@require_POST
@for_bank
def missed(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Note which blinds somebody has missed, or that they owe none any more."""
    return _record(request, night_id, number, MissedForm(request.POST), blinds_commands.note_missed, panel=_PLAYER)


@require_POST
@for_bank
def enter(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Note how somebody new comes into the hand."""
    return _record(request, night_id, number, EnterForm(request.POST), blinds_commands.note_entry, panel=_PLAYER)


@require_POST
@for_bank
def wish(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Note that somebody would rather play at another table, or no more."""
    return _record(request, night_id, number, WishForm(request.POST), table_change_commands.wish, panel=_PLAYER)


def _record(
    request: DeskRequest, night_id: int, number: int, form: ActForm, command: Callable[..., Noted], *, panel: str
) -> HttpResponse:
    """Note something about a player, and tell it: on their own panel, or on that of the seats where they changed it."""
    tonight, player = read(night_id), person_or_404(number)
    present = present_tonight(tonight)
    answer = attempt(request, form, command, night=tonight.night, player=player, present=present)
    if answer:
        own = reverse("tonight_player", args=[night_id, number])
        is_theirs = panel == _PLAYER or had_no_seat(answer.fact, number)
        return _after(answer, own if is_theirs else reverse("tonight_seats", args=[night_id]))
    context = player_context(tonight, number) | fact_context(form, request.path)
    return show(request, tonight, panel, status=status_of(form), **context)


def _after(answer: Noted, url: str) -> HttpResponseRedirect:
    """Go on to a page that tells what was noted."""
    return HttpResponseRedirect(f"{url}?noted={answer.fact.pk}", status=303)
