"""What devices ask every few seconds: while nothing has changed, one indexed read answers them.

A page that asks "anything new?" asks the same address again and again. Once its view has answered `nothing_new`, the
same device is told so again for as long as the newest act, the newest fact and its sign-in are what they were before
that answer. A clock is drawn again out of what was read then.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import time
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Q, Subquery
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from hostdesk.models import SignIn, TableScreen
from hostdesk.sign_in.device_commands import LIVE
from hostdesk.site.rounds import CLOCK, has_stopped
from ledger.money.locale_queries import in_locale
from reservations.acts.queries import NEWEST
from reservations.models import Desk

AT_LONGEST = 60.0
"""After so many seconds the view is asked again: it notes that the device was seen, and that a link has expired."""
_MOST = 1_000
_PULSE = "pulse"  # the id of the element by which every page asks


@dataclass(frozen=True)
class _Quiet:
    """How to answer again, until when that holds by the clock, on the screen of which night, and as of what."""

    again: Callable[[], HttpResponse]
    until: float
    night: int | None
    state: tuple[Any, ...] = ()


_QUIET: dict[tuple[str, str], _Quiet] = {}


def nothing_new(changes_at: int | None = 0, *, night: int | None = None) -> HttpResponse:
    """Answer 204: nothing is new, until somebody records something or, by the clock alone, that second (0: never).

    ``night``: it goes to a television, which sees it only while the night has the same secret address.
    """
    return until_news(partial(HttpResponse, status=204, headers={"Cache-Control": "no-store"}), changes_at, night=night)


def until_news(
    again: Callable[[], HttpResponse], changes_at: int | None = 0, *, night: int | None = None
) -> HttpResponse:
    """Answer in a way that reads nothing, now and again until there is news; the rest is as for :func:`nothing_new`."""
    response, until = again(), time() + AT_LONGEST
    response.quiet = _Quiet(again, min(until, changes_at) if changes_at else until, night)  # type: ignore[attr-defined]
    return response


def quiet_polls(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Make the middleware, which lies outside everything that reads the database."""
    return partial(_answer, get_response)


def _answer(get_response: Callable[[HttpRequest], HttpResponseBase], request: HttpRequest) -> HttpResponseBase:
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""), request.get_full_path()
    known = _QUIET.get(key)
    night = known.night if known else None
    desk, state = Desk(), tuple[Any, ...]()
    if known or request.headers.get("HX-Trigger") == _PULSE:
        # Read before the view reads: what is recorded meanwhile is new to the next one who asks.
        desk, state = _state(key[0], night)
    if known and state and known.state == state and time() < known.until and request.method == "GET":
        with in_locale(desk):
            return known.again()
    response = get_response(request)
    _QUIET.pop(key, None)
    quiet = getattr(response, "quiet", None)
    if quiet is not None:
        if len(_QUIET) >= _MOST:
            _QUIET.clear()
        _QUIET[key] = replace(quiet, state=state if quiet.night == night else ())
    return response


def _state(session: str, night: int | None) -> tuple[Desk, tuple[Any, ...]]:
    """Return what an answer depends on besides the time, in one read; nothing if the database does not answer."""
    unended = Q(link=None) | Q(link__ended_at=None)
    signed_in = SignIn.objects.filter(LIVE, unended, session=session, session__expire_date__gt=timezone.now())
    screen = TableScreen.objects.filter(night=night, ended_at=None)
    columns = {"act": NEWEST[0], "fact": NEWEST[1]}
    columns |= {"sign_in": Subquery(signed_in.values("pk")[:1]), "screen": Subquery(screen.values("pk")[:1])}
    try:
        desk = Desk.objects.annotate(**columns).get(pk=Desk.ONE)
    except (DatabaseError, Desk.DoesNotExist):
        connection.close()
        return Desk(), ()
    place = (desk.time_zone, desk.currency, desk.locale)
    return desk, (*(getattr(desk, name) for name in columns), *place, has_stopped(CLOCK))
