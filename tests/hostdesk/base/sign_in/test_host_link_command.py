"""``manage.py host_link``."""

import re
from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from hostdesk.base.sign_in.device_commands import houses_of
from hostdesk.base.site import server
from hostdesk.models import Host, Link
from reservations.models import House
from tests.signed_in import a_host

pytestmark = pytest.mark.django_db


def printed(*names, **options):
    out = StringIO()
    call_command("host_link", *names, stdout=out, **options)
    return out.getvalue()


@pytest.mark.pg
def test_the_link_lets_the_host_in_once(client):
    a_host("Hanna")

    path = re.findall(r"http://[^/]+(/link/\S+)", printed())[0]

    assert [client.post(path).status_code, client.post(path).status_code] == [302, 410]
    assert client.get("/desk/?open=password").status_code == 200


def test_it_is_for_an_hour_and_says_so():
    a_host("Hanna")

    lines = printed().splitlines()

    link = Link.objects.get()
    assert lines[0] == "This link signs Hanna in on one device; it works once, within an hour:"
    assert link.expires_at == link.made_at + timedelta(hours=1)
    assert sum(line.startswith("████") for line in lines) > 10


def test_of_several_hosts_one_is_named():
    a_host("Hanna")
    a_host("Zoë")

    assert "signs Zoë in" in printed("ZOE\u0308")


@pytest.mark.pg
def test_a_new_host_is_of_the_houses_that_are_said_and_a_known_one_from_then_on():
    east, west = (House.objects.create(key=key, name=key, name_key=key) for key in ("east", "west"))
    hanna = a_host("Hanna")

    said = printed("Zoë", house=["east", "west"])
    told = [houses_of(a_host("Zoë"))]
    for options in ({"house": ["west"]}, {"all_houses": True}):
        printed("zoë", **options)
        told.append(houses_of(a_host("Zoë")))

    assert "signs Zoë in" in said
    assert told == [{east.pk, west.pk}, {west.pk}, None]
    assert houses_of(hanna) is None


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Zoë", {"house": ["west"]}),
        ("Zoë", {"house": ["east"], "all_houses": True}),
        ("", {"house": ["east"]}),
        ("Hanna", {"house": ["east"]}),
    ],
)
def test_nobody_is_made_a_host_of_what_is_not_there_or_the_last_of_all_one_of_some(name, options):
    House.objects.create(key="east", name="east", name_key="east")
    hanna = a_host("Hanna")

    with pytest.raises(CommandError):
        printed(name, **options)

    assert (Host.objects.get(), houses_of(hanna)) == (hanna, None)


@pytest.mark.parametrize("names", [[], ["Otto"]])
def test_of_several_hosts_none_is_guessed(names):
    a_host("Hanna")
    a_host("Zoë")

    with pytest.raises(CommandError, match=r"^Whose link\? The hosts are Hanna, Zoë\.$"):
        printed(*names)


def test_a_desk_without_a_host_has_no_link():
    with pytest.raises(CommandError, match="not set up yet"):
        printed()


@pytest.mark.parametrize(
    ("hosts", "address"),
    [(("desk.example",), "https://desk.example/"), ((".home.arpa", "b.example"), "https://b.example/")],
)
def test_behind_a_proxy_the_address_is_the_proxy_s(settings, hosts, address):
    settings.TLS, settings.NAMED_HOSTS = True, hosts

    assert server.addresses("127.0.0.1", 8000) == (address,)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("http://127.0.0.1:8000/link/a/", "http://192.0.2.7:8000/link/a/"),
        ("http://localhost:8123/link/a/", "http://192.0.2.7:8123/link/a/"),
        ("http://desk.local:8000/link/a/", "http://desk.local:8000/link/a/"),
        ("https://desk.example/link/a/", "https://desk.example/link/a/"),
    ],
)
def test_a_link_for_another_device_has_an_address_it_can_reach(monkeypatch, settings, asked, shown):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.0.2.7",))
    settings.ALLOWED_HOSTS = ["*"]
    address = urlsplit(asked)
    request = RequestFactory().get("/", secure=address.scheme == "https", headers={"host": address.netloc})

    assert server.address_for_others(address.path, request) == shown


@pytest.mark.parametrize(
    ("tls", "shown"), [(False, "http://192.0.2.7:8123/link/a/"), (True, "https://desk.example/link/a/")]
)
def test_a_link_that_nobody_asks_for_has_the_desks_own_address(monkeypatch, settings, tls, shown):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.0.2.7",))
    settings.TLS, settings.NAMED_HOSTS, settings.LISTEN, settings.PORT = tls, ["desk.example"], "0.0.0.0", 8123

    assert server.address_for_others("/link/a/") == shown


@pytest.mark.parametrize(("tls", "own"), [(False, ("http://192.0.2.7:8000/", "http://127.0.0.1:8000/")), (True, ())])
def test_a_link_has_the_address_that_was_set_for_others(monkeypatch, settings, tls, own):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.0.2.7",))
    settings.TLS, settings.URL, settings.ALLOWED_HOSTS = tls, "https://desk.example:8443", ["*"]
    request = RequestFactory().get("/", headers={"host": "192.0.2.7:8000"})

    assert server.address_for_others("/link/a/", request) == "https://desk.example:8443/link/a/"
    assert server.address_for_others("/link/a/") == "https://desk.example:8443/link/a/"
    assert server.addresses("0.0.0.0", 8000) == ("https://desk.example:8443/", *own)


def test_an_address_that_is_set_and_found_is_told_once(monkeypatch, settings):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.0.2.7", "10.8.0.1"))
    settings.URL = "http://10.8.0.1:8000"

    assert server.addresses("0.0.0.0", 8000) == (
        "http://10.8.0.1:8000/",
        "http://192.0.2.7:8000/",
        "http://127.0.0.1:8000/",
    )


def test_a_picture_needs_no_style_and_no_script():
    picture = server.qr_picture("http://192.0.2.7:8000/link/a/")

    assert picture.startswith("<svg ")
    assert re.findall(r"style=|<script|href|link/a", picture) == []
