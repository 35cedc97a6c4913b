"""Seats and tables of tonight: a seat taken, swapped or left; splits, merges, the button, balancing; and undoing.

A draw is shown card by card. Balancing names the player to move, the seat and the reason.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import attempt, carry_out, last_remark, noted, person_or_404
from hostdesk.table.tables import forms, text
from hostdesk.table.tables.forms import BalanceForm, ButtonForm, GrantForm, MergeTablesForm, SecondTableForm
from hostdesk.table.tables.page import NightTables, drawn_of, merge_plan, split_plan, tables_of, ties
from hostdesk.table.tables.queries import present_tonight
from hostdesk.table.tables.seats_page import gave_a_seat
from hostdesk.table.tonight.views import player_context, read, read_player, show, show_fact
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import AT_THE_TABLE, FactKind
from reservations.acts.forms import ActForm
from reservations.models import Fact
from reservations.parsing.names import whole_number
from reservations.tables import blinds_commands, seat_commands
from reservations.tables.balancing import BalanceMove, imbalance, proposal_for, proposals, wishes_of
from reservations.tables.blinds_commands import balance as balance_tables
from reservations.tables.blinds_commands import draw_button, grant_wish, place_button, swap_wishes
from reservations.tables.queries import seating_before
from reservations.tables.seat_commands import merge_tables, split_table


@for_bank.both
def balance(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose a move to the smaller table; ``?volunteer=`` a volunteer instead, or ``?next=`` the next best."""
    tonight, form = read(night_id), BalanceForm(request.POST or None)
    facts = {"night": tonight.night, "present": present_tonight(tonight)}
    if response := carry_out(request, form, balance_tables, reverse("tonight_balance", args=[night_id]), **facts):
        return response
    seating = (tables := tables_of(tonight)).seating
    stands = text.counts_in_words([seating.count(table) for table in seating.numbers()])
    context: dict[str, Any] = {"last_move": seating.last_move, "stands": stands, "last_remark": last_remark(request)}
    if uneven := imbalance(seating):
        larger = seating.count(uneven.larger)
        context |= {"uneven": uneven, "has_larger": larger, "has_smaller": seating.count(uneven.smaller)}
        if ask := tables.unknown_button(timezone.now()):
            context["ask"] = ask
        else:
            movable = [one for one in seating.sitting(uneven.larger).values() if one != tables.present.banker]
            context |= {"volunteers": [*map(tables.player, movable)], **_proposed(request, tables)}
    return show_fact(request, tonight, form, "table/tables/panels/_balance.html", **context)


def _proposed(request: DeskRequest, tables: NightTables) -> dict[str, Any]:
    """Return the wanted proposal, and the one after it."""
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


def _named(tables: NightTables, move: BalanceMove) -> dict[str, Any]:
    name = tables.names[move.player]
    return {"player": move.player, "name": name, "spot": move.spot, "words": move.words, "others": move.others}


@for_bank.get
def wishes(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show all wishes for another table, the oldest first."""
    tonight = read(night_id)
    context = {"last_remark": last_remark(request), **_wishes(tables_of(tonight))}
    return show(request, tonight, "table/tables/panels/_wishes.html", **context)


@for_bank.post
def grant(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let a player change to another table, or swap two players who wish for the other's table."""
    tonight, form, player = read(night_id), GrantForm(request.POST), person_or_404(number)
    command = swap_wishes if form.is_valid() and form.cleaned_data["other"] else grant_wish
    facts = {"night": tonight.night, "player": player, "present": present_tonight(tonight)}
    if response := carry_out(request, form, command, reverse("tonight_wishes", args=[night_id]), **facts):
        return response
    return show_fact(request, tonight, form, "table/tables/panels/_wishes.html", **_wishes(tables_of(tonight)))


def _wishes(tables: NightTables) -> dict[str, Any]:
    """Return the wishes with the first free seat at their table, or None; two that are met by one swap are one."""
    lines = dict[int, dict[str, Any]]()
    for state in wishes_of(tables.seating, tables.terms):
        wish, free, back = state.wish, tables.seating.free(state.wish.table), lines.get(state.swaps_with or 0, {})
        line = {"state": state, "wish": wish, "name": tables.names[wish.player], "spot": (*free, None)[0]}
        if back and back["state"].swaps_with == wish.player:
            back["back"] = line
        else:
            lines[wish.player] = {**line, "with": tables.names.get(state.swaps_with or 0)}
    return {"wishes": lines.values(), "count": tables.seating.tables, "last_move": tables.seating.last_move}


@for_bank.both
def split(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose two tables for so many players; the host taps the volunteers, and the others draw."""
    tonight, form = read(night_id), SecondTableForm(request.POST or None)
    tables = tables_of(tonight)
    recorded = attempt(request, form, split_table, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return to_drawn(night_id, recorded)
    volunteers = form.cleaned_data.get("volunteers", ()) if form.is_bound else ()
    draws = [one for one in tables.present.here if one != tables.present.banker]
    context = {"split": split_plan(tables), "volunteers": volunteers, "dealing": dealing(tables, draws, form)}
    return show_fact(request, tonight, form, "table/tables/panels/_split.html", ties=ties(tables), **context)


@for_bank.both
def merge(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose one table for so few players; its seats are given first come, first served, or drawn."""
    tonight, form = read(night_id), MergeTablesForm(request.POST or None)
    recorded = attempt(request, form, merge_tables, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return to_drawn(night_id, recorded)
    tables = tables_of(tonight)
    context = {"merge": merge_plan(tables), "dealing": dealing(tables, tables.present.here, form)}
    return show_fact(request, tonight, form, "table/tables/panels/_merge.html", **context)


@for_bank.both
def button(request: DeskRequest, night_id: int, table: int) -> HttpResponse:
    """Ask for the button of a table, or draw for it among the players at that table."""
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
        return noted(recorded, reverse("tonight_balance", args=[night_id]))
    if recorded:
        return HttpResponseRedirect(f"{reverse('tonight_seats', args=[night_id])}?noted={recorded.fact.pk}", status=303)
    draw = tables.seating.sitting(table).values() if tables.seating.spots else tables.present.here
    said, dealt = last_remark(request), dealing(tables, draw, form)
    context = {"ask": tables.ask_for_button(table), "dealing": dealt, "ties": ties(tables), "last_remark": said}
    return show_fact(request, tonight, form, "table/tables/panels/_button.html", **context)


@for_bank.get
def drawn(request: DeskRequest, night_id: int, fact: int) -> HttpResponse:
    """Show a draw, or the moves; with ``?turn`` the cards are turned one by one."""
    tonight = read(night_id)
    wanted = get_object_or_404(Fact, pk=fact, night=night_id, kind__in=(FactKind.MOVE, FactKind.DRAW))
    drawn = drawn_of(wanted, tables_of(tonight))
    return show(request, tonight, "table/tables/panels/_drawn.html", drawn=drawn, turns="turn" in request.GET)


def to_drawn(night_id: int, recorded: Noted) -> HttpResponseRedirect:
    """Redirect to the panel of a draw; the desk's own cards are turned one by one."""
    url = reverse("tonight_drawn", args=[night_id, recorded.fact.pk])
    turns = not recorded.known and "dealt" not in json.loads(recorded.fact.content)
    return HttpResponseRedirect(f"{url}?turn" if turns else url, status=303)


def dealing(tables: NightTables, numbers: Iterable[int], form: ActForm) -> list[dict[str, Any]]:
    """Return the players who draw a card, with the values typed for them so far."""
    return [{"number": one, "name": tables.names[one], "card": form.data.get(f"card-{one}", "")} for one in numbers]


_PLAYER, _SEAT = "table/tonight/panels/_player.html", "table/tables/panels/_seat.html"
_NOTES: Mapping[str, tuple[type[ActForm], Callable[..., Noted], str]] = {
    "swap": (forms.OtherForm, seat_commands.swap_seats, _SEAT),
    "stand": (ActForm, seat_commands.stand_up, _SEAT),
    "away": (forms.AwayForm, blinds_commands.set_away, _PLAYER),
    "missed": (forms.MissedForm, blinds_commands.note_missed, _PLAYER),
    "enter": (forms.EnterForm, blinds_commands.note_entry, _PLAYER),
    "wish": (forms.WishForm, blinds_commands.wish, _PLAYER),
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
    cleaned = form.cleaned_data if form.is_valid() else {}
    gives = cleaned.get("everybody") or cleaned.get("draw")
    command: Callable[..., Noted] = seat_commands.seat_everybody if gives else seat_commands.size_table
    answer = attempt(request, form, command, night=tonight.night, present=present_tonight(tonight))
    if answer and cleaned["draw"]:
        return to_drawn(night_id, answer)
    if answer:
        return _after(answer, url)
    try:
        spot = forms.SpotField(required=False).clean(request.GET.get("spot"))
    except ValidationError:
        spot = None  # An address that no page of the desk gives.
    tables = tables_of(tonight)
    draws = dealing(tables, tables.seating.unseated(tables.present.here), form)
    context = {"spot": spot, "ties": ties(tables), "dealing": draws}
    return show_fact(request, tonight, form, "table/tables/panels/_seats.html", **context)


@for_bank.both
def seat(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Choose a seat for a player; a new one goes on to the buy-in and the way into the hand."""
    form = forms.SpotForm(request.POST or None)
    return _record(request, night_id, number, form, seat_commands.take_seat, panel=_SEAT)


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
    return show_fact(request, tonight, form, panel, **player_context(tonight, number))


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
    }
    return show_fact(request, tonight, form, "table/tonight/panels/_take_back.html", **context)


def _after(answer: Noted, url: str) -> HttpResponseRedirect:
    """Redirect to a page that shows the record."""
    return HttpResponseRedirect(f"{url}?noted={answer.fact.pk}", status=303)
