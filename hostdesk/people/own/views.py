"""A player's own pages: the main page, and their past nights."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.queries import players_in
from hostdesk.base.sign_in.guard import DeskRequest, for_answers, for_player, for_player_alone
from hostdesk.base.site import act_views
from hostdesk.base.site.poll_middleware import until_news
from hostdesk.base.site.since_views import changed, drawn, words_of
from hostdesk.invitations.coming.page import nights_ahead
from hostdesk.invitations.group_link.claim_commands import unconfirmed_phones
from hostdesk.invitations.nights.night_views import opened_or_404
from hostdesk.people.own.home_page import HOME_PARTS, concerns_player, just_played, next_nights, owed_by, own_tonight
from hostdesk.people.own.nights_page import own_result, own_season
from hostdesk.people.own.rows_page import answer_rows, own_rows
from hostdesk.standings.book.standing_queries import arrears_now
from hostdesk.table.requests.commands import ask, end_request
from hostdesk.table.requests.forms import RequestForm
from hostdesk.table.tables.forms import WishForm
from hostdesk.table.tables.queries import present_tonight
from hostdesk.table.tonight import views as tonight_views
from ledger.book.own_text import LineSource, in_plain_words
from ledger.night.act_queries import ActLine, act_line
from ledger.night.requests import Ended
from ledger.reports.result_png import result_png
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind, Place
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.models import Fact, Player
from reservations.parsing.names import whole_number
from reservations.players.queries import fields_by_person, player_names, same_person
from reservations.tables.blinds_commands import wish

_RECEIPTS = (Kind.CREDIT, Kind.CLAIM, Kind.DISPUTE, Kind.PAYMENT, Kind.FORGIVE)


@for_answers.get
def own(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player the main page; the address of a duplicate leads to the player it was merged into.

    A phone that is not confirmed sees the nights ahead alone.
    """
    return home_page(request, act_views.own_person(request, number))


def home_page(request: DeskRequest, player: Player, form: ActForm | None = None) -> HttpResponse:
    """Show that page, with the reason if a ``form`` was refused."""
    context: dict[str, Any] = {"last_remark": act_views.last_remark(request)}
    if request.who.is_confirmed:
        context["receipt"] = receipt_for(request, player)
        context["phones"] = () if request.who.is_host else unconfirmed_phones(player)
    context |= act_views.refused_context(form, request.path) if form else {}
    context |= _home(request, player, form)
    if form is None and request.who.is_confirmed:
        until_news(request, context["concerns"], address=context["polls"])
    return render(request, "people/own/own.html", context, status=act_views.status_of(form))


@for_player.get
def own_since(request: DeskRequest, number: int) -> HttpResponse:
    """Send the parts of that page that differ from the ``reads`` of the address; 204 if none does."""
    context = _home(request, act_views.own_person(request, number))
    context["parts"] = changed(request, context["parts"])
    if not context["parts"]:
        return until_news(request, context["concerns"])
    until_news(request, context["concerns"], address=context["polls"])
    return render(request, "people/own/home/since.html", context | {"elsewhere": True})


def _home(request: DeskRequest, player: Player, form: ActForm | None = None) -> dict[str, Any]:
    """Return the parts of that page, drawn, the address that it polls, and ``concerns``, the records that change it.

    A phone that is not confirmed gets neither money nor the place of the game.
    """
    now = timezone.now()
    ahead = nights_ahead(player, now, timezone.localdate(now), arrears_now())
    shown: dict[str, Any] = {"player": player, "form": form}
    if request.who.is_confirmed:
        # Of the nights ahead, the open ones have rules.
        opened = [coming.night for coming in ahead if coming.night.rules_id is not None]
        shown |= {"tonight": own_tonight(player, opened, now), "owed": owed_by(player)}
        shown["played"] = None if shown["tonight"] else just_played(player, timezone.localdate(now))
        shown["comings"], later = next_nights(ahead, shown["tonight"])
        shown["rows"] = own_rows(player, request.desk, later, now, in_book=shown["owed"].in_book)
    else:
        comings, later = next_nights(ahead, [])
        shown["comings"] = [replace(coming, tells_place=False) for coming in comings]
        shown["rows"] = answer_rows(player, later, now)
    parts = drawn(request, HOME_PARTS, shown)
    polls = f"{reverse('own_since', args=[player.number])}?reads={'-'.join(words_of(parts))}"
    # A waiting player moves up when others act.
    waits = any(coming.rsvp.place in (Place.WAITING, Place.OFFERED) for coming in ahead)
    concerns = None if waits else partial(concerns_player, same_person(player))
    return {"player": player, "parts": parts, "polls": polls, "concerns": concerns}


def receipt_for(request: DeskRequest, player: Player) -> ActLine | None:
    """Return the act of ``?receipt=N`` if it is about this player, in plain words; else None."""
    act = act_views.receipt_act(request, kind__in=_RECEIPTS)
    fields = fields_by_person([act.content])[0] if act else {}
    about = players_in(fields)
    if act is None or player.number not in about:
        return None
    if request.who.is_host or (act.kind == Kind.CREDIT and "refuses" not in fields):
        return act_line(act)
    is_plus = bool(fields.get("refuses", player.number in (fields.get("payer"), fields.get("debtor"))))
    line = LineSource(act.kind, fields, is_plus)
    return replace(act_line(act), text=in_plain_words(line, player.number, player_names(about)))


@for_player.get
def own_nights(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player their past nights, in the season and house of the address; ``?picture=7`` sends that of night 7."""
    player = act_views.own_person(request, number)
    if night := whole_number(request.GET.get("picture", "")):
        return HttpResponse(result_png(own_result(player, opened_or_404(night))), content_type="image/png")
    season = own_season(player, request.desk, timezone.localdate(), request.GET.dict())
    context = {"player": player, "season": season}
    context |= {"filter": {"form": season.choice.without_player.form({})}}
    context |= {"filtered": bool(season.choice.without_player.parts)}
    return render(request, "people/own/nights.html", context)


@for_player_alone.post
def own_request(request: DeskRequest, number: int, night_id: int) -> HttpResponse:
    """Let a player ask the banker for chips, a cash-out, or to leave; or for another table, which becomes a wish."""
    player, night = act_views.own_person(request, number), act_views.night_or_404(night_id)
    form: ActForm = RequestForm(request.POST)
    command, facts = cast(Callable[..., Noted], ask), dict[str, Any]()
    if "table" in request.POST:
        form, command = WishForm(request.POST), wish
        facts = {"present": present_tonight(tonight_views.read(night_id))}
    url = reverse("own", args=[player.number])
    response = act_views.carry_out(request, form, command, url, night=night, player=player, **facts)
    return response or home_page(request, player, form)


@for_player_alone.post
def own_request_withdraw(request: DeskRequest, number: int, night_id: int, wish: int) -> HttpResponse:
    """Let a player withdraw a request."""
    player, form = act_views.own_person(request, number), ActForm(request.POST)
    mine = {"night": night_id, "kind": FactKind.REQUEST, "player__in": same_person(player)}
    fact = get_object_or_404(Fact, pk=wish, **mine)
    facts = {"night": act_views.night_or_404(night_id), "wish": fact.pk, "how": Ended.WITHDRAWN}
    response = act_views.carry_out(request, form, end_request, reverse("own", args=[player.number]), **facts)
    return response or home_page(request, player, form)
