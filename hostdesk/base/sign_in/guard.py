"""The signed-in person and their rights, and the guard that checks them before every view.

A view without a mark is for the host only, so a forgotten mark locks a page and never opens one.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from hostdesk.base.needs.queries import Needs
from hostdesk.base.sign_in import access_denied_page, commands, device_commands, guess_commands
from hostdesk.base.sign_in.form_replay_queries import page_at
from hostdesk.base.sign_in.house_queries import is_of_house
from hostdesk.models import LinkKind, NameClaim
from reservations.acts.moments import at_one_moment
from reservations.acts.queries import Books
from reservations.models import Desk, House
from reservations.players.queries import number_of_person

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class Role(StrEnum):
    """The roles of people at the desk."""

    NOBODY = "nobody"
    PLAYER = "player"
    BANKER = "banker"
    HOST = "host"


@dataclass(frozen=True)
class Who:
    """The signed-in person: a host, the banker of one night (its id), a player (their number), or nobody.

    ``link`` is the link of the sign-in, ``device`` its number. ``claim`` is the claim of a phone that took its player's
    name behind a group link; until the host confirms it, it only answers for its player. ``houses`` are the ids of the
    houses of a host with only some of them; None for everybody else. ``knows_places`` False: a host who still needs
    the list of moved pages.
    """

    role: Role = Role.NOBODY
    name: str = ""
    night: int | None = None
    player: int | None = None
    link: int | None = None
    device: int | None = None
    claim: int | None = None
    is_confirmed: bool = True
    houses: frozenset[int] | None = None
    knows_places: bool = True

    @cached_property
    def is_host(self) -> bool:
        """Whether the person is a host: of all houses, or of those that the guard lets them see."""
        return self.role == Role.HOST

    def hosts(self, house: House | None) -> bool:
        """Tell whether the person is a host of a house; for None, whether they are a host of all houses."""
        return self.hosts_all or (house is not None and house.pk in (self.houses or ()))

    @cached_property
    def hosts_all(self) -> bool:
        """Whether the person is a host of all houses."""
        return self.is_host and self.houses is None


class DeskRequest(HttpRequest):
    """A request as the views see it, after the middleware."""

    who: Who
    htmx: HtmxDetails
    desk: Desk
    needs: Needs
    is_recorded: bool
    """Set once a command has recorded the form: from then on no failure may deny that."""
    is_noted: bool
    """Set once a fact is recorded, so that its messages are written."""
    has_pin_guard: bool
    """Set by the middleware that asks a player with a PIN for it."""


class Audience(StrEnum):
    """The audiences of views."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    PLAYER = "player"
    BANK = "bank"
    HOUSE = "house"
    HOSTS = "hosts"
    HOST = "host"


@dataclass(frozen=True)
class _Marks:
    """Decorators that mark a view's audience and methods; other methods are answered with 405."""

    audience: Audience
    takes_claims: bool = False
    takes_house: bool = False
    is_alone: bool = False

    def get(self, view: View) -> View:
        """Mark a view that shows a page and records nothing."""
        return self._marked(view, "GET", "HEAD")

    def post(self, view: View) -> View:
        """Mark a view that takes a form."""
        return self._marked(view, "POST")

    def both(self, view: View) -> View:
        """Mark a view that shows a form and takes it."""
        return self._marked(view, "GET", "HEAD", "POST")

    def _marked(self, view: View, *methods: str) -> View:
        view.audience = self.audience  # type: ignore[attr-defined]
        view.takes_claims, view.takes_house = self.takes_claims, self.takes_house  # type: ignore[attr-defined]
        marked = require_http_methods(list(methods))(view)
        return _of_the_person(marked, is_alone=self.is_alone) if self.audience == Audience.PLAYER else marked


def _of_the_person(view: View, *, is_alone: bool) -> View:
    """Redirect from the page of a duplicate to that of the person; ``is_alone``: take forms from the player alone."""

    @wraps(view)
    def of_the_person(request: DeskRequest, number: int, **address: Any) -> HttpResponseBase:
        if request.method == "POST":
            if is_alone and request.who.is_host:
                raise PermissionDenied("Only the player does this, on a phone of their own.")
        elif (person := number_of_person(number)) != number and request.resolver_match:
            place = reverse(request.resolver_match.view_name, kwargs=address | {"number": person})
            return redirect(f"{place}?{request.META['QUERY_STRING']}".rstrip("?"))
        return view(request, number=number, **address)

    return cast(View, of_the_person)


for_anyone = _Marks(Audience.ANYONE)
"""Opens a view to everybody in the network."""
for_signed_in = _Marks(Audience.SIGNED_IN)
"""Opens a view to everybody signed in; it shows people their own content."""
for_player = _Marks(Audience.PLAYER)
"""Opens a view to the host and the player of its ``number``, or of a number merged into theirs."""
for_player_alone = _Marks(Audience.PLAYER, is_alone=True)
"""Opens a view as for a player; only the player sends its forms, and no host for them."""
for_answers = _Marks(Audience.PLAYER, takes_claims=True)
"""Opens a view as for a player, also to a phone that took their name and that the host has not confirmed.

It must show neither money nor where the game is to such a phone (``request.who.is_confirmed``)."""
for_poll = _Marks(Audience.PLAYER, takes_claims=True, takes_house=True)
"""Opens a view as for answers, also to the hosts of the house that its address is about: they answer for players."""
for_bank = _Marks(Audience.BANK)
"""Opens a view to the hosts and the banker of its ``night_id``; without one, to every host and any banker.

Without one it is limited to ``request.who.night``, or to ``request.who.houses``.
"""
for_house = _Marks(Audience.HOUSE)
"""Opens a view to the hosts of the house that its address is about (`house_queries.is_of_house`)."""
for_hosts = _Marks(Audience.HOSTS)
"""Opens a view to every host; it shows and takes only content of their ``request.who.houses``."""
for_host = _Marks(Audience.HOST)
"""Keeps a view for the hosts of all houses, as one without a mark is too."""


# Errors with a page of their own, which replaces the whole page.
_PAGES_OF_THEIR_OWN = (400, 403, 404, 413, 500, 503)


class Guard:
    """The middleware that sets ``request.who`` and checks their right to the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with ``request.who`` set."""
        # Lazily: a page for everybody needs no database.
        desk_request = cast(DeskRequest, request)
        desk_request.who = cast(Who, SimpleLazyObject(lambda: who_asks(request)))
        # A page that only shows its facts reads them once; a command reads them again under the lock.
        books = Books.end_with(getattr(request, "desk", Desk()))
        with at_one_moment(books=books) if request.method in ("GET", "HEAD") else nullcontext():
            response = self.get_response(request)
        if guess_commands.ENTERED in vars(request):
            guess_commands.keep_known(request, response)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.method in ("GET", "HEAD"):
            # A reload after a refusal requests an address that only takes forms: the page is the one above it.
            response = redirect(request.path.rstrip("/").rpartition("/")[0] + "/")
        if response.status_code in _PAGES_OF_THEIR_OWN:
            access_denied_page.whole_page(request, response)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Let the request through (None), or answer in place of its view."""
        audience = getattr(view, "audience", Audience.HOST)
        if audience == Audience.ANYONE:
            return None
        who = cast(DeskRequest, request).who
        if who.role == Role.NOBODY:
            return access_denied_page.ask_to_sign_in(request)
        # The middleware outside this one asks for the player's PIN, unless they have none.
        if who.player is not None and not getattr(request, "has_pin_guard", False) and device_commands.pin_of(request):
            raise PermissionDenied("Your PIN guards this page, and this desk cannot ask for it.")
        if who.role in (Role.HOST, Role.PLAYER) and request.method in ("GET", "HEAD"):
            commands.stay(request)  # A form writes its record and nothing more.
        if who.hosts_all or (audience == Audience.SIGNED_IN and not who.is_host):
            return None
        if not _is_theirs(who, view, audience, kwargs):
            _log_refusal(request, who)
            # A night of others is 404, like a night that never existed; the existence of pages for hosts is no secret.
            if audience == Audience.HOST or (audience in (Audience.HOUSE, Audience.HOSTS) and not who.is_host):
                return access_denied_page.whole_page(request, render(request, "403.html", status=403))
            raise Http404
        if not who.is_confirmed and not getattr(view, "takes_claims", False):
            if request.method in ("GET", "HEAD"):
                return redirect("own", who.player)
            _log_refusal(request, who)
            raise PermissionDenied
        return None


def may_open(who: Who, address: str) -> bool:
    """Tell whether the guard opens the page of that address, which may have a query and a fragment."""
    at = page_at(urlsplit(address).path)
    audience = getattr(at.func, "audience", Audience.HOST)
    is_everybodys = audience == Audience.ANYONE or (audience == Audience.SIGNED_IN and not who.is_host)
    return is_everybodys or who.hosts_all or _is_theirs(who, at.func, audience, at.kwargs)


def _log_refusal(request: HttpRequest, who: Who) -> None:
    device_commands.security_log.warning(
        "Refused: %s %s to the %s of sign-in %s", request.method, request.path, who.role, who.device
    )


def _is_theirs(who: Who, view: Callable[..., Any], audience: Audience, address: Mapping[str, Any]) -> bool:
    """Tell whether a view is open to a person at that address, if it is not for everybody, nor they a host of all."""
    if who.is_host:
        of_house = is_of_house(address, who.houses or ())
        # A page for all hosts without a house in its address limits itself to their houses.
        is_open = audience in (Audience.SIGNED_IN, Audience.HOSTS, Audience.BANK) and of_house is None
        is_about = audience not in (Audience.PLAYER, Audience.HOST) or getattr(view, "takes_house", False)
        return is_open or (is_about and of_house is True)
    if audience == Audience.PLAYER:
        number, own = address.get("number", 0), who.player
        return number == own or (own is not None and number_of_person(number) == own)
    is_banker = audience == Audience.BANK and who.role == Role.BANKER
    return is_banker and address.get("night_id", who.night) == who.night


def who_asks(request: HttpRequest) -> Who:
    """Return the sender of the request, by the sign-in of its session, and note the device's visit."""
    here = device_commands.of_request(request)
    if here is None:
        return Who()
    host = device_commands.host_of(request)
    if host is not None:
        device_commands.note_seen(here, request)
        houses = device_commands.houses_of(host)
        return Who(Role.HOST, name=host.name, device=here.pk, houses=houses, knows_places=host.knows_places)
    link = commands.link_of(request)
    if link is None or link.person is None:
        return Who()
    device_commands.note_seen(here, request)
    if link.kind == LinkKind.PLAYER:
        claim: NameClaim | None = getattr(link, "claim", None)
        return Who(
            Role.PLAYER,
            name=link.person.name,
            player=link.person.number,
            link=link.pk,
            device=here.pk,
            claim=claim.pk if claim else None,
            is_confirmed=link.is_confirmed,
        )
    return Who(Role.BANKER, name=str(link.player), night=link.night_id, link=link.pk, device=here.pk)
