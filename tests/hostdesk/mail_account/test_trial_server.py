"""Trying an account on real connections: what works, and what each way of failing is called."""

import threading
import time
from dataclasses import replace

import pytest

from hostdesk.mail_account import trial_server
from hostdesk.mail_account.account import SMTP, Account, ServerAt, Tls
from hostdesk.mail_account.trial_server import TrialFailed, read_test, send_test
from tests.hostdesk.mail_account.accounts import ACCOUNT
from tests.mail_servers import HERE, PORT, hangs, inbox_server, listening, strict_server

AT = replace(ACCOUNT, sends=ServerAt(HERE, PORT, Tls.STARTTLS), reads=ServerAt(HERE, 1143))


def fault(account: Account, way: str = "sends") -> str:
    """Try an account; return what is wrong with it, "" for nothing."""
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
