"""The import of a group's past in a program for shared expenses."""

from typing import Any

from django.http import HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import attempt, done, last_remark, refused_context, saying, status_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.imports.results.views import way_context
from hostdesk.imports.shared_expenses.commands import bring_balances, bring_nights
from hostdesk.imports.shared_expenses.forms import BOOK, NIGHTS, SharedExpensesForm
from hostdesk.imports.shared_expenses.page import Shown, shown_of
from hostdesk.rules.houses.queries import house_choices
from reservations.parsing.names import counted


@for_host.both
def shared_expenses(request: DeskRequest) -> HttpResponseBase:
    """Preview an export and its players, then take the balances over, or the days as nights."""
    form = SharedExpensesForm(request.POST, request.FILES) if request.method == "POST" else SharedExpensesForm()
    context: dict[str, Any] = {"form": form, "key": new_key(), "said": last_remark(request)}
    if form.is_valid() and form.expenses is not None and form.currency_chosen is not None:
        shown = shown_of(form.expenses, form.currency_chosen, form.answers)
        if (brought := _brought(request, form, shown)) is not None:
            return brought
        context |= {"shown": shown, "houses": house_choices(), "house": form.cleaned_data["house"]}
    status = status_of(form) if form.is_bound and (form.errors or form.problem) else 200
    context |= refused_context(form, request.path) | way_context("Shared expenses", "Line", form.faults)
    return render(request, "imports/shared_expenses/bring.html", context, status=status)


def _brought(request: DeskRequest, form: SharedExpensesForm, shown: Shown) -> HttpResponseBase | None:
    """Bring the wanted part in, and return the redirect; None without a wish, or after a refusal."""
    said = form.cleaned_data
    if said["into"] == BOOK and shown.moves:
        reason = said["reason"] or shown.expenses.program
        answer = attempt(request, form, bring_balances, cents=shown.cents, who=shown.who, reason=reason)
        return None if answer is None else done(request, answer, reverse("book"))
    if said["into"] == NIGHTS and shown.days:
        posted = attempt(request, form, bring_nights, days=shown.days, who=shown.who, house=said["house"])
        if posted is not None:
            known = f" {counted(posted.known, 'night')} had come in before." if posted.known else ""
            new = counted(len(shown.days) - posted.known, "night")
            return HttpResponseRedirect(saying(f"{new} of results came in.{known}", request.path), status=303)
    return None
