"""The nights: all of them, opening the bank of one, and what it came to."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from hostdesk.door.page import not_accounted_for
from hostdesk.houses.queries import HouseRules, read_rules, stated
from hostdesk.lists import queries
from hostdesk.lists.filters import ActFilter, NightFilter
from hostdesk.lists.tables import ActTable, NightTable
from hostdesk.lists.views import asked, sheet, show_list
from hostdesk.nights.commands import open_night
from hostdesk.nights.emergency_sheet_page import sheet_of
from hostdesk.nights.forms import FIGURES, OpenForm
from hostdesk.nights.plan_queries import is_due, told_night
from hostdesk.nights.report_tables import HEADS, report_cells
from hostdesk.sign_in.guard import DeskRequest, for_bank, for_host
from hostdesk.site.act_views import BOTH, attempt, done, refused_context, said_once, status_of
from hostdesk.site.idempotency_keys import new_key
from ledger.reports.emergency_sheet import EmergencySheet
from ledger.reports.emergency_sheet_pdf import emergency_sheet_pdf
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from reservations.acts.problems import Problem
from reservations.models import Night
from reservations.parsing.names import name_key
from reservations.players.queries import regulars

_NEAREST = 5


@require_safe
@for_host
def index(request: DeskRequest) -> HttpResponse:
    """List the nights; of the planned ones the nearest, unless some are asked for, or a file of all of them."""
    now = timezone.now()
    today = timezone.localdate(now)
    chosen = NightFilter(request.GET, queryset=queries.soonest_first(queries.nights(), today))
    context = {"section": "nights", "filter": chosen, **asked(request, chosen), "running": queries.running_series(now)}
    listed = chosen.qs
    if not (context["filtered"] or context["sorted_by"] or request.GET.get("as")):
        later = queries.beyond(listed, today, _NEAREST)
        listed = listed.exclude(pk__in=later)
        context["later"] = len(later)
    return show_list(request, NightTable(listed), "nights/nights.html", context)


@require_safe
@for_bank
def show(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show a night: before it the limits that would hold, then its results so far, and in the end its report."""
    night = _night(night_id)
    state = queries.state_of(night)
    context = {"section": "nights", "night": night, "state": state, "said": said_once(request)}
    # Its bank is opened on the day; before that it is about who comes.
    due = is_due(night, timezone.localdate())
    context |= {"told_night": told_night(night), "key": new_key()}
    context |= {"is_due": due, "guests_first": state == queries.NightState.PLANNED and not due}
    context["unaccounted"] = 0 if state == queries.NightState.OPEN else not_accounted_for(night, timezone.now())
    if night.rules is None:
        house = read_rules(night.house.newest())
        return render(request, "nights/night.html", {**context, "house": house})
    report = night_report(night)
    context |= {"report": report, "over_short_size": abs(report.over_short_cents)}
    return render(request, "nights/night.html", context)


def _night(night_id: int) -> Night:
    return get_object_or_404(Night.objects.select_related("house", "rules", "series"), pk=night_id)


def _opened(night_id: int) -> Night:
    return get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id, rules__isnull=False)


@require_http_methods(BOTH)
@for_host
def open_(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Open the bank of a planned night, and go to Tonight."""
    night = _night(night_id)
    if request.method != "POST" and queries.state_of(night) != queries.NightState.PLANNED:
        return redirect("night", night.pk)
    house = read_rules(night.house.newest())
    bankers = regulars()
    data = request.POST if request.method == "POST" else None
    mine = next((each.number for each in bankers if each.name_key == name_key(request.who.name)), None)
    form = OpenForm(data, house=house, bankers=bankers, initial={"banker": mine})
    facts = {"house": night.house.key, "date": night.date, "planned": night}
    if (answer := attempt(request, form, open_night, **facts)) is not None:
        return done(request, answer, reverse("tonight", args=[answer.act.night_id]))
    context = {
        "section": "nights",
        "night": night,
        "house": house,
        **refused_context(form, request.path),
        "form": form,
        "key": new_key(),
        "asks": any(form.fields[name].required for name in FIGURES),
        "stated": _stated(form, house),
        "also_open": Night.objects.filter(bank__closed=None, bank__isnull=False).select_related("house"),
    }
    return render(request, "nights/open.html", context, status=status_of(form))


def _stated(form: OpenForm, house: HouseRules) -> tuple[str, ...]:
    """State the limits with what was typed; the house's own where that cannot be counted."""
    try:
        return stated(house.terms, form.figures())
    except Problem:
        return house.stated


@require_safe
@for_bank
def report_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the report as it is printed."""
    report = night_report(_opened(night_id))
    return _pdf(night_report_pdf(report), f"night-{report.date}-{report.night_id}")


@require_safe
@for_bank
def sheet_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the emergency sheet of a night, with what the desk knows of it."""
    night = _night(night_id)
    return _pdf(emergency_sheet_pdf(sheet_of(night)), f"sheet-{night.date}-{night.pk}")


@require_safe
@for_host
def blank_sheet_pdf(request: DeskRequest) -> HttpResponse:
    """Send a blank emergency sheet."""
    return _pdf(emergency_sheet_pdf(EmergencySheet()), "sheet")


def _pdf(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


@require_safe
@for_bank
def results(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the results of the report as CSV, or a workbook with ``?as=xlsx``; with ``?of=`` another of its tables."""
    report = night_report(_opened(night_id))
    of = request.GET.get("of", "")
    of = of if of in HEADS else "results"
    name = f"night-{report.date}" if of == "results" else f"night-{report.date}-{of}"
    return sheet(name, report_cells(report, of), as_workbook=request.GET.get("as") == "xlsx")


@require_safe
@for_bank
def acts(request: DeskRequest, night_id: int) -> HttpResponse:
    """List the acts of a night."""
    night = _opened(night_id)
    chosen = ActFilter(
        request.GET, queryset=queries.acts_of(night), kinds=queries.kinds_of(night), players=queries.players_of(night)
    )
    rows = queries.act_rows(night, chosen.qs)
    if player := chosen.chosen_player:
        rows = [row for row in rows if player in row.players]
    context = {"section": "nights", "night": night, "filter": chosen, **asked(request, chosen)}
    return show_list(request, ActTable(rows), "nights/acts.html", context)
