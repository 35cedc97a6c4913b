"""Requests refused before any page sees them: numbers too large for a database, unreadable forms, and large forms."""

import http.client
from contextlib import closing

import pytest
from django.test import Client
from django.urls import get_resolver

from reservations.models import Player
from tests import desk
from tests.signed_in import host_client

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"


@pytest.mark.sweep
@pytest.mark.parametrize("number", [2**63, 2**64, 10**40])
@pytest.mark.parametrize(
    "path", ["nights/{}/notes/slips.pdf", "nights/{}/tonight/", "players/{}/", "history/{}/", "notes/{}/", "own/{}/"]
)
def test_a_number_that_no_database_takes_is_no_address(path, number):
    assert host_client().get(f"/{path.format(number)}").status_code == 404


def test_every_number_in_an_address_is_one_of_these():
    assert [str(each.pattern) for each in get_resolver().url_patterns if "<int:" in str(each.pattern)] == []


def test_a_form_that_is_no_utf_8_is_refused_in_words_and_nothing_is_recorded():
    body = b"key=" + b"k" * 20 + b"&names=J%FCrgen&plays_as=regular&confirm=yes"

    answer = host_client().post("/players/add/", body, content_type=FORM)

    assert (answer.status_code, "not UTF-8" in answer.content.decode()) == (400, True)
    assert Player.objects.count() == 0


def test_a_form_that_is_too_large_is_told_so_and_the_log_stays_quiet(caplog):
    answer = host_client().post("/players/add/", b"names=" + b"a" * 2_700_000, content_type=FORM)

    assert (answer.status_code, "too large" in answer.content.decode()) == (413, True)
    assert [record.levelname for record in caplog.records if record.exc_info] == []


def test_a_wrong_host_is_still_told_about_addresses():
    answer = Client().get("/", headers={"host": "evil.example"})

    assert (answer.status_code, "HOSTDESK_HOSTS" in answer.content.decode()) == (400, True)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with desk.running(desk.laid_out(tmp_path_factory.mktemp("desk"))) as one:
        yield one


@pytest.mark.further
@pytest.mark.sweep
@pytest.mark.parametrize("path", ["/sign-in/", "/healthz", "/nothing", "/static/hostdesk/base/base.css"])
def test_head_says_how_long_the_page_is_and_leaves_it_out(running, path):
    """A real server is needed: the test client removes the body by itself."""
    with closing(http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)) as connection:
        connection.connect()
        connection.sock.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        said = b"".join(iter(lambda: connection.sock.recv(65_536), b""))

    head, _, body = said.partition(b"\r\n\r\n")
    assert (b"Content-Length: 0" in head, body) == (False, b"")


@pytest.mark.sweep
@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "text/plain"])
def test_what_is_far_too_large_gets_the_page_while_it_is_still_being_sent(running, kind):
    """The client sends the whole body before it reads the answer, as browsers do."""
    with closing(http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)) as connection:
        connection.request("POST", "/sign-in/", b"a" * 20_000_000, {"Content-Type": kind})
        answer = connection.getresponse()
        page = answer.read().decode()

    assert (answer.status, "too large" in page, "<h1>Form not accepted</h1>" in page) == (413, True, True)
    assert answer.headers["Connection"] == "close"
