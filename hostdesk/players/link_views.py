"""The page where a host makes a link to a player's own pages, and ends links and devices."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk import serving
from hostdesk.sign_in import player_links
from hostdesk.sign_in.player_links import OutOfTheGroup
from hostdesk.sign_in.rights import DeskRequest, for_host
from hostdesk.views.acting import BOTH, UNPROCESSABLE
from hostdesk.views.sign_in.signing_in import of_a_secret
from reservations.digits import whole_number
from reservations.forms import person_or_404
from reservations.models import Player


@require_http_methods(BOTH)
@for_host
def player_link(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player's links and devices; make a link, or end one with its device."""
    player = person_or_404(number)
    if request.method != "POST":
        return _page(request, player)
    return _end(request, player) if request.POST.get("end", "") else _make(request, player)


def _end(request: DeskRequest, player: Player) -> HttpResponse:
    # One that is over already is what was wanted, and somebody else's has its own page.
    player_links.end_link_of(player, whole_number(request.POST["end"]) or 0)
    return HttpResponseRedirect(reverse("player_link", args=[player.number]), status=303)


def _make(request: DeskRequest, player: Player) -> HttpResponse:
    try:
        secret = player_links.give_link(player, made_by=request.who.name)
    except OutOfTheGroup as problem:
        return _page(request, player, problem=str(problem), status=UNPROCESSABLE)
    address = serving.address_for_others(request.build_absolute_uri(reverse("link", args=[secret])))
    return _page(request, player, address=address, picture=serving.qr_picture(address))


def _page(request: DeskRequest, player: Player, *, status: int = 200, **context: object) -> HttpResponse:
    links = player_links.given_links(player, timezone.now())
    context = {"section": "players", "player": player, "links": links, **context}
    return of_a_secret(render(request, "hostdesk/player_link.html", context, status=status))
