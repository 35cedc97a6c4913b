"""The polls of devices: as long as no news concerns a page, one read answers them, and up to three after a record.

A page polls the same address every few seconds. Once a view has answered :func:`until_news`, the same device gets that
answer again while the books, its sign-in and the desk's locale are the same, or while the records since do not concern
the page. A clock is drawn again from the values of that time, and a drawing for all tablets is sent to the others.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from time import time
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from hostdesk.base.sign_in.device_commands import LIVE
from hostdesk.base.sign_in.guard import DeskRequest
from hostdesk.base.site.rounds import CLOCK, has_stopped
from hostdesk.models import Link, LinkKind, SignIn
from ledger.locale.queries import in_locale
from reservations.acts.kept_queries import ANY_NUMBER, KeptRows
from reservations.acts.queries import NEWEST, Books
from reservations.models import Desk, Fact

AT_LONGEST = 60.0
"""After so many seconds the view runs again: it notes the visit of the device, and the end of a link."""
_FRESH = 1.0
"""For so many seconds a drawing goes to all tablets: thirty may ask after every act."""
_MOST = 1_000


Concerns = Callable[[Books, Books], bool]
"""Tells whether a page is out of date by the records between two states of the books."""


_NO_CONTENT = partial(HttpResponse, status=204, headers={"Cache-Control": "no-store"})


class _Known(NamedTuple):
    """An answer to repeat, its last moment by the clock, and its dependencies: the books, and the rest of its state.

    ``screen`` is the number of the television's address that it goes to.
    """

    again: Callable[[], HttpResponse]
    until: float
    concerns: Concerns | None
    books: Books
    rest: tuple[Any, ...] = ()
    screen: int | None = None


_KNOWN: dict[tuple[str, str], _Known] = {}
_ALL = "all"
"""In place of a session: for all devices whose view asks for it."""


def concerns_night(night: int, before: Books, now: Books) -> bool:
    """Tell whether anything but facts of other nights was recorded in between, or the books are older."""
    if before.act != now.act or before.fact > now.fact:
        return True
    about = Q(night=night) | Q(night=None)
    return before.fact != now.fact and Fact.objects.filter(about, pk__gt=before.fact).exists()


def until_news(
    request: DeskRequest,
    concerns: Concerns | None,
    again: Callable[[], HttpResponse] = _NO_CONTENT,
    *,
    changes_at: int = 0,
    screen: int | None = None,
    address: str = "",
) -> HttpResponse:
    """Answer with ``again``, which queries nothing, until a record that ``concerns`` the page, or any (None).

    It also ends with the second ``changes_at`` of the clock (0: never), and on a television with the secret address of
    the number ``screen``. A page that was just drawn names the ``address`` that it polls next.
    """
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    until, books = min(time() + AT_LONGEST, changes_at or float("inf")), Books.read_with(request.desk)
    rest = _rest_of(request.desk, request.who.device if screen is None else None, screen)
    key = _session_of(request), address or request.get_full_path()
    _KNOWN[key] = _Known(again, until, concerns, books, rest, screen)
    return again()


def drawn_for_all(request: DeskRequest, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the drawing that another device was sent at this address a moment ago, of the same books, or draw it.

    It is kept for the other devices, unless it has a form, which needs its own key.
    """
    key, books = (_ALL, request.get_full_path()), Books.read_with(request.desk)
    known = _KNOWN.get(key)
    if known and known.books == books and time() < known.until:
        return known.again()
    response = draw()
    if response.status_code == HTTPStatus.OK and b"<form" not in response.content:
        again = partial(HttpResponse, response.content)
        _KNOWN[key] = _Known(again, time() + _FRESH, None, books)
    return response


def quiet_polls(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Make the middleware, which lies outside everything that reads the database."""
    return partial(_answer, get_response)


def _answer(get_response: Callable[[HttpRequest], HttpResponseBase], request: HttpRequest) -> HttpResponseBase:
    key = _session_of(request), request.get_full_path()
    known = _KNOWN.pop(key, None) if request.method == "GET" else None
    if known and (desk := _still(known, key[0])):
        _KNOWN[key] = known._replace(books=Books.read_with(desk))
        with in_locale(desk):
            return known.again()
    return get_response(request)


def _still(known: _Known, session: str) -> Desk | None:
    """Return the desk if all dependencies of the answer are unchanged; else None, also without the database."""
    try:
        read: Any = _STATE.first(session, known.screen or 0)
        desk: Desk = read
        if time() >= known.until or known.rest != _rest_of(desk, None if known.screen else read.device, read.screen):
            return None
        now = Books.read_with(desk)
        if now == known.books:
            return desk
        is_news = known.concerns is None or not known.books.go_on_to(now) or known.concerns(known.books, now)
        return None if is_news else desk
    except DatabaseError:
        connection.close()
        return None


def _session_of(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


def _rest_of(desk: Desk, device: int | None, screen: int | None) -> tuple[Any, ...]:
    """Return the state that an answer depends on besides the books."""
    return (desk.time_zone, desk.currency, desk.locale, desk.paper, device, screen, has_stopped(CLOCK))


def _state(session: str, screen: int) -> QuerySet[Desk]:
    unended = Q(link=None) | Q(link__ended_at=None)
    signed_in = SignIn.objects.filter(LIVE, unended, session=session, session__expire_date__gt=Now())
    shown = Link.objects.filter(pk=screen, kind=LinkKind.SCREEN, ended_at=None)
    read = {"device": Subquery(signed_in.values("pk")[:1]), "screen": Subquery(shown.values("pk")[:1])}
    return Desk.objects.filter(pk=Desk.ONE).annotate(**NEWEST, **read)


_STATE = KeptRows(_state, "a session", ANY_NUMBER, beside=(*NEWEST, "device", "screen"))
