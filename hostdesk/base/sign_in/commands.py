"""Signing in: links that work once, and hosts with passwords.

A link's secret is never kept; the database holds its SHA-256. A player's is derived from the desk's own secret and the
seed of the link, so that the desk can write it again while it is unspent, and a backup cannot.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Collection
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login, update_session_auth_hash
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from hostdesk.base.sign_in import device_commands, guess_commands
from hostdesk.models import Host, Link, LinkKind, SignIn
from ledger.models import Bank
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.models import House, Night, Player
from reservations.parsing.names import name_key, parse_name

A_HOUR = timedelta(hours=1)
A_MONTH = timedelta(days=30)
A_PLAYER_STAYS = timedelta(days=90)
TO_READ_THE_REPORT = timedelta(hours=12)
AFTER_THE_NIGHT = timedelta(hours=24)
MAY_SET_PASSWORD = timedelta(minutes=10)
_LINK, _SEEN, _CAME_BY_LINK = "link", "seen", "came_by_link"
_PASSWORD = "django.contrib.auth.backends.ModelBackend"  # noqa: S105 - where hosts come from


def make_link(
    kind: LinkKind,
    *,
    host: Host | None = None,
    night: Night | None = None,
    player: Player | None = None,
    made_by: str = "",
    valid_for: timedelta = A_HOUR,
    seed: str = "",
    secret: str = "",
) -> str:
    """Make a link and return its secret: that one, or without a ``seed`` a new one, which cannot be read again.

    A banker's link is valid until 24 hours after the day of its night, or from now if that day is past; ``valid_for``
    is for the others.
    """
    now = timezone.now()
    expires_at = now + valid_for
    if night is not None:
        is_past = night.date < timezone.localdate(now)
        expires_at = max(links_end(night), now + AFTER_THE_NIGHT) if is_past else links_end(night)
    secret = derived(seed) if seed else secret or secrets.token_urlsafe(32)
    Link.objects.create(
        kind=kind,
        digest=digest_of(secret),
        seed=seed,
        host=host,
        night=night,
        player=player,
        made_by=made_by,
        made_at=now,
        expires_at=expires_at,
    )
    return secret


def links_end(night: Night) -> datetime:
    """Return the end of the links to a night: 24 hours after its day."""
    return timezone.make_aware(datetime.combine(night.date + timedelta(days=1), time.min)) + AFTER_THE_NIGHT


def is_set_up() -> bool:
    """Tell whether the desk has a host."""
    return Host.objects.exists()


def new_set_up_link() -> str:
    """Make the link for the first run and return its secret; earlier ones end."""
    Link.objects.filter(kind=LinkKind.SET_UP).delete()
    return make_link(LinkKind.SET_UP, valid_for=A_MONTH)


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is all that is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def derived(seed: str, kind: str = "player_link") -> str:
    """Return the secret of a seed at this desk: with another secret of the desk it is another one."""
    made = salted_hmac(f"hostdesk.{kind}", seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def secret_of_form(
    of: Host | Player | Night, key: str, lasting: QuerySet[Any], spelt: Callable[[str], str] = str
) -> tuple[str, bool]:
    """Return the secret of a form, and whether it is among those that are ``lasting``: two taps make one.

    The desk is locked. A secret that was used or has ended is not made again, and a form without a key makes new ones.
    """
    secret = spelt(derived(f"{of._meta.model_name} {of.pk} {lasting.model._meta.model_name} {key}", "form_secret"))
    if key and lasting.filter(digest=digest_of(secret)).exists():
        return secret, True
    is_spent = not key or lasting.model.objects.filter(digest=digest_of(secret)).exists()
    return spelt(secrets.token_urlsafe(32)) if is_spent else secret, False


def secret_of(link: Link) -> str:
    """Return the secret of a usable link; "" if it was shown once, or the desk has a new secret."""
    secret = derived(link.seed) if link.seed and is_unspent(link) else ""
    return secret if digest_of(secret) == link.digest else ""


def find_link(secret: str) -> Link | None:
    """Return the link of a secret, spent or not; None without one, or if another secret of the desk made it."""
    link = Link.objects.filter(digest=digest_of(secret)).first()
    return None if link and link.seed and derived(link.seed) != secret else link


def spend(link: Link) -> bool:
    """Spend a link; False if it is spent or has ended. Of many at once exactly one gets True."""
    now = timezone.now()
    if not lasts(link, now) or is_closed(link.night):
        return False
    # One statement on one table decides. A condition on another table would make a subquery, which PostgreSQL does not
    # check again after waiting for another update.
    unspent = Link.objects.filter(pk=link.pk, spent_at=None, ended_at=None, expires_at__gt=now)
    return unspent.update(spent_at=now) == 1


def is_unspent(link: Link) -> bool:
    """Tell whether a link can still be used."""
    return link.spent_at is None and lasts(link, timezone.now()) and not is_closed(link.night)


def lasts(link: Link, now: datetime) -> bool:
    """Tell whether a link's access lasts: not ended, not expired, its night not closed for over 12 hours.

    A player's spent link lasts until it is ended or the player is removed from the group, an unspent one to a night as
    long as that night lasts, also if it is moved.
    """
    if link.ended_at is not None or link.is_removed:
        return False
    if link.kind == LinkKind.PLAYER and link.spent_at is not None:
        return True
    bank: Bank | None = getattr(link.night, "bank", None)
    is_long_closed = (
        bank is not None and bank.closed is not None and now >= bank.closed.recorded_at + TO_READ_THE_REPORT
    )
    is_over = link.kind == LinkKind.PLAYER and link.night is not None and now >= links_end(link.night)
    return now < link.expires_at and not is_long_closed and not is_over


def open_devices(now: datetime) -> list[SignIn]:
    """Return the sign-ins that are valid at that moment, the last seen first."""
    return [each for each in device_commands.signed_in(now) if each.link is None or lasts(each.link, now)]


def is_closed(night: Night | None) -> bool:
    """Tell whether a night's bank has closed."""
    bank = getattr(night, "bank", None)
    return bank is not None and bank.closed_id is not None


def banker_links(night: Night) -> QuerySet[Link]:
    """Return the banker's links of a night, the newest first."""
    return Link.objects.filter(kind=LinkKind.BANKER, night=night).order_by("-pk")


def end_link(link: Link) -> None:
    """End a link; its device is signed out at its next tap."""
    Link.objects.filter(pk=link.pk, ended_at=None).update(ended_at=timezone.now())


def enter_as_host(request: HttpRequest, host: Host) -> None:
    """Sign the browser in as a host, and out as anybody else."""
    request.session.flush()
    login(request, host, backend=_PASSWORD)
    stay(request)
    device_commands.begin(request, host=host)
    guess_commands.note_entered(request, host)


def set_password(request: HttpRequest, host: Host, password: str) -> None:
    """Set a host's password, and sign them out on every other device."""
    host.set_password(password)
    host.save(update_fields=["password"])
    request.session.pop(_CAME_BY_LINK, None)
    here = device_commands.of_request(request)
    number = here.pk if here else 0
    update_session_auth_hash(request, host)  # this changes the session's key
    SignIn.objects.filter(pk=number).update(session_id=request.session.session_key)
    device_commands.end_all(host, but=number)


def stay(request: HttpRequest) -> None:
    """Extend a sign-in by 30 days, a player's by 90; it writes once a day, however often pages ask."""
    today = timezone.localdate().isoformat()
    if request.session.get(_SEEN) != today:
        request.session[_SEEN] = today


def came_by_link(request: HttpRequest) -> bool:
    """Tell whether this host came by a link in the last ten minutes."""
    came = request.session.get(_CAME_BY_LINK, 0.0)
    return bool(0 <= timezone.now().timestamp() - came < MAY_SET_PASSWORD.total_seconds())


def enter_by(request: HttpRequest, link: Link) -> None:
    """Sign the browser in as the bearer of a spent link, and out as anybody else.

    A banker's sign-in lasts as long as the link, a player's until 90 days without use.
    """
    if link.host is not None:
        enter_as_host(request, link.host)
        request.session[_CAME_BY_LINK] = timezone.now().timestamp()  # they may have forgotten their password
        return
    is_player = link.kind == LinkKind.PLAYER
    request.session.flush()
    request.session[_LINK] = link.pk
    request.session.set_expiry(int(A_PLAYER_STAYS.total_seconds()) if is_player else link.expires_at)
    request.session.save()
    device_commands.begin(request, link=link)


def host_of(request: HttpRequest) -> Host | None:
    """Return the host who is signed in in this browser, or None; as ``request.user``, without a query of its own."""
    here, session = device_commands.of_request(request), request.session
    if here is None or here.host is None or session.get(SESSION_KEY) != str(here.host.pk):
        return None
    # A new password ends sign-ins with the old one.
    same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), here.host.get_session_auth_hash())
    return here.host if same else None


def link_of(request: HttpRequest) -> Link | None:
    """Return the link of a banker's or a player's browser; None if it has ended."""
    here = device_commands.of_request(request)
    link = None if here is None else here.link
    return link if link is not None and lasts(link, timezone.now()) else None


def farewell(request: HttpRequest) -> str:
    """Return why a browser with a link is signed out, and forget it; "" for all others.

    A player who was removed from the group is not forgotten: taken back, they are in again on the same device.
    """
    number = request.session.get(_LINK)
    if number is None or link_of(request) is not None:
        return ""
    link = Link.objects.filter(pk=number).first()
    if link is not None and link.ended_at is None and link.is_removed:
        return "You were removed from the group, so your page is closed. Your standing in THE BOOK stays."
    request.session.flush()
    if link is not None and link.kind == LinkKind.BANKER and is_closed(link.night):
        return "The night is closed, so your link has ended. Thank you for banking."
    return "Your link has ended. Ask the host for a new one."


class NameTaken(Impossible):
    """There is already a host of that name."""


class NotRemoved(Impossible):
    """A host cannot be removed, or lose houses; the sentence gives the reason."""


@command
def add_host(name: str, houses: Collection[House] = ()) -> Host:
    """Add a host of all houses, or of these, without a password: they sign in by a link and set one.

    Raises ``BadName`` and ``NameTaken``.
    """
    known = Host.objects.filter(name_key=name_key(parse_name(name))).first()
    if known is not None:
        raise NameTaken(f"There is already a host called {known.name}.")
    host = Host.objects.make(name=name, password=None)
    _give(host, houses)
    return host


@command
def know_places(name: str) -> None:
    """Hide the list of pages moved since earlier versions from the host of that name."""
    Host.objects.filter(name_key=name_key(name)).update(knows_places=True)


@command
def give_houses(number: int, houses: Collection[House], *, by: str = "") -> Host:
    """Limit a host to these houses; without any they are a host of all. It holds from their next tap on.

    ``by`` is the name of the acting host, "" for the command line. Raises ``NotRemoved`` if no other host of all houses
    would be left, or acts.
    """
    host = Host.objects.filter(pk=number).first()
    if host is None:
        raise NotRemoved("That host is removed.")
    if houses or by:
        _check_other_host_of_all(number, by, "Your own houses another host changes; one host of all has to stay.")
    _give(host, houses)
    return host


def _give(host: Host, houses: Collection[House]) -> None:
    host.all_houses = not houses
    host.save(update_fields=["all_houses"])
    host.houses.set(houses)


def _check_other_host_of_all(number: int, by: str, why: str) -> None:
    """Raise ``NotRemoved`` unless there is another host of all houses, called ``by`` if that is given."""
    others = Host.objects.filter(all_houses=True).exclude(pk=number)
    if not (others.filter(name_key=name_key(by)) if by else others).exists():
        raise NotRemoved(why)


@command
def new_link(host: Host, *, made_by: str, key: str = "") -> str:
    """Return the secret of a link that signs a host in; earlier unused ones end, but for that of the same form."""
    unused = Link.objects.filter(kind=LinkKind.HOST, host=host, spent_at=None, ended_at=None)
    secret, is_made = secret_of_form(host, key, unused.filter(expires_at__gt=timezone.now()))
    if is_made:
        return secret
    for link in unused:
        end_link(link)
    return make_link(LinkKind.HOST, host=host, made_by=made_by, secret=secret)


@command
def new_banker_link(night: Night, player: Player, *, made_by: str, key: str = "") -> str:
    """Return the secret of a link to the bank of a night for a player; two taps of one form make one."""
    unused = banker_links(night).filter(player=player, spent_at=None, ended_at=None)
    secret, is_made = secret_of_form(player, key and f"{night.pk} {key}", unused)
    return secret if is_made else make_link(LinkKind.BANKER, night=night, player=player, made_by=made_by, secret=secret)


@command
def remove_host(number: int, *, by: str) -> None:
    """Remove a host with their links and sign-ins; their records stay, under their name.

    ``by`` is the name of the host who removes. The desk is locked, so of two who remove each other one stays. Raises
    ``NotRemoved``.
    """
    host = Host.objects.filter(pk=number).first()
    if host is None:
        raise NotRemoved("That host is already removed.")
    _check_other_host_of_all(number, by, "You cannot remove yourself; another host can.")
    device_commands.end_all(host)
    host.delete()
