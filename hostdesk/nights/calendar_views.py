"""The nights as a calendar, a month at a time."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from hostdesk.coming.month_calendar import month_of, weeks_begin
from hostdesk.listing import running_series
from hostdesk.sign_in.rights import DeskRequest, for_host
from reservations.days import parse_day
from reservations.problems import Malformed


@require_safe
@for_host
def calendar(request: DeskRequest) -> HttpResponse:
    """Show the month that ``?month=2026-11`` asks for, else this one."""
    now = timezone.now()
    today = timezone.localdate(now)
    month = month_of(_asked(request, today), today, weeks_from=weeks_begin(request.desk.locale))
    context = {"section": "nights", "month": month, "today": today, "running": running_series(now)}
    return render(request, "hostdesk/nights_calendar.html", context)


def _asked(request: DeskRequest, today: date) -> date:
    try:
        return parse_day(f"{request.GET.get('month', '')}-01")
    except Malformed:
        return today.replace(day=1)
