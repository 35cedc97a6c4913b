import ipaddress
import socket

import pytest

from hostdesk.site import addresses


def test_the_desk_answers_to_its_own_names():
    assert addresses.own_hosts()[:3] == ("localhost", "127.0.0.1", "[::1]")
    assert set(addresses.lan_addresses()) < set(addresses.own_hosts())
    assert socket.gethostname().lower() in addresses.own_hosts()


def test_addresses_of_the_network_are_not_of_this_machine_alone():
    assert [address for address in addresses.lan_addresses() if ipaddress.ip_address(address).is_loopback] == []


def test_the_loopback_interface_has_its_address():
    assert addresses.interface_address("lo") == "127.0.0.1"
    assert addresses.interface_address("nothing0") == ""


def test_a_machine_without_a_network_has_no_route(monkeypatch):
    monkeypatch.setattr(addresses, "NOWHERE", ("255.255.255.255", 9))  # refused without a permission nobody asked for

    assert addresses.route_address() == ""


@pytest.mark.parametrize(
    ("address", "at_home"),
    [
        ("http://192.168.1.5:8000/", True),
        ("http://[fd00::5]:8000/", True),
        ("http://kitchen:8000/", True),
        ("http://kitchen.local:8000/", True),
        ("https://desk.example/", False),
        ("http://8.8.8.8/", False),
    ],
)
def test_an_address_of_the_home_opens_nowhere_else(address, at_home):
    assert addresses.is_at_home(address) is at_home
