"""Browsers that are already signed in, without the way through the pages."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.commands import enter_as_host, enter_by
from hostdesk.base.sign_in.link_commands import find_link, make_link, spend
from hostdesk.models import Host, LinkKind
from reservations.models import Night, Player

PASSWORD = "seven of clubs"
WRONG = "not that one"


def a_host(name: str = "Hanna") -> Host:
    """Return the host of that name, a new one if there is none."""
    return Host.objects.filter(name=name).first() or Host.objects.make(name=name, password=PASSWORD)


def host_client(name: str = "Hanna", **options: Any) -> Client:
    """Return a browser in which that host is signed in; ``options`` go to the client."""
    client, request = Client(**options), HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    enter_as_host(request, a_host(name))
    return _with_session(client, request)


def signs_in(client: Client, name: str = "Hanna", password: str = PASSWORD, **more: str) -> Any:
    """Send the sign-in form, and return the answer."""
    return client.post("/sign-in/", {"name": name, "password": password, **more})


def banker_client(night: Night, player: Player) -> Client:
    """Return a browser in which that player is signed in as the banker of that night."""
    return _came_by(make_link(LinkKind.BANKER, night=night, player=player, made_by="Hanna"))


def player_client(player: Player) -> Client:
    """Return a browser in which that player is signed in to their own pages."""
    return _came_by(make_link(LinkKind.PLAYER, player=player, made_by="Hanna"))


def _came_by(secret: str) -> Client:
    client, request, link = Client(), HttpRequest(), find_link(secret)
    assert link is not None
    assert spend(link)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    enter_by(request, link)
    return _with_session(client, request)


def _with_session(client: Client, request: HttpRequest) -> Client:
    """Let the session expire by the database's own clock, which checks it, and not by that of an evening.

    Each request may keep the session anew, for as many seconds from the evening's clock.
    """
    behind = datetime.now(UTC) - timezone.now()
    if behind > timedelta(minutes=1):
        request.session.set_expiry(request.session.get_expiry_age() + int(behind.total_seconds()))
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = request.session.session_key or ""
    return client
