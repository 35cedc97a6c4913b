"""Bring in what a group kept in a program for shared expenses."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from hostdesk.shared_expenses.commands import bring_balances
from hostdesk.shared_expenses.forms import SharedExpensesForm
from hostdesk.shared_expenses.page import shown_of
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key


@for_host.both
def shared_expenses(request: DeskRequest) -> HttpResponseBase:
    """Show what an export comes to and who everybody is, then take the balances over into THE BOOK."""
    form = SharedExpensesForm(request.POST, request.FILES) if request.method == "POST" else SharedExpensesForm()
    context: dict[str, Any] = {"section": "players", "key": new_key()}
    if form.is_valid() and form.expenses is not None and form.currency_chosen is not None:
        shown = shown_of(form.expenses, form.currency_chosen, form.chosen)
        context["shown"] = shown
        if form.cleaned_data["confirm"] and shown.moves:
            reason = form.cleaned_data["reason"] or form.expenses.program
            answer = attempt(request, form, bring_balances, cents=shown.cents, who=shown.who, reason=reason)
            if answer is not None:
                return done(request, answer, reverse("book"))
    status = status_of(form) if form.is_bound and (form.errors or form.problem) else 200
    context |= refused_context(form, request.path) | {"form": form}
    return render(request, "shared_expenses/bring.html", context, status=status)
