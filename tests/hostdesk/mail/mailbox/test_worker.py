"""The round that reads the mailbox: over one connection, and at once when the server reports new mail."""

import socket
import threading
import time
from dataclasses import replace

import pytest
from django.utils import timezone

from hostdesk.base.site.rounds import MAILBOX, Round
from hostdesk.front.serving.due_worker import do_round, one_round, supervised
from hostdesk.mail.mailbox.worker import MailboxAway, ReadsMailbox
from hostdesk.models import MailboxPlace, ReceivedMail
from tests.hostdesk.mail.mailbox.dovecot import HERE
from tests.hostdesk.mail.mailbox.mails import plain
from tests.hostdesk.supervision import reading

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

PATIENCE = 20  # seconds
NOBODYS = plain("what?", sender="eve@evil.example")


@pytest.fixture
def mailbox(dovecot, settings):
    settings.MAILBOX = dovecot.mailbox()
    return settings.MAILBOX


@pytest.fixture
def reads():
    each = ReadsMailbox(listens=0)
    yield each
    each.close()


def soon(happened):
    """Wait until it has happened."""
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        threading.Event().wait(0.05)


def test_a_mail_that_arrives_is_read_at_once_and_the_round_ends_with_the_desk(dovecot, mailbox):
    with supervised(reading(every=3_600)) as (thread,):
        soon(MailboxPlace.objects.exists)
        threading.Event().wait(0.3)
        dovecot.put(mailbox, NOBODYS)
        soon(MailboxPlace.objects.filter(last_uid=1).exists)
        dovecot.put(mailbox, plain("who?", sender="eve@evil.example"))
        soon(MailboxPlace.objects.filter(last_uid=2).exists)
        ended = time.monotonic()

    assert (ReceivedMail.objects.count(), thread.is_alive(), time.monotonic() - ended < 1) == (2, False, True)


def test_without_a_mailbox_there_is_nothing_to_do(reads):
    reads(timezone.now())

    assert MailboxPlace.objects.count() == 0


def test_another_mailbox_is_read_from_the_next_round_on(dovecot, mailbox, reads, settings):
    reads(timezone.now())
    settings.MAILBOX = dovecot.mailbox()
    reads(timezone.now())
    settings.MAILBOX = None
    reads(timezone.now())

    assert MailboxPlace.objects.count() == 2


def test_a_connection_that_the_server_has_ended_is_made_anew(dovecot, mailbox, reads):
    reads(timezone.now())
    reads._connection._client.socket().shutdown(socket.SHUT_RDWR)
    dovecot.put(mailbox, NOBODYS)

    reads(timezone.now())

    assert ReceivedMail.objects.count() == 1


def test_a_server_that_hangs_up_while_it_is_listened_to_is_asked_again_later(dovecot, mailbox):
    asked, begun = [], time.monotonic()
    each = ReadsMailbox(listens=60)

    def hangs_up():
        asked.append(1)
        if len(asked) == 2:
            each._connection._client.socket().shutdown(socket.SHUT_RDWR)
        return True

    each(timezone.now(), hangs_up)
    dovecot.put(mailbox, NOBODYS)
    each(timezone.now(), lambda: False)
    each(timezone.now(), lambda: len(asked) < 0)

    assert (time.monotonic() - begun < PATIENCE, MailboxPlace.objects.get().last_uid) == (True, 0)


def test_a_mailbox_that_is_away_is_tried_later_and_later_and_read_when_it_is_back(dovecot, mailbox, settings):
    with socket.create_server((HERE, 0)) as gone:
        settings.MAILBOX = replace(mailbox, port=gone.getsockname()[1])
    looks = ReadsMailbox(listens=0)
    each = Round(MAILBOX, looks, 60, patience=900)

    waits = []
    for _ in range(2):
        do_round(each)
        waits.append(each.state()["next_in"])
    settings.MAILBOX = mailbox
    do_round(each)

    looks.close()
    assert (waits, each.failed, MailboxPlace.objects.count()) == ([120, 240], 0, 1)


def test_a_wrong_password_is_said_without_it(dovecot, mailbox, reads, settings):
    settings.MAILBOX = replace(mailbox, password="secret and wrong")

    with pytest.raises(MailboxAway) as away:
        reads(timezone.now())

    assert ("secret" in str(away.value), str(away.value).startswith("Wrong user or password.")) == (False, True)


def test_one_round_by_command_reads_it_too(dovecot, mailbox):
    one_round(timezone.now())
    dovecot.put(mailbox, NOBODYS)
    one_round(timezone.now())

    assert ReceivedMail.objects.count() == 1
