"""THE BOOK on a player's own pages: their lines, their word on a payment, and their way of being paid."""

import io
from contextlib import nullcontext
from functools import partial
from typing import Any

import segno
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.views import pdf_file, sheet
from hostdesk.base.sign_in.guard import DeskRequest, for_player
from hostdesk.base.site import act_views
from hostdesk.models import PaymentHandle
from hostdesk.people.own.book_page import book_rows, periods
from hostdesk.people.own.home_page import owed_by
from hostdesk.standings.months.commands import PaymentStep
from hostdesk.standings.months.forms import HandleForm, PlanPaymentForm
from hostdesk.standings.months.payment_details_commands import payment_details_of, set_payment_details
from hostdesk.standings.months.views import payment_called, payment_page, settle
from ledger.book.forms import PeriodForm
from ledger.book.own_queries import statement_of
from ledger.book.pdf import statement_pdf
from ledger.book.statement import statement_rows
from ledger.money.cents import without_thousands
from ledger.months.plan_queries import PaymentNow
from ledger.months.queries import latest
from reservations.acts.queries import is_recorded
from reservations.models import Player

_ROWS = 20
_OF_THE_PAYEE = (PaymentStep.CONFIRM, PaymentStep.DISPUTE, PaymentStep.PAY, PaymentStep.FORGIVE, PaymentStep.ASK)


@for_player.get
def own_book(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player their lines in THE BOOK, the plans among them, and the statement of a period."""
    player = act_views.own_person(request, number)
    return _book_page(request, player, "statement" if {"from", "to"} & request.GET.keys() else request.GET.get("saved"))


def _book_page(request: DeskRequest, player: Player, part: str | None, form: HandleForm | None = None) -> HttpResponse:
    """Show that page with one of its rows open, and with the refused ``form`` of payment details."""
    owed, period, handle = owed_by(player), PeriodForm(request.GET), payment_details_of(player)
    context: dict[str, Any] = {
        "player": player,
        "part": part,
        "owed": owed,
        "rows": Paginator(book_rows(player, owed), _ROWS).get_page(request.GET.get("page")),
        "period": period,
        "periods": periods(timezone.localdate()),
        "query": request.GET.urlencode(),
        "handle": handle,
        "handle_form": form or HandleForm(initial={"text": handle.text if handle else ""}),
    }
    is_refused = form is not None or not period.is_valid()
    if period.is_valid():
        context["statement"] = statement_of(player, period.cleaned_data["first"], period.cleaned_data["last"])
    return render(request, "people/own/book.html", context, status=act_views.UNPROCESSABLE if is_refused else 200)


@for_player.get
def own_statement(request: DeskRequest, number: int, kind: str) -> HttpResponse:
    """Send a player's statement as ``pdf`` or ``csv``; an impossible period is shown with its fault."""
    player, form = act_views.own_person(request, number), PeriodForm(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('own_book', args=[player.number])}?{request.GET.urlencode()}#statement")
    with without_thousands() if kind == "csv" else nullcontext():
        statement = statement_of(player, form.cleaned_data["first"], form.cleaned_data["last"])
    ends = [f"{day}" for day in (statement.first, statement.last) if day]
    name = "-".join(["statement", f"{player.number}", *(ends or [f"{statement.number}"])])
    if kind == "csv":
        return sheet(name, statement_rows(statement), as_workbook=False)
    return pdf_file(statement_pdf(statement), name)


@for_player.both
def own_payment(request: DeskRequest, number: int, month: int, place: int) -> HttpResponse:
    """Show a player one payment of theirs, and record their word on it."""
    player = act_views.own_person(request, number)
    form = PlanPaymentForm(request.POST if request.method == "POST" else None)
    may, url = partial(_check_step, request, form, player), reverse("own", args=[player.number])
    if response := settle(request, form, url, may, month=month, place=place):
        return response
    found, host = _payment_of(player, month, place), request.who.is_host
    pays, undoable = player.number == found.payer, found.undoable if host else _taken_back(request, player, found)
    context = {"player": player, "pays": pays, "handle": _details(found) if pays else None}
    context |= {"may_claim": pays or host, "may_answer": not pays or host}
    return payment_page(request, "people/own/payment.html", form, found, undoable, **context)


def _check_step(request: DeskRequest, form: PlanPaymentForm, player: Player, found: PaymentNow) -> None:
    """Raise ``Http404`` for a payment between others, ``PermissionDenied`` for a step of the other side."""
    said, allowed = form.cleaned_data, (PaymentStep.CLAIM,) if player.number == found.payer else _OF_THE_PAYEE
    if player.number not in (found.payer, found.payee):
        raise Http404
    is_undo = said["step"] == PaymentStep.UNDO
    undoes = is_undo and (said["act"] in _taken_back(request, player, found) or is_recorded(said["key"]))
    if not (request.who.is_host or said["step"] in allowed or undoes):
        raise PermissionDenied("The payer claims a payment; the payee confirms, disputes, records or forgives it.")


def _payment_of(player: Player, month: int, place: int) -> PaymentNow:
    """Return a payment of a player. Raises ``Http404`` for one between others."""
    found = payment_called(month, place)
    if player.number not in (found.payer, found.payee):
        raise Http404
    return found


def _taken_back(request: DeskRequest, player: Player, found: PaymentNow) -> list[int]:
    """Return the acts a player may take back: an unanswered claim, a dispute, or the latest that they recorded."""
    if player.number == found.payer:
        return [claim.number for claim in found.waiting]
    plan, last = latest(), max(found.undoable, default=0)
    said = (*found.payments, *found.forgivings)
    recorded = [each.number for each in said if each.by == request.who.name]
    disputes = [claim.answer for claim in found.disputed if claim.answer is not None]
    return [*(number for number in recorded if number == last and plan and number > plan.number), *disputes]


def _details(found: PaymentNow) -> PaymentHandle | None:
    """Return the payee's payment details; None once the payment is settled."""
    return None if found.is_over else PaymentHandle.objects.filter(player=found.payee).first()


@for_player.get
def own_payment_qr(request: DeskRequest, number: int, month: int, place: int) -> HttpResponse:
    """Draw the payee's payment details as a QR code, for the player who pays them by the plan."""
    player = act_views.own_person(request, number)
    found = _payment_of(player, month, place)
    details = _details(found) if player.number == found.payer else None
    if details is None:
        raise Http404
    drawn = io.BytesIO()
    segno.make(details.text, error="m", micro=False).save(drawn, kind="svg", scale=4, light="#fff", xmldecl=False)
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")


@for_player.post
def own_handle(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player set their payment details, or remove them."""
    player, form = act_views.own_person(request, number), HandleForm(request.POST)
    if not form.is_valid():
        return _book_page(request, player, "handle", form)
    set_payment_details(player, form.cleaned_data["text"])
    return HttpResponseRedirect(f"{reverse('own_book', args=[player.number])}?saved=handle#handle", status=303)
