"""The page where a host makes a link to a player's own pages, and ends links and devices."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in import player_link_commands
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.sign_in.player_link_commands import OutOfTheGroup
from hostdesk.sign_in.views import without_referrer
from hostdesk.site import server
from hostdesk.site.act_views import BOTH, UNPROCESSABLE, person_or_404
from reservations.models import Player
from reservations.parsing.names import whole_number


@require_http_methods(BOTH)
@for_host
def player_link(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player's links and devices; make a link, or end one with its device."""
    player = person_or_404(number)
    if request.method != "POST":
        return _page(request, player)
    if end := request.POST.get("end", ""):
        # One that is over already is what was wanted, and another player's has its own page.
        player_link_commands.end_link_of(player, whole_number(end) or 0)
        return HttpResponseRedirect(reverse("player_link", args=[player.number]), status=303)
    try:
        secret = player_link_commands.give_link(player, made_by=request.who.name)
    except OutOfTheGroup as problem:
        return _page(request, player, problem=str(problem), status=UNPROCESSABLE)
    address = server.address_for_others(request.build_absolute_uri(reverse("link", args=[secret])))
    return _page(request, player, address=address, picture=server.qr_picture(address))


def _page(request: DeskRequest, player: Player, *, status: int = 200, **context: object) -> HttpResponse:
    links = player_link_commands.given_links(player, timezone.now())
    context = {"section": "players", "player": player, "links": links, **context}
    return without_referrer(render(request, "players/link.html", context, status=status))
