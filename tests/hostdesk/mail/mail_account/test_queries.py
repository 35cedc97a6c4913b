"""The server that the desk sends by, and the mailbox that it reads."""

from dataclasses import replace

import pytest

from hostdesk.mail.mail_account.account import PASSWORD_LOST, Mailbox, MailServer
from hostdesk.mail.mail_account.queries import incoming, kept_account, outgoing
from hostdesk.models import MailAccount
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, keep
from tests.hostdesk.post import SERVER

pytestmark = pytest.mark.django_db

MAILBOX = Mailbox("imap.example.net", 993, "us", "secret", speaks_tls=True)


def test_without_any_account_nothing_is_sent_or_read(django_assert_num_queries):
    with django_assert_num_queries(2):
        assert (outgoing(), incoming()) == (MailServer(), None)


def test_the_account_of_the_page_is_used_by_one_query_each_time(django_assert_num_queries):
    keep()

    with django_assert_num_queries(2):
        assert (outgoing(), incoming()) == (ACCOUNT.server, ACCOUNT.mailbox)


def test_the_environment_wins_without_a_query(settings, django_assert_num_queries):
    keep()
    settings.MAIL_SERVER, settings.MAILBOX = SERVER, MAILBOX

    with django_assert_num_queries(0):
        assert (outgoing(), incoming()) == (SERVER, MAILBOX)


@pytest.mark.parametrize(
    ("server", "mailbox", "read"), [(SERVER, None, None), (MailServer(), MAILBOX, MAILBOX)], ids=["sends", "reads"]
)
def test_answers_come_to_whom_the_desk_writes_as(settings, server, mailbox, read):
    keep()
    settings.MAIL_SERVER, settings.MAILBOX = server, mailbox

    assert (incoming(), outgoing()) == (read, server if server.sender else ACCOUNT.server)


def test_a_demo_sends_nothing_and_reads_nothing(settings):
    keep()
    settings.DEMO = True

    assert (outgoing(), incoming(), kept_account()) == (MailServer(), None, None)


def test_with_another_secret_the_password_is_lost_and_nothing_crashes(settings):
    keep()
    settings.SECRET_KEY = "another " * 8

    assert (kept_account(), incoming()) == (replace(ACCOUNT, password=None), None)
    assert (outgoing().sender, outgoing().fault) == (ACCOUNT.sender, PASSWORD_LOST)


@pytest.mark.parametrize("change", [{"password": "no token"}, {"sends_host": "evil.example"}, {"user": "mallory"}])
def test_in_books_that_somebody_changed_the_password_is_lost_as_well(change):
    keep()
    MailAccount.objects.update(**change)

    assert outgoing().fault == PASSWORD_LOST
