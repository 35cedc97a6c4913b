"""Money for a player's chips: the two counts, the preview of the payment, and the payment."""

import contextlib
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site import act_views
from hostdesk.table.closing import views as closing_views
from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tonight.cash_out_page import (
    CashOutPreview,
    Parts,
    count_context,
    dealers_of,
    preview_of,
    to_hand_on,
)
from hostdesk.table.tonight.counted import CLOSING, differed_at
from hostdesk.table.tonight.views import player_context, read, read_player, show
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.forms import COUNT, PAY, CashOutForm, DeclareForm
from ledger.cash_out.payout import ChosenPayout, chosen_parts, odd_of
from ledger.cash_out.queries import MoreThanInPlay, payout_credit
from ledger.cash_out.rules import check_counts, slip_between
from ledger.chips.colours import difference_in_colours
from ledger.chips.count_fields import read_counts
from ledger.money.cents import field_cents
from ledger.night import commands as night_commands
from ledger.night.act_queries import act_line
from reservations.acts.forms import ActForm
from reservations.acts.problems import Impossible, Malformed, MayNotOverrule, Problem, Refused
from reservations.acts.queries import Answer
from reservations.models import Player

LAST_HAND = "last_hand"
"""The button among the counts that notes the last hand; its value is the key of that act."""
DECLARES = "declares"
"""The field beside the counts that declares the extra chips among them; its value is the key of that act."""

_MOST_KEPT = 40
"""As many counts that differed are kept for the closing."""


@for_bank.both
def cash_out(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Count a player's chips and pay them; nothing is recorded before the payment is confirmed."""
    tonight, player = read_player(night_id, number)
    if request.method != "POST":
        return _count(request, tonight, player) if tonight.is_open else redirect("night", night_id)
    form = CashOutForm(request.POST, colours=tonight.now.terms.chips)
    if LAST_HAND in request.POST:
        ending = ActForm({"key": request.POST[LAST_HAND]})
        ended = act_views.attempt(request, ending, night_commands.play_last_hand, night=tonight.night)
        tonight = read(night_id)
        if not ended or not form.is_valid():
            status = 200 if ended else act_views.status_of(ending)
            return _count(request, tonight, player, form, ending=ending, status=status)
    if not form.is_valid():
        return _count(request, tonight, player, form)
    if form.overrules() and not request.who.is_host:
        raise PermissionDenied(str(MayNotOverrule()))
    if form.cleaned_data["step"] == PAY:
        then = CLOSING if form.cleaned_data["then"] == CLOSING else "tonight"
        if answer := _pay(request, tonight, player, form):
            return act_views.done(request, answer, reverse(then, args=[night_id]))
        return _look_first(request, read(night_id), player, form)
    if DECLARES in request.POST:
        declared = _declare(request, tonight)
        return _look_first(request, read(night_id), player, form, **declared)
    return _look_first(request, tonight, player, form)


def _declare(request: DeskRequest, tonight: Tonight) -> dict[str, Any]:
    """Declare the extra chips without which nothing can be paid; return the context of that.

    If other chips are in play than on the page, the extra may be another sum by now, or be declared.
    """
    form = DeclareForm({**request.POST.dict(), "key": request.POST[DECLARES]})
    if form.is_valid() and form.cleaned_data["in_play"] is None:
        return {}  # The page is of an earlier version of the desk.
    answer = act_views.attempt(request, form, cash_out_commands.declare_chips, night=tonight.night)
    if form.changed:
        return {}
    return {"receipt": act_line(answer.act)} if answer else {"declaring": form}


@for_bank.post
def live(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Show the payment of a count as it is typed, with the button that pays it if nothing stands in the way.

    A player's panel has a field for their chips or for an amount: a value there counts as the count.
    """
    if not request.headers.get("HX-Request"):
        return cash_out(request, night_id, number)  # sent again after a sign-in: a whole page
    (tonight, player), payable = read_player(night_id, number), None
    needs_stack = "stack" in request.POST
    own = tonight.own_counts.get(player.number)
    posted, template = request.POST.copy(), "table/cash_out/_cash_out_live.html"
    if "amount" in posted:
        counted = str(posted["stack" if needs_stack else "amount"])
        posted["player_count"], posted["step"] = counted, COUNT
        if own:
            posted["player_count"], posted["banker_count"] = field_cents(own.cents), counted
        template = "table/cash_out/_cash_out_typed.html"
    form = CashOutForm(posted, colours=tonight.now.terms.chips)
    if form.is_valid() and form.cleaned_data["player_count"] == form.cleaned_data["banker_count"]:
        with contextlib.suppress(Impossible):
            payable = _worked_out(request, tonight, player, form)
    if payable and (payable.short or payable.violations):
        payable = None
    context = {"payable": payable, "needs_stack": needs_stack, "tonight": tonight, "player": player, "own_count": own}
    return render(request, template, context)


def _pay(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> Answer | None:
    """Pay the shown plan; None for a refusal, and for figures that have changed since."""
    try:
        parts = _wanted_parts(tonight, form, player)
    except Malformed as problem:
        form.refuse(problem)
        return None
    facts = {"night": tonight.night, "player": player, "parts": parts}
    return act_views.attempt(request, form, cash_out_commands.cash_out, **facts)


def _wanted_parts(tonight: Tonight, form: CashOutForm, player: Player) -> Parts:
    """Return the parts of the payment; None for the order of paying out. Raises ``Malformed``."""
    counted = form.cleaned_data["banker_count"]
    due = counted - odd_of(counted, tonight.now.terms.payout_unit_cents)
    if form.chosen and due:
        credit = payout_credit(tonight.now, player)
        return chosen_parts(form.chosen, due, credit=credit, drawer_cents=tonight.now.balances.drawer_cents)
    return form.parts(due)


def _look_first(
    request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm, **context: Any
) -> HttpResponse:
    """Show the differing counts, else the payment."""
    cleaned = form.cleaned_data
    if form.taken:
        return _count(request, tonight, player, form)
    try:
        stamp = form.stamp(timezone.now(), request.who.name)
        stamp.check_shown(figures=tonight.now.history.of(player.number).figures)
    except Problem as problem:
        form.refuse(problem)
        return _count(request, tonight, player, form, changed=form.changed)
    differing = check_counts(cleaned["player_count"], cleaned["banker_count"], player.name)
    if differing and not cleaned["count_ruling"]:
        form.refuse(Refused(differing, house=str(tonight.night.house)))
        counts, kept = [cleaned["player_count"], cleaned["banker_count"]], differed_at(tonight.night.pk)
        request.session[kept] = [*request.session.get(kept, ()), [player.number, *counts]][-_MOST_KEPT:]
        colours = tonight.now.terms.chips
        by_player, by_banker = (read_counts(form.data, field, colours) for field in ("player_count", "banker_count"))
        context |= {
            "cash_out_part": "table/cash_out/_cash_out_differ.html",
            "by_colour": difference_in_colours(by_player, by_banker, colours) if by_player and by_banker else (),
            "slip": slip_between(*counts),
            "in_play": tonight.now.balances.chips_cents,
            "count_reasons": act_views.recent_rulings("count_ruling"),
        }
        return _show(request, tonight, player, form, status=act_views.UNPROCESSABLE, **context)
    try:
        preview = _worked_out(request, tonight, player, form)
    except Impossible as problem:
        form.refuse(problem)
        extra = problem.extra_cents if isinstance(problem, MoreThanInPlay) else None
        return _count(request, tonight, player, form, **context, extra=extra)
    return _preview(request, tonight, player, form, preview, **context)


def _worked_out(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> CashOutPreview:
    """Return the payment; impossible parts are refused in the form, with the order of paying out on the page."""
    cleaned = form.cleaned_data
    try:
        parts = _wanted_parts(tonight, form, player)
    except Malformed as problem:
        form.refuse(problem)
        parts = None
    now, currency = timezone.now(), request.desk.currency
    at_table = {name: cleaned[name] for name in ("round_played", "plays_on")} | {"dealt": form.both_dealt}
    return preview_of(tonight, player, cleaned["banker_count"], parts, at=now, currency=currency, **at_table)


def _preview(
    request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm, preview: CashOutPreview, **context: Any
) -> HttpResponse:
    if preview.violations:
        # The page knows when the blinds go up next; the command, which may have refused before, does not.
        form.refuse(Refused(preview.violations, preview.allowed, str(tonight.night.house)))
    is_impossible, is_refused = bool(preview.short or preview.wrong), form.problem and not form.changed
    between_two = preview.takes_transfer and not preview.has_choice
    context |= {
        "cash_out_part": "table/cash_out/_cash_out_pay.html",
        "preview": preview,
        "can_pay": between_two or not (is_impossible or preview.violations or (is_refused and preview.has_choice)),
        "suggestion": "table/cash_out/_cash_out_later.html",
        "dealers": dealers_of(tonight, player.number),
    }
    if preview.has_choice:
        form.shown_plan = preview.plan
        context |= {"to_hand_on": to_hand_on(tonight, preview), "chosen": form.chosen or ChosenPayout()}
        context["is_chosen"] = form.chosen is not None
    status = act_views.status_of(form) if form.problem or is_impossible else 200
    return _show(request, tonight, player, form, status=status, **context)


def _count(
    request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm | None = None, **context: Any
) -> HttpResponse:
    context |= count_context(tonight, player, form.data if form and not context.get("changed") else {})
    return _show(request, tonight, player, form, **{"status": act_views.status_of(form), **context})


def _show(
    request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm | None, *, status: int, **context: Any
) -> HttpResponse:
    """Show the cash-out in its panel, or on the page of the closing if it was begun there."""
    then = form.data.get("then", "") if form else request.GET.get("then", "")
    context |= {**player_context(tonight, player.number), "form": form}
    if form:
        context |= act_views.refused_context(form, reverse("tonight_cash_out", args=[tonight.night.pk, player.number]))
    # A player who was cashed out on another tablet meanwhile has no row there.
    if then == CLOSING and tonight.is_open and context["sitting"].holds:
        return closing_views.show(request, tonight, status=status, **context)
    return show(request, tonight, "table/cash_out/_cash_out.html", status=status, **context)
