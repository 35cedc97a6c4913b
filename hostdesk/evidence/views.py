"""What a player says of what is written about them: their own count at a cash-out, objections, and the answers."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from hostdesk.closing.counted import chip_inputs
from hostdesk.evidence.commands import object_to
from hostdesk.evidence.queries import all_objections, is_about, lines_about
from hostdesk.own.forms import ObjectForm
from hostdesk.sign_in.guard import DeskRequest, for_player
from hostdesk.site.act_views import attempt, fact_context, last_remark, night_or_404, noted, person_or_404, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.act_queries import act_line
from hostdesk.tonight.views import read
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.forms import OwnCountForm
from reservations.models import Act


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


@for_player.get
def own_lines(request: DeskRequest, number: int, night_id: int) -> HttpResponseBase:
    """List what is written about a player of one night; each line leads to where they object to it."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("own_lines", player.number, night_id)
    night = night_or_404(night_id)
    lines = lines_about(player, night)
    if not lines:
        raise Http404
    said = {each.line.number: each for each in reversed(all_objections(player))}
    context = {"player": player, "night": night, "lines": [(line, said.get(line.number)) for line in lines]}
    return render(request, "evidence/lines.html", context)


@for_player.both
def own_line(request: DeskRequest, number: int, act: int) -> HttpResponseBase:
    """Show a player one line about them with what was said of it, and let them object to it."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("own_line", player.number, act)
    found = get_object_or_404(Act.objects.select_related("reversed_by"), number=act)
    if not is_about(found, player):
        raise Http404
    if request.method == "POST" and request.who.is_host:
        raise PermissionDenied("Only the player objects here.")
    form = ObjectForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, object_to, player=player, act=act)
    if answer is not None:
        return noted(answer, reverse("own_line", args=[player.number, act]))
    theirs = [each for each in all_objections(player) if each.line.number == act]
    context = {"player": player, "line": act_line(found), "night": found.night_id, "objections": theirs}
    context |= {"said": last_remark(request), "waits": any(each.is_open for each in theirs)}
    context |= {"key": new_key(), **fact_context(form, request.path), "form": form}
    return render(request, "evidence/line.html", context, status=status_of(form))
