"""The door of a night: arrivals, attendance marks, IDs seen."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.queries import NightState, state_of
from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site import act_views
from hostdesk.base.site.since_views import polls_at, unchanged
from hostdesk.base.site.since_views import since as changed_since
from hostdesk.invitations.nights.plan_queries import off_because
from hostdesk.standings.book.standing_queries import arrears_now
from hostdesk.table.door import commands
from hostdesk.table.door.commands import bring, come
from hostdesk.table.door.forms import BroughtForm, CameForm, MarkForm, TurnAwayForm
from hostdesk.table.door.page import Door, door_of, no_show_means
from hostdesk.table.tonight.commands import see_ids
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Mark
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.queries import Answer, Books
from reservations.models import Night, Player
from reservations.parsing.names import whole_number
from reservations.rsvps.queries import terms_of_night, zone_of
from reservations.strikes.commands import mark as mark_player
from reservations.strikes.commands import see_id

_STEP, _STEPS = timedelta(minutes=15), 4
_LONGEST_NIGHT = timedelta(hours=11)
_PARTS = {"door": "table/door/_parts.html"}
_ANEW = {"HX-Retarget": "#door", "HX-Reselect": "#door", "HX-Reswap": "outerHTML show:none"}


@for_bank.get
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the door: players with a seat, arrivals without one, and players without either."""
    receipt = act_views.receipt(request, night=night_id, kind=Kind.ARRIVE)
    return _show(request, _door(request, act_views.night_or_404(night_id)), **receipt)


@for_bank.get
def since(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Send the changes since that act and fact, or by the clock; 204 without any.

    If the bank was opened or closed meanwhile, or the night cancelled, all of the door is drawn anew.
    """
    night = act_views.night_or_404(night_id)
    if known := unchanged(request, night_id, act):
        return known
    door = _door(request, night)
    if door.state != request.GET.get("state"):
        response = _show(request, door)
        for name, value in _ANEW.items():
            response.headers[name] = value
        return response
    with timezone.override(ZoneInfo(zone_of(night))):
        return changed_since(request, _PARTS, _polls(request, door), {"door": door, "night": night})


@for_bank.post
def came(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Record that a player came, or did not come after all: an act while the bank is open, else a fact."""
    night, player, form = act_views.night_or_404(night_id), act_views.person_or_404(number), CameForm(request.POST)
    return _let_in(request, night, form, come, player=player)


@for_bank.post
def brought(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let in a player's guest; a new one is added to the list of players first."""
    night, host, form = act_views.night_or_404(night_id), act_views.person_or_404(number), BroughtForm(request.POST)
    return _let_in(request, night, form, bring, host=host)


def _let_in(
    request: DeskRequest, night: Night, form: ActForm, command: Callable[..., Answer | Noted], **whom: Player
) -> HttpResponse:
    if response := act_views.carry_out(request, form, command, _back(request, night), night=night, **whom):
        return response
    describe = act_views.refused_context if state_of(night) == NightState.OPEN else act_views.fact_context
    return _show(request, _door(request, night), form, describe)


@for_bank.both
def mark(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Show the form for a mark, with ``?as=late``, ``excused`` or ``no-show``, and record it or take it back.

    Raises ``PermissionDenied`` if anybody but the host marks a no-show or takes one back: strikes are the host's.
    """
    night, player = act_views.night_or_404(night_id), act_views.person_or_404(number)
    zone = ZoneInfo(zone_of(night))
    form = MarkForm(request.POST if request.method == "POST" else None, starts_at=night.starts_at, zone=zone)
    door = _door(request, night)
    visitor = door.visitor(player.number)
    if form.is_valid() and not request.who.is_host:
        was = visitor.rsvp.mark if visitor else None
        if Mark.NO_SHOW in (form.cleaned_data["mark"], was):
            raise PermissionDenied("Only the host can mark a no-show, or take it back.")
    marked = form.cleaned_data.get("mark") if form.is_valid() else None
    url = reverse("night_door", args=[night_id]) + (f"#visitor-{player.number}" if marked == Mark.NO_SHOW else "")
    facts = {"night": night, "player": player, "arrears": arrears_now()}
    if response := act_views.carry_out(request, form, mark_player, url, **facts):
        return response
    if visitor is None:
        raise Http404
    chosen, is_host = request.POST.get("mark") or request.GET.get("as", ""), request.who.is_host
    marks = [choice for choice in Mark if is_host or choice != Mark.NO_SHOW]
    context = {"door": door, "visitor": visitor, "marks": marks, "times": _quarters(night, door.now)}
    context["means"] = no_show_means(player, night) if is_host else ()
    return _asks(request, night, form, visitor.name, wanted=chosen if chosen in marks else Mark.LATE, **context)


@for_bank.both
def turn_away(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Ask for the reason to turn a player away, with ``?guest=NAME`` one of their guests; record it, or undo it."""
    night, host = act_views.night_or_404(night_id), act_views.person_or_404(number)
    form = TurnAwayForm(request.POST or None)
    facts = {"night": night, "host": host, "arrears": arrears_now()}
    if response := act_views.carry_out(request, form, commands.turn_away_at_door, _back(request, night), **facts):
        return response
    guest = request.POST.get("guest") or request.GET.get("guest", "")
    context = {"wanted": "away", "host": host, "guest": guest, "age": terms_of_night(night).minimum_age}
    return _asks(request, night, form, guest or host.name, **context)


def _asks(request: DeskRequest, night: Night, form: ActForm, name: str, **context: Any) -> HttpResponse:
    """Show the page with the question about a player, with the typed values."""
    context |= {"section": "nights", "night": night, "name": name}
    with timezone.override(ZoneInfo(zone_of(night))):
        return act_views.form_page(request, "table/door/outcome.html", form, act_views.fact_context, **context)


def _quarters(night: Night, now: datetime) -> list[datetime]:
    """Return the next quarters of an hour of a night that has begun, the first at least five minutes away."""
    if night.starts_at is None or not timedelta(0) <= now - night.starts_at < _LONGEST_NIGHT:
        return []
    minutes = now.minute % 15
    first = now.replace(second=0, microsecond=0) + timedelta(minutes=(15 if minutes < 10 else 30) - minutes)
    return [first + _STEP * place for place in range(_STEPS)]


@for_bank.post
def identity(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Record that an ID was seen at the door today."""
    night, player, form = act_views.night_or_404(night_id), act_views.person_or_404(number), ActForm(request.POST)
    at_table = request.POST.get("at") == "table"
    url = reverse("tonight_player", args=[night_id, number]) if at_table else _back(request, night)
    response = act_views.carry_out(request, form, see_id, url, player=player, on=timezone.localdate())
    return response or _show(request, _door(request, night), form)


@for_bank.post
def identities(request: DeskRequest, night_id: int) -> HttpResponse:
    """Record that the IDs of all ticked players were seen today."""
    night, form = act_views.night_or_404(night_id), ActForm(request.POST)
    ticked = dict.fromkeys(whole_number(number) or 0 for number in request.POST.getlist("players"))
    players = [act_views.person_or_404(number) for number in ticked]
    if not players:
        form.add_error(None, "Tick whose ID you have seen.")
    response = act_views.carry_out(request, form, see_ids, _back(request, night), players=players)
    return response or _show(request, _door(request, night), form)


def _door(request: DeskRequest, night: Night) -> Door:
    """Read the door; for a part of the page, in the order of the time at which that page was loaded."""
    text = request.POST.get("since") or request.GET.get("since", "")
    seconds = whole_number(text) if request.headers.get("HX-Request") else None
    now = timezone.now()
    since = None if seconds is None else datetime.fromtimestamp(min(seconds, int(now.timestamp())), UTC)
    return door_of(night, now, since)


def _polls(request: DeskRequest, door: Door) -> str:
    """Return the address at which the door asks for news."""
    books, loaded = Books.read_with(request.desk), int(door.since.timestamp())
    address = reverse("night_door_since", args=[door.night.pk, books.act])
    return polls_at(books, address, door.changes_at, state=door.state, since=loaded)


def _back(request: DeskRequest, night: Night) -> str:
    """Return the address of the door, in the order of the form's page."""
    since = whole_number(request.POST.get("since", ""))
    return reverse("night_door", args=[night.pk]) + ("" if since is None else f"?since={since}")


def _show(
    request: DeskRequest,
    door: Door,
    form: ActForm | None = None,
    describe: Callable[[ActForm, str], dict[str, Any]] = act_views.fact_context,
    **context: Any,
) -> HttpResponse:
    """Show the door; with a refused ``form``, in the context of ``describe``."""
    context |= describe(form, request.path) if form else {}
    context |= {"section": "nights", "door": door, "night": door.night, "last_remark": act_views.last_remark(request)}
    context |= {"off_because": off_because(door.night), "polls": _polls(request, door)}
    with timezone.override(ZoneInfo(zone_of(door.night))):
        return render(request, "table/door/door.html", context, status=act_views.status_of(form))
