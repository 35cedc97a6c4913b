"""Money for a player's chips: the two counts first; then what would be paid, seen before it is; then the payment."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.closing.counted import chip_rows
from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import (
    BOTH,
    CONFLICT,
    UNPROCESSABLE,
    attempt,
    done,
    person_or_404,
    recent_rulings,
    refused_context,
    status_of,
)
from hostdesk.tonight.cash_out_page import Parts, Preview, preview_of, still_to_come, to_hand_on
from hostdesk.tonight.queries import Tonight
from hostdesk.tonight.views import player_context, read, show, to_tonight
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.forms import PAY, CashOutForm
from ledger.cash_out.payout_chosen import Chosen, parts_of
from ledger.cash_out.queries import MoreThanInPlay, papers_of
from ledger.cash_out.rules import Papers, check_counts, odd_of
from ledger.money.colour_counts import difference_in_colours
from ledger.money.colour_fields import read_counts
from ledger.night import play_commands as play_commands
from ledger.terms.bank_terms import Means
from reservations.acts.forms import ActForm
from reservations.acts.problems import Impossible, Malformed, MayNotOverrule, Problem, Refused
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Player

LAST_HAND = "last_hand"
"""The button among the counts that notes the last hand; its value is the key of that act."""

_AFTER = {"closing": "closing"}
"""Where a cash-out that was begun elsewhere goes back to: what the form says, and the name of the page."""


@require_http_methods(BOTH)
@for_bank
def cash_out(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Count a player's chips and pay them; nothing is recorded before the payment is confirmed."""
    tonight, player = read(night_id), person_or_404(number)
    if request.method != "POST":
        return _count(request, tonight, player) if tonight.is_open else redirect("night", night_id)
    form = CashOutForm(request.POST, colours=tonight.now.terms.chips)
    if LAST_HAND in request.POST:
        return _end_play(request, tonight, player, form)
    return _go_on(request, tonight, player, form) if form.is_valid() else _count(request, tonight, player, form)


def _go_on(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> HttpResponse:
    """Go on from a form that can be read: pay, or show what would be paid."""
    if form.overrules() and not request.who.is_host:
        raise PermissionDenied(str(MayNotOverrule()))
    night_id = tonight.night.pk
    changed = _changed(form, tonight, player.number)
    if changed:
        return _count(request, tonight, player, form, changed=changed)
    pays = form.cleaned_data["step"] == PAY
    if pays and (other := _paid_differently(request, tonight, player, form)):
        return _preview(request, tonight, player, form, other, status=CONFLICT)
    answer = _pay(request, tonight, player, form) if pays else None
    if answer:
        after = _AFTER.get(form.cleaned_data["then"])
        return done(request, answer, reverse(after, args=[night_id]) if after else to_tonight(night_id))
    return _look_first(request, tonight, player, form)


def _end_play(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> HttpResponse:
    """Note that play is over, by a button among the counts, and go on with what was counted."""
    ending = ActForm({"key": request.POST[LAST_HAND]})
    answer = attempt(request, ending, play_commands.play_last_hand, night=tonight.night)
    tonight = read(tonight.night.pk)
    if answer and form.is_valid():
        return _go_on(request, tonight, player, form)
    return _count(request, tonight, player, form, ending=ending, status=200 if answer else status_of(ending))


def _pay(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> Answer | None:
    counted = form.cleaned_data["banker_count"]
    due = counted - odd_of(counted, tonight.now.terms.payout_unit_cents)
    try:
        parts = _ways(tonight, form, due, papers_of(tonight.now, player))
    except Problem as problem:
        form.refuse(problem)
        return None
    return attempt(request, form, cash_out_commands.cash_out, night=tonight.night, player=player, parts=parts)


def _ways(tonight: Tonight, form: CashOutForm, due_cents: int, papers: Papers) -> Parts:
    """Return how what is due is paid; nothing for the order of paying out. Raises ``Malformed``."""
    if form.chosen and due_cents:
        return parts_of(form.chosen, due_cents, papers=papers, drawer_cents=tonight.now.balances.drawer_cents)
    return form.parts(due_cents)


def _changed(form: CashOutForm, tonight: Tonight, number: int) -> dict[str, int | None] | None:
    """Return what the page showed of the player and what holds now, where another device has changed it since."""
    said, sitting = form.cleaned_data, tonight.player(number)
    # A form that is sent a second time finds its own cash-out: it is answered as before.
    if said["in_for"] is None or is_recorded(said["key"]):
        return None
    shown = {"in_for": said["in_for"], "out": said["out"]}
    now = {
        "in_for_now": sitting.in_for_cents if sitting else 0,
        "out_now": sitting.cashed_out_cents if sitting else None,
    }
    return None if [*shown.values()] == [*now.values()] else {**shown, **now}


def _look_first(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> HttpResponse:
    """Show what was counted differently, else what would be paid."""
    said = form.cleaned_data
    if form.taken:
        return _count(request, tonight, player, form)
    differing = check_counts(said["player_count"], said["banker_count"], player.name)
    if differing and not said["count_ruling"]:
        form.refuse(Refused(differing, house=str(tonight.night.house)))
        return _differ(request, tonight, player, form)
    try:
        preview = _worked_out(request, tonight, player, form)
    except Impossible as problem:
        form.refuse(problem)
        extra = problem.extra_cents if isinstance(problem, MoreThanInPlay) else None
        return _count(request, tonight, player, form, extra=extra)
    return _preview(request, tonight, player, form, preview)


def _paid_differently(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> Preview | None:
    """Return what would be paid, where another device has changed it since the page showed it."""
    if not form.cleaned_data["plan"] or is_recorded(form.cleaned_data["key"]):
        return None
    try:
        preview = _worked_out(request, tonight, player, form)
    except Impossible:
        return None  # The command says why.
    return None if preview.plan == form.cleaned_data["plan"] else preview


def _worked_out(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> Preview:
    def ways(due_cents: int, papers: Papers) -> Parts:
        try:
            return _ways(tonight, form, due_cents, papers)
        except Malformed as problem:
            form.refuse(problem)
            return None

    said = form.cleaned_data
    return preview_of(
        tonight,
        player,
        said["banker_count"],
        ways,
        at=timezone.now(),
        round_played=said["round_played"],
        currency=request.desk.currency,
    )


def _preview(
    request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm, preview: Preview, *, status: int = 0
) -> HttpResponse:
    refusal = preview.refused(str(tonight.night.house))
    if refusal and not form.refusal:
        form.refuse(refusal)
    takes_transfer = Means.TRANSFER in tonight.now.terms.pays_with and preview.due_cents > 0
    between_two = takes_transfer and not preview.has_choice
    context = {
        "preview": preview,
        "takes_transfer": takes_transfer,
        "can_pay": between_two or not (preview.is_impossible or refusal or (form.problem and preview.has_choice)),
        "suggestion": "tonight/panels/_cash_out_later.html",
        "paid_differently": status == CONFLICT,
    }
    if preview.has_choice:
        form.shown_plan = preview.plan
        context |= {"to_hand_on": to_hand_on(tonight, preview), "chosen": form.chosen or Chosen()}
        context["is_chosen"] = form.chosen is not None
    wrong = form.refusal or form.problem or preview.is_impossible
    status = status or (status_of(form) if wrong else 200)
    return _show(request, tonight, player, form, "pay", status=status, **context)


def _differ(request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm) -> HttpResponse:
    colours = tonight.now.terms.chips
    by_player, by_banker = (read_counts(form.data, field, colours) for field in ("player_count", "banker_count"))
    by_colour = difference_in_colours(by_player, by_banker, colours) if by_player and by_banker else ()
    reasons = recent_rulings("count_ruling")
    return _show(
        request, tonight, player, form, "differ", status=UNPROCESSABLE, by_colour=by_colour, count_reasons=reasons
    )


def _count(
    request: DeskRequest, tonight: Tonight, player: Player, form: CashOutForm | None = None, **context: Any
) -> HttpResponse:
    colours = tonight.now.terms.chips
    data = form.data if form and not context.get("changed") else {}
    by_banker = chip_rows(data, "banker_count", colours)
    context |= {
        "to_come": still_to_come(tonight, player, timezone.now()),
        "player_chips": chip_rows(data, "player_count", colours),
        "banker_chips": by_banker,
        "apart": bool(data.get("banker_count")) or by_banker.written,
    }
    status = 200 if form is None else CONFLICT if context.get("changed") else status_of(form)
    return _show(request, tonight, player, form, "count", **{"status": status, **context})


def _show(
    request: DeskRequest,
    tonight: Tonight,
    player: Player,
    form: CashOutForm | None,
    part: str,
    *,
    status: int,
    **context: Any,
) -> HttpResponse:
    number = player.number
    then = form.data.get("then", "") if form else request.GET.get("then", "")
    context |= {"part": f"tonight/panels/_cash_out_{part}.html", "form": form, "then": then if then in _AFTER else ""}
    if form:
        context |= refused_context(form, reverse("tonight_cash_out", args=[tonight.night.pk, number]))
    return show(
        request,
        tonight,
        "tonight/panels/_cash_out.html",
        status=status,
        **{**player_context(tonight, number), **context},
    )
