"""The addresses of this machine: printing them, answering to them, reading links, and hiding secrets from logs."""

import ipaddress
import logging
import re
import socket
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit

import psutil

NOWHERE = ("192.0.2.1", 9)  # an address for documentation: a datagram socket looks up its route and sends nothing
_OWN = "127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 ::1/128 fc00::/7 fe80::/10"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
OWN_NETWORKS = tuple(map(ipaddress.ip_network, _OWN.split()))
"""This machine, private networks and link-local ones; not the shared addresses of providers (100.64.0.0/10)."""

SHARED = ipaddress.ip_network("100.64.0.0/10")
"""The addresses that providers give to many homes at once, and Tailscale to its devices."""

HOME_NAMES = (".local", ".lan", ".home.arpa", ".internal", ".test")
_SECRET = re.compile(r"(/(?:link|set-up|calendar|table|do-not-write|group)/)[^/\s?\"']+")


def own_hosts() -> tuple[str, ...]:
    """Return every name and address of this machine that a browser may put into its Host header."""
    name = socket.gethostname().lower()
    names = (name, f"{name}.local") if name else ()
    return tuple(dict.fromkeys(("localhost", "127.0.0.1", "[::1]", *names, *lan_addresses())))


def lan_addresses() -> tuple[str, ...]:
    """Return the machine's IPv4 addresses that others can reach, the one on the default route first."""
    interfaces = psutil.net_if_addrs().values()
    found = [route_address(), *(at.address for card in interfaces for at in card if at.family == socket.AF_INET)]
    usable = (ipaddress.ip_address(address) for address in found if address)
    return tuple(dict.fromkeys(str(one) for one in usable if not (one.is_loopback or one.is_unspecified)))


def route_address() -> str:
    """Return the address on the default route; "" without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


# The browser on this machine may use one of these, even if it is not private.
_of_this_machine = lru_cache(maxsize=1)(lan_addresses)


@lru_cache(maxsize=256)  # the same few devices ask all night
def is_own(address: str, further: tuple[Network, ...] = ()) -> bool:
    """Tell whether a client is in a home's own network, or in a further one; False for a text that is no address."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    client = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(client) in _of_this_machine() or any(client in network for network in (*OWN_NETWORKS, *further))


class Reach(StrEnum):
    """The places where an address opens; "" is everywhere."""

    HOME = "home network"
    PRIVATE = "private network"
    ANYWHERE = ""


def reach_of(address: str, networks: Sequence[Network], *, tls: bool) -> Reach:
    """Return where an address opens, by its number or the kind of its name, and by the networks that the desk answers.

    ``networks`` are those of HOSTDESK_NETWORKS. The desk answers plain http only at home and in these, and https
    everywhere unless they limit it.
    """
    host = urlsplit(address).hostname or ""
    answered = Reach.PRIVATE if networks else Reach.ANYWHERE if tls else Reach.HOME
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return Reach.HOME if "." not in host or host.endswith(HOME_NAMES) else answered
    if any(number in network for network in (*networks, SHARED)):
        return Reach.PRIVATE
    return Reach.HOME if number.is_private else answered


def without_secrets(text: str) -> str:
    """Return a text without the secrets of the links, calendars and screens in it."""
    return _SECRET.sub(r"\1…", text)


class HideSecrets(logging.Filter):
    """Removes the secrets of links, calendars and screens from every message and traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its secrets."""
        record.msg, record.args = without_secrets(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = without_secrets(logging.Formatter().formatException(record.exc_info))
        return True
