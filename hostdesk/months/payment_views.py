"""A payment of a plan on the host's page: claimed, confirmed, disputed, recorded at once, or undone."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.months.commands import PaymentStep, settle_payment
from hostdesk.months.forms import PlanPaymentForm
from hostdesk.months.queries import PaymentNow, payment_now
from hostdesk.months.views import month_called
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.act_queries import act_lines
from ledger.months.queries import Consolidation
from reservations.models import Act, Player
from reservations.players.queries import player_names


@require_http_methods(BOTH)
@for_host
def payment(request: DeskRequest, month: int, place: int) -> HttpResponse:
    """Show a payment with what was said of it, and take what the host says."""
    plan, found = month_called(month), payment_called(month, place)
    form = PlanPaymentForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and asks_again(form):
        return _show(request, plan, found, sure=form.cleaned_data["amount"])
    answer = attempt(request, form, settle_payment, month=month, place=place)
    if answer is not None:
        return done(request, answer, reverse("month", args=[month]))
    return _show(request, plan, found, form)


def _show(
    request: DeskRequest, plan: Consolidation, found: PaymentNow, form: PlanPaymentForm | None = None, **context: Any
) -> HttpResponse:
    lines = undo_lines(found.undoable)
    context |= {"section": "book", "month": plan, "payment": found, "lines": lines, "key": new_key()}
    context |= {"may_claim": True, "may_pay": True, "may_answer": True, "typed": typed_amount(form)}
    context |= refused_context(form, request.path) if form else {}
    return render(request, "months/payment.html", context, status=status_of(form))


def payment_called(month: int, place: int) -> PaymentNow:
    """Return a payment of a consolidation. Raises ``Http404`` if there is none."""
    found = payment_now(month, place)
    if found is None:
        raise Http404
    return found


def asks_again(form: PlanPaymentForm) -> bool:
    """Tell whether a payment is recorded at once and needs a confirmation first."""
    return form.cleaned_data["step"] == PaymentStep.PAY and not form.cleaned_data["sure"]


def typed_amount(form: PlanPaymentForm | None) -> str:
    """Return the amount as it was typed; "" if it was not, and the page shows what is left."""
    return str(form.data.get("amount", "")) if form is not None else ""


def undo_lines(numbers: list[int]) -> list[Any]:
    """Return acts for people, in the order of their numbers."""
    acts = list(Act.objects.filter(number__in=numbers).select_related("reversed_by").order_by("number"))
    return act_lines(acts, player_names(Player.objects.values_list("number", flat=True)))
