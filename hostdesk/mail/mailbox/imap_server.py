"""The mail server of the desk's mailbox, by IMAP over TLS: its new mails, and their content.

The folder is opened to be read only, so that nothing in it is ever deleted, moved or marked as read. The size of a mail
is read before the mail.
"""

import ssl
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, datetime
from time import monotonic

from imapclient import IMAPClient
from imapclient.imapclient import SocketTimeout

from hostdesk.mail.mail_account.account import Mailbox
from hostdesk.mail.mailbox.reading import LARGEST, Mail, read_mail

_TIMEOUT = SocketTimeout(connect=10.0, read=30.0)  # seconds
_STEP = 0.25  # seconds; so soon a desk that ends leaves off waiting for news
_MOST_HEADERS = 64 * 1024  # bytes
_MOST_TESTS = 5
_WINDOW = 10_000
"""The number of UIDs in one query: deleted mails leave gaps between them."""


@dataclass(frozen=True)
class Folder:
    """A folder of the server: its numbers hold while ``uid_validity`` does; ``next_uid`` is given next."""

    uid_validity: int
    next_uid: int


@dataclass(frozen=True)
class Received:
    """A mail of the folder: its number there, its arrival (aware), and its readable content."""

    uid: int
    arrived_at: datetime
    mail: Mail


class MailboxConnection:
    """A connection to a mailbox, signed in.

    Every method raises ``OSError`` or imapclient's ``IMAPClientError`` if the server is away or refuses, and
    ``ValueError`` for a name that IMAP cannot carry.
    """

    def __init__(self, mailbox: Mailbox) -> None:
        self.mailbox = mailbox
        trusted = ssl.create_default_context()
        client = IMAPClient(mailbox.host, mailbox.port, ssl=mailbox.speaks_tls, ssl_context=trusted, timeout=_TIMEOUT)
        client.normalise_times = False  # times keep their zone
        with ExitStack() as failed:
            failed.enter_context(client)
            if mailbox.starts_tls:
                client.starttls(trusted)
            # LOGIN takes no letters beyond ASCII.
            sign_in = client.plain_login if client.has_capability("AUTH=PLAIN") else client.login
            sign_in(mailbox.user, mailbox.password)
            self.tells_news: bool = client.has_capability("IDLE")
            self._client, self._ending = client, failed.pop_all()

    def close(self) -> None:
        """Sign out if the server still listens, and close the connection."""
        self._ending.close()

    def open(self) -> Folder:
        """Open the folder anew, only to read it."""
        answer = self._client.select_folder(self.mailbox.folder, readonly=True)
        return Folder(int(answer[b"UIDVALIDITY"]), int(answer[b"UIDNEXT"]))

    def before(self, day: date) -> int | None:
        """Return the number before the first mail that arrived on that day or later; None if none did."""
        found = self._client.search(["SINCE", day])
        return min(found) - 1 if found else None

    def new(self, after: int, folder: Folder) -> tuple[list[int], int]:
        """Return the numbers of the mails after one, in order, and the last number of the search."""
        upto = min(folder.next_uid - 1, after + _WINDOW)
        if upto <= after:
            return [], after
        found = self._client.search(["UID", f"{after + 1}:{upto}"])
        return sorted(uid for uid in found if after < uid <= upto), upto

    def fetch(self, uid: int) -> Received | None:
        """Read one mail; None if it is gone. Of one that is too large only the beginning is fetched."""
        weighed = self._client.fetch([uid], ["RFC822.SIZE", "INTERNALDATE"]).get(uid)
        if weighed is None:
            return None
        answer = self._client.fetch([uid], [f"BODY.PEEK[]<0.{LARGEST}>"]).get(uid, {})
        raw = next((bytes(value or b"") for name, value in answer.items() if name.startswith(b"BODY[")), None)
        if raw is None:
            return None
        mail = read_mail(raw, is_cut=weighed[b"RFC822.SIZE"] > LARGEST, vouches=self.mailbox.vouches)
        return Received(uid, weighed[b"INTERNALDATE"], mail)

    def headers_of(self, beginning: str) -> list[bytes]:
        """Return the headers of the mails whose Message-ID begins so: of the newest ones, the newest first."""
        found = sorted(self._client.search(["HEADER", "Message-ID", beginning]))[-_MOST_TESTS:]
        answers = self._client.fetch(found, [f"BODY.PEEK[HEADER]<0.{_MOST_HEADERS}>"]) if found else {}
        fetched = (answers.get(uid, {}).items() for uid in reversed(found))
        return [bytes(value) for parts in fetched for name, value in parts if name.startswith(b"BODY[")]

    def wait_for_news(self, longest: float, goes_on: Callable[[], bool]) -> None:
        """Wait until the server announces news, at most so many seconds, while it ``goes_on``; it has IDLE."""
        self._client.idle()
        end, has_news = monotonic() + longest, False
        while not has_news and goes_on() and monotonic() < end:
            begun = monotonic()
            # The end of a connection can be read again and again, at once and without an error.
            has_news = bool(self._client.idle_check(timeout=_STEP)) or monotonic() - begun < _STEP / 2
        self._client.idle_done()
