import contextlib
import fcntl
import ipaddress
import socket
import struct

import pytest

from hostdesk.base.site import addresses
from hostdesk.base.site.addresses import Reach

HOME, PRIVATE, ANYWHERE = Reach


def test_the_desk_answers_to_its_own_names():
    assert addresses.own_hosts()[:3] == ("localhost", "127.0.0.1", "[::1]")
    assert set(addresses.lan_addresses()) < set(addresses.own_hosts())
    assert socket.gethostname().lower() in addresses.own_hosts()


def test_addresses_of_the_network_are_not_of_this_machine_alone():
    assert [address for address in addresses.lan_addresses() if ipaddress.ip_address(address).is_loopback] == []


def test_every_interface_is_asked_for_its_address():
    """Compare with the first address of each interface, as Linux itself gives it."""
    told = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface without an address
                answer = fcntl.ioctl(probe, 0x8915, struct.pack("256s", name.encode()))
                told.append(socket.inet_ntoa(answer[20:24]))

    assert {*told} - {*addresses.lan_addresses()} == {"127.0.0.1"}


def test_a_machine_without_a_network_has_no_route(monkeypatch):
    monkeypatch.setattr(addresses, "NOWHERE", ("255.255.255.255", 9))  # refused: a broadcast takes a permission

    assert addresses.route_address() == ""


@pytest.mark.parametrize(
    ("address", "plain", "in_a_vpn", "https"),
    [
        ("//192.168.1.5:8000/", HOME, HOME, HOME),
        ("//[fd00::5]:8000/", HOME, HOME, HOME),
        ("//kitchen:8000/", HOME, HOME, HOME),
        ("//kitchen.local:8000/", HOME, HOME, HOME),
        ("//10.8.0.1:8000/", HOME, PRIVATE, HOME),
        ("//100.101.102.103:8000/", PRIVATE, PRIVATE, PRIVATE),
        ("//kitchen.fox-owl.ts.net:8000/", HOME, PRIVATE, ANYWHERE),
        ("//desk.example/", HOME, PRIVATE, ANYWHERE),
        ("//8.8.8.8/", HOME, PRIVATE, ANYWHERE),
    ],
)
def test_an_address_opens_where_the_desk_is_reached_and_answers(address, plain, in_a_vpn, https):
    vpn = (ipaddress.ip_network("10.8.0.0/24"), ipaddress.ip_network("100.64.0.0/10"))

    assert [
        addresses.reach_of(f"http:{address}", (), tls=False),
        addresses.reach_of(f"http:{address}", vpn, tls=False),
        addresses.reach_of(f"https:{address}", (), tls=True),
    ] == [plain, in_a_vpn, https]


def test_https_that_is_kept_to_a_vpn_opens_there_alone():
    vpn = (ipaddress.ip_network("100.64.0.0/10"),)

    assert addresses.reach_of("https://kitchen.fox-owl.ts.net/", vpn, tls=True) == PRIVATE


def test_every_address_of_this_machine_is_its_own(monkeypatch):
    monkeypatch.setattr(addresses, "_of_this_machine", lambda: ("203.0.113.7",))
    is_own = addresses.is_own.__wrapped__  # not as remembered

    assert [is_own("203.0.113.7"), is_own("203.0.113.8")] == [True, False]


@pytest.mark.parametrize(
    ("client", "own"),
    [
        *(("100.64.0.1", True), ("100.127.255.255", True), ("::ffff:100.64.0.1", True), ("2001:db8:7::1", True)),
        *(("100.63.255.255", False), ("100.128.0.0", False), ("2001:db8:8::1", False), ("100.64.0.1 ", False)),
    ],
)
def test_a_further_network_is_its_own_up_to_its_ends(client, own):
    further = (ipaddress.ip_network("100.64.0.0/10"), ipaddress.ip_network("2001:db8:7::/48"))

    assert (addresses.is_own(client, further), addresses.is_own(client)) == (own, False)
