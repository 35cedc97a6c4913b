"""Mail servers on this machine: they take the desk's mail line by line over SMTP, as real ones do, or they hang."""

import contextlib
import email
import email.policy
import os
import socket
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from hostdesk.mail.mail_account.account import SMTP as BY_SMTP
from hostdesk.mail.mail_account.account import MailServer
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, PASSWORD

LOOPBACK = "127.0.0.1"
# The form accepts only the ports of mail servers, so every test process has an address of its own for them.
HERE = f"127.77.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 1}"
PORT = 2525


class Post:
    """The mail that arrived: the envelopes in order, and the mails in them as a mail program reads them."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.port = 0

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        """Take a mail."""
        self.envelopes.append(envelope)
        return "250 taken"

    @property
    def sources(self) -> list[bytes]:
        """The mails as they arrived, byte by byte."""
        return [each.original_content or b"" for each in self.envelopes]

    @property
    def mails(self) -> list[EmailMessage]:
        """The mails, with their headers decoded."""
        policy = email.policy.default
        return [email.message_from_bytes(each, EmailMessage, policy=policy) for each in self.sources]


class _OnThatSocket(Controller):
    """A server on a socket that already has its port, so that no other program can take the port in between."""

    listens: socket.socket

    def _create_server(self) -> Coroutine[Any, Any, Any]:
        return self.loop.create_server(self._factory_invoker, sock=self.listens)


@contextlib.contextmanager
def smtp_server(host: str = LOOPBACK, port: int = 0, **options: Any) -> Iterator[Post]:
    """Run a mail server in a thread, at any port if none is given; ``options`` go to aiosmtpd."""
    post, listens = Post(), socket.create_server((host, port))
    post.port = listens.getsockname()[1]
    server = _OnThatSocket(post, hostname=host, port=post.port, decode_data=False, enable_SMTPUTF8=False, **options)
    server.listens = listens
    server.start()
    try:
        yield post
    finally:
        server.stop()


def sends_to(post: Post, settings: Any, sender: str = "The desk <desk@example.org>") -> None:
    """Let the desk send by that server."""
    settings.MAIL_SERVER = MailServer(BY_SMTP, LOOPBACK, post.port, sender=sender)


def strict_server(context: ssl.SSLContext) -> contextlib.AbstractContextManager[Post]:
    """Run a mail server that accepts mail only after STARTTLS, and only from the account's own user."""

    def lets_in(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
        known = (ACCOUNT.user.encode(), PASSWORD.encode())
        return AuthResult(success=(given.login, given.password) == known, handled=False)

    return smtp_server(
        HERE, PORT, tls_context=context, require_starttls=True, authenticator=lets_in, auth_required=True
    )


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Make a certificate for this address; return its file, and a server's TLS context."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now, path = datetime.now(UTC), folder / "certificate.pem"
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HERE))]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return path, context


@contextlib.contextmanager
def listening(port: int, serve: Callable[[socket.socket], None]) -> Iterator[None]:
    """Listen until the end of the block, and serve each connection in a thread of its own."""
    listens = socket.create_server((HERE, port))

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=[listens.accept()[0]], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield
    finally:
        listens.shutdown(socket.SHUT_RDWR)
        listens.close()


def hangs(connection: socket.socket) -> None:
    """Take everything and stay silent until the other side gives up."""
    with contextlib.suppress(OSError), connection:
        while connection.recv(1_000):
            pass


_FIRST = {
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
    b"EXAMINE": b"* OK [UIDVALIDITY 1] so\r\n* OK [UIDNEXT 1] so\r\n",
    b"LOGOUT": b"* BYE\r\n",
}
"""The lines before the answer to a valid command."""


def inbox_server(
    context: ssl.SSLContext, *, has_inbox: bool = True, mail: bytes = b""
) -> Callable[[socket.socket], None]:
    """Return a stand-in for a mailbox that speaks TLS from the start and lets in the account's own user only.

    It has one ``mail``, or none.
    """
    here = b"* 1 FETCH (UID 1 BODY[HEADER]<0> {%d}\r\n%s)\r\n" % (len(mail), mail)

    def serve(connection: socket.socket) -> None:
        with contextlib.suppress(OSError), context.wrap_socket(connection, server_side=True) as safe:
            lines = safe.makefile("rwb")
            lines.write(b"* OK [CAPABILITY IMAP4rev1] ready\r\n")
            lines.flush()
            for line in lines:
                tag, word, *rest = line.split()
                good = word != b"LOGIN" or rest == [ACCOUNT.user.encode(), *f'"{PASSWORD}"'.encode().split()]
                good = good and (has_inbox or word not in (b"SELECT", b"EXAMINE"))
                lines.write(_FIRST.get(word, b"") if good else b"")
                if word == b"UID":
                    lines.write(here if rest[0] == b"FETCH" else b"* SEARCH 1\r\n" if mail else b"* SEARCH\r\n")
                lines.write(tag + (b" OK done\r\n" if good else b" NO [AUTHENTICATIONFAILED] not so\r\n"))
                lines.flush()

    return serve
