"""The seats of tonight: taking, moving, swapping, standing up and being away; and their undo."""

import json
from collections.abc import Callable, Mapping

from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import attempt, fact_context, status_of
from hostdesk.table.tables import forms
from hostdesk.table.tables.page import tables_of, ties
from hostdesk.table.tables.queries import present_tonight
from hostdesk.table.tables.seats_page import gave_a_seat
from hostdesk.table.tonight.table_views import dealing, to_drawn
from hostdesk.table.tonight.views import player_context, read, read_player, show
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import AT_THE_TABLE, FactKind
from reservations.acts.forms import ActForm
from reservations.models import Fact
from reservations.tables import balance_commands, blinds_commands, seat_commands
from reservations.tables.queries import seating_before

_PLAYER, _SEAT = "table/tonight/panels/_player.html", "table/tables/panels/_seat.html"
_NOTES: Mapping[str, tuple[type[ActForm], Callable[..., Noted], str]] = {
    "swap": (forms.OtherForm, seat_commands.swap_seats, _SEAT),
    "stand": (ActForm, seat_commands.stand_up, _SEAT),
    "away": (forms.AwayForm, blinds_commands.set_away, _PLAYER),
    "missed": (forms.MissedForm, blinds_commands.note_missed, _PLAYER),
    "enter": (forms.EnterForm, blinds_commands.note_entry, _PLAYER),
    "wish": (forms.WishForm, balance_commands.wish, _PLAYER),
}
"""The notes about a player: the form, the command, and the panel that shows a refusal."""

_CONDUCT = frozenset({FactKind.CALL, FactKind.CONDUCT, FactKind.RULED})


@for_bank.both
def seats(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the players without a seat, and the actions on seats; give everybody one, let them draw, or size a table.

    ``?spot=1-4`` asks for its player, ``?noted=N`` shows the changes of fact N.
    """
    tonight, form = read(night_id), forms.TablesForm(request.POST or None)
    url = reverse("tonight_seats", args=[night_id])
    asked = form.cleaned_data if form.is_valid() else {}
    gives = asked.get("everybody") or asked.get("draw")
    command: Callable[..., Noted] = seat_commands.seat_everybody if gives else seat_commands.size_table
    answer = attempt(request, form, command, night=tonight.night, present=present_tonight(tonight))
    if answer and asked["draw"]:
        return to_drawn(night_id, answer)
    if answer:
        return _after(answer, url)
    try:
        spot = forms.SpotField(required=False).clean(request.GET.get("spot"))
    except ValidationError:
        spot = None  # An address that no page of the desk gives.
    tables = tables_of(tonight)
    context = {**fact_context(form, url), "asked": spot, "ties": ties(tables)}
    context["dealing"] = dealing(tables, tables.seating.unseated(tables.present.here), form)
    return show(request, tonight, "table/tables/panels/_seats.html", status=status_of(form), **context)


@for_bank.both
def seat(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Choose a seat for a player; a new one goes on to the buy-in and the way into the hand."""
    return _record(
        request, night_id, number, forms.SpotForm(request.POST or None), seat_commands.take_seat, panel=_SEAT
    )


@for_bank.post
def note(request: DeskRequest, night_id: int, number: int, what: str) -> HttpResponse:
    """Record something about a player at the tables: ``what`` is a key of `_NOTES`."""
    form, command, panel = _NOTES[what]
    return _record(request, night_id, number, form(request.POST), command, panel=panel)


def _record(
    request: DeskRequest, night_id: int, number: int, form: ActForm, command: Callable[..., Noted], *, panel: str
) -> HttpResponse:
    """Record something about a player; go on to their own panel, or to that of the seats if it came from there."""
    tonight, player = read_player(night_id, number)
    present = present_tonight(tonight)
    answer = attempt(request, form, command, night=tonight.night, player=player, present=present)
    if answer:
        own = reverse("tonight_player", args=[night_id, number])
        is_theirs = panel == _PLAYER or gave_a_seat(answer.fact, number)
        return _after(answer, own if is_theirs else reverse("tonight_seats", args=[night_id]))
    context = player_context(tonight, number) | fact_context(form, request.path)
    return show(request, tonight, panel, status=status_of(form), **context)


@for_bank.both
def take_back(request: DeskRequest, night_id: int, fact: int) -> HttpResponse:
    """Ask whether to undo a move, a wish, a call of the clock or a ruling, and undo it."""
    tonight, form = read(night_id), ActForm(request.POST or None)
    wanted = get_object_or_404(Fact, pk=fact, night=night_id, kind__in=AT_THE_TABLE - {FactKind.TAKE_BACK})
    present = present_tonight(tonight)
    recorded = attempt(request, form, seat_commands.take_back, night=tonight.night, fact=fact, present=present)
    if recorded:
        panel = "tonight_conduct" if wanted.kind in _CONDUCT else "tonight_seats"
        return _after(recorded, reverse(panel, args=[night_id]))
    tables = tables_of(tonight)
    now = before = tables.seating.spots
    if fact == tables.seating.last_move:
        before = seating_before(tonight.night, fact).only(present).spots
    context = {
        "fact": wanted,
        "line": json.loads(wanted.outcome).get("remark") or str(wanted.kind),
        "goes": tables.goes([(one, before.get(one)) for one in present.here if before.get(one) != now.get(one)]),
        "is_taken_back": Fact.objects.filter(about=wanted, kind=FactKind.TAKE_BACK).exists(),
        **fact_context(form, request.path),
    }
    return show(request, tonight, "table/tonight/panels/_take_back.html", status=status_of(form), **context)


def _after(answer: Noted, url: str) -> HttpResponseRedirect:
    """Redirect to a page that shows the record."""
    return HttpResponseRedirect(f"{url}?noted={answer.fact.pk}", status=303)
