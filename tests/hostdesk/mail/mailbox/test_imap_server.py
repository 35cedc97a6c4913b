"""The mailbox on its server: over checked TLS, read only, and within limits."""

import socket
import ssl
import time
from datetime import UTC, datetime
from itertools import count

import pytest
from imapclient.exceptions import LoginError

from hostdesk.mail.mailbox.imap_server import MailboxConnection
from hostdesk.mail.mailbox.reading import LARGEST, TOO_LARGE, Mail
from tests.hostdesk.mail.mailbox.dovecot import HERE

BO = b"From: bo@example.org\r\nSubject: Re: Invitation\r\n\r\nyes\r\n"
AT = datetime(2026, 11, 16, 18, 21, tzinfo=UTC)


@pytest.fixture
def connect():
    """Return a function that connects to a mailbox; the connections close at the end."""
    made = []

    def connected(mailbox):
        made.append(MailboxConnection(mailbox))
        return made[-1]

    yield connected
    for each in made:
        each.close()


def all_of(client):
    """Return the mails of an open mailbox with their flags, without marking them as seen."""
    found = client.fetch(client.search(), ["FLAGS", "BODY.PEEK[]"])
    return {uid: (each[b"BODY[]"], each[b"FLAGS"]) for uid, each in found.items()}


@pytest.mark.parametrize("way", ["tls", "starttls"])
def test_a_mail_is_read_and_stays_as_it_was(dovecot, connect, way):
    ways = {"tls": {}, "starttls": {"port": dovecot.port, "speaks_tls": False, "starts_tls": True}}
    mailbox = dovecot.mailbox(**ways[way])
    dovecot.put(mailbox, BO, at=AT)

    connection = connect(mailbox)
    folder = connection.open()
    received = connection.fetch(1)

    assert (folder.next_uid, connection.new(0, folder), connection.new(1, folder)) == (2, ([1], 1), ([], 1))
    assert (received.uid, received.arrived_at, received.mail.sender, received.mail.lines) == (
        1,
        AT,
        "bo@example.org",
        ("yes",),
    )
    with dovecot.opened(mailbox) as client:
        assert all_of(client) == {1: (BO, ())}


def test_of_a_mail_of_25_megabytes_only_the_headers_come(dovecot, connect):
    mailbox = dovecot.mailbox()
    dovecot.put_of_size(mailbox, BO, 25_000_000)
    dovecot.put(mailbox, BO + b"x" * (LARGEST - len(BO)))
    connection = connect(mailbox)
    connection.open()

    large, just_fits = (connection.fetch(uid).mail for uid in (1, 2))

    assert large == Mail(sender="bo@example.org", subject="Re: Invitation", fault=TOO_LARGE)
    assert (just_fits.fault, just_fits.lines[0]) == ("", "yes")


def test_a_mail_that_is_gone_is_none_and_leaves_a_gap(dovecot, connect):
    mailbox = dovecot.mailbox()
    dovecot.put(mailbox, BO, BO, BO)
    with dovecot.opened(mailbox) as client:
        client.delete_messages([2])
        client.expunge()

    connection = connect(mailbox)
    folder = connection.open()

    assert (connection.fetch(2), connection.new(0, folder)) == (None, ([1, 3], 3))


def test_where_mails_are_numbered_anew_their_day_tells_which_are_new(dovecot, connect):
    mailbox = dovecot.mailbox()
    for day in (14, 15, 16):
        dovecot.put(mailbox, BO, at=AT.replace(day=day))
    connection = connect(mailbox)
    connection.open()

    assert [connection.before(AT.date().replace(day=day)) for day in (1, 15, 16, 17)] == [0, 1, 2, None]


def test_news_are_heard_at_once_and_silence_ends(dovecot, connect):
    mailbox = dovecot.mailbox()
    connection = connect(mailbox)
    connection.open()
    asked, begun = count(1), time.monotonic()

    def arrives_meanwhile():
        if next(asked) == 2:
            dovecot.put(mailbox, BO)
        return True

    connection.wait_for_news(0.3, lambda: True)
    silence = time.monotonic() - begun
    connection.wait_for_news(60, lambda: False)
    connection.wait_for_news(60, arrives_meanwhile)

    assert (connection.tells_news, silence >= 0.3, time.monotonic() - begun < 30) == (True, True, True)
    assert connection.open().next_uid == 2


def test_a_certificate_that_nobody_vouches_for_is_refused_before_the_password(dovecot, connect, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")

    for ways in ({}, {"port": dovecot.port, "speaks_tls": False, "starts_tls": True}):
        with pytest.raises(ssl.SSLCertVerificationError):
            connect(dovecot.mailbox(**ways))


def test_a_certificate_of_another_name_is_refused(dovecot, connect):
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(dovecot.mailbox(host="localhost"))


def test_a_wrong_password_and_nobody_there_are_faults(dovecot, connect):
    with socket.create_server((HERE, 0)) as gone:
        port = gone.getsockname()[1]

    with pytest.raises(LoginError):
        connect(dovecot.mailbox(password="wrong"))
    with pytest.raises(ConnectionRefusedError):
        connect(dovecot.mailbox(port=port))
