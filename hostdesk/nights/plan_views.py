"""Planning nights: one or a series, changing them, calling them off and on again."""

import contextlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.guests.queries import arrears_now
from hostdesk.houses.queries import houses, presets_left
from hostdesk.lists.queries import NightState, nights, state_of
from hostdesk.nights.commands import plan_nights
from hostdesk.nights.forms import CancelForm, ChangeForm, EndForm, PlanForm, initial_of, text_of
from hostdesk.nights.plan_queries import told_night
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, attempt, fact_context, noted, said_once, status_of
from hostdesk.site.idempotency_keys import new_key
from reservations.acts.forms import ActForm
from reservations.acts.problems import Malformed
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.queries import attendance_of
from reservations.models import Night, Series
from reservations.nights.change_commands import cancel_night, change_night, end_series, restore_night
from reservations.nights.plans import Plan
from reservations.nights.queries import ahead, ahead_in, is_underway, plan_of, players_told, repeats_of
from reservations.parsing.days import parse_day
from reservations.players.queries import player_names
from reservations.rsvps.queries import rsvp_states_of

_USUAL_START = "19:00"
_A_WEEK = timedelta(days=7)
_CARRIED = ("starts", "ends", "seats", "tables", "place", "maybe_hours")


@require_http_methods(BOTH)
@for_host
def plan(request: DeskRequest) -> HttpResponseBase:
    """Plan a night, or a series of them."""
    made, left = list(houses()), presets_left()
    names = [(house.key, house.name) for house in made]
    names += [(preset["key"], f"{preset['name']} (preset)") for preset in left]
    seats = {preset["key"]: attendance_terms(preset).seats for preset in left}
    seats |= {house.key: attendance_of(house.newest()).seats for house in made}
    data = request.POST if request.method == "POST" else None
    form = PlanForm(data, houses=names, seats=seats, initial=_proposed(request, seats))
    answer = attempt(request, form, plan_nights)
    if answer is not None:
        return noted(request, answer, reverse("night", args=[json.loads(answer.fact.outcome)["night"]]))
    context = {"section": "nights", **fact_context(form, request.path), "form": form, "key": new_key()}
    return render(request, "nights/plan.html", context, status=status_of(form))


def _proposed(request: DeskRequest, seats: dict[str, int | None]) -> dict[str, Any]:
    """Return what a night is likely to be: like the one that was planned last, a week after it where that is ahead."""
    today, zone = timezone.localdate(), str(timezone.get_current_timezone())
    latest = Night.objects.select_related("house").order_by("pk").last()
    proposed = {"date": today.isoformat(), "starts": _USUAL_START, "zone": zone, "interval": 1, "tables": 1}
    if latest is not None:
        like = plan_of(latest)
        carried = {name: value for name, value in initial_of(like).items() if name in _CARRIED and value is not None}
        proposed |= {
            "house": latest.house.key,
            "date": (latest.date + _A_WEEK if latest.date >= today else today).isoformat(),
        }
        proposed |= carried if like.starts else {}
    proposed.setdefault("seats", seats.get(str(proposed.get("house"))) or "")
    with contextlib.suppress(Malformed):  # the day that was tapped in the calendar
        proposed["date"] = parse_day(request.GET.get("date", "")).isoformat()
    return proposed


@require_http_methods(BOTH)
@for_host
def change(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Change a night, or it and all that follow in its series."""
    night = _night(night_id)
    if state_of(night) in (NightState.CLOSED, NightState.CANCELLED):
        return redirect("night", night.pk)
    now, started = plan_of(night), is_underway(night, timezone.now())
    data = request.POST if request.method == "POST" else None
    form = ChangeForm(data, started=started, initial=initial_of(now) | {"scope": "one"})
    answer = attempt(request, form, change_night, night=night, arrears=arrears_now())
    if answer is not None:
        return noted(request, answer, reverse("night", args=[night.pk]))
    context = {**_of(night), **fact_context(form, request.path), "form": _put_again(form, now, started=started)}
    context |= {"key": new_key(), "shown": text_of(now), "started": started}
    context["following"] = 0 if started else len(ahead(night, timezone.now()))
    return render(request, "nights/change.html", context, status=status_of(form))


def _put_again(form: ChangeForm, now: Plan, *, started: bool) -> ChangeForm:
    """Return the form to be shown: where the night has become another one meanwhile, what was typed over what it is.

    What somebody left as it was must not take back what another one has changed.
    """
    shown = form.cleaned_data.get("shown") if form.is_bound else None
    if shown is None or shown == now or form.errors:
        return form
    typed = replace(now, **shown.differences(form.wanted()))
    again = ChangeForm(None, started=started, initial=initial_of(typed) | {"scope": form.cleaned_data.get("scope")})
    again.problem = form.problem
    return again


@require_http_methods(BOTH)
@for_host
def cancel(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Call a night off, once it was said who is told."""
    night = _night(night_id)
    if state_of(night) != NightState.PLANNED and request.method != "POST":
        return redirect("night", night.pk)
    form = CancelForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, cancel_night, night=night)
    if answer is not None:
        return noted(request, answer, reverse("night", args=[night.pk]))
    context = {**_of(night), **fact_context(form, request.path), "form": form, "key": new_key()}
    context["told"] = _names_told([night])
    return render(request, "nights/cancel.html", context, status=status_of(form))


@require_POST
@for_host
def restore(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Call a night on again."""
    night, form = _night(night_id), ActForm(request.POST)
    answer = attempt(request, form, restore_night, night=night, arrears=arrears_now())
    if answer is not None:
        return noted(request, answer, reverse("night", args=[night.pk]))
    context = {**_of(night), **fact_context(form, request.path)}
    return render(request, "nights/restore.html", context, status=status_of(form))


@require_http_methods(BOTH)
@for_host
def series(request: DeskRequest, series_id: int) -> HttpResponse:
    """Show the nights of a series; end it, once it was said which nights are called off and who is told."""
    found = get_object_or_404(Series.objects.select_related("house"), pk=series_id)
    form = EndForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, end_series, series=found)
    if answer is not None:
        return noted(request, answer, reverse("series", args=[found.pk]))
    context = {"section": "nights", "series": found, "repeats": repeats_of(found), "said": said_once(request)}
    today = timezone.localdate()
    listed = list(nights().filter(series=found).order_by("date"))
    rsvp_states = rsvp_states_of(listed)
    rows = [(night, rsvp_states[night.pk]) for night in listed]
    context["coming"] = [each for each in rows if each[0].date >= today]
    context["past"] = [each for each in reversed(rows) if each[0].date < today]
    context |= {"key": new_key(), **fact_context(form, request.path), "form": form, **_end(request, found)}
    return render(request, "nights/series.html", context, status=status_of(form))


def _end(request: DeskRequest, found: Series) -> dict[str, Any]:
    """Return what comes of ending a series after the day that was asked for, where one was."""
    now = timezone.now()
    going_on = found.until is None or ahead_in(found.pk, now).exists()
    try:
        after = parse_day(request.POST.get("after", "") or request.GET.get("after", ""))
    except Malformed:
        return {"goes_on": going_on}
    ended = list(ahead_in(found.pk, now).filter(date__gt=after))
    return {"goes_on": going_on, "after": after, "ended": ended, "told": _names_told(ended)}


def _names_told(cancelled: list[Night]) -> list[str]:
    """Return the names of those who are told when these nights are called off."""
    return sorted(player_names(players_told(cancelled)).values(), key=str.casefold)


def _of(night: Night) -> dict[str, Any]:
    return {"section": "nights", "night": night, "told_night": told_night(night), "state": state_of(night)}


def _night(night_id: int) -> Night:
    return get_object_or_404(Night.objects.select_related("house", "series"), pk=night_id)
