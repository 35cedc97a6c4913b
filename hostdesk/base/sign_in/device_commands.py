"""The signed-in devices: one sign-in per session, ended by a host or a player.

A session counts only together with its sign-in, so one UPDATE of that row ends it.
"""

import logging
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from hostdesk.models import Host, Link, LinkKind, PlayerPin, SignIn
from reservations.acts.kept_queries import KeptRows
from reservations.models import Player

security_log = logging.getLogger("hostdesk.security")
"""Who came in and who was turned away, by numbers and addresses: no name and no secret."""

SEEN_EVERY = timedelta(minutes=5)
_MOST_OF_AN_ADDRESS = 45
_KEPT = "hostdesk_sign_in"
_BY_LINK = Q(link__kind__in=(LinkKind.BANKER, LinkKind.PLAYER), link__spent_at__isnull=False)
LIVE = Q(ended_at=None) & (Q(link=None) | _BY_LINK)
_BROWSERS: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("browsers.toml").read_text("utf-8"))


def keep_in_cookie(response: HttpResponseBase, name: str, value: str, *, salt: str, max_age: timedelta) -> None:
    """Keep a value in the browser for that long; only the desk can write it."""
    signed = _signer(f"django.http.cookies.v2:{len(salt)}:{salt}{name}").sign(value)
    response.set_cookie(name, signed, max_age=max_age, httponly=True, samesite="Lax", secure=settings.TLS)


def kept_in_cookie(request: HttpRequest, name: str, *, salt: str, max_age: timedelta) -> str:
    """Return a value kept by the browser for at most that long; "" without one, or without the desk's signature.

    The salts of all versions of Django count. They are repeated here, so that its next version does not end any value.
    """
    for whole in (f"django.http.cookies.v2:{len(salt)}:{salt}{name}", name + salt):
        with suppress(signing.BadSignature):
            return _signer(whole).unsign(request.COOKIES.get(name, ""), max_age=max_age)
    return ""


def _signer(salt: str) -> signing.TimestampSigner:
    return signing.TimestampSigner(key=f"django.http.cookies{settings.SECRET_KEY}", salt=salt)


def begin(request: HttpRequest, *, host: Host | None = None, link: Link | None = None) -> None:
    """Record the sign-in of a host, or by a link; the session is in the database already."""
    now = timezone.now()
    here = SignIn.objects.create(
        session_id=request.session.session_key,
        host=host,
        link=link,
        made_at=now,
        seen_at=now,
        address=request.META.get("REMOTE_ADDR", "")[:_MOST_OF_AN_ADDRESS],
        browser=browser_name(request.META.get("HTTP_USER_AGENT", "")),
    )
    by = f"{link.kind} link {link.pk}" if link else f"host {host.pk if host else 0}"
    security_log.info("Sign-in %s by %s, from %s, %s", here.pk, by, here.address, here.browser)
    request.__dict__.pop(_KEPT, None)


_HOSTS = KeptRows(
    lambda session: SignIn.objects.filter(session=session, ended_at=None, link=None), "a session", related=("host",)
)


def of_request(request: HttpRequest) -> SignIn | None:
    """Return the sign-in of the browser, None if it is over or there is none; one query per request."""
    if _KEPT not in request.__dict__:
        is_hosts, key = SESSION_KEY in request.session, request.session.session_key
        # A session that was read is not over. Most requests come from hosts, and links have many related rows.
        first = _HOSTS.first if is_hosts else lambda session: SignIn.objects.filter(LIVE, session=session).first()
        request.__dict__[_KEPT] = None if key is None else first(key)
    kept: SignIn | None = request.__dict__[_KEPT]
    return kept


def host_of(request: HttpRequest) -> Host | None:
    """Return the host signed in in this browser, or None: the same as ``request.user``, without a query of its own."""
    here, session = of_request(request), request.session
    if here is None or here.host is None or session.get(SESSION_KEY) != str(here.host.pk):
        return None
    # A new password ends sign-ins with the old one.
    same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), here.host.get_session_auth_hash())
    return here.host if same else None


def houses_of(host: Host) -> frozenset[int] | None:
    """Return the ids of a host's houses; None for a host of all."""
    return None if host.all_houses else frozenset(host.houses.values_list("pk", flat=True))


def person_of(request: HttpRequest) -> Player | None:
    """Return the person whom the link of this device has signed in; None for a host."""
    here = of_request(request)
    return None if here is None or here.link is None else here.link.person


def pin_of(request: HttpRequest) -> PlayerPin | None:
    """Return the PIN of the player signed in on this device; None without one."""
    return getattr(person_of(request), "pin", None)


def note_seen(here: SignIn, request: HttpRequest) -> None:
    """Record that a device was seen, every five minutes at most: pages ask every few seconds."""
    now = timezone.now()
    if now - here.seen_at >= SEEN_EVERY:
        unnoted = SignIn.objects.filter(pk=here.pk, ended_at=None, seen_at__lte=now - SEEN_EVERY)
        unnoted.update(seen_at=now, address=request.META.get("REMOTE_ADDR", "")[:_MOST_OF_AN_ADDRESS])


def signed_in(now: datetime) -> list[SignIn]:
    """Return the sign-ins that are valid at that moment, the last seen first.

    The caller checks whether the night of a link closed long ago, or its player was removed.
    """
    until = Q(link__kind=LinkKind.PLAYER) | Q(link__expires_at__gt=now)
    live = SignIn.objects.filter(LIVE, session__expire_date__gt=now)
    return list(live.filter(Q(link=None) | Q(link__ended_at=None) & until).order_by("-seen_at", "-pk"))


def end(number: int) -> bool:
    """End a sign-in, with a host's session or its link; False if it had ended already."""
    now = timezone.now()
    with transaction.atomic():
        ended = _end(SignIn.objects.filter(pk=number), now)
        Link.objects.filter(sign_ins=number, ended_at=None).update(ended_at=now)
    return ended == 1


def end_all(host: Host, *, but: int = 0) -> None:
    """End every sign-in of a host except the one with that number."""
    with transaction.atomic():
        _end(SignIn.objects.filter(host=host).exclude(pk=but), timezone.now())


def _end(sign_ins: "QuerySet[SignIn, Any]", now: datetime) -> int:
    numbers = list(sign_ins.filter(ended_at=None).values_list("pk", flat=True))
    ended = SignIn.objects.filter(pk__in=numbers, ended_at=None).update(ended_at=now)
    # A session by a link stays: it does not sign anybody in, but gives the reason.
    Session.objects.filter(sign_in__in=numbers, sign_in__link=None).delete()
    if ended:
        security_log.info("Signed out: sign-in %s", ", ".join(map(str, numbers)))
    return ended


def sign_out(request: HttpRequest) -> None:
    """Sign a browser out."""
    here = of_request(request)
    if here is not None:
        with transaction.atomic():
            _end(SignIn.objects.filter(pk=here.pk), timezone.now())
    request.session.flush()


def browser_name(user_agent: str) -> str:
    """Return the make of a browser and its system, "Firefox on Android", in our own words."""
    browser = user_agent.lower()
    make = next((words for mark, words in _BROWSERS["makes"].items() if mark in browser), "a browser")
    system = next((words for mark, words in _BROWSERS["systems"].items() if mark in browser), "")
    return f"{make} on {system}" if system else make
