"""The players: all of them, one with everything about them, and the forms about them."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.filters import PlayerFilter
from hostdesk.base.lists.queries import player_rows
from hostdesk.base.lists.tables import PlayerTable
from hostdesk.base.lists.views import form_state, show_list
from hostdesk.base.sign_in import link_commands, player_link_commands
from hostdesk.base.sign_in.form_replay_queries import is_page
from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_hosts
from hostdesk.base.sign_in.player_link_commands import PlayerLink
from hostdesk.base.site import act_views, server
from hostdesk.base.site.act_views import Tells, carry_out, form_page, person_or_404, refused_context, status_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.strikes.forms import StrikeForm
from hostdesk.invitations.strikes.page import attended_nights, nights_for_strikes, player_strikes
from hostdesk.invitations.strikes.tables import ATTENDANCE, MONEY, PlayerNightTable
from hostdesk.people.players import commands, forms
from hostdesk.people.players.player_page import all_about, compared, likely_duplicates, nights_together, standing_on
from hostdesk.people.players.queries import in_the_way, texts_that_stay
from hostdesk.standings.book.tables import StandingLinesTable
from hostdesk.table.door.forms import IdForm
from hostdesk.table.notes.queries import free_mark
from ledger.book.forms import OnFilter
from ledger.book.queries import history
from ledger.credit import commands as credit_commands
from ledger.entries.forms import CreditForm
from ledger.undoing import commands as undoing_commands
from reservations.acts.fact_queries import Noted
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer
from reservations.models import Act, Player
from reservations.parsing.names import whole_number
from reservations.players.commands import record_player
from reservations.players.queries import NameList, read_names, regulars
from reservations.strikes.queries import strike_sums


@for_host.get
def index(request: DeskRequest) -> HttpResponse:
    """List the players, with a field for a new one."""
    chosen = PlayerFilter(request.GET, queryset=Player.objects.people())
    context = {"section": "players", "filter": chosen, "key": new_key(), **form_state(request, chosen)}
    table = PlayerTable(player_rows(chosen.qs), strikes=strike_sums())
    return show_list(request, table, "people/players/players.html", context | act_views.receipt(request, night=None))


@for_hosts.get
def show(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show everything about a player; a duplicate leads to the player it was merged into."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("?".join(filter(None, (reverse("player", args=[player.number]), request.META["QUERY_STRING"]))))
    return player_page(request, player)


def player_page(
    request: DeskRequest,
    player: Player,
    form: ActForm | None = None,
    *,
    part: str = "",
    refusal: Tells = refused_context,
    **more: Any,
) -> HttpResponse:
    """Show a player: everything to the host of all houses, to another their attendance of that host's nights.

    ``part`` names the form that comes back, in the context of ``refusal``; without one ``?part=`` opens a step.
    """
    houses, part = request.who.houses, part or request.GET.get("part", "")
    context: dict[str, Any] = {"section": "players", "player": player, "part": part, "key": new_key()}
    struck = form if isinstance(form, StrikeForm) else StrikeForm(nights=nights_for_strikes(houses))
    context |= {"strikes": player_strikes(player, houses), "struck": struck}
    context |= {"last_remark": act_views.last_remark(request), **(refusal(form, request.path) if form else {}), **more}
    status = 200 if "preview" in more else status_of(form)
    if not request.who.hosts_all:
        table = PlayerNightTable(attended_nights(player, timezone.now(), houses), exclude=MONEY)
        return show_list(request, table, "people/players/player.html", context, status=status)
    chosen, today = OnFilter(request.GET), timezone.localdate()
    context |= all_about(player) | standing_on(player, chosen.values.get("on")) | act_views.receipt(request, night=None)
    context |= {"filter": chosen, **form_state(request, chosen), "filtered": bool(chosen.values)}
    context["id_form"] = form if isinstance(form, IdForm) else IdForm(today=today, initial={"on": today.isoformat()})
    context |= link_shown(request, context["links"]) | _step(request, player, part, form)
    lines = StandingLinesTable(history(player.number, context["on"])[::-1])
    counts = request.needs.strikes or request.needs.ids
    nights = nights_together(attended_nights(player, timezone.now()) if counts else [], context["played"])
    table = PlayerNightTable(nights, exclude=() if counts else ATTENDANCE)
    return show_list(request, table, "people/players/player.html", context, status=status, lines=lines)


def _step(request: DeskRequest, player: Player, part: str, form: ActForm | None) -> dict[str, Any]:
    """Return the context of a step: change the player, merge a duplicate into them, or forget them."""
    if part == "change":
        return {"edit": form or forms.EditForm(player=player), "free_mark": free_mark(player)}
    if part == "merge":
        chosen = whole_number(request.POST.get("duplicate") or request.GET.get("with", "")) or 0
        return compared(player, chosen)
    if part == "forget":
        kept_by = [*dict.fromkeys(in_the_way(player, timezone.now()))]
        return {"in_the_way": kept_by, "texts": texts_that_stay(player)}
    return {}


def record_about(
    request: DeskRequest,
    player: Player,
    form: ActForm,
    part: str,
    command: Callable[..., Answer | Noted],
    refusal: Tells = refused_context,
    place: str = "",
    /,
    **facts: Any,
) -> HttpResponseBase:
    """Run a command and redirect to the player, to that ``place``; or show the form of that part again, refused."""
    response = carry_out(request, form, command, f"{reverse('player', args=[player.number])}{place}", **facts)
    return response or player_page(request, player, form, part=part, refusal=refusal)


@for_host.post
def edit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Change a player's name, mark, or whether they are a regular or a guest."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    form = forms.EditForm(request.POST, player=player)
    if form.is_valid() and not commands.player_differs(player, **form.arguments()):
        return redirect("player", number)
    return record_about(request, player, form, "change", commands.change_player, player=player)


@for_host.post
def remove(request: DeskRequest, number: int) -> HttpResponseBase:
    """Remove a player from the group, which closes their own page at once, or take them back."""
    player, form = get_object_or_404(Player.objects.people(), pk=number), forms.RemoveForm(request.POST)
    return record_about(request, player, form, "remove", record_player, name=player.name)


@for_host.post
def forget(request: DeskRequest, number: int) -> HttpResponseBase:
    """Forget a player: their own data is erased."""
    player, form = get_object_or_404(Player.objects.people(), pk=number), forms.ForgetForm(request.POST)
    return record_about(request, player, form, "forget", commands.forget_player, player=player)


@for_host.post
def merge(request: DeskRequest, number: int) -> HttpResponseBase:
    """Merge a duplicate into a player."""
    player, form = get_object_or_404(Player.objects.people(), pk=number), forms.MergeForm(request.POST)
    return record_about(request, player, form, "merge", commands.merge_players, into=player)


@for_host.post
def split(request: DeskRequest, number: int, act: int) -> HttpResponseBase:
    """Undo a merge."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    merged, form = get_object_or_404(Act, number=act, kind=Kind.MERGE), ActForm(request.POST)
    facts = {"of": merged.key, "reason": "not the same"}
    return record_about(request, player, form, "split", undoing_commands.reverse, **facts)


@for_host.both
def duplicates(request: DeskRequest) -> HttpResponseBase:
    """List the entries that are likely one person, with the figures of every pair, and merge the ticked ones."""
    form = forms.MergeManyForm(act_views.sent(request))
    if response := carry_out(request, form, commands.merge_many, reverse("players_duplicates")):
        return response
    (pairs, count), ticked = likely_duplicates(), request.POST.getlist("pairs")
    context = {"section": "players", "pairs": pairs, "more": count - len(pairs), "ticked": ticked}
    context |= act_views.receipt(request, night=None)
    return form_page(request, "people/players/duplicates.html", form, **context)


@for_hosts.both
def add(request: DeskRequest) -> HttpResponseBase:
    """Add the names of a form: first shown sorted into new, known and refused, then all new ones in one go."""
    initial, names = {"plays_as": forms.REGULAR, "next": request.GET.get("next", "")}, None
    form = forms.AddForm(act_views.sent(request), inviters=regulars(), initial=initial)
    if form.is_valid():
        try:
            names = read_names(form.cleaned_data["names"])
        except Malformed as problem:
            form.add_error("names", str(problem))
    if names is None:
        return _add_page(request, form, None, status=status_of(form))
    if not form.is_confirmed or (names.known and not form.cleaned_data["reviewed"]):
        return _add_page(request, form, names, status=200)
    wanted: str = form.cleaned_data["next"]
    # Back to the host's last page, if that is a page of this desk.
    onward = wanted if is_page(wanted) else reverse("players" if request.who.hosts_all else "home")
    if not names.new:
        return HttpResponseRedirect(onward, status=303)
    response = carry_out(request, form, commands.add_players, onward, names=names.new)
    return response or _add_page(request, form, names, status=status_of(form))


def _add_page(request: DeskRequest, form: forms.AddForm, names: NameList | None, *, status: int) -> HttpResponse:
    context: dict[str, Any] = {"section": "players", **refused_context(form, request.path), "form": form}
    # A page without a step keeps its key: a list that is sent twice is recorded once.
    context["key"] = new_key() if form.taken or names is None else form.cleaned_data["key"]
    return render(request, "people/players/add.html", {**context, "names": names}, status=status)


@for_host.post
def player_credit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Set a limit to a player's credit or go back to the house's, set "no credit" for them or take it back."""
    player, wanted = person_or_404(number), request.POST.get("do", "limit")
    kind, command, always = _WAYS.get(wanted, _WAYS["limit"])
    form = kind(request.POST)
    return record_about(request, player, form, wanted, command, player=player, **always)


_WAYS: dict[str, tuple[type[ActForm], Callable[..., Answer], dict[str, bool]]] = {
    "limit": (CreditForm, credit_commands.set_credit, {}),
    "house": (ActForm, undoing_commands.drop_credit_limit, {}),
    "refuse": (ActForm, credit_commands.set_credit, {"refuses": True}),
    "allow": (forms.CreditAgainForm, credit_commands.set_credit, {"refuses": False}),
}
"""The actions of this page: the form, the command, and the fixed arguments."""


@for_host.post
def player_link(request: DeskRequest, number: int) -> HttpResponse:
    """Make a link to a player's own pages, or end one with its device."""
    player = person_or_404(number)
    if end := request.POST.get("end", ""):
        # A link that is over already is the wanted state, and another player's has its own page.
        player_link_commands.end_link_of(player, whole_number(end) or 0)
        return HttpResponseRedirect(f"{reverse('player', args=[player.number])}#link", status=303)
    form, key = ActForm(request.POST), request.POST.get("key") or new_key()
    try:
        player_link_commands.give_link(player, made_by=request.who.name, key=key)
    except Impossible as problem:
        form.refuse(problem)
        return player_page(request, player, form, part="link")
    return player_page(request, player, part="link")


def link_shown(request: DeskRequest, links: Sequence[PlayerLink]) -> dict[str, Any]:
    """Return the address of the unused link, to scan and to copy."""
    for link in links:
        if link.link.night is None and (secret := link_commands.secret_of(link.link)):
            return {"open": link.link, **server.shown_once(request, "link", secret)}
    return {}
