"""THE BOOK after a night: what the night changed, and settling it at the table before everybody goes home."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.book.commands import may_undo, settle_tonight
from hostdesk.book.night_queries import NightBook, night_book, payment_between
from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, done, refused_context, remark_on, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.act_queries import act_line
from ledger.cash_out.forms import NightPaymentForm
from reservations.acts.kinds import Kind
from reservations.models import Act, Night
from reservations.parsing.names import whole_number
from reservations.players.queries import fields_now


@require_http_methods(BOTH)
@for_bank
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show THE BOOK as a closed night left it; ``?payer=1&payee=2`` and ``?act=17`` ask for confirmation."""
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
    paid = ((each, one) for each in book.payments for one in each.paid if one.number == act)
    undoing, paying = next(paid, None) if act in mine else None, payment_between(book, payer, payee)
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


def _receipt(request: DeskRequest, night: Night, book: NightBook) -> dict[str, Any] | None:
    """Return what ``?receipt=N`` says of an act of this night or of a payment of its plan; None for any other act.

    A banker does not see other payments.
    """
    number = whole_number(request.GET.get("receipt", "")) or 0
    act = Act.objects.filter(number=number).select_related("reverses", "reversed_by").first()
    if act is None:
        return None
    if act.night_id != night.pk:
        paid = act.reverses or act
        if paid.kind != Kind.PAYMENT or paid.number < book.closed:
            return None
        fields = fields_now(paid)
        if payment_between(book, fields["payer"], fields["payee"]) is None:
            return None
    return {"line": act_line(act), "remark": remark_on(request, act)}
