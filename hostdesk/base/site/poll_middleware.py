"""The polls of devices: while nothing has changed, one indexed read answers them.

A page polls the same address every few seconds. Once its view has answered `nothing_new`, the same device gets that
answer again while the newest act, the newest fact and its sign-in are the same as before it. A clock is drawn again
from the values of that time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from time import time
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Q, Subquery
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from hostdesk.base.sign_in.access_denied_page import PULSE
from hostdesk.base.sign_in.device_commands import LIVE
from hostdesk.base.site.rounds import CLOCK, has_stopped
from hostdesk.models import Link, LinkKind, SignIn
from ledger.locale.queries import in_locale
from reservations.acts.queries import NEWEST
from reservations.models import Desk

AT_LONGEST = 60.0
"""After so many seconds the view runs again: it notes the visit of the device, and the end of a link."""
_MOST = 1_000


@dataclass(frozen=True)
class _Quiet:
    """An answer to repeat, its last moment by the clock, the night of its screen, and the state it depends on."""

    again: Callable[[], HttpResponse]
    until: float
    night: int | None
    state: tuple[Any, ...] = ()


_QUIET: dict[tuple[str, str], _Quiet] = {}


def nothing_new(changes_at: int | None = 0, *, night: int | None = None) -> HttpResponse:
    """Answer 204 for nothing new, until the next record or the second ``changes_at`` of the clock (0: never).

    ``night``: the answer goes to a television, and ends with the secret address of that night.
    """
    return until_news(partial(HttpResponse, status=204, headers={"Cache-Control": "no-store"}), changes_at, night=night)


def until_news(
    again: Callable[[], HttpResponse], changes_at: int | None = 0, *, night: int | None = None
) -> HttpResponse:
    """Answer with ``again``, which queries nothing, until there is news; the rest is as for :func:`nothing_new`."""
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
    if known or request.headers.get("HX-Trigger") == PULSE:
        # Read before the view reads: a later record is news to the next poll.
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
    """Return the state that an answer depends on besides the time, in one read; empty without the database."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    given = dict(zip(_markers(), (session, now, night or 0), strict=True))
    sql, parameters = _question(connection.vendor)
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(parameter, parameter) for parameter in parameters])
            row = cursor.fetchone()
    except DatabaseError:
        row = None
    if row is None:
        connection.close()
        return Desk(), ()
    return Desk(**dict(zip(_PLACE, row, strict=False))), (*row, has_stopped(CLOCK))


_PLACE = ("time_zone", "currency", "locale", "paper")
_MARKED = ("the session", datetime.max.replace(tzinfo=UTC), -1)


def _markers() -> tuple[Any, ...]:
    """Return the placeholders in the query for the session, the time and the night."""
    session, now, night = _MARKED
    return session, connection.ops.adapt_datetimefield_value(now), night


@cache
def _question(vendor: str) -> tuple[str, Sequence[Any]]:
    """Put that read into the SQL of this database, once: building it takes twenty times as long as running it."""
    session, now, night = _MARKED
    unended = Q(link=None) | Q(link__ended_at=None)
    signed_in = SignIn.objects.filter(LIVE, unended, session=session, session__expire_date__gt=now)
    screen = Link.objects.filter(kind=LinkKind.SCREEN, night=night, ended_at=None)
    read = (Subquery(signed_in.values("pk")[:1]), Subquery(screen.values("pk")[:1]))
    return Desk.objects.filter(pk=Desk.ONE).values_list(*_PLACE, *NEWEST, *read).query.sql_with_params()
