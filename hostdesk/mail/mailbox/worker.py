"""The round that reads the mailbox: it keeps its connection, and waits on it for news if the server announces any."""

import logging
from collections.abc import Callable
from datetime import datetime

from imapclient.exceptions import IMAPClientError

from hostdesk.base.site.rounds import MAILBOX, wake
from hostdesk.mail.mail_account.account import Mailbox
from hostdesk.mail.mail_account.faults import reading_fault
from hostdesk.mail.mail_account.queries import incoming
from hostdesk.mail.mailbox.commands import read_new
from hostdesk.mail.mailbox.imap_server import MailboxConnection
from reservations.acts.problems import Problem

LISTENS = 55.0
"""So many seconds at a time news are waited for. Servers and routers forget who is silent for longer, at last after 29
minutes; and this often the desk notes that the mailbox is well."""

_AWAY = (IMAPClientError, OSError, ValueError)

log = logging.getLogger(__name__)


class MailboxAway(Problem):
    """The mailbox cannot be read; it is tried again, and every mail waits in it."""


class ReadsMailbox:
    """One look at the mailbox after the other over one connection; after a look it ``listens`` for so many seconds."""

    def __init__(self, listens: float = LISTENS) -> None:
        self._listens = listens
        self._connection: MailboxConnection | None = None

    def __call__(self, now: datetime, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Read the new mails, then wait for news; if the server announces any, the next round begins at once.

        Raises ``MailboxAway``.
        """
        mailbox = incoming()
        if self._connection is not None and self._connection.mailbox != mailbox:
            self.close()
        if mailbox is None:
            return
        has_more = self._look(mailbox, now, goes_on)
        if has_more or self._hears_news(goes_on):
            wake(MAILBOX)
        if not goes_on():
            self.close()

    def _look(self, mailbox: Mailbox, now: datetime, goes_on: Callable[[], bool]) -> bool:
        """Read the new mails; a connection that the server has ended meanwhile is made anew, once."""
        was_there = self._connection is not None
        try:
            self._connection = self._connection or MailboxConnection(mailbox)
            return read_new(self._connection, now, goes_on)
        except _AWAY as away:
            self.close()
            if was_there:
                return self._look(mailbox, now, goes_on)
            raise MailboxAway(reading_fault(away, mailbox)) from away

    def _hears_news(self, goes_on: Callable[[], bool]) -> bool:
        if self._connection is None or not self._connection.tells_news or not self._listens:
            return False
        try:
            self._connection.wait_for_news(self._listens, goes_on)
        except _AWAY as gone:
            log.info("The mailbox hung up: %r", gone)
            self.close()
            return False
        return True

    def close(self) -> None:
        """Close the connection, if there is one; the next look makes another."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
