"""Trying an account on real connections: a success, and the words for every kind of failure."""

import threading
import time
from dataclasses import replace
from email.message import EmailMessage

import pytest

from hostdesk.mail.mail_account.account import SMTP, MailSettings, ServerAt, Tls
from hostdesk.mail.mailbox import trial_server
from hostdesk.mail.mailbox.trial_server import TrialFailed, read_test, send_test
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT
from tests.hostdesk.mail.mailbox.dovecot import running
from tests.mail_servers import HERE, PORT, hangs, inbox_server, listening, strict_server

AT = replace(ACCOUNT, sends=ServerAt(HERE, PORT, Tls.STARTTLS), reads=ServerAt(HERE, 1143))


def fault(account: MailSettings, way: str = "sends") -> str:
    """Try an account, and return its fault, "" for none."""
    assert account.mailbox is not None
    try:
        if way == "sends":
            send_test(account.server, to=account.address)
        else:
            read_test(account.mailbox)
    except TrialFailed as failed:
        return str(failed)
    return ""


@pytest.fixture(autouse=True)
def real(settings):
    settings.EMAIL_BACKEND = SMTP


def test_one_mail_goes_to_the_account_itself(trusted):
    with strict_server(trusted) as inbox:
        assert fault(AT) == ""

    (mail,) = inbox.envelopes
    assert (mail.mail_from, mail.rcpt_tos) == ("desk@example.org", ["desk@example.org"])
    assert b'From: "Our game" <desk@example.org>' in (mail.content or b"")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"password": "eight of clubs"}, "Wrong user or password."),
        ({"sends": ServerAt(HERE, PORT, Tls.TLS)}, "does not speak TLS from the start. Choose STARTTLS"),
        ({"sends": ServerAt(HERE, PORT, Tls.NONE)}, "takes no password over this connection. Choose TLS or STARTTLS"),
        ({"sends": ServerAt(HERE, 25, Tls.STARTTLS)}, "Nothing answers at "),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_sent(trusted, change, words):
    with strict_server(trusted) as inbox:
        told = fault(replace(AT, **change))

    assert (words in told, inbox.mails) == (True, [])


def test_a_server_whose_certificate_nobody_trusts_gets_no_password(made_certificate):
    with strict_server(made_certificate[1]) as inbox:
        told = fault(AT)

    assert (told.startswith(f"The certificate of {HERE} is not trusted: "), inbox.mails) == (True, [])


def test_a_mailbox_is_opened_and_a_wrong_password_is_told(trusted):
    with listening(1143, inbox_server(trusted)):
        told = [fault(AT, "reads"), fault(replace(AT, password="another"), "reads")]

    assert (told[0], told[1].startswith("Wrong user or password.")) == ("", True)


def test_a_mailbox_without_an_inbox_is_told(trusted):
    with listening(1143, inbox_server(trusted, has_inbox=False)):
        assert fault(AT, "reads").startswith("The inbox cannot be opened.")


@pytest.mark.parametrize("way", ["sends", "reads"])
def test_a_server_that_hangs_is_waited_for_a_bounded_time(monkeypatch, way):
    monkeypatch.setattr(trial_server, "LONGEST", 0.2)
    account = replace(AT, reads=ServerAt(HERE, PORT, Tls.STARTTLS))

    with listening(PORT, hangs):
        begun = time.monotonic()
        told = fault(account, way)

    assert ("did not answer in time" in told, time.monotonic() - begun < 5) == (True, True)


def test_one_try_at_a_time():
    asked, told_both = threading.Event(), threading.Event()

    def waits(connection):
        with connection:
            asked.set()
            told_both.wait(30)

    with listening(PORT, waits):
        first = threading.Thread(target=fault, args=[AT])
        first.start()
        asked.wait(30)
        told = fault(AT)
        told_both.set()
        first.join()

    assert told == "Another try is still going on. Wait some seconds."


@pytest.fixture(scope="session")
def started_dovecot():
    with running() as dovecot:
        yield dovecot


VOUCHES = b"Authentication-Results: mx.desk.test; dmarc=pass\r\n"
OTHER = b"Authentication-Results: mx.evil.example; dmarc=pass\r\n"


def sent_test(trusted) -> EmailMessage:
    """Return the test mail as it goes out."""
    with strict_server(trusted) as inbox:
        assert fault(AT) == ""
    return inbox.mails[0]


def test_the_desks_own_test_mail_tells_which_server_vouches(trusted, started_dovecot, monkeypatch):
    mailbox, mail = started_dovecot.mailbox(), sent_test(trusted)
    monkeypatch.setenv("SSL_CERT_FILE", str(started_dovecot.certificate))
    before = read_test(mailbox)

    started_dovecot.put(mailbox, VOUCHES + OTHER + mail.as_bytes())

    assert (before, read_test(mailbox), started_dovecot.flags(mailbox)) == ("", "mx.desk.test", {1: set()})


def test_a_mail_that_only_looks_like_a_test_tells_nothing(trusted, started_dovecot, monkeypatch):
    mailbox, mail = started_dovecot.mailbox(), sent_test(trusted)
    monkeypatch.setenv("SSL_CERT_FILE", str(started_dovecot.certificate))
    number, tag = mail["Message-ID"].partition("@")[0].removeprefix("<trial-").split(".")

    for said in (f"{number[::-1]}.{tag}", f"{number}.{tag[::-1]}", ""):
        started_dovecot.put(mailbox, OTHER + f"Message-ID: <trial-{said}@example.org>\r\n\r\n".encode())

    assert read_test(mailbox) == ""


def test_every_test_mail_has_another_id(trusted):
    assert len({sent_test(trusted)["Message-ID"] for _ in "ab"}) == 2
