"""The parts of an account for sending and for reading."""

from dataclasses import replace
from typing import Any

import pytest

from hostdesk.mail.mail_account.account import PASSWORD_LOST, SMTP, Mailbox, MailServer, ServerAt, Tls, is_loopback
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, PASSWORD


@pytest.mark.parametrize(
    ("tls", "starts_tls", "speaks_tls"), [(Tls.TLS, False, True), (Tls.STARTTLS, True, False), (Tls.NONE, False, False)]
)
def test_sending_and_reading_are_encrypted_as_the_account_says(tls, starts_tls, speaks_tls):
    at = ServerAt("mail.example.org", 1025, tls)

    account = replace(ACCOUNT, sends=at, reads=at)

    ways: dict[str, Any] = {"host": "mail.example.org", "port": 1025, "user": "desk@example.org", "password": PASSWORD}
    ways |= {"starts_tls": starts_tls, "speaks_tls": speaks_tls}
    assert account.server == MailServer(backend=SMTP, sender='"Our game" <desk@example.org>', **ways)
    assert account.mailbox == Mailbox(**ways)


def test_without_a_name_the_sender_is_the_address():
    assert replace(ACCOUNT, name="").sender == "desk@example.org"


def test_a_password_that_is_lost_sends_nothing_and_reads_nothing():
    account = replace(ACCOUNT, password=None)

    assert (account.server.fault, account.server.password, account.mailbox) == (PASSWORD_LOST, "", None)


def test_without_a_server_for_reading_there_is_no_mailbox():
    assert replace(ACCOUNT, reads=None).mailbox is None


def test_a_password_is_in_no_repr():
    shown = repr([ACCOUNT, ACCOUNT.server, ACCOUNT.mailbox])

    assert PASSWORD not in shown


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"password": "another", "name": "Ann", "address": "ann@example.org"}, True),
        ({"user": "ann"}, False),
        ({"sends": ServerAt("smtp.example.org", 465, Tls.STARTTLS)}, False),
        ({"sends": ServerAt("evil.example", 465)}, False),
        ({"reads": None}, False),
    ],
)
def test_a_password_goes_to_the_same_servers_for_the_same_user(change, same):
    assert (ACCOUNT.goes_to == replace(ACCOUNT, **change).goes_to) is same


def test_a_server_is_written_with_its_port():
    assert str(ACCOUNT.sends) == "smtp.example.org:465"


@pytest.mark.parametrize(
    ("host", "is_here"),
    [("127.0.0.1", True), ("127.3.2.1", True), ("::1", True), ("localhost", True), ("10.0.0.1", False), ("a.b", False)],
)
def test_this_machine_is_known_by_its_name_or_number(host, is_here):
    assert is_loopback(host) is is_here
