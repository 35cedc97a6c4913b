"""THE BOOK after a night: what the night changed, and settling it at the table before everybody goes home."""

import json
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.act_lines import act_line, named_in
from hostdesk.keys import new_key
from hostdesk.night_book import NightBook, ToPay, night_book
from hostdesk.rights import DeskRequest, for_bank
from hostdesk.views.acting import BOTH, attempt, done, refused_context, remark_on, status_of
from ledger import commands
from ledger.claims import Paid
from ledger.counting_forms import PAY, NightPaymentForm
from ledger.money import show_cents
from reservations.acts import Answer, is_recorded
from reservations.digits import whole_number
from reservations.kinds import Kind, Stamp
from reservations.models import Act, Night, Player
from reservations.problems import Impossible
from reservations.queries import people_at, player_names


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
    book = night_book(night)
    answer = attempt(request, form, lambda stamp: _record(stamp, book, form))
    if answer:
        return done(request, answer, f"{reverse('night_book', args=[night_id])}#settle")
    return _show(request, night, book, form)


def _record(stamp: Stamp, book: NightBook, form: NightPaymentForm) -> Answer:
    said = form.cleaned_data
    one = _between(book, said["payer"], said["payee"])
    if one is None:
        raise Impossible("That is no payment of this night: look at the page again.")
    if said["step"] != PAY:
        return _undo(stamp, one, said["act"])
    cents = said["amount"]
    if cents > one.left_cents and not is_recorded(stamp.key):
        raise Impossible(f"{show_cents(one.left_cents)} of it is left to pay, not {show_cents(cents)}.")
    payer, payee = (Player.objects.get(pk=number) for number in (one.proposed.payer, one.proposed.payee))
    return commands.pay_debt(stamp=stamp, payer=payer, payee=payee, amount_cents=cents)


def _undo(stamp: Stamp, one: ToPay, number: int | None) -> Answer:
    act = Act.objects.filter(number=number or 0, kind=Kind.PAYMENT).first()
    if act is None or not (is_recorded(stamp.key) or number in [paid.number for paid in one.paid]):
        raise Impossible("That is no payment of this night: look at the page again.")
    return commands.reverse(stamp=stamp, of=act.key, reason="a slip")


def _between(book: NightBook, payer: int, payee: int) -> ToPay | None:
    pair = (payer, payee)
    return next((each for each in book.payments if (each.proposed.payer, each.proposed.payee) == pair), None)


def _show(request: DeskRequest, night: Night, book: NightBook, form: NightPaymentForm | None = None) -> HttpResponse:
    sent = request.POST if form else request.GET
    payer, payee, act = (whole_number(sent.get(name, "")) or 0 for name in ("payer", "payee", "act"))
    undoing, paying = _paid_by(book, act), _between(book, payer, payee)
    context: dict[str, Any] = {
        "section": "nights",
        "night": night,
        "book": book,
        "paying": paying if paying and paying.left_cents and not undoing else None,
        "undoing": undoing,
        "receipt": _receipt(request, night, book),
        "key": new_key(),
        **(refused_context(form, request.path) if form else {}),
    }
    return render(request, "hostdesk/night_book.html", context, status=status_of(form) if form else 200)


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
    said, people = json.loads(act.content), people_at()
    return _between(book, *(people.get(said[role], said[role]) for role in ("payer", "payee"))) is not None
