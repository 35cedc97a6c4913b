"""The links for the banker of one night: made, shown once with a QR code, listed and ended."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from hostdesk.models import Link
from hostdesk.sign_in import commands
from hostdesk.sign_in.guard import DeskRequest, for_house
from hostdesk.site import server
from hostdesk.site.act_views import UNPROCESSABLE
from reservations.models import Night, Player
from reservations.parsing.names import whole_number


@dataclass(frozen=True)
class BankerLink:
    """A banker's link, and whether its access lasts."""

    link: Link
    lasts: bool

    @property
    def state(self) -> str:
        """What became of it, in words."""
        if self.lasts:
            return "in use" if self.link.spent_at else "not used yet"
        return "ended" if self.link.ended_at else "expired"


@for_house.both
def night_banker(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the links of a night; make one for a player, or end one."""
    night = get_object_or_404(Night.objects.select_related("house", "bank__banker"), pk=night_id)
    if request.method != "POST":
        return _page(request, night)
    if request.POST.get("end", ""):
        links = commands.banker_links(night).filter(pk=whole_number(request.POST["end"]) or 0)
        commands.end_link(get_object_or_404(links))
        return redirect("night_banker", night.pk)
    player = Player.objects.people().filter(pk=whole_number(request.POST.get("player", "")) or 0).first()
    if player is None or commands.is_closed(night):
        problem = "The night is closed: it needs no banker any more." if player else "Choose the banker."
        return _page(request, night, problem=problem, status=UNPROCESSABLE)
    key = request.POST.get("key", "")
    secret = commands.new_banker_link(night, player, made_by=request.who.name, key=key)
    return _page(request, night, made_for=player, **server.shown_once(request, "link", secret))


def _page(request: DeskRequest, night: Night, *, status: int = 200, **context: object) -> HttpResponse:
    bank, now = getattr(night, "bank", None), timezone.now()
    context = {
        "night": night,
        "players": Player.objects.people().order_by("-regular", "name_key"),
        "suggested": bank.run_by.number if bank else None,
        "is_closed": commands.is_closed(night),
        "links": [BankerLink(link, commands.lasts(link, now)) for link in commands.banker_links(night)],
        **context,
    }
    return render(request, "sign_in/banker.html", context, status=status)
