"""A player's papers: their statement of any period as PDF and CSV."""

from calendar import monthrange
from contextlib import nullcontext
from datetime import date, timedelta

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from hostdesk.lists.views import pdf_file, sheet
from hostdesk.own.book_page import keeps_book
from hostdesk.own.forms import PeriodForm
from hostdesk.sign_in.guard import DeskRequest, for_player
from hostdesk.site.act_views import UNPROCESSABLE, person_or_404
from ledger.book.own_queries import statement_of
from ledger.book.pdf import statement_pdf
from ledger.book.statement import statement_rows
from ledger.money.cents import without_thousands


@for_player.get
def own_papers(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player what papers there are of them, and what their statement of a period comes to."""
    player, form = person_or_404(number), PeriodForm(request.GET)
    asked = request.GET.urlencode()
    if player.number != number:
        return redirect(f"{reverse('own_papers', args=[player.number])}?{asked}")
    context = {"player": player, "form": form, "periods": periods(timezone.localdate()), "query": asked}
    context["has_book"] = keeps_book(player)
    if not form.is_valid():
        return render(request, "own/papers/papers.html", context, status=UNPROCESSABLE)
    context["statement"] = statement_of(player, form.cleaned_data["first"], form.cleaned_data["last"])
    return render(request, "own/papers/papers.html", context)


@for_player.get
def own_statement(request: DeskRequest, number: int, kind: str) -> HttpResponse:
    """Send a player's statement as ``pdf`` or ``csv``; a period that is none is shown with what is wrong with it."""
    player, form = person_or_404(number), PeriodForm(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('own_papers', args=[player.number])}?{request.GET.urlencode()}")
    with without_thousands() if kind == "csv" else nullcontext():
        statement = statement_of(player, form.cleaned_data["first"], form.cleaned_data["last"])
    ends = [f"{day}" for day in (statement.first, statement.last) if day]
    name = "-".join(["statement", f"{player.number}", *(ends or [f"{statement.number}"])])
    if kind == "csv":
        return sheet(name, statement_rows(statement), as_workbook=False)
    return pdf_file(statement_pdf(statement), name)


def periods(today: date) -> list[tuple[str, str]]:
    """Return the periods that are one tap away, with how each stands in an address."""
    last_month = today.replace(day=1) - timedelta(days=1)
    spans = {
        "This month": (today.replace(day=1), today.replace(day=monthrange(today.year, today.month)[1])),
        "Last month": (last_month.replace(day=1), last_month),
        "This year": (date(today.year, 1, 1), date(today.year, 12, 31)),
        "Last year": (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)),
    }
    named = [(name, urlencode({"from": f"{first}", "to": f"{last}"})) for name, (first, last) in spans.items()]
    return [*named, ("Everything", "")]
