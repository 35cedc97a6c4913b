"""THE BOOK on a player's own pages: their lines, their word on a payment, and their way of being paid."""

from contextlib import nullcontext
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.views import pdf_file, sheet
from hostdesk.base.sign_in.guard import DeskRequest, for_player
from hostdesk.base.site import act_views
from hostdesk.people.own.home_page import book_rows, owed_by, periods
from hostdesk.standings.months.commands import PaymentStep
from hostdesk.standings.months.forms import PlanPaymentForm
from hostdesk.standings.months.views import payment_page, settle
from hostdesk.standings.paying.commands import add_way, remove_way
from hostdesk.standings.paying.forms import KindForm, PartForm, WayForm
from hostdesk.standings.paying.kinds import KINDS, TEXT
from hostdesk.standings.paying.queries import filled_ways, ways_of
from ledger.book.forms import PeriodForm
from ledger.book.own_queries import statement_of
from ledger.book.pdf import statement_pdf
from ledger.book.report import statement_rows
from ledger.money.cents import field_cents, without_thousands
from ledger.months.plan_queries import PaymentNow, payment_now
from ledger.months.queries import latest
from reservations.acts.problems import Impossible
from reservations.acts.queries import is_recorded
from reservations.models import Player
from reservations.parsing.names import whole_number

_ROWS = 20
_OF_THE_PAYEE = (PaymentStep.CONFIRM, PaymentStep.DISPUTE, PaymentStep.PAY, PaymentStep.FORGIVE, PaymentStep.ASK)


@for_player.get
def own_book(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player their lines in THE BOOK, the plans among them, and the statement of a period."""
    player, kind = act_views.own_person(request, number), KINDS.get(request.GET.get("kind", ""))
    if kind:
        return _book_page(request, player, "handle", WayForm(kind))
    return _book_page(request, player, "statement" if {"from", "to"} & request.GET.keys() else request.GET.get("saved"))


def _book_page(
    request: DeskRequest, player: Player, part: str | None, form: WayForm | None = None, fault: str = ""
) -> HttpResponse:
    """Show that page with one of its rows open: that of the ways to be paid with a ``form``, or with a refusal."""
    owed, period = owed_by(player), PeriodForm(request.GET)
    context: dict[str, Any] = {
        "player": player,
        "part": part,
        "owed": owed,
        "rows": Paginator(book_rows(player, owed), _ROWS).get_page(request.GET.get("page")),
        "period": period,
        "periods": periods(timezone.localdate()),
        "query": request.GET.urlencode(),
        "ways": ways_of([player.number]).get(player.number, ()),
        "kinds": KindForm(currency=request.desk.currency),
        "way_form": form,
        "fault": fault,
    }
    is_refused = bool(fault) or bool(form and form.is_bound) or not period.is_valid()
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
    context = {"player": player, "pays": pays, "may_claim": pays or host, "may_answer": not pays or host}
    if pays and not found.is_over:
        part, cents = _part(request, found)
        way_cents = cents or found.left_cents
        ways = filled_ways(found, way_cents, request.desk)
        context |= {"part_form": part, "cents": cents, "way_cents": way_cents, "ways": ways}
        context["has_new"] = any(is_new for _, is_new in ways)
        if way_cents != found.left_cents and request.method != "POST":
            context["typed"] = field_cents(cents)
    return payment_page(request, "people/own/payment.html", form, found, undoable, **context)


def _part(request: DeskRequest, found: PaymentNow) -> tuple[PartForm, int]:
    """Return the form of a part of a payment, and the cents to pay now: that part, or the unclaimed rest.

    It is 0 if all of it is claimed. All debts of one player to another are one payment of the latest plan: the rest
    of an older payment rolled into it.
    """
    form, most = PartForm(request.GET if "amount" in request.GET else None), found.unclaimed_cents or found.left_cents
    if form.is_valid() and (form.cleaned_data["amount"] or 0) > most:
        claimed = f"; {field_cents(found.left_cents - most)} is marked as paid" if most < found.left_cents else ""
        form.add_error("amount", f"At most {field_cents(most)} is left to pay{claimed}.")
    return form, (form.is_valid() and form.cleaned_data["amount"]) or found.unclaimed_cents


def _check_step(request: DeskRequest, form: PlanPaymentForm, player: Player, found: PaymentNow) -> None:
    """Raise ``Http404`` for a payment between others, ``PermissionDenied`` for a step of the other side."""
    fields, allowed = form.cleaned_data, (PaymentStep.CLAIM,) if player.number == found.payer else _OF_THE_PAYEE
    if player.number not in (found.payer, found.payee):
        raise Http404
    is_undo = fields["step"] == PaymentStep.UNDO
    undoes = is_undo and (fields["act"] in _taken_back(request, player, found) or is_recorded(fields["key"]))
    if not (request.who.is_host or fields["step"] in allowed or undoes):
        raise PermissionDenied("The payer claims a payment; the payee confirms, disputes, records or forgives it.")


def _payment_of(player: Player, month: int, place: int) -> PaymentNow:
    """Return a payment of a player. Raises ``Http404`` for one between others."""
    found = act_views.or_404(payment_now(month, place))
    if player.number not in (found.payer, found.payee):
        raise Http404
    return found


def _taken_back(request: DeskRequest, player: Player, found: PaymentNow) -> list[int]:
    """Return the acts a player may take back: an unanswered claim, a dispute, or the latest that they recorded."""
    if player.number == found.payer:
        return [claim.number for claim in found.waiting]
    plan, last = latest(), max(found.undoable, default=0)
    settled = (*found.payments, *found.forgivings)
    recorded = [act.number for act in settled if act.by == request.who.name]
    disputes = [claim.answer for claim in found.disputed if claim.answer is not None]
    return [*(number for number in recorded if number == last and plan and number > plan.number), *disputes]


@for_player.get
def own_payment_qr(request: DeskRequest, number: int, month: int, place: int) -> HttpResponse:
    """Draw the QR code of one way to pay, with the amount, for the player who pays by the plan."""
    player = act_views.own_person(request, number)
    found = _payment_of(player, month, place)
    if player.number != found.payer or found.is_over:
        raise Http404
    row, (part, cents) = whole_number(request.GET.get("way", "")), _part(request, found)
    if part.errors:
        raise Http404
    for filled, _ in filled_ways(found, cents or found.left_cents, request.desk):
        if filled.way.row == row and filled.draws:
            return HttpResponse(filled.svg(), content_type="image/svg+xml")
    raise Http404


@for_player.post
def own_handle(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player add a way to be paid, or remove one."""
    player, row = act_views.own_person(request, number), whole_number(request.POST.get("remove", ""))
    if row is not None:
        remove_way(player=player, row=row)
    else:
        form = WayForm(KINDS.get(request.POST.get("kind", ""), KINDS[TEXT]), request.POST)
        if not form.is_valid():
            return _book_page(request, player, "handle", form)
        try:
            add_way(player=player, kind=form.kind, typed=form.cleaned_data, at=timezone.now())
        except Impossible as refused:
            return _book_page(request, player, "handle", fault=str(refused))
    return HttpResponseRedirect(f"{reverse('own_book', args=[player.number])}?saved=handle#handle", status=303)
