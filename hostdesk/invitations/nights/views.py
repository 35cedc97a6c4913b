"""The nights: all of them, planning, changing and cancelling them, taking one back; and the polls for a date.

Calendars subscribe to feeds of nights, which are made, read and ended here.
"""

import contextlib
import hashlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

from django.http import HttpResponse, HttpResponseBase, HttpResponseNotFound
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response

from hostdesk.base.lists import queries
from hostdesk.base.lists.filters import NightFilter
from hostdesk.base.lists.tables import NightTable
from hostdesk.base.lists.views import form_state, pdf_file, show_list
from hostdesk.base.sign_in.guard import DeskRequest, for_anyone, for_bank, for_hosts, for_house, for_poll
from hostdesk.base.site import act_views, server
from hostdesk.base.site.act_views import attempt, carry_out, fact_context, form_page, night_or_404, noted
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.group_link.claim_commands import by_phone
from hostdesk.invitations.guests.forms import InviteForm, ReasonForm
from hostdesk.invitations.guests.page import guests_of
from hostdesk.invitations.nights import forms
from hostdesk.invitations.nights.calendar_feed_commands import calendar_at, feed_of, give_feed
from hostdesk.invitations.nights.calendar_page import month_of, weeks_begin
from hostdesk.invitations.nights.commands import ask_for_date, plan_nights
from hostdesk.invitations.nights.emergency_sheet_page import sheet_of
from hostdesk.invitations.nights.night_views import night_response
from hostdesk.invitations.nights.plan_queries import CARRIED, plan_like, plan_words
from hostdesk.invitations.polls.forms import DecideForm, PollForm, SuitsForm
from hostdesk.invitations.polls.page import own_poll_of, poll_or_404, poll_page, poll_pages
from hostdesk.models import Host
from hostdesk.rules.houses.queries import house_choices, houses, presets_left
from hostdesk.standings.book.standing_queries import arrears_now
from ledger.bank.queries import terms_of
from ledger.models import Bank
from ledger.reports.emergency_sheet_pdf import EmergencySheet, emergency_sheet_pdf
from ledger.undoing.commands import take_back_night
from ledger.undoing.queries import acts_to_undo, why_not_taken_back
from reservations.acts.forms import ActForm
from reservations.acts.problems import Malformed
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.queries import attendance_of
from reservations.models import House, Night, Player, Series
from reservations.nights.commands import cancel_night, change_night, end_series, restore_night
from reservations.nights.ical import as_file
from reservations.nights.queries import ahead, ahead_in, is_underway, plan_of, players_notified, repeats_of
from reservations.parsing.days import parse_day
from reservations.players.queries import player_names
from reservations.polls.commands import answer_poll, close_poll, decide_poll
from reservations.polls.queries import open_polls, usual_group
from reservations.polls.rules import FEWEST_DATES, MOST_DATES
from reservations.waiting_list.commands import invite

_NEAREST = 5
_KEPT = (queries.NightState.CLOSED, queries.NightState.RESULTS)
_OVER = (*_KEPT, queries.NightState.TAKEN_BACK)


@for_hosts.get
def index(request: DeskRequest) -> HttpResponse:
    """List the nights; of the planned ones the nearest, unless a filter or a file needs all of them.

    With ``?month=2026-11`` that month is above them, with ``?month=`` this one.
    """
    now = timezone.now()
    today, houses = timezone.localdate(now), request.who.houses
    listed = queries.soonest_first(queries.nights(houses), today)
    chosen = NightFilter(request.GET, queryset=listed, houses=houses)
    context = {"section": "nights", "filter": chosen, **form_state(request, chosen), "today": today}
    context |= {"running": queries.running_series(now, houses), "polls": poll_pages(open_polls(houses), now)}
    if "month" in request.GET:
        first = today.replace(day=1)
        with contextlib.suppress(Malformed):
            first = parse_day(f"{request.GET['month']}-01")
        context["month"] = month_of(first, today, weeks_from=weeks_begin(request.desk.locale), houses=houses)
    listed = chosen.qs
    if not (context["filtered"] or context["sorted_by"] or request.GET.get("as")):
        if later := queries.beyond(listed, today, _NEAREST):
            listed = listed.exclude(pk__in=later)
        context["later"] = len(later)
    return show_list(request, NightTable(listed), "invitations/nights/nights.html", context)


@for_bank.get
def sheet_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the emergency sheet of a night, with the desk's data."""
    night = night_or_404(night_id)
    return pdf_file(emergency_sheet_pdf(sheet_of(night)), f"sheet-{night.date}-{night.pk}")


@for_hosts.get
def blank_sheet_pdf(request: DeskRequest) -> HttpResponse:
    """Send a blank emergency sheet."""
    return pdf_file(emergency_sheet_pdf(EmergencySheet()), "sheet")


_USUAL_START = "19:00"
_A_WEEK = timedelta(days=7)


@for_hosts.both
def plan(request: DeskRequest) -> HttpResponseBase:
    """Plan a night, or a series of them."""
    made, left = list(houses(request.who.houses)), presets_left() if request.who.hosts_all else []
    names = [(house.key, house.name) for house in made]
    names += [(preset["key"], f"{preset['name']} (preset)") for preset in left]
    seats = {preset["key"]: attendance_terms(preset).seats for preset in left}
    seats |= {house.key: attendance_of(house.newest()).seats for house in made}
    data = request.POST if request.method == "POST" else None
    form = forms.PlanForm(data, houses=names, seats=seats, initial=_proposed(request, names[0][0], seats))
    answer = attempt(request, form, plan_nights)
    if answer is not None:
        night = json.loads(answer.fact.outcome)["night"]
        if request.POST.get("then") == "open":
            return redirect("night_open", night)
        if request.POST.get("then") == "invite":
            planned = night_or_404(night)
            numbers = [guest.number for guest in guests_of(planned, timezone.now()).to_invite]
            invited = attempt(request, InviteForm({"key": new_key(), "players": numbers}), invite, night=planned)
            # A second tap finds them invited; nobody gets two messages.
            return noted(invited or answer, reverse("night_messages", args=[night]))
        return noted(answer, reverse("night", args=[night]))
    context = {"section": "nights", "heading": "Plan a night", "choices": form["repeat"]}
    return form_page(request, "invitations/nights/plan.html", form, fact_context, **context)


def _proposed(request: DeskRequest, house: str, seats: dict[str, int | None]) -> dict[str, Any]:
    """Return a likely night: like the last planned one, a week later if that is ahead.

    The first one of the desk is of this ``house``. The seats are those of the house; if its rules name none, those of
    the night before.
    """
    today, zone = timezone.localdate(), str(timezone.get_current_timezone())
    latest = Night.objects.in_houses(request.who.houses).select_related("house").order_by("pk").last()
    proposed: dict[str, Any] = {"house": house, "date": today.isoformat(), "starts": _USUAL_START, "zone": zone}
    proposed |= {"interval": 1, "tables": 1}
    if latest is not None:
        day, like = latest.date + _A_WEEK if latest.date >= today else today, forms.initial_of(plan_of(latest))
        proposed |= {"house": latest.house.key, "date": day.isoformat()}
        if like["starts"]:
            proposed |= {name: like[name] for name in ("starts", *CARRIED) if like[name] is not None}
    if (of_house := seats.get(proposed["house"])) is not None:
        proposed["seats"] = of_house
    with contextlib.suppress(Malformed):  # the day that was tapped in the calendar
        proposed["date"] = parse_day(request.GET.get("date", "")).isoformat()
    return proposed


@for_house.both
def change(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Change a night, or it and all later ones of its series."""
    night = night_or_404(night_id)
    if queries.state_of(night) in (*_OVER, queries.NightState.CANCELLED):
        return redirect("night", night.pk)
    now, started = plan_of(night), is_underway(night, timezone.now())
    data = request.POST if request.method == "POST" else None
    terms = terms_of(night.house.newest())
    form = forms.ChangeForm(data, started=started, terms=terms, initial=forms.initial_of(now) | {"scope": "one"})
    facts = {"night": night, "arrears": arrears_now()}
    if response := carry_out(request, form, change_night, reverse("night", args=[night.pk]), **facts):
        return response
    again, before = form, form.cleaned_data.get("shown") if form.is_bound else None
    if before is not None and before != now and not form.errors:
        # The night has changed meanwhile: an untouched field must not undo another's change.
        typed = replace(now, **before.differences(form.wanted()))
        initial = forms.initial_of(typed) | {"scope": form.cleaned_data.get("scope")}
        again = forms.ChangeForm(None, started=started, terms=terms, initial=initial)
        again.problem = form.problem
    following = 0 if started else len(ahead(night, timezone.now()))
    context: dict[str, Any] = {"section": "nights", "shown": forms.text_of(now), "following": following}
    context |= {"night": night, "plan_words": plan_words(night), "started": started, "form": again}
    context |= {"heading": "Change the night", "choices": following and again["scope"]}
    return form_page(request, "invitations/nights/plan.html", form, fact_context, **context)


@for_house.both
def cancel(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Cancel a night, after a page with the names of the players who are notified."""
    night = night_or_404(night_id)
    if queries.state_of(night) != queries.NightState.PLANNED and request.method != "POST":
        return redirect("night", night.pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if response := carry_out(request, form, cancel_night, reverse("night", args=[night.pk]), night=night):
        return response
    does = "Skip this night" if night.series_id else "Cancel the night"
    context = {"night": night, "does": does, "plan_words": plan_words(night), "recipients": _names_notified([night])}
    return form_page(request, "invitations/nights/confirm.html", form, fact_context, section="nights", **context)


@for_house.both
def take_back(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Name the effects of taking a closed night back, or the obstacle; then undo all of it."""
    night = night_or_404(night_id)
    if request.method != "POST" and queries.state_of(night) not in _KEPT:
        return redirect("night", night.pk)
    form = forms.TakeBackForm(request.POST if request.method == "POST" else None)
    if response := carry_out(request, form, take_back_night, reverse("night", args=[night.pk]), night=night):
        return response
    closed = Bank.objects.filter(pk=night.pk).values_list("closed", flat=True).first()
    context = {"acts": len(acts_to_undo(night)), "why_not": why_not_taken_back(night, closed) if closed else ""}
    context |= {"section": "nights", "night": night, "does": "Take the night back"}
    return form_page(request, "invitations/nights/confirm.html", form, **context)


@for_house.post
def restore(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Restore a cancelled night."""
    night, form = night_or_404(night_id), ActForm(request.POST)
    facts = {"night": night, "arrears": arrears_now()}
    if response := carry_out(request, form, restore_night, reverse("night", args=[night.pk]), **facts):
        return response
    return night_response(request, night, form, fact_context)


@for_house.both
def series(request: DeskRequest, series_id: int) -> HttpResponse:
    """Show the nights of a series, or end it, after a page with the cancelled nights and the players to be notified."""
    found = get_object_or_404(Series.objects.select_related("house"), pk=series_id)
    form = forms.EndForm(request.POST if request.method == "POST" else None)
    if response := carry_out(request, form, end_series, reverse("series", args=[found.pk]), series=found):
        return response
    now, context = timezone.now(), {"series": found, "repeats": str(repeats_of(found))}
    with contextlib.suppress(Malformed):  # until a last day is typed
        after = parse_day(request.POST.get("after", "") or request.GET.get("after", ""))
        ended = list(ahead_in(found.pk, now).filter(date__gt=after))
        context |= {"after": after, "ended": ended, "recipients": _names_notified(ended), "does": "End the series"}
        return form_page(request, "invitations/nights/confirm.html", form, fact_context, section="nights", **context)
    context |= {"section": "nights", "last_remark": act_views.last_remark(request), "form": form}
    context["goes_on"] = found.until is None or ahead_in(found.pk, now).exists()
    listed = queries.soonest_first(queries.nights().filter(series=found), timezone.localdate(now))
    table = NightTable(listed, exclude=("house", "banker", "sold_cents", "over_cents"))
    return show_list(request, table, "invitations/nights/series.html", context, status=act_views.status_of(form))


def _names_notified(cancelled: list[Night]) -> list[str]:
    """Return the names of the players who are notified if these nights are cancelled."""
    return sorted(player_names(players_notified(cancelled)).values(), key=str.casefold)


@for_anyone.get
def calendar_feed(request: DeskRequest, secret: str) -> HttpResponseBase:
    """Answer with the calendar of an address; 404 without one, 304 if the reader has its present state."""
    found = calendar_at(secret, timezone.now())
    if found is None:
        # Only a calendar app reads this: a page would bring it a cookie.
        return HttpResponseNotFound("There is no calendar here.\n", content_type="text/plain; charset=utf-8")
    body = as_file(found)
    tag = f'"{hashlib.sha256(body).hexdigest()}"'
    headers = {"Content-Disposition": 'inline; filename="poker-nights.ics"', "Cache-Control": "private, no-cache"}
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8", headers=headers | {"ETag": tag})
    return cast(HttpResponseBase, get_conditional_response(request, etag=tag, response=response))


def feed_shown(request: DeskRequest, owner: Host | Player) -> dict[str, Any]:
    """Return the way to read a calendar, with its new address on request."""
    context: dict[str, Any] = {}
    if request.method == "POST":
        # Shown this once: as it is, and in the form of calendars.
        feed = reverse("calendar_feed", args=[give_feed(owner, request.POST.get("key", ""))])
        address = server.address_for_others(feed, request)
        # Phones take an address of this kind for a calendar to subscribe to, the other one for a file to read once.
        subscribe = f"webcal://{address.partition('://')[2]}"
        context |= {"address": address, "subscribe": subscribe, "picture": server.qr_picture(subscribe)}
    not_everywhere = server.opens_in(server.address_for_others("/", request))
    return {**context, "feed": feed_of(owner), "not_everywhere": not_everywhere}


@for_hosts.both
def poll_new(request: DeskRequest) -> HttpResponseBase:
    """Ask for a date, and go on to the messages; the players of the last night are ticked."""
    theirs = request.who.houses
    latest = Night.objects.in_houses(theirs).select_related("house").order_by("pk").last()
    starts = (forms.initial_of(plan_of(latest))["starts"] if latest else "") or _USUAL_START
    players = list(Player.objects.people().filter(removed=False).order_by("-regular", "name_key"))
    group = usual_group(theirs) or {player.number for player in players if player.regular}
    initial = {f"starts_{place}": starts for place in range(1, MOST_DATES + 1)}
    initial |= {"house": latest.house.key if latest else "", "players": [*group]}
    form = PollForm(request.POST if request.method == "POST" else None, houses=house_choices(theirs), initial=initial)
    if (answer := attempt(request, form, ask_for_date)) is not None:
        return noted(answer, reverse("poll_messages", args=[answer.fact.pk]))
    first, more = form.rows[:FEWEST_DATES], form.rows[FEWEST_DATES:]
    context: dict[str, Any] = {"section": "nights", "first": first, "more": more, "players": players}
    context["is_more"] = any(day.value() or day.errors or starts.errors for day, starts in more)
    context["ticked"] = {str(number) for number in form["players"].value() or ()}
    return form_page(request, "invitations/polls/new.html", form, fact_context, **context)


@for_house.get
def poll(request: DeskRequest, poll_id: int) -> HttpResponse:
    """Show the dates with their answers, the best first, and the button that makes a night."""
    return _poll(request, poll_id, ActForm())


def _poll(request: DeskRequest, poll_id: int, form: ActForm) -> HttpResponse:
    page, remark = poll_page(poll_or_404(poll_id), timezone.now()), act_views.last_remark(request)
    context = {"section": "nights", "page": page, "like": plan_like(page.house), "last_remark": remark}
    return form_page(request, "invitations/polls/poll.html", form, fact_context, **context)


@for_house.post
def poll_decide(request: DeskRequest, poll_id: int) -> HttpResponse:
    """Make a night of a date, and go on to its messages."""
    form = DecideForm(request.POST, like=plan_like(cast(House, poll_or_404(poll_id).house)))
    made = attempt(request, form, decide_poll, poll=poll_id, arrears=arrears_now())
    if made is None:
        return _poll(request, poll_id, form)
    return noted(made, reverse("night_messages", args=[json.loads(made.fact.outcome)["night"]]))


@for_house.post
def poll_close(request: DeskRequest, poll_id: int) -> HttpResponse:
    """End a poll without a night."""
    form = ActForm(request.POST)
    closed = carry_out(request, form, close_poll, reverse("poll", args=[poll_id]), poll=poll_or_404(poll_id).pk)
    return closed or _poll(request, poll_id, form)


@for_poll.both
def own_poll(request: DeskRequest, number: int, poll_id: int) -> HttpResponseBase:
    """Show a player the dates of a poll, and take their answer; the host answers for them here.

    The address of a duplicate leads to the player it was merged into.
    """
    fact, player = poll_or_404(poll_id), act_views.person_or_404(number)
    poll = own_poll_of(fact, player, timezone.now())
    form = SuitsForm(request.POST if request.method == "POST" else None, dates=len(poll.dates))
    url = reverse("poll", args=[poll_id]) if request.who.is_host else reverse("own_poll", args=[player.number, poll_id])
    if response := carry_out(request, form, by_phone(request.who.claim, answer_poll), url, poll=poll_id, player=player):
        return response
    if form.is_bound:
        typed = [replace(date, word=form.data.get(f"date_{date.which}")) for date in poll.dates]
        poll = replace(poll, dates=typed)
    may_answer = not poll.closed or (request.who.is_host and not poll.poll.is_closed)
    context = {"player": player, "page": poll, "may_answer": may_answer, "last_remark": act_views.last_remark(request)}
    return form_page(request, "people/own/poll.html", form, fact_context, **context)
