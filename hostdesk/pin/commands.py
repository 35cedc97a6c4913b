"""A player's PIN: set and removed, tried on a device, and how long it opens their pages there.

It keeps friends at the table out, not somebody with the computer in hand. Guessing is counted by device, so nobody
locks out a player's other devices, nor a host, who is never asked for one.
"""

from datetime import datetime, timedelta
from enum import Enum

from django.conf import settings
from django.db.models import F, Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from hostdesk.models import PlayerPin, SignIn
from hostdesk.sign_in import device_commands
from reservations.acts.commands import command
from reservations.models import Player
from reservations.players.queries import same_person

DIGITS = 6
OPEN_FOR = timedelta(minutes=10)
TRIES, WAIT, MOST_WRONG = 5, timedelta(minutes=15), 20
_COOKIE, _SALT = f"{'__Host-' if settings.TLS else ''}pin{settings.PORT}", "hostdesk.pin_opened"


class Tried(Enum):
    """What came of a PIN: right, wrong, not looked at so soon, or wrong so often that the device is signed out."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_SOON = "too soon"
    SIGNED_OUT = "signed out"


@command
def set_pin(player: Player, pin: str) -> None:
    """Set the PIN of a player, who is no duplicate; it opens nothing that the one before had opened."""
    PlayerPin.objects.update_or_create(player=player, defaults={"digest": digest_of(player, pin)})


@command
def remove_pin(player: Player) -> None:
    """Remove a player's PIN, if they have one; the wrong ones that were tried do not count any more."""
    PlayerPin.objects.filter(player__in=same_person(player)).delete()
    SignIn.objects.filter(link__player__in=same_person(player), pin_wrong__gt=0).update(pin_wrong=0)


def digest_of(player: Player, pin: str) -> str:
    """Return what is kept of a PIN. Without the desk's secret, nobody tries a million of them on a backup."""
    return salted_hmac("hostdesk.pin", f"{player.number} {pin}", algorithm="sha256").hexdigest()


def try_pin(pin: str, *, of: PlayerPin, device: int, now: datetime) -> Tried:
    """Try a PIN on the device of that sign-in. It is counted as wrong before it is looked at, so many at once are many.

    After so many wrong ones the next counts only a while later, and after too many the device is signed out.
    """
    may_try = Q(pin_wrong_at=None) | Q(pin_wrong_at__lte=now - WAIT)
    for wrong in range(MOST_WRONG):
        if wrong % TRIES or not wrong:
            may_try |= Q(pin_wrong=wrong)
    counted = SignIn.objects.filter(may_try, pk=device, pin_wrong__lt=MOST_WRONG)
    if not counted.update(pin_wrong=F("pin_wrong") + 1, pin_wrong_at=now):
        return Tried.TOO_SOON
    if constant_time_compare(digest_of(of.player, pin), of.digest):
        SignIn.objects.filter(pk=device).update(pin_wrong=0, pin_wrong_at=None)
        return Tried.RIGHT
    if SignIn.objects.filter(pk=device, pin_wrong__gte=MOST_WRONG).exists():
        device_commands.end(device)
        return Tried.SIGNED_OUT
    return Tried.WRONG


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
    opened = request.get_signed_cookie(_COOKIE, "", salt=_SALT, max_age=int(OPEN_FOR.total_seconds()))
    return constant_time_compare(opened or "", _opened(request, pin))


def keep_open(request: HttpRequest, response: HttpResponseBase, pin: PlayerPin) -> None:
    """Let the device show the player's pages for the next minutes."""
    response.set_signed_cookie(
        _COOKIE, _opened(request, pin), salt=_SALT, max_age=OPEN_FOR, httponly=True, samesite="Lax", secure=settings.TLS
    )


def keep_open_by_use(request: HttpRequest, response: HttpResponseBase) -> None:
    """Keep pages open that are open and were used; what a page asks by itself is no use."""
    if _COOKIE in request.COOKIES and _COOKIE not in response.cookies:
        pin = pin_of(request)
        if pin is not None and is_open(request, pin):
            keep_open(request, response, pin)


def _opened(request: HttpRequest, pin: PlayerPin) -> str:
    here = device_commands.of_request(request)
    return f"{here.pk if here else 0} {pin.digest[:16]}"
