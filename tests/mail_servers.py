"""A mail server on loopback that takes what the desk sends, as real ones get it: line by line, over SMTP."""

import contextlib
import email
import email.policy
import socket
from collections.abc import Coroutine, Iterator
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from hostdesk.mail_account.account import SMTP as BY_SMTP
from hostdesk.mail_account.account import MailServer

HERE = "127.0.0.1"


class Post:
    """What arrived: the envelopes in their order, and the mails in them as a mail program reads them."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.port = 0

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        """Take a mail."""
        self.envelopes.append(envelope)
        return "250 taken"

    @property
    def sources(self) -> list[bytes]:
        """The mails as they came, byte by byte."""
        return [each.original_content or b"" for each in self.envelopes]

    @property
    def mails(self) -> list[EmailMessage]:
        """The mails, with their headers decoded."""
        policy = email.policy.default
        return [email.message_from_bytes(each, EmailMessage, policy=policy) for each in self.sources]


class _OnAnyPort(Controller):
    """Listens on a socket that has its port already: nobody else can take it in between."""

    listens: socket.socket

    def _create_server(self) -> Coroutine[Any, Any, Any]:
        return self.loop.create_server(self._factory_invoker, sock=self.listens)


@contextlib.contextmanager
def smtp_server(**options: Any) -> Iterator[Post]:
    """Run a mail server in a thread of its own; ``options`` are aiosmtpd's, as ``authenticator``."""
    post, listens = Post(), socket.create_server((HERE, 0))
    post.port = listens.getsockname()[1]
    server = _OnAnyPort(post, hostname=HERE, port=post.port, decode_data=False, enable_SMTPUTF8=False, **options)
    server.listens = listens
    server.start()
    try:
        yield post
    finally:
        server.stop()


def sends_to(post: Post, settings: Any, sender: str = "The desk <desk@example.org>") -> None:
    """Let the desk send by such a server."""
    settings.MAIL_SERVER = MailServer(BY_SMTP, HERE, post.port, sender=sender)
