"""The desk's mail account: its servers, its user, and the values that sending and reading need.

Pure values. A password is in no ``repr``, so that no log and no error page shows it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from typing import Any

CONSOLE = "django.core.mail.backends.console.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
ADDRESS = re.compile(r"[^@\s<>,;\"]+@[^@\s<>,;\"]+\.[^@\s<>,;\"]+")
PASSWORD_LOST = "The password of the mail account can no longer be read. Type it again: Settings, E-mail."  # noqa: S105


@dataclass(frozen=True)
class MailServer:
    """The mail server of the desk, and its sender; without a ``sender`` the desk sends none.

    ``fault`` is the reason why nothing can be sent although it is set up, in words.
    """

    backend: str = CONSOLE
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = field(default="", repr=False)
    starts_tls: bool = False
    speaks_tls: bool = False
    sender: str = ""
    fault: str = ""


@dataclass(frozen=True)
class Mailbox:
    """The mailbox of players' answers by e-mail. Neither ``starts_tls`` nor ``speaks_tls``: on this machine only.

    ``vouches`` is the name (authserv-id, RFC 8601) under which its server vouches for senders; "" if unknown.
    """

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"
    starts_tls: bool = False
    speaks_tls: bool = False
    vouches: str = ""


class Tls(StrEnum):
    """The encryption of a connection: from its start, from STARTTLS on, or never."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


@dataclass(frozen=True)
class ServerAt:
    """The address of a server, and the encryption of its connection."""

    host: str
    port: int
    tls: Tls = Tls.TLS

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


NOWHERE = ServerAt("", 993)
"""How forms and rows keep that no answers are read."""


@dataclass(frozen=True)
class MailSettings:
    """A mail account as the host set it up. ``reads`` is None if no answers are read; ``vouches``: see `Mailbox`.

    ``password`` is None if it was kept with another secret of the desk and cannot be read any more.
    """

    address: str
    user: str
    password: str | None = field(repr=False)
    sends: ServerAt
    reads: ServerAt | None = None
    name: str = ""
    vouches: str = ""

    @classmethod
    def of(cls, kept: Mapping[str, Any], password: str | None) -> MailSettings:
        """Return the account of a form or a row, with fields named as in :attr:`columns`."""
        sends, reads = (
            ServerAt(kept[f"{way}_host"], kept[f"{way}_port"], Tls(kept[f"{way}_tls"] or Tls.TLS))
            for way in ("sends", "reads")
        )
        user = kept["user"] or kept["address"]
        return cls(kept["address"], user, password, sends, reads if reads.host else None, kept["name"], kept["vouches"])

    @property
    def columns(self) -> dict[str, Any]:
        """All but the password, by the names of a form's fields and a row's columns."""
        columns = {name: getattr(self, name) for name in ("address", "user", "name", "vouches")}
        for way, server in (("sends", self.sends), ("reads", self.reads or NOWHERE)):
            columns |= {f"{way}_{name}": value for name, value in asdict(server).items()}
        return columns

    @property
    def sender(self) -> str:
        """The sender of the desk's mail; the name has no character that ends it early."""
        return f'"{self.name}" <{self.address}>' if self.name else self.address

    @property
    def server(self) -> MailServer:
        """The values for sending."""
        fault = PASSWORD_LOST if self.password is None else ""
        return MailServer(backend=SMTP, sender=self.sender, fault=fault, **self._signs_in_at(self.sends))

    @property
    def mailbox(self) -> Mailbox | None:
        """The values for reading; None if nothing is read, or nothing can be."""
        if self.reads is None or self.password is None:
            return None
        return Mailbox(vouches=self.vouches, **self._signs_in_at(self.reads))

    def _signs_in_at(self, server: ServerAt) -> dict[str, Any]:
        place = {"host": server.host, "port": server.port, "user": self.user, "password": self.password or ""}
        return place | {"starts_tls": server.tls == Tls.STARTTLS, "speaks_tls": server.tls == Tls.TLS}

    @property
    def goes_to(self) -> str:
        """The servers and the user of the password: a kept one goes to no others."""
        return " ".join([self.user, *(f"{server} {server.tls}" for server in (self.sends, self.reads) if server)])


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine by its very name or number; no name is looked up."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
