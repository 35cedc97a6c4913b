"""A player's word on lines about them: their own count at a cash-out, objections, and the answers."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_player, for_player_alone
from hostdesk.base.site import act_views
from hostdesk.table.tonight.counted import chip_inputs
from hostdesk.table.tonight.views import read
from ledger.book.commands import object_to
from ledger.book.own_queries import all_objections, is_about, lines_about
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.forms import OwnCountForm
from ledger.night.act_queries import ActLine, act_line
from reservations.acts.forms import ObjectForm
from reservations.models import Act, Night, Player


@for_player_alone.both
def own_count(request: DeskRequest, number: int, night_id: int) -> HttpResponseBase:
    """Let a player with chips type their own count of them, for the banker."""
    player, tonight = act_views.person_or_404(number), read(night_id)
    mine = tonight.player(player.number)
    if mine is None or not mine.holds or not tonight.is_open:
        raise Http404
    colours = tonight.now.terms.chips
    form = OwnCountForm(act_views.sent(request), colours=colours)
    answer = act_views.attempt(request, form, cash_out_commands.count_own_chips, night=tonight.night, player=player)
    if answer is not None:
        return act_views.noted(answer, reverse("own", args=[player.number]))
    context = {
        "player": player,
        "night": tonight.night,
        "mine": mine,
        "counted": tonight.own_counts.get(player.number),
        "chips": chip_inputs(form.data, "count", colours),
    }
    return act_views.form_page(request, "people/evidence/count.html", form, act_views.fact_context, **context)


@for_player.get
def own_lines(request: DeskRequest, number: int, night_id: int) -> HttpResponseBase:
    """List the lines of one night about a player, with a field to object to a line."""
    player, night = act_views.person_or_404(number), act_views.night_or_404(night_id)
    lines = lines_about(player, night)
    if not lines:
        raise Http404
    return _lines(request, player, lines, ObjectForm(), night=night)


@for_player_alone.both
def own_line(request: DeskRequest, number: int, act: int) -> HttpResponseBase:
    """Show a player one line about them with its objections, and let them object to it."""
    player = act_views.person_or_404(number)
    found = get_object_or_404(Act.objects.select_related("reversed_by", "night__house"), number=act)
    if not is_about(found, player):
        raise Http404
    form = ObjectForm(act_views.sent(request))
    answer = act_views.attempt(request, form, object_to, player=player, act=act)
    if answer is not None:
        return act_views.noted(answer, reverse("own_line", args=[player.number, act]))
    return _lines(request, player, [act_line(found)], form, night=found.night)


def _lines(
    request: DeskRequest, player: Player, lines: Sequence[ActLine], form: ObjectForm, night: Night | None
) -> HttpResponse:
    objections = all_objections(player)
    found = [(line, [objection for objection in objections if objection.line.number == line.number]) for line in lines]
    takes_more = any(not line.undone and not any(objection.is_open for objection in theirs) for line, theirs in found)
    context: dict[str, Any] = {"player": player, "night": night, "lines": found}
    context |= {"last_remark": act_views.last_remark(request), "may_object": takes_more and not request.who.is_host}
    return act_views.form_page(request, "people/evidence/lines.html", form, act_views.fact_context, **context)
