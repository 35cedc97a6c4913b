"""The trial of a mail account: one mail to itself, or a look at its inbox; in a bounded time, keeping nothing.

A server may hang in a name look-up, or never answer: the trial goes on in a thread of its own, which nobody waits for
after `LONGEST`.
"""

import threading
from collections.abc import Callable
from contextlib import closing
from email.utils import parseaddr
from queue import Empty, SimpleQueue
from secrets import token_hex

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.crypto import salted_hmac

from hostdesk.mail.mail_account.account import Mailbox, MailServer
from hostdesk.mail.mail_account.faults import reading_fault, sending_fault
from hostdesk.mail.mailbox.imap_server import MailboxConnection
from hostdesk.mail.mailbox.reading import read_mail
from hostdesk.mail.messages.mail_server import connection_to
from reservations.acts.problems import Problem

LONGEST = 9.0
"""The longest time of a try, in seconds: the host waits for it."""

TRIAL = "trial-"
"""With this begin the ids of test mails."""

_STEP = 6.0  # seconds for an answer of the server
_one_at_a_time = threading.Lock()


class TrialFailed(Problem):
    """The account does not work; the sentence names its fault, and never has the password in it."""


def send_test(server: MailServer, *, to: str) -> None:
    """Send one mail to an address. Raises ``TrialFailed``."""
    connection, domain = connection_to(server, timeout=_STEP), parseaddr(server.sender)[1].rpartition("@")[2]
    mail = EmailMessage(
        subject="E-mail works",
        body="This desk can send e-mail by this account. Nobody has to answer.\n",
        from_email=server.sender,
        to=[to],
        connection=connection,
        headers={"Auto-Submitted": "auto-generated", "Message-ID": f"{_trial_id(token_hex(8))}{domain}>"},
    )
    if fault := _fault_of(lambda: _send(mail, connection)):
        raise TrialFailed(sending_fault(fault, server))


def _send(mail: EmailMessage, connection: BaseEmailBackend) -> None:
    try:
        mail.send()
    finally:
        # One that was not let in is still open.
        connection.close()


def _trial_id(number: str) -> str:
    """Return the beginning of the Message-ID of a test mail: nobody else can make one up."""
    return f"<{TRIAL}{number}.{salted_hmac('hostdesk.mail_trial', number).hexdigest()[:16]}@"


def read_test(mailbox: Mailbox) -> str:
    """Sign in to a mailbox and open its folder; nothing in it is marked. Raises ``TrialFailed``.

    Return the name under which its server vouches for senders, from the desk's newest test mail; "" without one. Other
    mails may carry their senders' own words.
    """
    learnt = list[str]()
    if fault := _fault_of(lambda: learnt.extend(_look_into(mailbox))):
        raise TrialFailed(reading_fault(fault, mailbox))
    return next(iter(learnt), "")


def _look_into(mailbox: Mailbox) -> list[str]:
    with closing(MailboxConnection(mailbox)) as connection:
        connection.open()
        mails = [read_mail(raw) for raw in connection.headers_of(f"<{TRIAL}")]
    numbers = {mail.message_id: mail.message_id.removeprefix(f"<{TRIAL}").partition(".")[0] for mail in mails}
    return [mail.verdicts.server for mail in mails if mail.message_id.startswith(_trial_id(numbers[mail.message_id]))]


def _fault_of(work: Callable[[], object]) -> Exception | None:
    """Do the work; return its fault, or that it takes too long. Raises ``TrialFailed`` beside another one."""
    ended: SimpleQueue[Exception | None] = SimpleQueue()
    if not _one_at_a_time.acquire(blocking=False):
        raise TrialFailed("Another try is still going on. Wait some seconds.")
    try:
        threading.Thread(target=_run, args=[work, ended], name="a try of the mail account", daemon=True).start()
        return ended.get(timeout=LONGEST)
    except Empty:
        return TimeoutError()
    finally:
        _one_at_a_time.release()


def _run(work: Callable[[], object], ended: SimpleQueue[Exception | None]) -> None:
    try:
        work()
    except Exception as fault:  # noqa: BLE001 - the host reads it, whatever it is
        ended.put(fault)
    else:
        ended.put(None)
