"""Guesses of passwords: the wrong ones that count, their device or name, and the line of strangers.

A device on which a host has signed in before is *known* for that host's name, by a signed cookie that outlives the
sign-in. Its wrong tries count separately, and it does not wait: whatever others guess, its host can sign in. The same
holds for the desk's computer. Strangers are counted by name and address, and all strangers together by name.
"""

import contextlib
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from threading import Lock, Semaphore

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max, Sum
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac

from hostdesk.base.sign_in.device_commands import keep_in_cookie, kept_in_cookie
from hostdesk.models import Host
from reservations.parsing.names import name_key

MOST_OF_A_NAME = 40
"""How many wrong passwords of strangers count for one name within the cool-off, from however many addresses."""

IN_LINE, OF_ONE_PLACE = 4, 2
"""How many strangers may wait for their password to be looked at, and how many of one address or known device."""

KNOWN_FOR = timedelta(days=365)
_MOST_NAMES = 20  # of one device
_COOKIE, _SALT = settings.COOKIE.format("known"), "hostdesk.known_device"
ENTERED = "hostdesk_entered"
"""The attribute of a request with which a host signed in: the mark of their name."""
_in_line, _counting, _strangers_turn = Counter[str](), Lock(), Semaphore(1)


def note_entered(request: HttpRequest, host: Host) -> None:
    """Note that a host signed in with this request: its answer makes the device known for them."""
    request.__dict__[ENTERED] = _mark_of(host.name_key)


def keep_known(request: HttpRequest, response: HttpResponseBase) -> None:
    """Make the device of a host who signed in with that request a known device."""
    device, *marks = _known(request) or [secrets.token_hex(8)]
    marks = [*dict.fromkeys((request.__dict__[ENTERED], *marks))][:_MOST_NAMES]
    keep_in_cookie(response, _COOKIE, " ".join((device, *marks)), salt=_SALT, max_age=KNOWN_FOR)


def counted_name(request: HttpRequest, credentials: Mapping[str, str] | None) -> str:
    """Return the name under which wrong tries count: a digest, as people type passwords in the wrong field.

    For a known device the number of the device follows.
    """
    mark = _mark_of((credentials or {}).get("username") or "")
    return f"{mark} {_device_that_knows(request, mark)}".strip()


def described_client(username: str, ip_address: str, user_agent: str, path_info: str, request: HttpRequest) -> str:
    """Return the author of a try for the log: only the address."""
    return str(ip_address)


def next_try(request: HttpRequest, name: str) -> datetime | None:
    """Return the time at which a locked-out device may try again; None without wrong tries."""
    counted = counted_name(request, {"username": name})
    tries = AccessAttempt.objects.filter(username=counted)
    if not is_guessed_by_many(request, name):
        tries = tries.filter(ip_address=request.META["REMOTE_ADDR"])
    last = tries.aggregate(last=Max("attempt_time"))["last"]
    return None if last is None else last + settings.AXES_COOLOFF_TIME


def is_guessed_by_many(request: HttpRequest, name: str) -> bool:
    """Tell whether strangers guessed so often at a name that only known devices and the desk's computer may sign in."""
    mark = _mark_of(name)
    if _device_that_knows(request, mark) or _is_the_desks_computer(request):
        return False
    since = timezone.now() - settings.AXES_COOLOFF_TIME
    wrong = AccessAttempt.objects.filter(username=mark, attempt_time__gt=since)
    return (wrong.aggregate(all=Sum("failures_since_start"))["all"] or 0) >= MOST_OF_A_NAME


@contextlib.contextmanager
def in_line(request: HttpRequest, name: str) -> Iterator[bool]:
    """Wait until a password of this device may be checked, and keep the place; False at once if the line is full.

    A check takes as long as fifty pages. Strangers are checked one at a time, and few wait, so that a flood of them
    takes neither the processor nor the threads from those who are signed in. Known devices and the desk's computer wait
    for nobody.
    """
    device = _device_that_knows(request, _mark_of(name)) or ("here" if _is_the_desks_computer(request) else "")
    line = "" if device else "strangers"
    place = device or str(request.META["REMOTE_ADDR"])
    with _counting:
        may = _in_line[place] < OF_ONE_PLACE and (bool(device) or _in_line[line] < IN_LINE)
        if may:
            _in_line.update([place, line])
    if not may:
        yield False
        return
    try:
        with contextlib.nullcontext() if device else _strangers_turn:
            yield True
    finally:
        with _counting:
            _in_line.subtract([place, line])
            for empty in [spot for spot, waiting in _in_line.items() if not waiting]:
                del _in_line[empty]


def _mark_of(name: str) -> str:
    """Return the kept mark of a name, in any spelling."""
    return salted_hmac("hostdesk.tries", name_key(" ".join(name.split()))).hexdigest()[:32]


def _known(request: HttpRequest) -> list[str]:
    """Return the number of a known device and the marks of the names for which it is known; nothing for a stranger."""
    return kept_in_cookie(request, _COOKIE, salt=_SALT, max_age=KNOWN_FOR).split()


def _device_that_knows(request: HttpRequest, mark: str) -> str:
    """Return the number of the device if it is known for that name, else ""."""
    device, *marks = _known(request) or [""]
    return device if mark in marks else ""


def _is_the_desks_computer(request: HttpRequest) -> bool:
    """Tell whether the request comes from the computer on which the desk runs; behind a proxy nobody can tell."""
    return request.META["REMOTE_ADDR"] in ("127.0.0.1", "::1") and not settings.TLS
