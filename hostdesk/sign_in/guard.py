"""Who asks, what they may, and the guard that asks both before every view.

A view is for the host alone unless it is marked otherwise, so a mark that was forgotten locks a page and opens none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject
from django_htmx.middleware import HtmxDetails

from hostdesk.models import LinkKind
from hostdesk.sign_in import access_denied_page, commands, device_commands
from reservations.models import Desk
from reservations.players.queries import people_at

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class Role(StrEnum):
    """The kinds of people a desk tells apart."""

    NOBODY = "nobody"
    PLAYER = "player"
    BANKER = "banker"
    HOST = "host"


@dataclass(frozen=True)
class Who:
    """Who asks: a host, the banker of one night (its id), a player (their number), or nobody that is known.

    ``link`` is the link they came by, ``device`` the number of the sign-in.
    """

    role: Role = Role.NOBODY
    name: str = ""
    night: int | None = None
    player: int | None = None
    link: int | None = None
    device: int | None = None

    @property
    def is_host(self) -> bool:
        """Whether everything is open to them."""
        return self.role == Role.HOST

    def may_bank(self, night_id: int) -> bool:
        """Whether the bank of that night is open to them."""
        return self.is_host or (self.role == Role.BANKER and self.night == night_id)


class DeskRequest(HttpRequest):
    """A request as the views meet it, after the middleware."""

    who: Who
    htmx: HtmxDetails
    desk: Desk


class Audience(StrEnum):
    """Whom a view is for."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    PLAYER = "player"
    BANK = "bank"
    HOST = "host"


def for_anyone(view: View) -> View:
    """Mark a view as open to everybody in the network."""
    return _marked(view, Audience.ANYONE)


def for_signed_in(view: View) -> View:
    """Mark a view as open to everybody who is signed in: it shows each of them what is theirs."""
    return _marked(view, Audience.SIGNED_IN)


def for_player(view: View) -> View:
    """Mark a view as the host's and the player's whose number, or whose duplicate's, is its ``number``."""
    return _marked(view, Audience.PLAYER)


def for_bank(view: View) -> View:
    """Mark a view as the host's and the banker's of the night in its ``night_id``; without one, of any banker."""
    return _marked(view, Audience.BANK)


def for_host(view: View) -> View:
    """Mark a view as the host's alone, which is also what one without a mark is."""
    return _marked(view, Audience.HOST)


def _marked(view: View, audience: Audience) -> View:
    view.audience = audience  # type: ignore[attr-defined]
    return view


def audience_of(view: Callable[..., Any]) -> Audience:
    """Return whom a view is for."""
    return cast(Audience, getattr(view, "audience", Audience.HOST))


def _page_above(path: str) -> str:
    """Return the address above one that only takes what is sent: a reload after a refusal asks for such a one."""
    return path.rstrip("/").rpartition("/")[0] + "/"


# Errors that have a page: it takes the place of the page that asked, not of the part.
_PAGES_OF_THEIR_OWN = (400, 403, 404, 500)


class Guard:
    """The middleware that sets ``request.who`` and lets nobody past who may not."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; nothing that the desk makes for somebody is kept by a browser or on the way."""
        # Asked only where it matters: what everybody may see needs no database.
        desk_request = cast(DeskRequest, request)
        desk_request.who = cast(Who, SimpleLazyObject(lambda: who_asks(request)))
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.method in ("GET", "HEAD"):
            response = redirect(_page_above(request.path))
        if response.status_code in _PAGES_OF_THEIR_OWN:
            access_denied_page.whole_page(request, response)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Let the request through to its view, or answer in its place."""
        audience = audience_of(view)
        if audience == Audience.ANYONE:
            return None
        who = cast(DeskRequest, request).who
        if who.role == Role.NOBODY:
            return access_denied_page.answer(request)
        if who.role in _STAYING:
            commands.stay(request)
        if who.is_host or audience == Audience.SIGNED_IN:
            return None
        if audience == Audience.HOST:
            return access_denied_page.not_theirs(request)
        if not _is_theirs(who, audience, kwargs):
            raise Http404
        return None


_STAYING = (Role.HOST, Role.PLAYER)


def _is_theirs(who: Who, audience: Audience, kwargs: dict[str, Any]) -> bool:
    """Tell whether the night or the player of an address is that of a banker or a player."""
    if audience == Audience.PLAYER:
        number = kwargs.get("number")
        return who.player is not None and number is not None and who.player in (number, people_at()[number])
    return who.may_bank(kwargs["night_id"]) if "night_id" in kwargs else who.role == Role.BANKER


def who_asks(request: HttpRequest) -> Who:
    """Return who sent the request, by the sign-in of its session, and note that this device was here."""
    here = device_commands.of_request(request)
    if here is None:
        return Who()
    host, link = commands.host_of(request), commands.link_of(request)
    if host is not None:
        device_commands.note_seen(here, request)
        return Who(Role.HOST, name=host.name, device=here.pk)
    if link is None or link.player is None:
        return Who()
    device_commands.note_seen(here, request)
    if link.kind == LinkKind.PLAYER:
        person = link.player.person
        return Who(Role.PLAYER, name=person.name, player=person.number, link=link.pk, device=here.pk)
    return Who(Role.BANKER, name=link.player.name, night=link.night_id, link=link.pk, device=here.pk)
