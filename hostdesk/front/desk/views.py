"""The home page, and services for every page: keys, theme and health."""

import sys
from dataclasses import asdict
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache

from hostdesk.base.faults.kept_faults import number_of
from hostdesk.base.leaves.queries import added
from hostdesk.base.sign_in.form_replay_queries import is_page, replay_of
from hostdesk.base.sign_in.guard import DeskRequest, for_anyone, for_host, for_signed_in
from hostdesk.base.site import health_queries
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.base.site.theme_context import COOKIE, THEMES
from hostdesk.base.site.troubles import trouble_in
from hostdesk.front.desk.first_night_page import first_night_steps
from hostdesk.front.set_up.commands import hide_first_night
from hostdesk.invitations.guests.text import seats_in_words
from hostdesk.invitations.nights.plan_queries import is_due
from hostdesk.invitations.polls.page import poll_pages
from hostdesk.safekeeping.backups.page import backup_fault
from hostdesk.table.tables.queries import tables_in_words
from ledger.results.queries import played_nights
from reservations.models import Night, Player
from reservations.parsing.names import whole_number
from reservations.polls.queries import open_polls
from reservations.rsvps.queries import rsvp_state_of

_SHOWN = 5
_MOST_KEYS = 200
_YEAR = 365 * 24 * 60 * 60
_STILL_MEANT = timedelta(days=2)


@for_signed_in.get
def home(request: DeskRequest) -> HttpResponse:
    """Lead to the open night; with none, with two, or with ``?stay=yes`` show the nights and the next steps."""
    who = request.who
    nights = Night.objects.in_houses(who.houses).select_related("house")
    open_nights = list(nights.filter(bank__isnull=False, bank__closed=None).order_by("bank__opened"))
    if who.player is not None:
        return redirect("own", who.player)
    if who.night is not None:
        return redirect("tonight" if any(night.pk == who.night for night in open_nights) else "night", who.night)
    # The demo leads to its first open game, like a desk with one game; its second is under Nights.
    if "stay" not in request.GET and (len(open_nights) == 1 or (settings.DEMO and open_nights)):
        return redirect("tonight", open_nights[0].pk)
    now, today = timezone.now(), localdate()
    over = played_nights().in_houses(who.houses).exclude(bank__closed=None, results=None)
    planned = list(nights.planned().filter(date__gte=today - _STILL_MEANT))
    states = [(night, seats_in_words(rsvp_state_of(night)), is_due(night, today)) for night in planned[:3]]
    context: dict[str, Any] = {
        "open_nights": [(night, tables_in_words(night)) for night in open_nights],
        "closed": over.select_related("house").order_by("-date", "-pk")[:_SHOWN],
        "planned": states,
        "later": len(planned[3:]),
        "polls": poll_pages(open_polls(who.houses), now),
        # Read only if the page has no night to show.
        "others": Player.objects.people()[1:2],
    }
    if who.hosts_all:
        context |= {"backup_fault": backup_fault(), "steps": first_night_steps(request.desk)}
        context |= {name: import_string(value)(now) for name, value in added("desk").items()}
    return render(request, "front/desk/home.html", context)


@for_host.post
def first_night_hide(request: DeskRequest) -> HttpResponse:
    """Hide the steps of the first night on the home page."""
    hide_first_night()
    return HttpResponseRedirect(reverse("home"), status=303)


@for_anyone.get
@never_cache
def keys(request: DeskRequest) -> JsonResponse:
    """Return new keys for the forms of a page that a browser shows again: ``?count=3``."""
    wanted = whole_number(request.GET.get("count", ""), most_digits=3) or 1
    return JsonResponse({"keys": [new_key() for _ in range(min(wanted, _MOST_KEYS))]})


@for_anyone.post
def theme(request: DeskRequest) -> HttpResponse:
    """Keep the theme in this browser, and return to the page."""
    back = request.POST.get("next", "")
    response = HttpResponseRedirect(back if is_page(back) else reverse("home"), status=303)
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        response.set_cookie(COOKIE, chosen, max_age=_YEAR, samesite="Lax", secure=settings.TLS, httponly=True)
    return response


@for_anyone.get
@never_cache
def healthz(request: DeskRequest) -> JsonResponse:
    """Report the health of the desk to a monitor: 200 if well, else 503."""
    found = health_queries.check_health()
    now, is_readable = timezone.now(), found.database and not found.migrations_missing
    more = {name: import_string(value)(now) if is_readable else None for name, value in added("health").items()}
    well = found.well and not any(state and state["late"] for state in more.values())
    return JsonResponse({"well": well, **asdict(found), **more}, status=200 if well else 503)


def not_accepted(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the reason of a refusal before any page: the host name, the size, or unreadable content of the request."""
    context, status = {"why": str(exception) if isinstance(exception, BadRequest) else ""}, HTTPStatus.BAD_REQUEST
    if isinstance(exception, RequestDataTooBig):
        why = "It is too large: a form has at most 2.5 MB, a file 5 MB."
        context, status = {"why": why, "now": "Choose a smaller one."}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    template = "400.html" if isinstance(exception, DisallowedHost) else "base/site/not_sent.html"
    return HttpResponse(render_to_string(template, context), status=status)


def failed(request: HttpRequest) -> HttpResponse:
    """Show that the desk has failed, with the number of the fault; in words if the database or its disk failed."""
    error = sys.exc_info()[1]
    trouble, number = trouble_in(error), number_of(error) if error else ""
    # Without the request: the sign-in may be in the database that does not answer.
    context = {"trouble": trouble, "is_form": request.method == "POST", "replay": replay_of(request)}
    page = render_to_string("500.html", {**context, "fault": number, "csrf_token": get_token(request)})
    status = HTTPStatus.SERVICE_UNAVAILABLE if trouble else HTTPStatus.INTERNAL_SERVER_ERROR
    response = HttpResponse(page, status=status)
    response.fault = number  # type: ignore[attr-defined]  # for the page of acts that were recorded despite the fault
    return response
