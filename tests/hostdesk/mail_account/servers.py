"""Mail servers on this machine: one that takes mail by STARTTLS and a password, others that say little."""

import contextlib
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.hostdesk.mail_account.accounts import ACCOUNT, PASSWORD

# The form takes the ports of mail servers alone: each process of the tests has an address of its own for them.
HERE = f"127.77.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 1}"
PORT = 2525


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Make a certificate for this address; return its file, and what a server speaks TLS by."""
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


class Inbox:
    """What a mail server took."""

    def __init__(self) -> None:
        self.mails: list[Envelope] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:  # noqa: N802 - the library's
        self.mails.append(envelope)
        return "250 taken"


def _lets_in(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
    known = (ACCOUNT.user.encode(), PASSWORD.encode())
    return AuthResult(success=(given.login, given.password) == known, handled=False)


@contextlib.contextmanager
def mail_server(context: ssl.SSLContext) -> Iterator[Inbox]:
    """Run a mail server that takes mail after STARTTLS, from the user of the account alone."""
    inbox = Inbox()
    controller = Controller(
        inbox, HERE, PORT, tls_context=context, require_starttls=True, authenticator=_lets_in, auth_required=True
    )
    controller.start()
    try:
        yield inbox
    finally:
        controller.stop()


@contextlib.contextmanager
def listening(port: int, serve: Callable[[socket.socket], None]) -> Iterator[None]:
    """Listen until the end of the block, and let each connection be served in a thread of its own."""
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
    """Take everything and say nothing, until the other side gives up."""
    with contextlib.suppress(OSError), connection:
        while connection.recv(1_000):
            pass


_FIRST = {
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
    b"EXAMINE": b"* OK [UIDVALIDITY 1] so\r\n* OK [UIDNEXT 1] so\r\n",
    b"LOGOUT": b"* BYE\r\n",
}
"""What is said before the answer to a command that is good."""


def inbox_server(context: ssl.SSLContext, *, has_inbox: bool = True) -> Callable[[socket.socket], None]:
    """Return what answers as a mailbox does that speaks TLS from the start, to the user of the account alone."""

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
                lines.write(tag + (b" OK done\r\n" if good else b" NO [AUTHENTICATIONFAILED] not so\r\n"))
                lines.flush()

    return serve
