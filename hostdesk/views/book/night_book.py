"""THE BOOK after a night: what the night changed, and settling it at the table before everybody goes home."""

import json
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.bank.act_lines import act_line, named_in
from hostdesk.book.night_book import NightBook, ToPay, night_book
from hostdesk.keys import new_key
from hostdesk.sign_in.rights import DeskRequest, Who, for_bank
from hostdesk.views.acting import BOTH, attempt, done, refused_context, remark_on, status_of
from ledger import commands
from ledger.claims import Paid
from ledger.consolidations import consolidation_of
from ledger.counting_forms import PAY, NightPaymentForm
from ledger.money import show_cents
from reservations.acts import Answer, is_recorded
from reservations.desk import atomic_batch
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
    answer = attempt(request, form, lambda stamp: record(stamp, night, form, request.who))
    if answer:
        return done(request, answer, f"{reverse('night_book', args=[night_id])}#settle")
    return _show(request, night, night_book(night), form)


def record(stamp: Stamp, night: Night, form: NightPaymentForm, who: Who) -> Answer:
    """Record what a form, which is valid, says of a payment of a night; ``who`` says so.

    The payments are read with the desk locked: others may have recorded one since the page was loaded. Said twice with
    one key it is recorded once. Raises ``Impossible`` for more than is left, once the night is part of a plan, and for
    a payment that is not theirs to undo.
    """
    said = form.cleaned_data
    with atomic_batch():
        book = _closed_book(night)
        one = _between(book, said["payer"], said["payee"])
        if one is None:
            raise Impossible(_NONE)
        if not is_recorded(stamp.key):
            _check_not_consolidated(book)
            _check(one, said, who)
        return _pay(stamp, one, said["amount"]) if said["step"] == PAY else _undo(stamp, said["act"])


_NONE = "That is no payment of this night: look at the page again."


def _closed_book(night: Night) -> NightBook:
    try:
        return night_book(night)
    except ValueError as problem:
        raise Impossible("The night was opened again meanwhile: close it first.") from problem


def _check_not_consolidated(book: NightBook) -> None:
    plan = consolidation_of(book.consolidated) if book.consolidated else None
    if plan is not None:
        raise Impossible(
            f"This night is part of the plan of act {plan.number} by now ({plan.title}): "
            "what was not paid before is paid by that plan."
        )


def _check(one: ToPay, said: dict[str, Any], who: Who) -> None:
    if said["step"] == PAY:
        if said["amount"] > one.left_cents:
            raise Impossible(f"{show_cents(one.left_cents)} of it is left to pay, not {show_cents(said['amount'])}.")
        return
    paid = next((paid for paid in one.paid if paid.number == said["act"]), None)
    if paid is None:
        raise Impossible(_NONE)
    if not _may_undo(paid, who):
        raise Impossible(f"Act {paid.number} was not recorded here by you: the host undoes it.")


def _may_undo(paid: Paid, who: Who) -> bool:
    """Tell whether somebody undoes a payment here: a banker those that they recorded here, the host any."""
    return who.is_host or (paid.by == who.name and not paid.claim)


def _pay(stamp: Stamp, one: ToPay, cents: int) -> Answer:
    payer, payee = (Player.objects.get(pk=number) for number in (one.proposed.payer, one.proposed.payee))
    return commands.pay_debt(stamp=stamp, payer=payer, payee=payee, amount_cents=cents)


def _undo(stamp: Stamp, number: int | None) -> Answer:
    act = Act.objects.filter(number=number or 0, kind=Kind.PAYMENT).first()
    if act is None:
        raise Impossible(_NONE)
    return commands.reverse(stamp=stamp, of=act.key, reason="a slip")


def _between(book: NightBook, payer: int, payee: int) -> ToPay | None:
    pair = (payer, payee)
    return next((each for each in book.payments if (each.proposed.payer, each.proposed.payee) == pair), None)


def _show(request: DeskRequest, night: Night, book: NightBook, form: NightPaymentForm | None = None) -> HttpResponse:
    sent = request.POST if form else request.GET
    payer, payee, act = (whole_number(sent.get(name, "")) or 0 for name in ("payer", "payee", "act"))
    mine = {paid.number for each in book.payments for paid in each.paid if _may_undo(paid, request.who)}
    undoing, paying = _paid_by(book, act if act in mine else 0), _between(book, payer, payee)
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
