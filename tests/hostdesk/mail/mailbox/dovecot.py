"""Debian's dovecot on this machine alone: a mailbox over TLS, with a certificate made for it."""

import datetime
import getpass
import grp
import ipaddress
import os
import pwd
import shutil
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from imapclient import IMAPClient

from hostdesk.mail.mail_account.account import Mailbox
from tests.desk import free_port

PASSWORD = "pässword/7"
HERE = "127.0.0.1"
PATIENCE = 30.0  # seconds; a busy machine takes its time to sign in
USERS = count(1)


@dataclass(frozen=True)
class Dovecot:
    """A running dovecot: the process, its folder, its ports for TLS and for STARTTLS, and its certificate."""

    process: "subprocess.Popen[bytes]"
    folder: Path
    tls_port: int
    port: int

    @property
    def certificate(self) -> Path:
        """The file of its self-signed certificate."""
        return self.folder / "certificate.pem"

    def mailbox(self, **changes: object) -> Mailbox:
        """Return a new, empty mailbox, over TLS."""
        user = f"desk{next(USERS)}@example.org"
        box = Mailbox(HERE, self.tls_port, user, PASSWORD, speaks_tls=True, vouches="mx.test")
        return replace(box, **changes)  # type: ignore[arg-type]

    @contextmanager
    def opened(self, mailbox: Mailbox) -> Iterator[IMAPClient]:
        """Open a mailbox as a mail program does, to put mails into it and to look at them."""
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        with IMAPClient(HERE, self.tls_port, ssl_context=trusted, timeout=PATIENCE) as client:
            client.plain_login(mailbox.user, mailbox.password)
            client.select_folder(mailbox.folder)
            yield client

    def put(self, mailbox: Mailbox, *mails: bytes, at: datetime.datetime | None = None) -> None:
        """Put mails into a mailbox, as if they arrived at that time."""
        with self.opened(mailbox) as client:
            for raw in mails:
                client.append(mailbox.folder, raw, msg_time=at)

    def flags(self, mailbox: Mailbox) -> dict[int, set[bytes]]:
        """Return the flags of the mails in a mailbox, by their numbers."""
        with self.opened(mailbox) as client:
            found = client.fetch(client.search(), "FLAGS")
        return {uid: {*each[b"FLAGS"]} - {b"\\Recent"} for uid, each in found.items()}

    def put_of_size(self, mailbox: Mailbox, raw: bytes, size: int) -> None:
        """Put a mail of that size into a mailbox without sending its bytes."""
        with self.opened(mailbox):
            path = self.folder / "mail" / mailbox.user / "new" / f"1.{size}.here"
        path.write_bytes(raw)
        os.truncate(path, size)
        shutil.chown(path, *(f"{each}" for each in (path.parent.owner(), path.parent.group())))


@contextmanager
def running() -> Iterator[Dovecot]:
    """Run dovecot in a folder of its own until the end of the block."""
    folder = Path(tempfile.mkdtemp(prefix="dovecot-", dir="/tmp"))
    tls_port, port = free_port(), free_port()
    _make_certificate(folder)
    # A master that runs as root starts its processes as other users, and they need access.
    is_root = os.geteuid() == 0
    owner = pwd.getpwnam("nobody" if is_root else getpass.getuser())
    folder.chmod(0o755)
    (folder / "mail").mkdir()
    os.chown(folder / "mail", owner.pw_uid, owner.pw_gid)
    (folder / "configuration").write_text(_configuration(folder, tls_port, port, owner, is_root=is_root))
    process = subprocess.Popen(
        ["/usr/sbin/dovecot", "-F", "-c", str(folder / "configuration")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield _once_open(Dovecot(process, folder, tls_port, port))
    finally:
        process.kill()  # its child processes end with it; a polite request takes a second
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _once_open(dovecot: Dovecot) -> Dovecot:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with dovecot.opened(dovecot.mailbox()):
                return dovecot
        except OSError:
            if time.monotonic() > end or dovecot.process.poll() is not None:
                raise
            threading.Event().wait(0.02)


def _configuration(folder: Path, tls_port: int, port: int, owner: pwd.struct_passwd, *, is_root: bool) -> str:
    group = "dovecot" if is_root else grp.getgrgid(owner.pw_gid).gr_name
    return f"""
        base_dir = {folder}/run
        state_dir = {folder}/run
        log_path = {folder}/log
        protocols = imap
        listen = {HERE}
        ssl = yes
        ssl_cert = <{folder}/certificate.pem
        ssl_key = <{folder}/key.pem
        disable_plaintext_auth = yes
        mail_location = maildir:{folder}/mail/%u
        auth_failure_delay = 0
        default_internal_user = {"dovecot" if is_root else owner.pw_name}
        default_internal_group = {group}
        default_login_user = {"dovenull" if is_root else owner.pw_name}
        service imap-login {{
          chroot =
          inet_listener imap {{
            port = {port}
          }}
          inet_listener imaps {{
            port = {tls_port}
          }}
        }}
        service anvil {{
          chroot =
        }}
        passdb {{
          driver = static
          args = password={PASSWORD}
        }}
        userdb {{
          driver = static
          args = uid={owner.pw_uid} gid={owner.pw_gid} home={folder}/mail/%u
        }}
    """


def _make_certificate(folder: Path) -> None:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "imap.test")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + datetime.timedelta(days=1))
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HERE))])
    made = builder.add_extension(address, critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    (folder / "certificate.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(pem))
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    (folder / "key.pem").chmod(0o600)
