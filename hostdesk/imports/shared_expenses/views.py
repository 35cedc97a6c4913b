"""The import of a group's past in a program for shared expenses."""

from functools import partial
from typing import Any

from django.http import HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import attempt, done, refused_context, saying, status_of
from hostdesk.imports.shared_expenses.commands import bring_balances, bring_nights
from hostdesk.imports.shared_expenses.forms import BOOK, NIGHTS, SharedExpensesForm
from hostdesk.imports.shared_expenses.page import shown_of
from hostdesk.imports.ways_in.views import way_page
from hostdesk.rules.houses.queries import house_choices
from reservations.parsing.names import counted


@for_host.both
def shared_expenses(request: DeskRequest) -> HttpResponseBase:
    """Preview an export and its players, then take the balances over, or the days as nights."""
    form = SharedExpensesForm(request.POST, request.FILES) if request.method == "POST" else SharedExpensesForm()
    look, template = partial(_looked_at, request, form), "imports/shared_expenses/bring.html"
    return way_page(request, form, template, look, way="Shared expenses", places="Line")


def _looked_at(request: DeskRequest, form: SharedExpensesForm, context: dict[str, Any]) -> HttpResponseBase | None:
    """Add the preview of the export to the ``context``; bring the wanted part in, and redirect."""
    cleaned = form.cleaned_data
    if form.expenses is not None and form.currency_chosen is not None:
        shown = shown_of(form.expenses, form.currency_chosen, form.answers)
        context |= {"shown": shown, "houses": house_choices(), "house": cleaned["house"]}
        if cleaned["into"] == BOOK and shown.moves:
            reason = cleaned["reason"] or shown.expenses.program
            answer = attempt(request, form, bring_balances, cents=shown.cents, who=shown.who, reason=reason)
            if answer is not None:
                return done(request, answer, reverse("book"))
        elif cleaned["into"] == NIGHTS and shown.days:
            posted = attempt(request, form, bring_nights, days=shown.days, who=shown.who, house=cleaned["house"])
            if posted is not None:
                known = f" {counted(posted.known, 'night')} had come in before." if posted.known else ""
                new = counted(len(shown.days) - posted.known, "night")
                return HttpResponseRedirect(saying(f"{new} of results came in.{known}", request.path), status=303)
    context |= {**refused_context(form, request.path), "status": status_of(form) if form.problem else 200}
    return None
