"""Whether a device has to type its player's PIN before it shows more, and how long a PIN opens their pages there.

What is open is a signed cookie: use extends it, and no row is written.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare

from hostdesk.base.sign_in import device_commands
from hostdesk.models import PlayerPin

OPEN_FOR = timedelta(minutes=10)
_COOKIE, _SALT = f"{'__Host-' if settings.TLS else ''}pin{settings.PORT}", "hostdesk.pin_opened"


def pin_of(request: HttpRequest) -> PlayerPin | None:
    """Return the PIN of the player who is signed in on this device, if they have set one."""
    here = device_commands.of_request(request)
    person = None if here is None or here.link is None else here.link.person
    return getattr(person, "pin", None)


def is_guarded(request: HttpRequest) -> bool:
    """Tell whether the player has to type a PIN on this device before they see more."""
    pin = pin_of(request)
    return pin is not None and not is_open(request, pin)


def is_open(request: HttpRequest, pin: PlayerPin) -> bool:
    """Tell whether the PIN was typed on this device, and its pages were used since without a break."""
    opened = device_commands.kept_in_cookie(request, _COOKIE, salt=_SALT, max_age=OPEN_FOR)
    return constant_time_compare(opened, _opened(request, pin))


def keep_open(request: HttpRequest, response: HttpResponseBase, pin: PlayerPin) -> None:
    """Let the device show the player's pages for the next minutes."""
    device_commands.keep_in_cookie(response, _COOKIE, _opened(request, pin), salt=_SALT, max_age=OPEN_FOR)


def keep_open_by_use(request: HttpRequest, response: HttpResponseBase) -> None:
    """Keep pages open that are open and were used; what a page asks by itself is no use."""
    if _COOKIE in request.COOKIES and _COOKIE not in response.cookies:
        pin = pin_of(request)
        if pin is not None and is_open(request, pin):
            keep_open(request, response, pin)


def _opened(request: HttpRequest, pin: PlayerPin) -> str:
    here = device_commands.of_request(request)
    return f"{here.pk if here else 0} {pin.digest[:16]}"
