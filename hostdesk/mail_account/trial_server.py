"""Tries a mail account: one mail to itself, or a look at its inbox; each within a bounded time, and nothing is kept.

A server may hang in the name it is asked for, or never answer: the try goes on in a thread of its own, which nobody
waits for after `LONGEST`.
"""

import threading
from collections.abc import Callable
from contextlib import closing
from queue import Empty, SimpleQueue

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from hostdesk.mail_account.account import Mailbox, MailServer
from hostdesk.mail_account.faults import reading_fault, sending_fault
from hostdesk.mailbox.imap_server import MailboxConnection
from reservations.acts.problems import Problem

LONGEST = 9.0
"""So many seconds a try may take: whoever pressed the button waits for it."""

_STEP = 6.0  # seconds for each answer of the server
_one_at_a_time = threading.Lock()


class TrialFailed(Problem):
    """The account does not work; the sentence says what is wrong with it, and never has the password in it."""


def connection_to(server: MailServer, *, timeout: float | None = None) -> BaseEmailBackend:
    """Return a connection to a mail server, still closed; each step may take so many seconds, by default ten."""
    connection: BaseEmailBackend = get_connection(
        server.backend,
        host=server.host,
        port=server.port,
        username=server.user,
        password=server.password,
        use_tls=server.starts_tls,
        use_ssl=server.speaks_tls,
        timeout=timeout,
    )
    return connection


def send_test(server: MailServer, *, to: str) -> None:
    """Send one mail to an address. Raises ``TrialFailed``."""
    connection = connection_to(server, timeout=_STEP)
    mail = EmailMessage(
        subject="E-mail works",
        body="This desk can send e-mail by this account. Nobody has to answer.\n",
        from_email=server.sender,
        to=[to],
        connection=connection,
        headers={"Auto-Submitted": "auto-generated"},
    )
    if fault := _fault_of(lambda: _send(mail, connection)):
        raise TrialFailed(sending_fault(fault, server))


def _send(mail: EmailMessage, connection: BaseEmailBackend) -> None:
    try:
        mail.send()
    finally:
        # One that was not let in is still open.
        connection.close()


def read_test(mailbox: Mailbox) -> None:
    """Sign in to a mailbox and open its folder; nothing in it is read or marked. Raises ``TrialFailed``."""
    if fault := _fault_of(lambda: _look_into(mailbox)):
        raise TrialFailed(reading_fault(fault, mailbox))


def _look_into(mailbox: Mailbox) -> None:
    with closing(MailboxConnection(mailbox)) as connection:
        connection.open()


def _fault_of(work: Callable[[], object]) -> Exception | None:
    """Do the work; return what went wrong, or that it takes too long. Raises ``TrialFailed`` beside another one."""
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
    except Exception as fault:  # noqa: BLE001 - it is told to the host, whatever it is
        ended.put(fault)
    else:
        ended.put(None)
