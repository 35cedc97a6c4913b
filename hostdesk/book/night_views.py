"""THE BOOK after a night: what the night changed, and settling it at the table before everybody goes home."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.book.commands import between, may_undo, settle_tonight
from hostdesk.book.night_queries import NightBook, ToPay, night_book
from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, done, refused_context, remark_on, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.act_queries import act_line, named_in
from ledger.book.claim_queries import Paid
from ledger.cash_out.forms import NightPaymentForm
from reservations.acts.kinds import Kind
from reservations.models import Act, Night
from reservations.parsing.digits import whole_number
from reservations.players.queries import fields_now, player_names


@require_http_methods(BOTH)
@for_bank
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show THE BOOK as a closed night left it; ``?payer=1&payee=2`` and ``?act=17`` ask once more."""
    night = get_object_or_404(Night.objects.select_related("house", "rules", "bank"), pk=night_id, rules__isnull=False)
    if night.bank.closed_id is None:
        return redirect("closing", night_id)
    if request.method != "POST":
        return _show(request, night, night_book(night))
    form = NightPaymentForm(request.POST)
    answer = attempt(request, form, settle_tonight, night=night, is_host=request.who.is_host)
    if answer:
        return done(request, answer, f"{reverse('night_book', args=[night_id])}#settle")
    return _show(request, night, night_book(night), form)


def _show(request: DeskRequest, night: Night, book: NightBook, form: NightPaymentForm | None = None) -> HttpResponse:
    sent = request.POST if form else request.GET
    payer, payee, act = (whole_number(sent.get(name, "")) or 0 for name in ("payer", "payee", "act"))
    me = request.who
    mine = {
        paid.number for each in book.payments for paid in each.paid if may_undo(paid, by=me.name, is_host=me.is_host)
    }
    undoing, paying = _paid_by(book, act if act in mine else 0), between(book, payer, payee)
    context: dict[str, Any] = {
        "section": "nights",
        "night": night,
        "book": book,
        "paying": paying if paying and paying.left_cents and not undoing else None,
        "undoing": undoing,
        "undoable": mine,
        "receipt": _receipt(request, night, book),
        "key": new_key(),
        **(refused_context(form, request.path) if form else {}),
    }
    return render(request, "book/night.html", context, status=status_of(form))


def _paid_by(book: NightBook, number: int) -> tuple[ToPay, Paid] | None:
    found = ((each, paid) for each in book.payments for paid in each.paid if paid.number == number)
    return next(found, None)


def _receipt(request: DeskRequest, night: Night, book: NightBook) -> dict[str, Any] | None:
    """Return what ``?receipt=N`` says: of an act of this night, or of a payment that its plan proposes; else nothing.

    Other payments are none of a banker's business.
    """
    number = whole_number(request.GET.get("receipt", "")) or 0
    act = Act.objects.filter(number=number).select_related("reverses", "reversed_by").first()
    if act is None or not (act.night_id == night.pk or _is_of_the_plan(act.reverses or act, book)):
        return None
    return {"line": act_line(act, player_names(named_in([act]))), "remark": remark_on(request, act)}


def _is_of_the_plan(act: Act, book: NightBook) -> bool:
    if act.kind != Kind.PAYMENT or act.number < book.closed:
        return False
    said = fields_now(act)
    return between(book, said["payer"], said["payee"]) is not None
