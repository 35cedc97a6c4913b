"""A player asks the banker from their own page; the banker looks at a request, and declines it with a word."""

from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_player_alone
from hostdesk.base.site import act_views
from hostdesk.people.own.views import home_page
from hostdesk.table.requests.commands import ask, end_request
from hostdesk.table.requests.forms import DeclineForm, RequestForm
from hostdesk.table.requests.queries import asked_now
from hostdesk.table.tables.forms import WishForm
from hostdesk.table.tables.queries import present_tonight
from hostdesk.table.tonight import views as tonight_views
from ledger.night.requests import Ended
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.forms import ActForm
from reservations.models import Fact
from reservations.players.queries import same_person
from reservations.tables.balance_commands import wish

QUICK_WORDS = ("After this hand", "Come to me", "Not tonight")


@for_player_alone.post
def own_request(request: DeskRequest, number: int, night_id: int) -> HttpResponse:
    """Let a player ask the banker for chips, a cash-out, or to leave; or for another table, which is noted there."""
    player, night = act_views.person_or_404(number), act_views.night_or_404(night_id)
    form: ActForm = RequestForm(request.POST)
    command, facts = cast(Callable[..., Noted], ask), dict[str, Any]()
    if "table" in request.POST:
        form, command = WishForm(request.POST), wish
        facts = {"present": present_tonight(tonight_views.read(night_id))}
    url = reverse("own", args=[player.number])
    response = act_views.carry_out(request, form, command, url, night=night, player=player, **facts)
    return response or home_page(request, player, form)


@for_player_alone.post
def own_request_withdraw(request: DeskRequest, number: int, night_id: int, asked: int) -> HttpResponse:
    """Let a player withdraw what they asked for."""
    player, form = act_views.person_or_404(number), ActForm(request.POST)
    mine = {"night": night_id, "kind": FactKind.REQUEST, "player__in": same_person(player)}
    fact = get_object_or_404(Fact, pk=asked, **mine)
    facts = {"night": act_views.night_or_404(night_id), "asked": fact.pk, "how": Ended.WITHDRAWN}
    response = act_views.carry_out(request, form, end_request, reverse("own", args=[player.number]), **facts)
    return response or home_page(request, player, form)


@for_bank.both
def tonight_request(request: DeskRequest, night_id: int, asked: int) -> HttpResponse:
    """Show what a player asks for, and decline it with a word; ``from=door`` goes back there."""
    tonight = tonight_views.read(night_id)
    form, at_door = DeclineForm(request.POST or None), "door" in (request.GET.get("from"), request.POST.get("from"))
    facts = {"night": tonight.night, "asked": asked, "how": Ended.DECLINED}
    url = reverse("night_door" if at_door else "tonight", args=[night_id])
    if response := act_views.carry_out(request, form, end_request, url, **facts):
        return response
    found = next((each for each in asked_now(tonight) if each.request.fact == asked), None)
    if found is None and not form.problem:
        raise Http404
    context = {"asked": found, "quick_words": QUICK_WORDS, "at_door": at_door}
    context |= act_views.fact_context(form, request.path)
    status = act_views.status_of(form)
    return tonight_views.show(request, tonight, "table/requests/panels/_request.html", status=status, **context)
