"""The links that let somebody bank one night: made, shown once with their QR code, listed and taken back."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.models import Link, LinkKind
from hostdesk.sign_in import commands
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.sign_in.views import of_a_secret
from hostdesk.site import server
from hostdesk.site.act_views import BOTH, UNPROCESSABLE
from reservations.models import Night, Player
from reservations.parsing.digits import whole_number


@dataclass(frozen=True)
class GivenLink:
    """A link that was given out, and what has become of it."""

    link: Link
    state: str
    may_end: bool


@require_http_methods(BOTH)
@for_host
def night_banker(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the links of a night; make one for a player, or take one back."""
    night = get_object_or_404(Night.objects.select_related("house", "bank__banker"), pk=night_id)
    if request.method != "POST":
        return _page(request, night)
    if request.POST.get("end", ""):
        return _end(request, night)
    return _make(request, night)


def _end(request: DeskRequest, night: Night) -> HttpResponse:
    links = commands.banker_links(night).filter(pk=whole_number(request.POST["end"]) or 0)
    commands.end_link(get_object_or_404(links))
    return redirect("night_banker", night.pk)


def _make(request: DeskRequest, night: Night) -> HttpResponse:
    player = Player.objects.people().filter(pk=whole_number(request.POST.get("player", "")) or 0).first()
    if player is None or commands.is_closed(night):
        problem = "The night is closed: there is nothing to bank any more." if player else "Choose who is to bank."
        return _page(request, night, problem=problem, status=UNPROCESSABLE)
    secret = commands.make_link(LinkKind.BANKER, night=night, player=player, made_by=request.who.name)
    address = server.address_for_others(request.build_absolute_uri(reverse("link", args=[secret])))
    return _page(request, night, made_for=player, address=address, picture=server.qr_picture(address))


def _page(request: DeskRequest, night: Night, *, status: int = 200, **context: object) -> HttpResponse:
    bank = getattr(night, "bank", None)
    context = {
        "night": night,
        "players": Player.objects.people().order_by("-regular", "name_key"),
        "suggested": bank.banker.person.number if bank else None,
        "is_closed": commands.is_closed(night),
        "links": [_given(link) for link in commands.banker_links(night)],
        **context,
    }
    return of_a_secret(render(request, "sign_in/banker.html", context, status=status))


def _given(link: Link) -> GivenLink:
    now = timezone.now()
    if commands.lasts(link, now):
        return GivenLink(link, "in use" if link.spent_at else "not used yet", may_end=True)
    return GivenLink(link, "ended" if link.ended_at else "over", may_end=False)
