"""Signing in and out of browsers, and the hosts: added, limited to houses, removed."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest
from django.utils import timezone

from hostdesk.base.sign_in import device_commands, guess_commands
from hostdesk.base.sign_in.link_commands import is_closed, lasts
from hostdesk.models import Host, Link, LinkKind, SignIn
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.models import House
from reservations.parsing.names import name_key, parse_name

A_PLAYER_STAYS = timedelta(days=90)
MAY_SET_PASSWORD = timedelta(minutes=10)
_LINK, _SEEN, _CAME_BY_LINK = "link", "seen", "came_by_link"
_PASSWORD = "django.contrib.auth.backends.ModelBackend"  # noqa: S105 - where hosts come from


def is_set_up() -> bool:
    """Tell whether the desk has a host."""
    return Host.objects.exists()


def open_devices(now: datetime) -> list[SignIn]:
    """Return the sign-ins that are valid at that moment, the last seen first."""
    return [device for device in device_commands.signed_in(now) if device.link is None or lasts(device.link, now)]


def enter_as_host(request: HttpRequest, host: Host) -> None:
    """Sign the browser in as a host, and end any other sign-in."""
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
    """Extend a sign-in by 30 days, a player's by 90; it writes once a day at most."""
    today = timezone.localdate().isoformat()
    if request.session.get(_SEEN) != today:
        request.session[_SEEN] = today


def came_by_link(request: HttpRequest) -> bool:
    """Tell whether this host came by a link in the last ten minutes."""
    came = request.session.get(_CAME_BY_LINK, 0.0)
    return bool(0 <= timezone.now().timestamp() - came < MAY_SET_PASSWORD.total_seconds())


def enter_by(request: HttpRequest, link: Link) -> None:
    """Sign the browser in as the bearer of a spent link, and end any other sign-in.

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


def link_of(request: HttpRequest) -> Link | None:
    """Return the link of a banker's or a player's browser; None if it has ended."""
    here = device_commands.of_request(request)
    link = None if here is None else here.link
    return link if link is not None and lasts(link, timezone.now()) else None


def farewell(request: HttpRequest) -> str:
    """Return why a browser with a link is signed out, and forget it; "" for all others.

    A player who was removed from the group is not forgotten: once taken back, they are signed in on that device again.
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
    """Limit a host to these houses; without any they are a host of all. The limit applies from their next tap on.

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
def remove_host(number: int, *, by: str) -> None:
    """Remove a host with their links and sign-ins; their records stay, under their name.

    ``by`` is the name of the acting host. The desk is locked, so if two hosts remove each other, one stays. Raises
    ``NotRemoved``.
    """
    host = Host.objects.filter(pk=number).first()
    if host is None:
        raise NotRemoved("That host is already removed.")
    _check_other_host_of_all(number, by, "You cannot remove yourself; another host can.")
    device_commands.end_all(host)
    host.delete()
