"""The nights as a calendar, a month at a time."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from hostdesk.lists.queries import running_series
from hostdesk.nights.calendar_page import month_of, weeks_begin
from hostdesk.sign_in.guard import DeskRequest, for_host
from reservations.acts.problems import Malformed
from reservations.parsing.days import parse_day


@require_safe
@for_host
def calendar(request: DeskRequest) -> HttpResponse:
    """Show the month that ``?month=2026-11`` asks for, else this one."""
    now = timezone.now()
    today = timezone.localdate(now)
    month = month_of(_asked(request, today), today, weeks_from=weeks_begin(request.desk.locale))
    context = {"section": "nights", "month": month, "today": today, "running": running_series(now)}
    return render(request, "nights/calendar.html", context)


def _asked(request: DeskRequest, today: date) -> date:
    try:
        return parse_day(f"{request.GET.get('month', '')}-01")
    except Malformed:
        return today.replace(day=1)
