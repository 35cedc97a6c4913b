"""Answers to a browser and to a monitor when the database is full, read-only, missing, locked or damaged."""

import shutil
import sqlite3
import time
from collections import namedtuple

import pytest
from django.db import close_old_connections, connection
from django.test import Client

from tests import desk
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

Disk = namedtuple("Disk", "free")
KEPT, FORM_AGAIN = "What was recorded before is safe", "Sending the same form again is safe"


@pytest.fixture
def books(transactional_db, tmp_path):
    """Books in a separate file, and their path."""
    path = tmp_path / "books.sqlite3"
    with pytest.MonkeyPatch.context() as patch:
        connection.close()
        shutil.copy(desk.migrated(), path)
        patch.setitem(connection.settings_dict, "NAME", str(path))
        yield path
        connection.close()
    connection.close()


def full(path):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1")


def read_only(path):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")


def missing(path):
    path.rename(path.with_suffix(".elsewhere"))
    close_old_connections()  # a server does this before every request; the test client does not


def damaged(path):
    connection.close()
    path.write_bytes(b"a letter to Ann" * 10_000)


FAULTS = [
    (full, "the disk is full", True),
    (read_only, "the database cannot be written", True),
    (missing, "the database is gone from its place", False),
    (damaged, "the database is damaged", False),
]


@pytest.mark.parametrize(("fault", "what", "is_kept"), FAULTS)
def test_the_page_of_a_form_says_what_is_wrong_and_offers_to_send_it_again(books, fault, what, is_kept):
    client = host_client(raise_request_exception=False)
    fault(books)

    names = "\n".join(f"Ann {number}" for number in range(60))
    answer = client.post("/players/add/", {"key": "k" * 20, "names": names, "plays_as": "regular", "confirm": "yes"})

    page = answer.content.decode()
    assert answer.status_code == 503
    assert (f"<h1>{what[:1].upper()}{what[1:]}" in page, KEPT in page, FORM_AGAIN in page) == (True, is_kept, True)
    assert 'action="/players/add/"' in page
    assert "k" * 20 in page


@pytest.mark.parametrize(("fault", "what"), [each[:2] for each in FAULTS])
def test_the_monitor_is_told_in_words(books, fault, what):
    assert Client().get("/healthz").status_code == 200
    fault(books)

    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()["database"]) == (503, False)
    assert answer.json()["trouble"].startswith(what)


def test_the_monitor_leaves_no_trace(books):
    before = books.read_bytes()

    Client().get("/healthz")

    assert books.read_bytes() == before


def test_the_monitor_does_not_wait_for_who_has_locked_the_database(books):
    """By default a connection waits for 20 seconds."""
    other = sqlite3.connect(books, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    begun = time.monotonic()

    answer = Client().get("/healthz")

    took = time.monotonic() - begun
    other.close()
    assert answer.json()["trouble"].startswith("another program has locked the database")
    assert took < 10
    assert connection.cursor().execute("PRAGMA busy_timeout").fetchone() == (20_000,)


def test_the_monitor_is_told_before_the_disk_has_no_room_at_all(books, monkeypatch):
    """The check takes its own write back, so that write may fit on a disk where no other does."""
    monkeypatch.setattr("shutil.disk_usage", lambda path: Disk(999_999))

    answer = Client().get("/healthz")

    assert answer.json()["trouble"].startswith("the disk is full")


def test_a_page_waits_for_a_locked_database_once(books):
    """By default every new connection waits for 20 seconds."""
    client = host_client(raise_request_exception=False)
    connection.cursor().execute("PRAGMA busy_timeout = 100")
    other = sqlite3.connect(books, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    begun = time.monotonic()

    answer = client.get("/players/")

    took = time.monotonic() - begun
    other.close()
    assert (answer.status_code, took < 10) == (503, True)
    assert client.get("/players/").status_code == 200


def test_a_file_that_was_put_back_is_opened_anew(books):
    missing(books)
    assert Client().get("/healthz").status_code == 503
    books.with_suffix(".elsewhere").rename(books)

    assert Client().get("/healthz").status_code == 200
