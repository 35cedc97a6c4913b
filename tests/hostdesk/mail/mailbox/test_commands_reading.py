"""Reading goes on where it stopped, reads every mail once, and leaves all mail in the mailbox."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from hostdesk.mail.mailbox import commands
from hostdesk.mail.mailbox.commands import read_new
from hostdesk.mail.mailbox.imap_server import MailboxConnection
from hostdesk.models import MailboxPlace, ReceivedMail
from tests.hostdesk.mail.mailbox.mails import answers, for_the_host, id_to, invited, plain, tapped
from tests.hostdesk.post import SERVER

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 16, 18, 21, tzinfo=UTC)


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


@pytest.fixture
def inbox(dovecot):
    """A connection to a mailbox that the desk has read once, with one old mail in it."""
    mailbox = dovecot.mailbox()
    dovecot.put(mailbox, plain("an old one"), at=NOW - timedelta(days=5))
    made = MailboxConnection(mailbox)
    read_new(made, NOW)
    yield made
    made.close()


def test_what_was_there_before_the_desk_is_left_alone(inbox):
    assert (read_new(inbox, NOW), ReceivedMail.objects.count(), MailboxPlace.objects.get().last_uid) == (False, 0, 1)


def test_what_arrives_is_an_answer_once_and_every_mail_stays_unread(inbox, dovecot):
    night = invited("Bo", "Cy", starts_at=timezone.now().replace(microsecond=0) + timedelta(days=9))
    dovecot.put(inbox.mailbox, tapped(night.night), plain("no", sender="cy@example.org", to=id_to("Cy")))
    dovecot.put(inbox.mailbox, plain("what?", to=id_to("Bo")))

    for _ in range(2):
        read_new(inbox, NOW)

    assert (answers(), for_the_host()) == (["yes Bo", "no Cy"], ["Its first line is no clear yes, maybe or no."])
    assert dovecot.flags(inbox.mailbox) == {uid: set() for uid in (1, 2, 3, 4)}


def test_so_many_mails_at_a_time(inbox, dovecot, monkeypatch):
    monkeypatch.setattr(commands, "AT_A_TIME", 2)
    invited("Bo")
    dovecot.put(inbox.mailbox, *(plain(f"mail {number}") for number in range(5)))

    rounds = [(read_new(inbox, NOW), MailboxPlace.objects.get().last_uid) for _ in range(4)]

    assert rounds == [(True, 3), (True, 5), (True, 6), (False, 6)]


def test_it_stops_between_two_mails(inbox, dovecot):
    invited("Bo")
    dovecot.put(inbox.mailbox, plain("one"), plain("two"))
    answers_once = iter([True, False])

    more = read_new(inbox, NOW, lambda: next(answers_once))

    assert (more, MailboxPlace.objects.get().last_uid, ReceivedMail.objects.count()) == (False, 2, 1)


def test_a_mail_that_somebody_deletes_meanwhile_is_passed_over(inbox, dovecot):
    dovecot.put(inbox.mailbox, plain("one"))

    def deletes():
        with dovecot.opened(inbox.mailbox) as client:
            client.delete_messages([2])
            client.expunge()
        return True

    read_new(inbox, NOW, deletes)

    assert (ReceivedMail.objects.count(), MailboxPlace.objects.get().last_uid) == (0, 2)


def test_gaps_are_passed_over(inbox, dovecot):
    dovecot.put(inbox.mailbox, plain("one"), plain("two"))
    with dovecot.opened(inbox.mailbox) as client:
        client.delete_messages([2, 3])
        client.expunge()

    assert (read_new(inbox, NOW), MailboxPlace.objects.get().last_uid) == (False, 3)


@pytest.mark.parametrize(("last_read", "read"), [(NOW, 2), (NOW + timedelta(days=9_000), 0)])
def test_mails_that_are_numbered_anew_are_read_again_since_the_last_one(inbox, dovecot, last_read, read):
    dovecot.put(inbox.mailbox, plain("what?", sender="eve@evil.example"), at=NOW)
    dovecot.put(inbox.mailbox, plain("who?", sender="eve@evil.example"), at=NOW)
    MailboxPlace.objects.update(uid_validity=7, last_uid=400, read_at=last_read)

    for _ in range(2):
        read_new(inbox, NOW)

    assert (ReceivedMail.objects.count(), MailboxPlace.objects.get().last_uid) == (read, 3)


@pytest.mark.sqlite  # PostgreSQL takes no statement in a transaction that has failed
def test_a_fault_of_the_database_leaves_the_mail_for_the_next_time(inbox, dovecot):
    dovecot.put(inbox.mailbox, plain("what?"))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE hostdesk_receivedmail RENAME TO elsewhere")

    with pytest.raises(OperationalError):
        read_new(inbox, NOW)

    assert MailboxPlace.objects.get().last_uid == 1
