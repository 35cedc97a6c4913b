"""A mailbox full of hostile mail: the desk records nothing, does not crash, and keeps every mail."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostdesk.mail.mailbox import commands
from hostdesk.mail.mailbox.commands import read_new
from hostdesk.mail.mailbox.imap_server import MailboxConnection
from hostdesk.mail.mailbox.queries import unread_mails
from hostdesk.models import MailboxPlace
from tests.hostdesk.mail.mailbox.mails import answers, arrives, id_to, invited, plain, tapped
from tests.hostdesk.post import SERVER

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 16, 18, 21, tzinfo=UTC)
SAMPLES = sorted((Path(__file__).resolve().parents[3] / "data" / "mail").glob("*.eml"))
FORGED = "spf=fail smtp.mailfrom=eve@evil.example; dkim=none; dmarc=fail"


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


def damaged(raw, chance):
    """Return a mail with some bytes of it changed, doubled or gone."""
    start, end = sorted(chance.randrange(len(raw)) for _ in "ab")
    return (
        raw[:start] + chance.choice([b"", b"\x00\xff\xfe", raw[start:end] * 2, b"\r\n\r\n", b"=?utf-8?b?"]) + raw[end:]
    )


@pytest.mark.further
@pytest.mark.parametrize("mails", [60, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_thousand_mails(dovecot, monkeypatch, mails):
    night, chance = invited("Bo", "Cy"), random.Random(7)
    monkeypatch.setattr(commands, "MOST_KEPT", 20)
    kinds = [
        lambda: plain("no", to=id_to("Bo"), verdict=FORGED),
        lambda: tapped(night.night, "DECLINED", verdict=FORGED),
        lambda: tapped(night.night, "DECLINED", attendee="cy@example.org"),
        lambda: plain("no", to=id_to("Bo").replace(".", ".0", 1)),
        lambda: plain("yes", sender="eve@evil.example", to=id_to("Bo")),
        lambda: damaged(chance.choice(SAMPLES).read_bytes(), chance),
    ]
    mailbox = dovecot.mailbox()
    connection = MailboxConnection(mailbox)
    read_new(connection, NOW)
    dovecot.put(
        mailbox, *(kinds[number % len(kinds)]().replace(b"dmarc=pass", b"", number % 2) for number in range(mails))
    )

    while read_new(connection, NOW):
        pass

    connection.close()
    place = MailboxPlace.objects.get()
    assert (answers(), unread_mails().count(), place.not_kept > mails / 3, place.last_uid) == ([], 20, True, mails)
    assert dovecot.flags(mailbox) == {uid: set() for uid in range(1, mails + 1)}


def test_a_mail_of_25_megabytes_is_for_the_host_to_read_there(dovecot):
    invited("Bo")
    mailbox = dovecot.mailbox()
    connection = MailboxConnection(mailbox)
    read_new(connection, NOW)
    dovecot.put_of_size(mailbox, plain("no", to=id_to("Bo")), 25_000_000)

    read_new(connection, NOW)

    connection.close()
    kept = unread_mails().get()
    assert (answers(), kept.reason, kept.sender) == ([], "It is too large to be read here.", "bo@example.org")
    assert dovecot.flags(mailbox) == {1: set()}


@pytest.mark.parametrize("examples", [15, pytest.param(300, marks=pytest.mark.long)])
def test_whatever_a_stranger_sends_it_is_kept_for_the_host_or_left_alone(examples):
    invited("Bo")
    chance = random.Random(examples)

    for number in range(examples):
        raw = damaged(chance.choice(SAMPLES).read_bytes(), chance).replace(b"bo@example.org", b"eve@evil.example")
        arrives(raw, uid=number + 1)

    assert (answers(), MailboxPlace.objects.get().last_uid) == ([], examples)


@settings(max_examples=20)
@given(st.binary(max_size=200))
def test_bytes_that_are_no_mail_are_for_the_host(raw):
    arrives(b"X: y\r\n" + raw)

    assert answers() == []
