"""The addresses of this machine: what the desk prints, the hosts it answers to, and what logs hide of an address."""

import fcntl
import ipaddress
import logging
import re
import socket
import struct
from urllib.parse import urlsplit

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
NOWHERE = ("192.0.2.1", 9)  # an address for documentation: a datagram socket looks up its route and sends nothing
_SECRET = re.compile(r"(/(?:link|set-up|calendar|table)/)[^/\s?\"']+")


def own_hosts() -> tuple[str, ...]:
    """Return every name and address of this machine that a browser may put into its Host header."""
    name = socket.gethostname().lower()
    names = (name, f"{name}.local") if name else ()
    return tuple(dict.fromkeys(("localhost", "127.0.0.1", "[::1]", *names, *lan_addresses())))


def lan_addresses() -> tuple[str, ...]:
    """Return the machine's IPv4 addresses that others can reach, the one on the default route first."""
    found = [route_address(), *(interface_address(name) for _, name in socket.if_nameindex())]
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


def interface_address(name: str) -> str:
    """Return the address of an interface; "" if it has none, or the system is not Linux."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
        return socket.inet_ntoa(answer[20:24])


def is_at_home(address: str) -> bool:
    """Tell whether a page of that address opens in its own network alone, by its number or the kind of its name."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".internal", ".test"))


def without_secrets(text: str) -> str:
    """Return a text without the secrets of the links, calendars and screens in it."""
    return _SECRET.sub(r"\1…", text)


class HideSecrets(logging.Filter):
    """Takes the secret out of the address of a link, a calendar or a screen in every message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its secrets."""
        record.msg, record.args = without_secrets(record.getMessage()), ()
        return True
