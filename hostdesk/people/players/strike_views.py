"""Attendance: everybody over a period, the decisions of the host about the strikes of a player, and IDs seen."""

from dataclasses import replace

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from hostdesk.base.lists.views import form_state, show_list
from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_hosts, for_house
from hostdesk.base.site.act_views import fact_context, or_404
from hostdesk.invitations.guests.forms import ReasonForm
from hostdesk.invitations.strikes import page
from hostdesk.invitations.strikes.forms import AttendanceFilter, ReinstateForm, StrikeForm
from hostdesk.invitations.strikes.tables import AttendanceTable
from hostdesk.people.players.views import player_page, record_about
from hostdesk.standings.book.standing_queries import arrears_now
from hostdesk.table.door.forms import IdForm
from reservations.houses.queries import houses_among
from reservations.models import Player
from reservations.strikes import commands as strikes_commands
from reservations.strikes.commands import see_id
from reservations.strikes.queries import strike_numbered

_PLACE = "#attendance"


@for_hosts.get
def index(request: DeskRequest) -> HttpResponse:
    """List everybody's arrivals and absences over a period."""
    houses = request.who.houses
    chosen = AttendanceFilter(request.GET, houses=houses_among(houses).order_by("name_key"))
    rows, nights = page.turnout_rows(replace(chosen.period, houses=houses), timezone.now())
    context = {"section": "players", "filter": chosen, **form_state(request, chosen), "filtered": bool(chosen.values)}
    context |= {"nights": nights, "answers_since": page.answers_since()}
    return show_list(request, AttendanceTable(rows), "invitations/strikes/attendance.html", context)


@for_house.post
def decide(request: DeskRequest, strike: int, decision: str) -> HttpResponseBase:
    """Pardon a strike, which stays visible and no longer counts; take it back; or answer that it stands."""
    commands = {"pardon": strikes_commands.pardon, "unmark": strikes_commands.unmark, "uphold": strikes_commands.uphold}
    form, player = ReasonForm(request.POST), Player.objects.get(pk=or_404(strike_numbered(strike)).player)
    part, command = f"{decision}-{strike}", commands[decision]
    return record_about(request, player, form, part, command, fact_context, _PLACE, strike=strike)


@for_hosts.post
def reinstate(request: DeskRequest, number: int) -> HttpResponseBase:
    """Take a player back into the group of a house: earlier strikes there no longer count."""
    player, form = get_object_or_404(Player.objects.people(), pk=number), ReinstateForm(request.POST)
    if not form.is_valid():
        return player_page(request, player, form)
    house = get_object_or_404(houses_among(request.who.houses), pk=form.cleaned_data["house"])
    part, command, facts = f"reinstate-{house.key}", strikes_commands.reinstate, {"player": player, "house": house}
    return record_about(request, player, form, part, command, fact_context, _PLACE, **facts)


@for_hosts.post
def strike(request: DeskRequest, number: int) -> HttpResponseBase:
    """Give a strike by hand: its consequences are shown first, then it is recorded."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    form = StrikeForm(request.POST, nights=page.nights_for_strikes(request.who.houses))
    if form.is_valid() and not form.cleaned_data["confirm"]:
        preview = page.strike_preview(player, form.cleaned_data["night"], form.cleaned_data["cause"])
        return player_page(request, player, form, part="strike", preview=preview)
    command, facts = strikes_commands.strike, {"player": player, "arrears": arrears_now()}
    return record_about(request, player, form, "strike", command, fact_context, _PLACE, **facts)


@for_host.post
def player_id(request: DeskRequest, number: int) -> HttpResponseBase:
    """Record that a player's ID was seen."""
    player = get_object_or_404(Player.objects.people(), pk=number)
    form = IdForm(request.POST, today=timezone.localdate())
    return record_about(request, player, form, "id", see_id, fact_context, player=player)
