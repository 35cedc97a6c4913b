"""Tonight: the page of an open night, its panel, and what has happened since."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from hostdesk.clock.queries import clock_now
from hostdesk.guests.expected_page import Expected, expected_of, has_moved
from hostdesk.notes.queries import moved_by, written_by
from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import done, person_or_404, refused_context, remark_on, said_once, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tables.seat_map_page import seat_map_of
from hostdesk.tables.seat_panel_page import noted_context, seat_context
from hostdesk.tonight.cash_out_page import staying_out
from hostdesk.tonight.payment_views import note_context
from hostdesk.tonight.queries import Tonight, handed_out, not_here_yet, tonight_of
from ledger.cash_out.queries import how_paid
from ledger.models import AccountKind, Bank
from ledger.money.cash import denominations, hand_out
from ledger.night.queries import last_act, paid_out_by, results
from ledger.terms.bank_terms import Means
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer
from reservations.models import Act, Night
from reservations.parsing.digits import whole_number
from reservations.players.queries import fields_now

_WRITING = (Kind.BUY_IN, Kind.CHIP_SALE, Kind.CHANGE_PAY)


@require_safe
@for_bank
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the night; with ``?receipt=N`` what act N recorded. A night without an open bank has a page of its own."""
    if not Bank.objects.filter(night=get_object_or_404(Night, pk=night_id)).exists():
        return redirect("night", night_id)
    tonight = read(night_id)
    return show(
        request,
        tonight,
        "tonight/panels/_receipt.html" if "receipt" in request.GET else "tonight/panels/_night.html",
        **receipt_of(request, tonight),
    )


@require_safe
@for_bank
def player(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Show what one player can do now; somebody who is known and not here yet can still buy in."""
    tonight = read(night_id)
    context = player_context(tonight, number) | receipt_of(request, tonight)
    return show(request, tonight, "tonight/panels/_player.html", said=said_once(request), **context)


@require_safe
@for_bank
def since(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Send the parts of the page that another device has changed since that act; 204 when nothing has."""
    newest = last_act()
    fact, changes = (whole_number(request.GET.get(name, "")) for name in ("fact", "changes"))
    if newest is None:
        return HttpResponse(status=204)
    # Who is expected may read otherwise too: something was said, or a time has passed.
    if newest.number <= act and (fact is None or not has_moved(night_id, fact, changes or 0, timezone.now())):
        return HttpResponse(status=204)
    tonight = read(night_id)
    if not tonight.is_open:
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("night", args=[night_id])})
    expected, seats = coming_to(tonight), seat_map_of(tonight, timezone.now())
    clock = clock_now(tonight.now, timezone.now())
    context = {"tonight": tonight, "expected": expected, "seats": seats, "clock": clock, "elsewhere": True}
    return render(request, "tonight/since.html", context)


def coming_to(tonight: Tonight) -> Expected:
    """Return who is still to come."""
    here = {each.number for each in tonight.players}
    return expected_of(tonight.night, here, tonight.names, timezone.now())


def read(night_id: int) -> Tonight:
    """Read a night whose bank was opened. Raises ``Http404``."""
    try:
        return tonight_of(get_object_or_404(Night, pk=night_id))
    except Impossible as problem:
        raise Http404(str(problem)) from problem


def show(request: DeskRequest, tonight: Tonight, panel: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """Draw the whole page with that panel; a browser that only wants the panel takes it out of it.

    Once the bank is closed there is nothing to be done here: whoever only looks is sent to the night's own page.
    """
    if not tonight.is_open and status == HTTPStatus.OK:
        return redirect("night", tonight.night.pk)
    expected, seats = coming_to(tonight), seat_map_of(tonight, timezone.now())
    context = {"key": new_key(), "expected": expected, "seats": seats, **context, "tonight": tonight}
    context["clock"] = clock_now(tonight.now, timezone.now())
    context |= noted_context(tonight.night, seats, request.GET.get("noted", ""))
    context["panel"] = panel
    if "sitting" in context:
        number = context["sitting"].number
        context |= {"is_here": tonight.player(number) is not None, "awaited": expected.of(number)}
        context |= seat_context(seats, number)
    response = render(request, "tonight/tonight.html", context, status=status)
    if status != HTTPStatus.OK:
        # What was refused is not a place to come back to: a reload shows what the browser showed before.
        response.headers["HX-Push-Url"] = "false"
    return response


def answered(
    request: DeskRequest,
    tonight: Tonight,
    form: ActForm,
    answer: Answer | None,
    *,
    panel: str,
    url: str,
    **context: Any,
) -> HttpResponse:
    """Go on to the receipt of what a panel's form asked for; else show the panel with ``form`` and why not."""
    if answer:
        return done(request, answer, reverse("tonight", args=[tonight.night.pk]))
    return show(request, tonight, panel, status=status_of(form), **{**context, **refused_context(form, url)})


def player_context(tonight: Tonight, number: int) -> dict[str, Any]:
    """Return what the panel of a player shows. Raises ``Http404`` for nobody."""
    one = person_or_404(number)
    sitting = tonight.player(one.number) or not_here_yet(one.number, one.name)
    usual, met_at = tonight.usual_for(sitting), tonight.notice_met_at(sitting)
    return {
        "player": one,
        "sitting": sitting,
        "usual": usual,
        "is_rebuy": sitting.last_buy_cents is not None,
        "paid_by": _last_paid_by(tonight, one.number),
        "stack_asked": tonight.now.terms.rebuy_stack_asked and sitting.last_buy_cents is not None,
        "notice_met_at": met_at,
        "is_notice_met": met_at is not None and met_at <= timezone.now(),
        **note_context(tonight, one),
    }


def _last_paid_by(tonight: Tonight, number: int) -> Means:
    """Return what the player last paid the bank with, else what this house takes first."""
    history = tonight.now.history
    bought = [each for each in history.acts if each.kind == Kind.BUY_IN and each.content["player"] == number]
    last = history.means_of(bought[-1]) if bought else tonight.means[0]
    return last if last in tonight.means else tonight.means[0]


def receipt_of(request: DeskRequest, tonight: Tonight) -> dict[str, Any]:
    """Return what the receipt of ``?receipt=N`` shows; nothing for an act that is not of this night."""
    number = request.GET.get("receipt", "")
    wanted = whole_number(number) or 0  # There is no act 0.
    act = Act.objects.filter(night=tonight.night, number=wanted).select_related("reversed_by").first()
    if act is None:
        return {}
    line = tonight.line_of(act)
    return {
        "receipt": line,
        "act": act,
        "chips": handed_out(tonight.now, line.cents or 0) if act.kind == Kind.BUY_IN else None,
        "remark": remark_on(request, act),
        **(_cashed_out(request, tonight, act) if act.kind == Kind.CASH_OUT else {}),
        **_of_a_note(act),
        "together": _together_with(act),
    }


def _cashed_out(request: DeskRequest, tonight: Tonight, act: Act) -> dict[str, Any]:
    """Return how a cash-out was paid, the notes and coins of its cash, and what the player won or lost."""
    paid = paid_out_by(act)
    cash = paid.get(AccountKind.DRAWER, 0)
    player = fields_now(act)["player"]
    return {
        "paid": how_paid(act),
        "pieces": hand_out(cash, denominations(request.desk.currency)) if cash else (),
        "result": results(tonight.night).get(player),
        "staying_out": staying_out(tonight, player),
    }


def _of_a_note(act: Act) -> dict[str, Any]:
    """Return the note that an act wrote, or that it paid."""
    if act.kind == Kind.REDEEM_NOTE:
        return {"paid_note": moved_by(act)}
    return {"wrote": written_by(act)} if act.kind in _WRITING else {}


def _together_with(act: Act) -> int:
    """Return how many acts one press recorded: their keys are the form's, each with the number of its player."""
    form, dot, _ = act.key.rpartition(".")
    return Act.objects.filter(night=act.night_id, kind=act.kind, key__startswith=f"{form}.").count() if dot else 1


def to_tonight(night_id: int) -> str:
    """Return the address of the page."""
    return reverse("tonight", args=[night_id])
