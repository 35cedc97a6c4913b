"""The players: all of them, one with every night, and what can be changed about them."""

import json
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hostdesk.attendance.attendance_told import strike_marks, told
from hostdesk.bank.act_lines import act_line
from hostdesk.bank.marks import free_mark
from hostdesk.commands import merge_twins, record_player
from hostdesk.filters import PlayerFilter
from hostdesk.keys import new_key
from hostdesk.listing import nights_of, player_rows, players_in, result_of
from hostdesk.players.player_forms import GUEST, REGULAR, EditForm, MergeForm, SwitchForm
from hostdesk.sign_in.rights import DeskRequest, for_host
from hostdesk.tables import PlayerNightTable, PlayerTable
from hostdesk.views.acting import BOTH, attempt, done, refused_context, remark_on, status_of
from hostdesk.views.fact_acting import said_once
from hostdesk.views.lists import asked, show_list
from ledger import commands
from ledger.owing import own_credit
from ledger.standings import standing_of
from reservations.acts import Answer, standing
from reservations.commands import rename_player
from reservations.desk import atomic_batch
from reservations.digits import whole_number
from reservations.forms import ActForm, person_or_404
from reservations.kinds import Kind, Stamp
from reservations.models import Act, Player
from reservations.queries import player_names, same_person
from reservations.rolls import id_seen


@require_safe
@for_host
def index(request: DeskRequest) -> HttpResponse:
    """List the players."""
    chosen = PlayerFilter(request.GET, queryset=Player.objects.people())
    context = {"section": "players", "filter": chosen, **asked(request, chosen), **receipt(request)}
    table = PlayerTable(player_rows(chosen.qs), strikes=strike_marks())
    return show_list(request, table, "hostdesk/players_list.html", context)


@require_safe
@for_host
def show(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player with all their nights; an entry that was merged into another leads there."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("player", player.number)
    played = nights_of(same_person(player))
    context = {
        "section": "players",
        "player": player,
        "played": played,
        "result_cents": result_of(played),
        "closed_nights": sum(each.is_closed for each in played),
        "twins": _twins(player),
        "standing_cents": standing_of(player),
        "credit": own_credit(player),
        "id_seen": id_seen(player),
        "said": said_once(request),
        "strikes": [each for each in told(player).houses if each.strikes],
        **receipt(request),
    }
    return show_list(request, PlayerNightTable(played), "hostdesk/player_show.html", context)


def _twins(player: Player) -> list[tuple[str, int]]:
    """Return the names of those who were merged into a player, each with the act that did it."""
    merges = standing(Act.objects.filter(night=None, kind=Kind.MERGE)).order_by("number")
    names = player_names(same_person(player)[1:])
    merged = [(json.loads(content)["player"], act) for act, content in merges.values_list("number", "content")]
    return [(names[twin], act) for twin, act in merged if twin in names]


def receipt(request: DeskRequest) -> dict[str, Any]:
    """Return what ``?receipt=N`` says: the last act about players that this browser recorded."""
    number = whole_number(request.GET.get("receipt", "")) or 0
    act = Act.objects.filter(night=None, number=number).first()
    if act is None:
        return {}
    names = player_names(players_in(json.loads(act.content)))
    return {"receipt": act_line(act, names), "remark": remark_on(request, act)}


@require_http_methods(BOTH)
@for_host
def edit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Change what a player is called, or what they play as."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    said = {
        "name": player.name,
        "plays_as": REGULAR if player.regular else GUEST,
        "invited_by": player.inviter and player.inviter.number,
        "mark": player.mark,
    }
    form = EditForm(request.POST if request.method == "POST" else None, player=player, initial=said)
    if form.is_bound and form.is_valid() and not _changes(player, form):
        return redirect("player", number)
    answer = attempt(request, form, lambda stamp: _changed(stamp, player, form))
    if answer is not None:
        return done(request, answer, reverse("player", args=[number]))
    context = {"section": "players", "player": player, "key": new_key(), "free_mark": free_mark(player)}
    context |= refused_context(form, request.path) | {"form": form}
    return render(request, "hostdesk/player_edit.html", context, status=status_of(form))


def _changes(player: Player, form: EditForm) -> bool:
    said = form.cleaned_data
    return said["name"] != player.name or _signs_otherwise(player, form) or _plays_otherwise(player, form)


def _signs_otherwise(player: Player, form: EditForm) -> bool:
    mark = form.cleaned_data["mark"]
    return bool(mark) and mark != player.mark


def _plays_otherwise(player: Player, form: EditForm) -> bool:
    inviter = form.inviter
    return form.regular != player.regular or inviter not in (None, player.inviter)


def _changed(stamp: Stamp, player: Player, form: EditForm) -> Answer:
    """Record what differs, each in an act of its own; a ruling is about the mark, which alone can break a term."""
    name, answers = form.cleaned_data["name"], []
    with atomic_batch():
        if name != player.name:
            answers.append(rename_player(stamp=under(stamp, 1), player=player, name=name))
        if _plays_otherwise(player, form):
            changes: dict[str, Any] = {"regular": form.regular, "invited_by": form.inviter}
            answers.append(record_player(stamp=under(stamp, 2), name=name, **changes))
        if _signs_otherwise(player, form):
            ruled = replace(under(stamp, 3), ruling=stamp.ruling)
            answers.append(record_player(stamp=ruled, name=name, mark=form.cleaned_data["mark"]))
    return answers[-1]


def under(stamp: Stamp, place: int) -> Stamp:
    """Return the stamp of one of several acts that one form records: the same one again for the same place."""
    return Stamp(f"{stamp.key}-{place}", stamp.at, stamp.by)


@require_POST
@for_host
def remove(request: DeskRequest, number: int) -> HttpResponseBase:
    """Remove a player from the group, which shuts their own pages at once, or back into it."""
    player, form = get_object_or_404(Player.objects.people(), pk=number), SwitchForm(request.POST)
    answer = attempt(
        request, form, lambda stamp: record_player(stamp=stamp, name=player.name, removed=form.cleaned_data["on"])
    )
    if answer is not None:
        return done(request, answer, reverse("player", args=[number]))
    context = {"section": "players", "player": player, **refused_context(form, request.path)}
    return render(request, "hostdesk/player_remove.html", context, status=status_of(form))


@require_http_methods(BOTH)
@for_host
def merge(request: DeskRequest, number: int) -> HttpResponseBase:
    """Say who is the same person: first choose, then see what both have, then confirm."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    form = MergeForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, lambda stamp: _merged(stamp, player, form))
    if answer is not None:
        return done(request, answer, reverse("player", args=[number]))
    others = Player.objects.people().exclude(pk=player.pk)
    twin = _chosen(request, others)
    context: dict[str, Any] = {"section": "players", "player": player, "others": others.order_by("name_key")}
    if twin is not None:
        rows = {
            row.player.number: row for row in player_rows(Player.objects.people().filter(pk__in=[player.pk, twin.pk]))
        }
        mine, theirs = rows[player.pk], rows[twin.pk]
        together = mine.result_cents + theirs.result_cents
        context |= {"twin": twin, "mine": mine, "theirs": theirs, "both": [mine, theirs], "together": together}
        context["stand"] = [standing_of(player), standing_of(twin)]
        context |= {"stand_together": sum(context["stand"]), "key": new_key()}
    context |= refused_context(form, request.path)
    return render(request, "hostdesk/player_merge.html", context, status=status_of(form))


def _chosen(request: DeskRequest, others: QuerySet[Player]) -> Player | None:
    asked_for = request.POST.get("twin") or request.GET.get("with", "")
    return others.filter(pk=whole_number(asked_for) or 0).first()


def _merged(stamp: Stamp, player: Player, form: MergeForm) -> Answer:
    twin = get_object_or_404(Player, pk=form.cleaned_data["twin"])
    return merge_twins(stamp=stamp, player=twin, into=player)


@require_POST
@for_host
def split(request: DeskRequest, number: int, act: int) -> HttpResponseBase:
    """Undo a merge."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    merged = get_object_or_404(Act, number=act, kind=Kind.MERGE)
    form = ActForm(request.POST)
    answer = attempt(request, form, lambda stamp: commands.reverse(stamp=stamp, of=merged.key, reason="not the same"))
    if answer is not None:
        return done(request, answer, reverse("player", args=[player.number]))
    context = {"section": "players", "player": player, **refused_context(form, request.path)}
    return render(request, "hostdesk/player_split.html", context, status=status_of(form))
