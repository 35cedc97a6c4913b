"""THE BOOK: who stands how on any day, what made up each standing, and the paper of it."""

from datetime import date
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from hostdesk.book.page import moved_by, standings_asked_for
from hostdesk.book.tables import UNDOABLE, LineTable, StandingTable
from hostdesk.lists.views import asked, show_list
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import person_or_404, remark_on
from hostdesk.tonight.act_queries import act_line, named_in
from ledger.book.forms import OnFilter, StandingFilter
from ledger.book.pdf import book_pdf
from ledger.book.queries import history
from ledger.book.report_queries import book_report, standings_report
from reservations.acts.kinds import Kind
from reservations.models import Act
from reservations.parsing.digits import whole_number
from reservations.players.queries import player_names


@require_safe
@for_host
def book(request: DeskRequest) -> HttpResponse:
    """List the standings, now or on a day; ``?overdue`` has those that are overdue."""
    given = request.GET.copy()
    if "overdue" in given:
        given.setdefault("show", "overdue")
    chosen = StandingFilter(given)
    on = chosen.said.get("on")
    report = standings_report(today=timezone.localdate(), on=on)
    rows = standings_asked_for(report.standing, chosen.said)
    context = {"section": "book", "filter": chosen, **asked(request, chosen), "report": report, "on": on}
    context |= {"rest": report.total_cents - sum(each.cents for each in report.open_nights), **receipt(request)}
    context["filtered"] = bool(chosen.said)
    return show_list(request, StandingTable(rows, report=report), "book/book.html", context)


@require_safe
@for_host
def pdf(request: DeskRequest) -> HttpResponse:
    """Send THE BOOK as it is printed, now or on a day."""
    on = StandingFilter(request.GET).said.get("on")
    report = book_report(on)
    return HttpResponse(
        book_pdf(report),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="the-book-{on or report.number}.pdf"'},
    )


@require_safe
@for_host
def player(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show what made up somebody's standing, line by line; an entry that was merged into another leads there."""
    found = person_or_404(number)
    if found.number != number:
        return redirect(f"{reverse('book_player', args=[found.number])}?{request.GET.urlencode()}")
    chosen = OnFilter(request.GET)
    on = chosen.said.get("on")
    report = standings_report(today=timezone.localdate(), on=on)
    person = next((each for each in report.people if each.number == number), None)
    lines = history(number, on)
    context = {"section": "book", "filter": chosen, **asked(request, chosen), "filtered": on is not None}
    context |= {"player": found, "person": person, "report": report, "on": on, "left": _left(person, report.day)}
    return show_list(request, LineTable(lines[::-1]), "book/player.html", context)


def _left(person: Any, day: date) -> list[dict[str, Any]]:
    """Return what is still open of a standing, the oldest first, with its days and its size."""
    found = person.left if person else ()
    return [{"left": each, "days": (day - each.day).days, "cents": abs(each.cents)} for each in found]


def receipt(request: DeskRequest) -> dict[str, Any]:
    """Return what ``?receipt=N`` says: the last act of THE BOOK that this browser recorded, and what it moved."""
    number = whole_number(request.GET.get("receipt", "")) or 0
    found = Act.objects.filter(night=None, number=number, kind__in=(*UNDOABLE, Kind.REVERSE)).first()
    if found is None:
        return {}
    line = act_line(found, player_names(named_in([found])))
    return {"receipt": line, "remark": remark_on(request, found), "receipt_changes": moved_by(found)}
