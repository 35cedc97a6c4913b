"""The players: all of them, one with every night, and what can be changed about them."""

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from hostdesk.houses.queries import newest_rules
from hostdesk.lists.filters import PlayerFilter
from hostdesk.lists.queries import nights_of, player_rows, result_of
from hostdesk.lists.tables import PlayerNightTable, PlayerTable
from hostdesk.lists.views import asked, show_list
from hostdesk.messages.queries import email_of
from hostdesk.notes.queries import free_mark
from hostdesk.players.commands import (
    add_players,
    change_player,
    merge_many,
    merge_players,
    player_differs,
    record_player,
)
from hostdesk.players.duplicates_page import likely_duplicates
from hostdesk.players.forget_commands import forget_player
from hostdesk.players.forget_queries import in_the_way, texts_that_stay
from hostdesk.players.forms import (
    GUEST,
    REGULAR,
    AddForm,
    CreditAgainForm,
    EditForm,
    ForgetForm,
    MergeForm,
    MergeManyForm,
    RemoveForm,
)
from hostdesk.players.queries import NameList, credit_history, read_names
from hostdesk.sign_in import commands as sign_in_commands
from hostdesk.sign_in import player_link_commands
from hostdesk.sign_in.guard import DeskRequest, for_host, for_hosts
from hostdesk.site import server
from hostdesk.site.act_views import (
    UNPROCESSABLE,
    attempt,
    done,
    last_remark,
    person_or_404,
    receipt,
    refused_context,
    saying,
    status_of,
)
from hostdesk.site.idempotency_keys import new_key
from hostdesk.strikes.page import player_strikes
from ledger.book.standing_queries import standing_of
from ledger.buy_in.forms import CreditForm
from ledger.credit import commands as credit_commands
from ledger.credit.exposure_queries import credit_of
from ledger.night import commands as night_commands
from ledger.results.queries import starting_cents
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer, in_effect
from reservations.models import Act, Player
from reservations.parsing.names import whole_number
from reservations.players.queries import player_names, regulars, same_person
from reservations.rsvps.door_queries import id_seen
from reservations.strikes.queries import strike_sums


@for_host.get
def index(request: DeskRequest) -> HttpResponse:
    """List the players."""
    chosen = PlayerFilter(request.GET, queryset=Player.objects.people())
    context = {"section": "players", "filter": chosen, **asked(request, chosen), **receipt(request, night=None)}
    table = PlayerTable(player_rows(chosen.qs), strikes=strike_sums())
    return show_list(request, table, "players/players.html", context)


@for_host.get
def show(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player with all their nights; a duplicate leads to the player it was merged into."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("player", player.number)
    played, start_cents = nights_of(player), starting_cents().get(player.number, 0)
    merges = in_effect(Act.objects.filter(night=None, kind=Kind.MERGE)).order_by("number")
    names = player_names(same_person(player)[1:])
    merged = [(json.loads(content)["player"], act) for act, content in merges.values_list("number", "content")]
    context = {
        "section": "players",
        "player": player,
        "played": played,
        "result_cents": result_of(played) + start_cents,
        "start_cents": start_cents,
        "closed_nights": sum(each.is_closed for each in played),
        "duplicates": [(names[duplicate], act) for duplicate, act in merged if duplicate in names],
        "standing_cents": standing_of(player),
        "credit": credit_of(player),
        "id_seen": id_seen(player),
        "email": email_of(player),
        "said": last_remark(request),
        "strikes": [each for each in player_strikes(player).houses if each.strikes],
        **receipt(request, night=None),
    }
    return show_list(request, PlayerNightTable(played), "players/player.html", context)


@for_host.both
def edit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Change a player's name, mark, or what they play as."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    said = {
        "name": player.name,
        "plays_as": REGULAR if player.regular else GUEST,
        "invited_by": player.inviter and player.inviter.number,
        "mark": player.mark,
    }
    form = EditForm(request.POST if request.method == "POST" else None, player=player, initial=said)
    if form.is_valid() and not player_differs(player, **form.arguments()):
        return redirect("player", number)
    answer = attempt(request, form, change_player, player=player)
    if answer is not None:
        return done(request, answer, reverse("player", args=[number]))
    context = {"section": "players", "player": player, "key": new_key(), "free_mark": free_mark(player)}
    context |= refused_context(form, request.path) | {"form": form}
    return render(request, "players/edit.html", context, status=status_of(form))


@for_host.post
def remove(request: DeskRequest, number: int) -> HttpResponseBase:
    """Remove a player from the group, which closes their own page at once, or take them back."""
    player, form = get_object_or_404(Player.objects.people(), pk=number), RemoveForm(request.POST)
    answer = attempt(request, form, record_player, name=player.name)
    if answer is not None:
        return done(request, answer, reverse("player", args=[number]))
    context = {"section": "players", "player": player, **refused_context(form, request.path)}
    return render(request, "players/remove.html", context, status=status_of(form))


@for_host.both
def forget(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show what is erased of a player, what stays and what keeps them, and forget them."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    form = ForgetForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, forget_player, player=player)
    if answer is not None:
        return HttpResponseRedirect(saying(answer.remark, reverse("player", args=[number])), status=303)
    context = {"section": "players", "player": player, "key": new_key(), **refused_context(form, request.path)}
    context |= {"in_the_way": [*dict.fromkeys(in_the_way(player, timezone.now()))], "texts": texts_that_stay(player)}
    return render(request, "players/forget.html", context, status=status_of(form))


@for_host.both
def merge(request: DeskRequest, number: int) -> HttpResponseBase:
    """Merge a duplicate into a player: choose it, compare both, confirm."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    form = MergeForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, merge_players, into=player)
    if answer is not None:
        return done(request, answer, reverse("player", args=[number]))
    others = Player.objects.people().exclude(pk=player.pk)
    chosen = whole_number(request.POST.get("duplicate") or request.GET.get("with", "")) or 0
    duplicate = others.filter(pk=chosen).first()
    context: dict[str, Any] = {"section": "players", "player": player, "others": others.order_by("name_key")}
    if duplicate is not None:
        pair = Player.objects.people().filter(pk__in=[player.pk, duplicate.pk])
        rows = {row.player.number: row for row in player_rows(pair)}
        both = [rows[player.pk], rows[duplicate.pk]]
        stand = [standing_of(player), standing_of(duplicate)]
        context |= {"duplicate": duplicate, "mine": both[0], "theirs": both[1], "both": both, "stand": stand}
        context |= {"together": sum(row.result_cents for row in both), "stand_together": sum(stand), "key": new_key()}
    context |= refused_context(form, request.path)
    return render(request, "players/merge.html", context, status=status_of(form))


@for_host.both
def duplicates(request: DeskRequest) -> HttpResponseBase:
    """List the entries that are likely one person, with what each pair comes to, and merge those that are ticked."""
    form = MergeManyForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, merge_many)
    if answer is not None:
        return done(request, answer, reverse("players_duplicates"))
    pairs, count = likely_duplicates()
    ticked = {int(duplicate) for duplicate, _ in form.cleaned_data.get("pairs", ())} if form.is_bound else set()
    context: dict[str, Any] = {"section": "players", "pairs": pairs, "more": count - len(pairs), "ticked": ticked}
    context |= {"key": new_key(), **refused_context(form, request.path), **receipt(request, night=None)}
    return render(request, "players/duplicates.html", context, status=status_of(form))


@for_host.post
def split(request: DeskRequest, number: int, act: int) -> HttpResponseBase:
    """Undo a merge."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    merged = get_object_or_404(Act, number=act, kind=Kind.MERGE)
    form = ActForm(request.POST)
    answer = attempt(request, form, night_commands.reverse, of=merged.key, reason="not the same")
    if answer is not None:
        return done(request, answer, reverse("player", args=[player.number]))
    context = {"section": "players", "player": player, **refused_context(form, request.path)}
    return render(request, "players/split.html", context, status=status_of(form))


@for_hosts.both
def add(request: DeskRequest) -> HttpResponseBase:
    """Add the names of a form: first shown sorted into new, known and refused, then all new ones in one go."""
    data = request.POST if request.method == "POST" else None
    form = AddForm(data, inviters=regulars(), initial={"plays_as": REGULAR, "next": request.GET.get("next", "")})
    names = None
    if form.is_valid():
        try:
            names = read_names(form.cleaned_data["names"])
        except Malformed as problem:
            form.add_error("names", str(problem))
    if names is None:
        return _add_page(request, form, None, status=status_of(form))
    if not form.is_confirmed:
        return _add_page(request, form, names, status=200)
    wanted: str = form.cleaned_data["next"]
    # Back to where the host came from, if that is a page of this desk.
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    onward = wanted if is_ours else reverse("players" if request.who.hosts_all else "home")
    if not names.new:
        return HttpResponseRedirect(onward, status=303)
    answer = attempt(request, form, add_players, names=names.new)
    if answer is None:
        return _add_page(request, form, names, status=status_of(form))
    return done(request, answer, onward)


def _add_page(request: DeskRequest, form: AddForm, names: NameList | None, *, status: int) -> HttpResponse:
    context: dict[str, Any] = {"section": "players", **refused_context(form, request.path), "form": form}
    # The page that only shows keeps the key it came by: a list that is sent twice is recorded once.
    context["key"] = new_key() if form.taken or names is None else form.cleaned_data["key"]
    return render(request, "players/add.html", {**context, "names": names}, status=status)


@for_host.both
def player_credit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player's credit; set a limit or go back to the house's, say "no credit" for them or take it back."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("player_credit", player.number)
    wanted = request.POST.get("do", "limit")
    kind, command, always = _WAYS.get(wanted, _WAYS["limit"])
    form = kind(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, command, player=player, **always)
    if answer is not None:
        return done(request, answer, reverse("player_credit", args=[number]))
    context = {
        "section": "players",
        "player": player,
        "said": credit_history(player),
        "houses": [each for each in newest_rules() if each.terms.has_book],
        "standing_cents": standing_of(player),
        "wanted": wanted,
        "key": new_key(),
        **receipt(request, night=None),
        **refused_context(form, request.path),
    }
    return render(request, "players/credit.html", context, status=status_of(form))


_WAYS: dict[str, tuple[type[ActForm], Callable[..., Answer], dict[str, bool]]] = {
    "limit": (CreditForm, credit_commands.set_credit, {}),
    "house": (ActForm, credit_commands.drop_credit_limit, {}),
    "refuse": (ActForm, credit_commands.set_credit, {"refuses": True}),
    "allow": (CreditAgainForm, credit_commands.set_credit, {"refuses": False}),
}
"""What can be done here: its form, its command, and the arguments that are always the same."""


@for_host.both
def player_link(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player's links and devices; make a link, or end one with its device."""
    player = person_or_404(number)
    if request.method != "POST":
        return _link_page(request, player)
    if end := request.POST.get("end", ""):
        # One that is over already is what was wanted, and another player's has its own page.
        player_link_commands.end_link_of(player, whole_number(end) or 0)
        return HttpResponseRedirect(reverse("player_link", args=[player.number]), status=303)
    try:
        key = request.POST.get("key") or new_key()
        player_link_commands.give_link(player, made_by=request.who.name, key=key)
    except Impossible as problem:
        return _link_page(request, player, problem=str(problem), status=UNPROCESSABLE)
    return _link_page(request, player)


def _link_page(request: DeskRequest, player: Player, *, status: int = 200, problem: str = "") -> HttpResponse:
    links = player_link_commands.given_links(player, timezone.now())
    context: dict[str, Any] = {"section": "players", "player": player, "links": links, "problem": problem}
    context["has_pin"] = hasattr(player, "pin")
    for each in links:
        if each.link.night is None and (secret := sign_in_commands.secret_of(each.link)):
            context |= {"open": each.link, **server.shown_once(request, "link", secret)}
    return render(request, "players/link.html", context, status=status)
