"""Secrets from version 1.0.0: its links on paper and in mails, its passwords and its keys still open the same doors."""

import base64
import gzip
import io
import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf.global_settings import PASSWORD_HASHERS
from django.core import signing
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone

from hostdesk.base.sign_in import guess_commands
from hostdesk.invitations.nights import forms
from hostdesk.mail.mail_account.queries import incoming, outgoing
from hostdesk.mail.messages.queries import message_of
from hostdesk.safekeeping.second_place import sheet_key
from tests.desk import ROOT
from tests.hostdesk.safekeeping.backups.books import opened

# The secrets belong to the desk, whatever the kind of its database.
pytestmark = [pytest.mark.further, pytest.mark.sqlite]

GIVEN = ROOT / "tests" / "data" / "secrets"


@pytest.fixture
def given(tmp_path, settings, monkeypatch, django_db_blocker):
    """Open the books of 1.0.0 ten minutes after its secrets were made, and return these by kind."""
    books = tmp_path / "hostdesk.sqlite3"
    books.write_bytes(gzip.decompress((GIVEN / "1.0.0.sqlite3.gz").read_bytes()))
    said: dict[str, Any] = json.loads((GIVEN / "1.0.0.json").read_text(encoding="utf-8"))
    settings.SECRET_KEY, settings.PASSWORD_HASHERS = said["secret_key"], PASSWORD_HASHERS
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(said["at"]) + timedelta(minutes=10))
    with django_db_blocker.unblock(), opened(books):
        call_command("migrate", verbosity=0)
        yield said


def enters(secret: str) -> Client:
    """Return a browser that has come in by a link."""
    client = Client()
    assert client.post(f"/link/{secret}/").status_code == 302
    return client


def test_a_host_comes_in_by_link_and_by_password(given):
    by_password = Client().post("/sign-in/", {"name": "Ann", "password": given["password"]})

    assert enters(given["host_link"]).get("/players/").status_code == 200
    assert by_password.status_code == 303


def test_a_player_comes_in_by_link_and_the_pin_opens_their_page(given):
    phone = enters(given["player_link"])

    asks = phone.get("/own/1/")
    wrong = phone.post("/own/1/pin/", {"pin": "471194"})
    right = phone.post("/own/1/pin/", {"pin": given["pin"]})
    opened_page = phone.get("/own/1/")

    assert (asks.status_code, wrong.status_code, right.status_code) == (302, 422, 303)
    assert (wrong.context["tried"], opened_page.status_code) == ("WRONG", 200)


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("group_link", "/group/{}/"),
        ("host_calendar", "/calendar/{}.ics"),
        ("player_calendar", "/calendar/{}.ics"),
        ("screen", "/table/{}/"),
        ("unsubscribe", "/do-not-write/{}/"),
    ],
)
def test_an_address_opens(given, kind, address):
    there, elsewhere = (Client().get(address.format(secret)) for secret in (given[kind], given[kind][::-1]))

    assert (there.status_code, elsewhere.status_code) == (200, 404)


def test_a_known_device_is_known_and_another_is_not(given):
    known, stranger = RequestFactory().get("/"), RequestFactory().get("/")
    known.COOKIES[guess_commands._COOKIE] = given["known_device"]

    names = [guess_commands.counted_name(each, {"username": "Ann"}) for each in (known, stranger)]

    assert names[0].removeprefix(names[1]) not in ("", names[0])


def test_the_password_of_the_mail_account_can_be_read(given):
    mailbox = incoming()

    assert mailbox is not None
    assert (outgoing().password, mailbox.password) == (given["mail_password"],) * 2


def test_an_answer_by_mail_finds_its_message(given):
    message, forged = message_of(given["answer"]), message_of("<1.0000000000000000@example.org>")

    assert message is not None
    assert (message.player_id, forged) == (1, None)


def test_a_form_that_was_open_can_be_sent(given):
    assert signing.loads(given["shown_form"], salt=forms._SHOWN) == {"place": "kitchen"}


def test_the_key_on_paper_opens_a_copy_of_the_second_place(given):
    books = io.BytesIO()

    sheet_key.unlock(io.BytesIO(base64.b64decode(given["locked"])), books, sheet_key.read_key(given["recovery_key"]))

    assert books.getvalue() == b"the books"
    assert sheet_key.public_half(given["recovery_key"]) == given["recipient"]
