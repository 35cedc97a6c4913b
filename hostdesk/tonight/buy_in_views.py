"""Chips for money at the table: buy-ins, everyone at once, sales between players, and how it was really paid."""

from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, done, person_or_404, refused_context, status_of
from hostdesk.tonight.commands import buy_in_everyone
from hostdesk.tonight.payment_views import instead_of_credit, note_context, paying
from hostdesk.tonight.queries import Tonight, not_here_yet
from hostdesk.tonight.views import coming_to, player_context, read, show, to_tonight
from ledger.buy_in import commands as buy_in_commands
from ledger.buy_in.forms import BuyInForm, ChangePayForm, ChipSaleForm, EveryoneForm
from ledger.night.history import RecordedAct
from ledger.terms.bank_terms import Means
from reservations.acts.kinds import Kind
from reservations.acts.queries import is_recorded
from reservations.models import Player
from reservations.parsing.digits import whole_number

_SAME_WITHIN = timedelta(minutes=1)


@require_POST
@for_bank
def buy_in(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Sell chips to a player; what looks like the same buy-in from another tablet is asked about first."""
    tonight, player = read(night_id), person_or_404(number)
    form = BuyInForm(request.POST, colours=tonight.now.terms.chips)
    twin = _twin(form, tonight, player.number) if form.is_valid() else None
    command = paying(form, player, buy_in_commands.buy_in)
    answer = None if twin else attempt(request, form, command, night=tonight.night, player=player)
    if answer:
        return done(request, answer, to_tonight(night_id))
    context = {**player_context(tonight, number), "twin": twin}
    context |= refused_context(form, reverse("tonight_buy_in", args=[night_id, number]))
    context |= instead_of_credit(form, tonight) or _suggestion(form, context, tonight)
    return show(request, tonight, "tonight/panels/_player.html", status=409 if twin else status_of(form), **context)


def _twin(form: BuyInForm, tonight: Tonight, number: int) -> RecordedAct | None:
    """Return a buy-in of the last minute that says the same under another key."""
    said = form.cleaned_data
    if said["again"] or form.overrules() or is_recorded(said["key"]):
        return None
    after = timezone.now() - _SAME_WITHIN
    for each in reversed(tonight.now.history.acts):
        if each.kind == Kind.BUY_IN and each.content["player"] == number and each.at >= after:
            return each if each.content["amount"] == said["amount"] else None
    return None


def _suggestion(form: BuyInForm, context: dict[str, Any], tonight: Tonight) -> dict[str, Any]:
    """Offer the most that the house allows, where it refused more."""
    if form.refusal is None:
        return {}
    stack, answered_for = form.cleaned_data["stack"], context["player"].is_answered_for
    most = tonight.most_for(context["sitting"], stack, answered_for=answered_for)
    untold = context["stack_asked"] and stack is None
    return {"suggestion": "tonight/_buy_allowed.html", "most": most, "untold": untold} if most else {}


@require_http_methods(BOTH)
@for_bank
def everyone(request: DeskRequest, night_id: int) -> HttpResponse:
    """Sell the usual amount to everybody who has come and has no chips yet: all of them or none."""
    tonight = read(night_id)
    early = [not_here_yet(each.number, each.name) for each in coming_to(tonight).awaited if each.is_here]
    newcomers = early + [each for each in tonight.players if each.state == "arrived"]
    chosen = {each.number for each in newcomers}
    form = EveryoneForm(request.POST or None, players=[each.number for each in (*early, *tonight.players)])
    if form.is_bound:
        chosen &= {number for each in request.POST.getlist("players") if (number := whole_number(each))}
        answer = attempt(request, form, buy_in_everyone, night=tonight.night)
        if answer:
            return done(request, answer, to_tonight(night_id))
    context = {"newcomers": newcomers, "chosen": chosen, "usual": tonight.now.limits.usual_cents}
    context |= refused_context(form, reverse("tonight_everyone", args=[night_id]))
    return show(request, tonight, "tonight/panels/_everyone.html", status=status_of(form), **context)


@require_http_methods(BOTH)
@for_bank
def sell(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let one player sell chips to another; a note for them is the seller's then."""
    tonight, player = read(night_id), person_or_404(number)
    form = ChipSaleForm(request.POST or None)
    buyer = get_object_or_404(Player, pk=form.cleaned_data["buyer"]) if form.is_valid() else player
    command = paying(form, buyer, buy_in_commands.sell_chips)
    answer = attempt(request, form, command, night=tonight.night, seller=player, buyer=buyer)
    if answer:
        return done(request, answer, to_tonight(night_id))
    context = refused_context(form, reverse("tonight_sell", args=[night_id, number]))
    context |= {"player": player, "buyers": [each for each in tonight.players if each.number != player.number]}
    context |= {"means": [each for each in tonight.means if each is not Means.TRANSFER]}
    context |= {"free_mark": form.free_mark or form.data.get("mark", "")}
    context |= instead_of_credit(form, tonight)
    return show(request, tonight, "tonight/panels/_sell.html", status=status_of(form), **context)


@require_http_methods(BOTH)
@for_bank
def paid(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Say that a buy-in of this player was paid otherwise than recorded."""
    tonight, player = read(night_id), person_or_404(number)
    form = ChangePayForm(request.POST or None)
    answer = attempt(request, form, paying(form, player, buy_in_commands.change_pay), night=tonight.night)
    if answer:
        return done(request, answer, to_tonight(night_id))
    context = {"player": player, "buy_ins": list(_buy_ins(tonight, player.number)), **note_context(tonight, player)}
    context |= refused_context(form, reverse("tonight_paid", args=[night_id, number]))
    context |= instead_of_credit(form, tonight)
    return show(request, tonight, "tonight/panels/_paid.html", status=status_of(form), **context)


def _buy_ins(tonight: Tonight, number: int) -> Any:
    history = tonight.now.history
    for each in history.acts:
        if each.kind == Kind.BUY_IN and each.content["player"] == number:
            means = history.means_of(each)
            others = [other for other in tonight.means if other != means]
            line = {"key": each.key, "at": each.at, "cents": each.content["amount"], "means": means}
            yield {**line, "others": others, "may_be_note": Means.NOTE in others}
