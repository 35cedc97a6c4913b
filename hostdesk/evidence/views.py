"""What a player says of what is written about them: their own count at a cash-out."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from hostdesk.closing.counted import chip_inputs
from hostdesk.sign_in.guard import DeskRequest, for_player
from hostdesk.site.act_views import attempt, fact_context, noted, person_or_404, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.views import read
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.forms import OwnCountForm


@for_player.both
def own_count(request: DeskRequest, number: int, night_id: int) -> HttpResponseBase:
    """Let a player who holds chips type what they count of them, for the banker."""
    player, tonight = person_or_404(number), read(night_id)
    if player.number != number:
        return redirect("own_count", player.number, night_id)
    mine = tonight.player(player.number)
    if mine is None or not mine.holds or not tonight.is_open:
        raise Http404
    if request.method == "POST" and request.who.is_host:
        raise PermissionDenied("Only the player counts here. What you count goes on the page of the cash-out.")
    colours = tonight.now.terms.chips
    form = OwnCountForm(request.POST if request.method == "POST" else None, colours=colours)
    said = attempt(request, form, cash_out_commands.count_own_chips, night=tonight.night, player=player)
    if said is not None:
        return noted(said, reverse("own", args=[player.number]))
    context = {
        "player": player,
        "night": tonight.night,
        "mine": mine,
        "counted": tonight.own_counts.get(player.number),
        "chips": chip_inputs(form.data, "count", colours),
        "key": new_key(),
        **fact_context(form, request.path),
        "form": form,
    }
    return render(request, "evidence/count.html", context, status=status_of(form))
