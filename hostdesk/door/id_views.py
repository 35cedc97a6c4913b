"""That a player's ID was seen: when, by whom, and their birth date only where the host wants it kept."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.door.forms import IdForm
from hostdesk.door.visitor_queries import ages_asked
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, attempt, fact_context, noted, status_of
from hostdesk.site.idempotency_keys import new_key
from reservations.models import Player
from reservations.rsvps.queries import id_seen
from reservations.strikes.attendance_commands import see_id


@require_http_methods(BOTH)
@for_host
def player_id(request: DeskRequest, number: int) -> HttpResponse:
    """Show whether a player's ID was seen, and note that it was."""
    player, ages = get_object_or_404(Player.objects.people(), pk=number), ages_asked()
    today = timezone.localdate()
    form = IdForm(
        request.POST if request.method == "POST" else None,
        today=today,
        age=ages[0] if ages else None,
        initial={"on": today.isoformat()},
    )
    recorded = attempt(request, form, see_id, player=player)
    if recorded:
        return noted(request, recorded, reverse("player", args=[number]))
    context = {
        **fact_context(form, request.path),
        "section": "players",
        "player": player,
        "form": form,
        "key": new_key(),
        "seen": id_seen(player),
        "ages": ages,
    }
    return render(request, "door/player_id.html", context, status=status_of(form))
