"""A payment of a plan: said to be paid, confirmed, disputed, recorded at once, and undone, by the host."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.bank.act_lines import act_lines
from hostdesk.book.month_forms import PaymentForm, Step
from hostdesk.book.months import PaymentNow, PaymentState, payment_now, payments_now
from hostdesk.keys import new_key
from hostdesk.sign_in.rights import DeskRequest, for_host
from hostdesk.views.acting import BOTH, attempt, done, refused_context, status_of
from hostdesk.views.book.months import month_called
from ledger import commands
from ledger.claims import Claim, ClaimState, claim_called, claims_since
from ledger.consolidations import Consolidation, latest
from reservations.acts import Answer, is_recorded
from reservations.desk import atomic_batch
from reservations.kinds import Stamp
from reservations.models import Act, Player
from reservations.problems import Impossible
from reservations.queries import player_names


@require_http_methods(BOTH)
@for_host
def payment(request: DeskRequest, month: int, place: int) -> HttpResponse:
    """Show a payment with what was said of it, and take what the host says."""
    plan, found = month_called(month), payment_called(month, place)
    form = PaymentForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and asks_again(form):
        return _show(request, plan, found, sure=form.cleaned_data["amount"])
    answer = attempt(request, form, lambda stamp: say(stamp, found, form))
    if answer is not None:
        return done(request, answer, reverse("month", args=[month]))
    return _show(request, plan, found, form)


def _show(
    request: DeskRequest, plan: Consolidation, found: PaymentNow, form: PaymentForm | None = None, **context: Any
) -> HttpResponse:
    lines = undo_lines(found.undoable)
    context |= {"section": "book", "month": plan, "payment": found, "lines": lines, "key": new_key()}
    context |= {"may_claim": True, "may_pay": True, "may_answer": True, "typed": typed_amount(form)}
    context |= refused_context(form, request.path) if form else {}
    return render(request, "hostdesk/month_payment.html", context, status=status_of(form) if form else 200)


def payment_called(month: int, place: int) -> PaymentNow:
    """Return a payment of a consolidation that stands. Raises ``Http404`` where there is none."""
    found = payment_now(month, place)
    if found is None:
        raise Http404
    return found


def asks_again(form: PaymentForm) -> bool:
    """Tell whether a payment is to be recorded at once and nobody has said yet that they are sure."""
    return form.cleaned_data["step"] == Step.PAY and not form.cleaned_data["sure"]


def typed_amount(form: PaymentForm | None) -> str:
    """Return what was typed as the amount; where nobody has typed one, the page writes what is left."""
    return str(form.data.get("amount", "")) if form is not None else ""


def undo_lines(numbers: list[int]) -> list[Any]:
    """Return acts for people, in the order of their numbers."""
    acts = list(Act.objects.filter(number__in=numbers).select_related("reversed_by").order_by("number"))
    return act_lines(acts, player_names(Player.objects.values_list("number", flat=True)))


def say(stamp: Stamp, found: PaymentNow, form: PaymentForm) -> Answer:
    """Record what a form, which is valid, says of a payment.

    The payment is read again with the desk locked: others may have said something since the page was loaded. Said
    twice with one key it is recorded once. Raises ``Impossible`` where nothing is to be done any more, for a claim of
    others, one that waits already, and for an act that is not about this payment.
    """
    said = form.cleaned_data
    with atomic_batch():
        now = payment_now(found.month, found.place)
        if now is None:
            raise Impossible("This plan was undone meanwhile: load the page again.")
        if not is_recorded(stamp.key):
            _CHECKS.get(said["step"], _check_open)(now, said)
        return _SAID[said["step"]](stamp, now, said)


def _check_open(now: PaymentNow, _said: dict[str, Any]) -> None:
    if now.is_over:
        raise _over(now)


def _over(now: PaymentNow) -> Impossible:
    return Impossible(f"There is nothing to be done about this payment any more: it is {now.state}.")


def _check_claim(now: PaymentNow, said: dict[str, Any]) -> None:
    """Raise ``Impossible`` for a claim that says what one says that waits."""
    _check_open(now, said)
    same = (now.payer, now.payee, said["amount"])
    for each in claims_since(0):
        if each.state is ClaimState.OPEN and (each.payer, each.payee, each.cents) == same:
            whose = f"{now.payer_name} said so already, act {each.number}"
            raise Impossible(f"{whose}: it waits for {now.payee_name}'s answer.")


def _check_answer(now: PaymentNow, _said: dict[str, Any]) -> None:
    if not now.takes_answers:
        raise _over(now)


def _check_confirmed(now: PaymentNow, said: dict[str, Any]) -> None:
    """Raise ``Impossible`` also where the latest plan has the same payment by now, and it is paid."""
    _check_answer(now, said)
    plan = latest() if now.state is PaymentState.ROLLED_OVER else None
    pair = (now.payer, now.payee)
    for each in payments_now(plan) if plan else ():
        if (each.payer, each.payee) == pair and each.state is PaymentState.PAID:
            raise Impossible(
                f"{now.payer_name} has paid {now.payee_name} by the plan of act {each.month} since: "
                "where that was this very payment, it must not count twice."
            )


def _check_nothing(_now: PaymentNow, _said: dict[str, Any]) -> None:
    """Let everything pass: what can be undone is told where it is undone."""


_CHECKS = {
    Step.CLAIM: _check_claim,
    Step.CONFIRM: _check_confirmed,
    Step.DISPUTE: _check_answer,
    Step.UNDO: _check_nothing,
}


def _claim(stamp: Stamp, found: PaymentNow, said: dict[str, Any]) -> Answer:
    payer, payee = _two(found)
    return commands.claim_payment(stamp=stamp, payer=payer, payee=payee, amount_cents=said["amount"])


def _pay(stamp: Stamp, found: PaymentNow, said: dict[str, Any]) -> Answer:
    payer, payee = _two(found)
    return commands.pay_debt(stamp=stamp, payer=payer, payee=payee, amount_cents=said["amount"])


def _confirm(stamp: Stamp, found: PaymentNow, said: dict[str, Any]) -> Answer:
    (payer, payee), claim = _two(found), _claim_of(found, said["claim"])
    return commands.pay_debt(stamp=stamp, payer=payer, payee=payee, amount_cents=claim.cents, claim=claim.key)


def _dispute(stamp: Stamp, found: PaymentNow, said: dict[str, Any]) -> Answer:
    return commands.dispute_claim(stamp=stamp, of=_claim_of(found, said["claim"]).key, reason=said["reason"])


def _undo(stamp: Stamp, found: PaymentNow, said: dict[str, Any]) -> Answer:
    act = Act.objects.filter(number=said["act"]).select_related("reversed_by").first()
    if act is None or (act.number not in found.undoable and getattr(act, "reversed_by", None) is None):
        raise Impossible("This is no act about this payment that could be undone here.")
    return commands.reverse(stamp=stamp, of=act.key, reason=said["reason"] or "a slip")


_SAID = {Step.CLAIM: _claim, Step.PAY: _pay, Step.CONFIRM: _confirm, Step.DISPUTE: _dispute, Step.UNDO: _undo}


def _two(found: PaymentNow) -> tuple[Player, Player]:
    people = Player.objects.in_bulk([found.payer, found.payee])
    return people[found.payer], people[found.payee]


def _claim_of(found: PaymentNow, key: str) -> Claim:
    claim = claim_called(key)
    if claim is None or (claim.payer, claim.payee) != (found.payer, found.payee):
        raise Impossible("This claim was undone, or it is not about this payment: load the page again.")
    return claim
