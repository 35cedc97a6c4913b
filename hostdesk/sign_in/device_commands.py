"""The devices that are signed in: one sign-in a session, seen now and then, and ended by a host or a player.

A session lets somebody in only together with its sign-in, so one UPDATE of that row decides when it is over.
"""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from hostdesk.models import Host, Link, LinkKind, SignIn
from hostdesk.sign_in.browsers import described

SEEN_EVERY = timedelta(minutes=5)
_MOST_OF_AN_ADDRESS = 45
_KEPT = "hostdesk_sign_in"
_BY_LINK = Q(link__kind__in=(LinkKind.BANKER, LinkKind.PLAYER), link__spent_at__isnull=False)
_LIVE = Q(ended_at=None) & (Q(link=None) | _BY_LINK)


def begin(request: HttpRequest, *, host: Host | None = None, link: Link | None = None) -> None:
    """Note the sign-in of a host, or of somebody by their link; the session is in the database already."""
    now = timezone.now()
    SignIn.objects.create(
        session_id=request.session.session_key,
        host=host,
        link=link,
        made_at=now,
        seen_at=now,
        address=_address(request),
        browser=described(request.META.get("HTTP_USER_AGENT", "")),
    )
    request.__dict__.pop(_KEPT, None)


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))[:_MOST_OF_AN_ADDRESS]


def of_request(request: HttpRequest) -> SignIn | None:
    """Return the sign-in of the browser that asks, unless it is over; the database is asked once a request."""
    if _KEPT not in request.__dict__:
        request.__dict__[_KEPT] = _of_session(request.session.session_key)
    kept: SignIn | None = request.__dict__[_KEPT]
    return kept


def _of_session(key: str | None) -> SignIn | None:
    if key is None:
        return None
    live = _with_their_people().filter(_LIVE, session=key, session__expire_date__gt=timezone.now())
    return live.first()


def _with_their_people() -> "QuerySet[SignIn]":
    return SignIn.objects.select_related("host", "link__player__merged_into", "link__night__bank")


def note_seen(here: SignIn, request: HttpRequest) -> None:
    """Note that a device was here just now, every five minutes: a page that asks every few seconds writes nothing."""
    now = timezone.now()
    if now - here.seen_at >= SEEN_EVERY:
        unnoted = SignIn.objects.filter(pk=here.pk, ended_at=None, seen_at__lte=now - SEEN_EVERY)
        unnoted.update(seen_at=now, address=_address(request))


def carry_over(request: HttpRequest, number: int) -> None:
    """Let a sign-in go with the session of this browser, which has been given another key."""
    SignIn.objects.filter(pk=number).update(session_id=request.session.session_key)


def signed_in(now: datetime) -> list[SignIn]:
    """Return the sign-ins that let somebody in at that moment, the one that was seen last first.

    A link may have ended since; whether its night closed long ago, or its player was removed, is the caller's to ask.
    """
    until = Q(link__kind=LinkKind.PLAYER) | Q(link__expires_at__gt=now)
    live = _with_their_people().filter(_LIVE, session__expire_date__gt=now)
    return list(live.filter(Q(link=None) | Q(link__ended_at=None) & until).order_by("-seen_at", "-pk"))


def end(number: int) -> bool:
    """End a sign-in, with the session of a host or the link that somebody came by; tell whether it was there to end."""
    with transaction.atomic():
        ended = _end(SignIn.objects.filter(pk=number))
        Link.objects.filter(sign_ins=number, ended_at=None).update(ended_at=timezone.now())
    return ended == 1


def end_all(host: Host, *, but: int = 0) -> None:
    """End every sign-in of a host but the one of that number."""
    with transaction.atomic():
        _end(SignIn.objects.filter(host=host).exclude(pk=but))


def _end(sign_ins: "QuerySet[SignIn, Any]") -> int:
    numbers = list(sign_ins.filter(ended_at=None).values_list("pk", flat=True))
    ended = SignIn.objects.filter(pk__in=numbers, ended_at=None).update(ended_at=timezone.now())
    # Whoever came by a link keeps a session that lets nobody in: by it they are told why.
    Session.objects.filter(sign_in__in=numbers, sign_in__link=None).delete()
    return ended


def sign_out(request: HttpRequest) -> None:
    """Sign a browser out."""
    here = of_request(request)
    if here is not None:
        with transaction.atomic():
            _end(SignIn.objects.filter(pk=here.pk))
    request.session.flush()
