"""The nights: all of them, planning, changing and cancelling them, opening the bank of one, and what it came to."""

import contextlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.backups.page import backup_of_close
from hostdesk.book.queries import night_book
from hostdesk.door.page import not_accounted_for
from hostdesk.guests.forms import InviteForm
from hostdesk.guests.page import guests_of
from hostdesk.guests.queries import arrears_now
from hostdesk.houses.queries import articles_against, houses, presets_left, read_rules, stated
from hostdesk.lists import queries
from hostdesk.lists.filters import ActFilter, NightFilter
from hostdesk.lists.tables import ActTable, NightTable, PageData
from hostdesk.lists.views import asked, pdf_file, sheet, show_list
from hostdesk.nights.commands import open_night, plan_nights
from hostdesk.nights.emergency_sheet_page import sheet_of
from hostdesk.nights.forms import CancelForm, ChangeForm, EndForm, OpenForm, PlanForm, initial_of, opened_like, text_of
from hostdesk.nights.plan_queries import is_due, last_opening, told_night
from hostdesk.nights.report_tables import HEADS, needed_columns, ranked, report_cells
from hostdesk.nights.result_page import bars_of, result_page
from hostdesk.nights.result_views import names_asked, opened_or_404
from hostdesk.nights.stakes_forms import figures_shown
from hostdesk.polls.page import poll_pages
from hostdesk.reminders.page import reminders_of
from hostdesk.sign_in.guard import DeskRequest, for_bank, for_hosts, for_house
from hostdesk.site.act_views import (
    attempt,
    done,
    fact_context,
    last_remark,
    night_or_404,
    noted,
    refused_context,
    status_of,
)
from hostdesk.site.idempotency_keys import new_key
from hostdesk.site.server import address_for_others
from hostdesk.tonight.act_queries import act_line
from ledger.money.cents import show_money, without_thousands
from ledger.night.history import FIGURES
from ledger.night.queries import terms_of
from ledger.night.taking_back_queries import taken_back_by
from ledger.reports.emergency_sheet_pdf import EmergencySheet, emergency_sheet_pdf
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from ledger.results.past_queries import results_report
from ledger.results.pdf import results_pdf
from reservations.acts.forms import ActForm
from reservations.acts.problems import Malformed, Problem
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.queries import attendance_of
from reservations.models import Act, Night, Series
from reservations.nights.commands import cancel_night, change_night, end_series, restore_night
from reservations.nights.queries import ahead, ahead_in, is_underway, plan_of, players_told, repeats_of
from reservations.parsing.days import parse_day
from reservations.parsing.names import name_key
from reservations.players.queries import player_names, regulars
from reservations.polls.queries import open_polls
from reservations.rsvps.door_queries import turned_away
from reservations.rsvps.queries import people_for, rsvp_states_of
from reservations.waiting_list.commands import invite

_NEAREST = 5
_OVER = (queries.NightState.CLOSED, queries.NightState.TAKEN_BACK, queries.NightState.RESULTS)


@for_hosts.get
def index(request: DeskRequest) -> HttpResponse:
    """List the nights; of the planned ones the nearest, unless some are asked for, or a file of all of them."""
    now = timezone.now()
    today, houses = timezone.localdate(now), request.who.houses
    listed = queries.soonest_first(queries.nights(houses), today)
    chosen = NightFilter(request.GET, queryset=listed, houses=houses)
    context = {"section": "nights", "filter": chosen, **asked(request, chosen)}
    context |= {"running": queries.running_series(now, houses), "polls": poll_pages(open_polls(houses), now)}
    listed = chosen.qs
    if not (context["filtered"] or context["sorted_by"] or request.GET.get("as")):
        if later := queries.beyond(listed, today, _NEAREST):
            listed = listed.exclude(pk__in=later)
        context["later"] = len(later)
    return show_list(request, NightTable(listed), "nights/nights.html", context)


@for_bank.get
def show(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show a night: before it the limits that would hold, then its results so far, and in the end its report."""
    night = night_or_404(night_id)
    state = queries.state_of(night)
    context = {"section": "nights", "night": night, "state": state, "said": last_remark(request)}
    if night.results_id is not None:
        undoing = taken_back_by(night)
        context |= {"report": (brought := results_report(night)), "taken_back": undoing and act_line(undoing)}
        context["bars"] = bars_of([(line.name, line.net_cents) for line in brought.lines])
        return render(request, "results/night.html", context)
    # Its bank is opened on the day; before that it is about who comes.
    due = is_due(night, timezone.localdate())
    context |= {"told_night": None if state in _OVER else told_night(night), "key": new_key()}
    context |= {"is_due": due, "guests_first": state == queries.NightState.PLANNED and not due}
    context["reminders"] = reminders_of(night, timezone.now()) if request.who.is_host else None
    context["unaccounted"] = 0 if state == queries.NightState.OPEN else not_accounted_for(night, timezone.now())
    if night.rules is None:
        house = read_rules(night.house.newest())
        house = replace(house, stated=stated(house.terms, night.stakes, show_money))
        return render(request, "nights/night.html", {**context, "house": house})
    report = night_report(night)
    context |= {"report": report, "ranked": ranked(report), "needs": needed_columns(report)}
    if undoing := taken_back_by(night):
        context["taken_back"] = act_line(undoing)
    elif report.closed:
        context |= {"is_new": "receipt" in request.GET, "book": (book := night_book(night))}
        names, link = names_asked(request), address_for_others(reverse("seasons"), request)
        context["page"] = result_page(
            night, report, book, request.desk, names, link=link, is_host=request.who.hosts_all
        )
        context["backup"] = backup_of_close() if context["is_new"] else None
    return render(request, "nights/night.html", context)


@for_house.both
def open_(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Open the bank of a planned night, and go to Tonight."""
    night = night_or_404(night_id)
    if request.method != "POST" and queries.state_of(night) != queries.NightState.PLANNED:
        return redirect("night", night.pk)
    house_rules = night.house.newest()
    house = read_rules(house_rules)
    out = {number for number, each in people_for(night).items() if each.barred}
    out |= turned_away(night, attendance_of(house_rules)).keys()
    bankers = [each for each in regulars() if each.number not in out]
    data = request.POST if request.method == "POST" else None
    mine = next((each.number for each in bankers if each.name_key == name_key(request.who.name)), None)
    like = opened_like(last_opening(night))
    if night.stakes:
        like = {name: value for name, value in like.items() if name not in FIGURES} | figures_shown(night.stakes)
    if like.get("banker") not in {each.number for each in bankers}:
        like["banker"] = mine
    form = OpenForm(data, terms=house.terms, bankers=bankers, initial=like)
    typed = form if form.is_bound else OpenForm(request.GET or like, terms=house.terms, bankers=bankers)
    facts = {"house": night.house.key, "date": night.date, "planned": night}
    if (answer := attempt(request, form, open_night, **facts)) is not None:
        return done(request, answer, reverse("tonight", args=[answer.act.night_id]))
    typed.is_valid()
    try:
        limits = stated(house.terms, typed.figures(), show_money)
        outdated = articles_against(house, typed.figures())
    except Problem:  # what was typed cannot be counted
        limits, outdated = dict(house.stated), []
    context = {
        "section": "nights",
        "night": night,
        "house": house,
        **refused_context(form, request.path),
        "form": form,
        "key": new_key(),
        "asks": any(form.fields[name].required for name in FIGURES),
        "stated": limits,
        "outdated": outdated,
        "also_open": Night.objects.in_houses(request.who.houses)
        .filter(bank__closed=None, bank__isnull=False)
        .select_related("house"),
    }
    return render(request, "nights/open.html", context, status=status_of(form))


@for_bank.get
def report_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the report as it is printed."""
    night = night_or_404(night_id)
    if night.results_id is not None:
        return pdf_file(results_pdf(results_report(night)), f"night-{night.date}-{night.pk}")
    if night.rules is None:
        raise Http404
    report = night_report(night)
    return pdf_file(night_report_pdf(report), f"night-{report.date}-{report.night_id}")


@for_bank.get
def sheet_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the emergency sheet of a night, with what the desk knows of it."""
    night = night_or_404(night_id)
    return pdf_file(emergency_sheet_pdf(sheet_of(night)), f"sheet-{night.date}-{night.pk}")


@for_hosts.get
def blank_sheet_pdf(request: DeskRequest) -> HttpResponse:
    """Send a blank emergency sheet."""
    return pdf_file(emergency_sheet_pdf(EmergencySheet()), "sheet")


@for_bank.get
@without_thousands()
def results(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the results of the report as CSV, or a workbook with ``?as=xlsx``; with ``?of=`` another of its tables."""
    report = night_report(opened_or_404(night_id))
    of = request.GET.get("of", "")
    of = of if of in HEADS else "results"
    name = f"night-{report.date}" if of == "results" else f"night-{report.date}-{of}"
    return sheet(name, report_cells(report, of), as_workbook=request.GET.get("as") == "xlsx")


@for_bank.get
def acts(request: DeskRequest, night_id: int) -> HttpResponse:
    """List the acts of a night."""
    night = opened_or_404(night_id)
    read = queries.NightActs.of(night)
    newest = Act.objects.filter(night=night, number__lte=read.last).select_related("reversed_by").order_by("-number")
    chosen = ActFilter(request.GET, queryset=newest, kinds=read.kinds, players=read.players)
    listed = chosen.qs
    if player := chosen.chosen_player:
        listed = listed.filter(number__in=read.about(player))
    context = {"section": "nights", "night": night, "filter": chosen, **asked(request, chosen)}
    cents = {"cents": lambda: {row.number: row.cents for row in read.rows(listed)}}
    return show_list(request, ActTable(PageData(listed, read.rows, cents)), "nights/acts.html", context)


_USUAL_START = "19:00"
_A_WEEK = timedelta(days=7)
_CARRIED = ("starts", "ends", "seats", "tables", "place", "maybe_hours")


@for_hosts.both
def plan(request: DeskRequest) -> HttpResponseBase:
    """Plan a night, or a series of them."""
    made, left = list(houses(request.who.houses)), presets_left() if request.who.hosts_all else []
    names = [(house.key, house.name) for house in made]
    names += [(preset["key"], f"{preset['name']} (preset)") for preset in left]
    seats = {preset["key"]: attendance_terms(preset).seats for preset in left}
    seats |= {house.key: attendance_of(house.newest()).seats for house in made}
    data = request.POST if request.method == "POST" else None
    form = PlanForm(data, houses=names, seats=seats, initial=_proposed(request, names[0][0], seats))
    answer = attempt(request, form, plan_nights)
    if answer is not None:
        night = json.loads(answer.fact.outcome)["night"]
        if request.POST.get("then") == "open":
            return redirect("night_open", night)
        if request.POST.get("then") == "invite":
            planned = night_or_404(night)
            asked = [each.number for each in guests_of(planned, timezone.now()).to_invite]
            invited = attempt(request, InviteForm({"key": new_key(), "players": asked}), invite, night=planned)
            # A second tap finds them invited; nobody is told twice.
            return noted(invited or answer, reverse("night_messages", args=[night]))
        return noted(answer, reverse("night", args=[night]))
    context = {"section": "nights", **fact_context(form, request.path), "form": form, "key": new_key()}
    return render(request, "nights/plan.html", context, status=status_of(form))


def _proposed(request: DeskRequest, house: str, seats: dict[str, int | None]) -> dict[str, Any]:
    """Return what a night is likely to be: like the one that was planned last, a week after it where that is ahead.

    The first one of the desk is of this ``house``. The seats are those of the house; where its rules name none, those
    of the night before.
    """
    today, zone = timezone.localdate(), str(timezone.get_current_timezone())
    latest = Night.objects.in_houses(request.who.houses).select_related("house").order_by("pk").last()
    proposed: dict[str, Any] = {"house": house, "date": today.isoformat(), "starts": _USUAL_START, "zone": zone}
    proposed |= {"interval": 1, "tables": 1}
    if latest is not None:
        like = plan_of(latest)
        carried = {name: value for name, value in initial_of(like).items() if name in _CARRIED and value is not None}
        proposed |= {
            "house": latest.house.key,
            "date": (latest.date + _A_WEEK if latest.date >= today else today).isoformat(),
        }
        proposed |= carried if like.starts else {}
    if (of_house := seats.get(proposed["house"])) is not None:
        proposed["seats"] = of_house
    with contextlib.suppress(Malformed):  # the day that was tapped in the calendar
        proposed["date"] = parse_day(request.GET.get("date", "")).isoformat()
    return proposed


@for_house.both
def change(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Change a night, or it and all that follow in its series."""
    night = night_or_404(night_id)
    if queries.state_of(night) in (*_OVER, queries.NightState.CANCELLED):
        return redirect("night", night.pk)
    now, started = plan_of(night), is_underway(night, timezone.now())
    data = request.POST if request.method == "POST" else None
    terms = terms_of(night.house.newest())
    form = ChangeForm(data, started=started, terms=terms, initial=initial_of(now) | {"scope": "one"})
    answer = attempt(request, form, change_night, night=night, arrears=arrears_now())
    if answer is not None:
        return noted(answer, reverse("night", args=[night.pk]))
    again, before = form, form.cleaned_data.get("shown") if form.is_bound else None
    if before is not None and before != now and not form.errors:
        # The night has changed meanwhile: what somebody left as it was must not take back what another has changed.
        typed = replace(now, **before.differences(form.wanted()))
        again = ChangeForm(
            None, started=started, terms=terms, initial=initial_of(typed) | {"scope": form.cleaned_data.get("scope")}
        )
        again.problem = form.problem
    context = {**_of(night), **fact_context(form, request.path), "form": again}
    context |= {"key": new_key(), "shown": text_of(now), "started": started}
    context["following"] = 0 if started else len(ahead(night, timezone.now()))
    return render(request, "nights/change.html", context, status=status_of(form))


@for_house.both
def cancel(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Call a night off, once it was said who is told."""
    night = night_or_404(night_id)
    if queries.state_of(night) != queries.NightState.PLANNED and request.method != "POST":
        return redirect("night", night.pk)
    form = CancelForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, cancel_night, night=night)
    if answer is not None:
        return noted(answer, reverse("night", args=[night.pk]))
    context = {**_of(night), **fact_context(form, request.path), "form": form, "key": new_key()}
    context["told"] = _names_told([night])
    return render(request, "nights/cancel.html", context, status=status_of(form))


@for_house.post
def restore(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Call a night on again."""
    night, form = night_or_404(night_id), ActForm(request.POST)
    answer = attempt(request, form, restore_night, night=night, arrears=arrears_now())
    if answer is not None:
        return noted(answer, reverse("night", args=[night.pk]))
    context = {**_of(night), **fact_context(form, request.path)}
    return render(request, "nights/restore.html", context, status=status_of(form))


@for_house.both
def series(request: DeskRequest, series_id: int) -> HttpResponse:
    """Show the nights of a series; end it, after showing which nights are cancelled and who is told."""
    found = get_object_or_404(Series.objects.select_related("house"), pk=series_id)
    form = EndForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, end_series, series=found)
    if answer is not None:
        return noted(answer, reverse("series", args=[found.pk]))
    context = {"section": "nights", "series": found, "repeats": repeats_of(found), "said": last_remark(request)}
    today = timezone.localdate()
    listed = list(queries.nights().filter(series=found).order_by("date"))
    rsvp_states = rsvp_states_of(listed)
    rows = [(night, rsvp_states[night.pk]) for night in listed]
    context["coming"] = [each for each in rows if each[0].date >= today]
    context["past"] = [each for each in reversed(rows) if each[0].date < today]
    context |= {"key": new_key(), **fact_context(form, request.path), "form": form}
    now = timezone.now()
    context["goes_on"] = found.until is None or ahead_in(found.pk, now).exists()
    with contextlib.suppress(Malformed):  # until somebody has said after which day it ends
        after = parse_day(request.POST.get("after", "") or request.GET.get("after", ""))
        ended = list(ahead_in(found.pk, now).filter(date__gt=after))
        context |= {"after": after, "ended": ended, "told": _names_told(ended)}
    return render(request, "nights/series.html", context, status=status_of(form))


def _names_told(cancelled: list[Night]) -> list[str]:
    """Return the names of those who are told when these nights are called off."""
    return sorted(player_names(players_told(cancelled)).values(), key=str.casefold)


def _of(night: Night) -> dict[str, Any]:
    return {"section": "nights", "night": night, "told_night": told_night(night), "state": queries.state_of(night)}
