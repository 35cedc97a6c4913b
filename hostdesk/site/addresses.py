"""The addresses under which this machine can be reached: what the desk prints, and the hosts it answers to."""

import fcntl
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
NOWHERE = ("192.0.2.1", 9)  # an address for documentation: a datagram socket looks up the route and sends nothing


def own_hosts() -> tuple[str, ...]:
    """Return every name and address of this machine that a browser may put into its Host header."""
    name = socket.gethostname().lower()
    names = (name, f"{name}.local") if name else ()
    return tuple(dict.fromkeys(("localhost", "127.0.0.1", "[::1]", *names, *lan_addresses())))


def lan_addresses() -> tuple[str, ...]:
    """Return the machine's IPv4 addresses that others can reach, the one on the default route first."""
    found = [*_on_the_route(), *(address for _, name in socket.if_nameindex() for address in _of_interface(name))]
    return tuple(dict.fromkeys(address for address in found if not _only_here(address)))


def _on_the_route() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:  # no network at all
            return []
        return [str(probe.getsockname()[0])]


def _of_interface(name: str) -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:  # an interface without an address, or another system than Linux
            return []
        return [socket.inet_ntoa(answer[20:24])]


def _only_here(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return parsed.is_loopback or parsed.is_unspecified
