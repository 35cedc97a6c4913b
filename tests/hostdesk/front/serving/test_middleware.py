"""Plain http in the home network and https behind a proxy: the answered requests, and Django's own checks of both."""

import http.client
from ipaddress import ip_network

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse

from hostdesk.front.serving.middleware import standby_guard
from tests import desk
from tests.hostdesk.test_settings import start
from tests.signed_in import host_client

pytestmark = pytest.mark.django_db

PLAIN = ["security.W004", "security.W008", "security.W012", "security.W016"]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.50",
        "169.254.1.1",
        "::1",
        "fd12::1",
        "fe80::1%eth0",
        "::ffff:192.168.1.50",
    ],
)
def test_a_home_s_own_addresses_are_answered(client, address):
    assert client.get("/healthz", REMOTE_ADDR=address).status_code == 200


@pytest.mark.sweep
@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "100.64.0.1",
        "172.32.0.1",
        "192.169.0.1",
        "2001:db8::1",
        "::ffff:8.8.8.8",
        "",
        "unknown",
        "127.0.0.1 ",
    ],
)
@pytest.mark.parametrize("path", ["/healthz", "/", "/static/hostdesk/base/base.css", "/nothing"])
def test_addresses_outside_are_refused(client, address, path):
    answer = client.get(path, REMOTE_ADDR=address)

    assert answer.status_code == 403
    assert "“Ways in” in the handbook" in answer.content.decode()
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_forwarded_address_from_outside_is_not_believed(client):
    answer = client.get("/healthz", REMOTE_ADDR="8.8.8.8", headers={"x-forwarded-for": "192.168.1.50"})

    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("path", "kept"),
    [("fonts/inter-5.3.0-latin.woff2", "max-age=315360000, public, immutable"), ("base.css", "max-age=60, public")],
)
def test_a_file_with_its_version_in_its_name_is_kept(client, path, kept):
    answer = client.get(f"/static/hostdesk/base/{path}")
    answer.close()

    assert answer.headers["Cache-Control"] == kept


@pytest.mark.parametrize("tls", [False, True])
def test_a_private_network_comes_in_beside_the_home_and_nobody_else(client, settings, tls):
    settings.TLS, settings.NETWORKS = tls, (ip_network("100.64.0.0/10"),)

    asked = [client.get("/healthz", REMOTE_ADDR=ip).status_code for ip in ("192.168.1.5", "100.64.0.1", "8.8.8.8")]

    assert asked == [200, 200, 403]


def test_behind_a_proxy_the_proxy_decides(client, settings):
    settings.TLS = True

    assert client.get("/healthz", REMOTE_ADDR="8.8.8.8").status_code == 200


def test_a_page_on_plain_http_says_it_is_not_encrypted(client):
    assert "Not encrypted" in client.get("/sign-in/").content.decode()


@pytest.mark.django_db
def test_it_is_said_once_in_the_menu_to_those_who_are_signed_in():
    ann = host_client()

    pages = [ann.get("/", secure=is_secure).content.decode() for is_secure in (False, True)]

    assert [page.partition("<main")[0].count("Not encrypted") for page in pages] == [1, 0]
    assert [page.count("Not encrypted") for page in pages] == [1, 0]


def test_a_page_on_https_does_not(client):
    assert "Not encrypted" not in client.get("/sign-in/", secure=True).content.decode()


def warnings(folder, **environment):
    said = start(folder, "check", "--deploy", **environment).stderr
    return sorted(line.split(": (")[1].split(")")[0] for line in said.splitlines() if ": (" in line)


def test_django_misses_nothing_but_https_on_plain_http(tmp_path):
    assert warnings(tmp_path) == PLAIN


@pytest.mark.further
def test_django_misses_nothing_behind_a_proxy(tmp_path):
    checked = start(tmp_path, "check", "--deploy", HOSTDESK_TLS="yes")

    assert checked.stderr == ""
    assert checked.stdout == "System check identified no issues (2 silenced).\n"


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory):
    with desk.running(desk.laid_out(tmp_path_factory.mktemp("tls")), HOSTDESK_TLS="yes") as one:
        yield one


def asked(one, path, **headers):
    """Send a request as the proxy on this machine does, without following a redirect."""
    connection = http.client.HTTPConnection("127.0.0.1", one.port, timeout=10)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers={"Host": "desk.test", **sent})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.mark.further
def test_behind_a_proxy_it_listens_to_this_machine_alone_and_names_the_proxy(behind_a_proxy):
    lines = behind_a_proxy.printed.splitlines()

    entry = [line for line in lines if "/set-up/" in line]
    assert [line for line in lines if "http" in line] == [*entry, "    https://desk.test/"]
    assert entry[0].startswith("    https://desk.test/set-up/")


@pytest.mark.further
def test_behind_a_proxy_cookies_are_for_https_alone(behind_a_proxy):
    answer = asked(behind_a_proxy, "/sign-in/", X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")

    cookie = answer.getheader("Set-Cookie")
    assert answer.status == 200
    assert (cookie.split("=")[0], "Secure" in cookie, "Path=/;" in cookie) == (
        f"__Host-form{behind_a_proxy.port}",
        True,
        True,
    )
    assert answer.getheader("Strict-Transport-Security") == "max-age=31536000"


@pytest.mark.further
@pytest.mark.parametrize(
    ("asked_for", "header"),
    [
        ("subdomains", "max-age=31536000; includeSubDomains"),
        pytest.param("preload", "max-age=31536000; includeSubDomains; preload", marks=pytest.mark.long),
    ],
)
def test_other_names_are_bound_to_https_only_when_asked_for(tmp_path, asked_for, header):
    with desk.running(desk.laid_out(tmp_path), HOSTDESK_TLS="yes", HOSTDESK_HSTS=asked_for) as one:
        answer = asked(one, "/sign-in/", X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")

    assert answer.getheader("Strict-Transport-Security") == header


@pytest.mark.further
def test_behind_a_proxy_plain_http_is_led_to_https(behind_a_proxy):
    answer = asked(behind_a_proxy, "/sign-in/", X_Forwarded_Proto="http")

    assert (answer.status, answer.getheader("Location")) == (301, "https://desk.test/sign-in/")


def test_behind_a_proxy_health_can_be_asked_on_the_machine(behind_a_proxy):
    assert asked(behind_a_proxy, "/healthz").status == 200


@pytest.mark.sqlite
def test_only_a_desk_on_postgresql_waits_for_a_standby():
    with pytest.raises(MiddlewareNotUsed):
        standby_guard(HttpResponse)
