"""The guard of a device by its player's PIN, and the time for which a PIN opens their pages there.

An open state is a signed cookie: use extends it, and no row is written.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from hostdesk.base.sign_in import device_commands
from hostdesk.base.sign_in.access_denied_page import is_pulse, led_to, whole_page
from hostdesk.base.sign_in.device_commands import pin_of
from hostdesk.base.sign_in.form_replay_queries import replay_of
from hostdesk.base.sign_in.guard import Audience, DeskRequest
from hostdesk.models import PlayerPin
from hostdesk.people.pin.forms import PinForm

OPEN_FOR = timedelta(minutes=10)
_COOKIE, _SALT = settings.COOKIE.format("pin"), "hostdesk.pin_opened"


class PinGuard:
    """The middleware that asks a player with a PIN for it, before they see more than that.

    It stands outside `hostdesk.base.sign_in.guard.Guard`, which refuses a player with a PIN where this one is missing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and keep pages open that were used."""
        cast(DeskRequest, request).has_pin_guard = True
        response = self.get_response(request)
        # Requests that a page sends by itself do not count as use.
        if _COOKIE in request.COOKIES and _COOKIE not in response.cookies and not is_pulse(request):
            pin = pin_of(request)
            if pin is not None and is_open(request, pin):
                keep_open(request, response, pin)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Let the request through (None), or ask for the PIN in place of its view."""
        if getattr(view, "audience", Audience.HOST) == Audience.ANYONE or getattr(view, "asks_for_pin", False):
            return None
        player = cast(DeskRequest, request).who.player
        pin = None if player is None else pin_of(request)
        if player is None or pin is None or is_open(request, pin):
            return None
        return _ask(request, player)


def _ask(request: HttpRequest, player: int) -> HttpResponseBase:
    """Ask for a player's PIN: GET leads to its page, everything else is 401 with it, and keeps the form."""
    address = reverse("own_pin", args=[player])
    if request.method in ("GET", "HEAD"):
        return led_to(address, request)
    context = {"form": PinForm(), "replay": replay_of(request), "next": reverse("own", args=[player]), "number": player}
    return whole_page(request, render(request, "people/pin/ask.html", context, status=401))


def is_open(request: HttpRequest, pin: PlayerPin) -> bool:
    """Tell whether the PIN was typed on this device, and its pages were used since without a break."""
    opened = device_commands.kept_in_cookie(request, _COOKIE, salt=_SALT, max_age=OPEN_FOR)
    return constant_time_compare(opened, _opened(request, pin))


def keep_open(request: HttpRequest, response: HttpResponseBase, pin: PlayerPin) -> None:
    """Let the device show the player's pages for the next minutes."""
    device_commands.keep_in_cookie(response, _COOKIE, _opened(request, pin), salt=_SALT, max_age=OPEN_FOR)


def _opened(request: HttpRequest, pin: PlayerPin) -> str:
    here = device_commands.of_request(request)
    return f"{here.pk if here else 0} {pin.digest[:16]}"
