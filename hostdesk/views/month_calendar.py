"""The nights as a calendar, a month at a time."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from hostdesk.month_calendar import month_of, weeks_begin
from hostdesk.rights import DeskRequest, for_host
from reservations.days import parse_day
from reservations.problems import Malformed


@require_safe
@for_host
def calendar(request: DeskRequest) -> HttpResponse:
    """Show the month that ``?month=2026-11`` asks for, else this one."""
    today = timezone.localdate()
    month = month_of(_asked(request, today), today, weeks_from=weeks_begin(request.desk.locale))
    return render(request, "hostdesk/nights_calendar.html", {"section": "nights", "month": month, "today": today})


def _asked(request: DeskRequest, today: date) -> date:
    try:
        return parse_day(f"{request.GET.get('month', '')}-01")
    except Malformed:
        return today.replace(day=1)
