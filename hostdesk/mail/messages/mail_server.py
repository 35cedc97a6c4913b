"""The mail server and mailbox in the environment; invalid values are refused.

Pure: raises `BadSetting` with one sentence, which never repeats the address of the server: it holds a password.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from hostdesk.base.site.environment import BadSetting
from hostdesk.mail.mail_account.account import ADDRESS, Mailbox, MailServer, is_loopback

URL, FROM, IMAP_URL = "HOSTDESK_EMAIL_URL", "HOSTDESK_EMAIL_FROM", "HOSTDESK_IMAP_URL"
VOUCHES = "HOSTDESK_MAIL_VOUCHED_BY"
PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465, "consolemail": 0}
"""The ways of sending, with their default ports; the last one prints to the terminal."""

MAILBOX_PORTS = {"imap+ssl": 993, "imap+tls": 143, "imap": 143}
"""The ways of reading a mailbox: encrypted from the start, from STARTTLS on, and never, which only this machine may."""


_UNREADABLE = (
    f"{URL} takes smtp+tls://user:password@smtp.example:587, smtp+ssl://…, smtp://… without encryption, or "
    "consolemail:// to try it out; in the password, characters like / # ? @ : are written %2F %23 %3F %40 %3A."
)
_UNREADABLE_MAILBOX = (
    f"{IMAP_URL} takes imap+ssl://user:password@imap.example:993/INBOX or imap+tls://… (STARTTLS); in user and "
    "password, characters like / # ? @ : are written %2F %23 %3F %40 %3A."
)


def read_mail_server(values: Mapping[str, str]) -> MailServer:
    """Return the mail server of HOSTDESK_EMAIL_URL, with HOSTDESK_EMAIL_FROM as the sender."""
    url, sender = values.get(URL, "").strip(), values.get(FROM, "").strip()
    if not url and not sender:
        return MailServer()
    if not url or not sender:
        raise BadSetting(f"{URL} and {FROM} go together: the mail server, and as whom the desk writes.")
    if not ADDRESS.fullmatch(parseaddr(sender)[1]) or not sender.isprintable():
        raise BadSetting(f"{FROM} is {sender!r}; it takes desk@example.org, or Our game <desk@example.org>.")
    scheme = url.partition("://")[0]
    if scheme not in PORTS or set("?#") & set(url):
        raise BadSetting(_UNREADABLE)
    try:
        read: dict[str, object] = environ.Env.email_url_config(url)
    except ValueError:  # a port of letters
        raise BadSetting(_UNREADABLE) from None
    # A slash in a password would end the address of the server too early.
    if read["EMAIL_FILE_PATH"] or (not read["EMAIL_HOST"] and PORTS[scheme]):
        raise BadSetting(_UNREADABLE)
    names = {"host": "EMAIL_HOST", "user": "EMAIL_HOST_USER", "password": "EMAIL_HOST_PASSWORD"}
    values_of: dict[str, Any] = {name: str(read[setting] or "") for name, setting in names.items()}
    values_of |= {"starts_tls": "EMAIL_USE_TLS" in read, "speaks_tls": "EMAIL_USE_SSL" in read, "sender": sender}
    port = int(str(read["EMAIL_PORT"] or PORTS[scheme]))
    return MailServer(backend=str(read["EMAIL_BACKEND"]), port=port, **values_of)


def read_mailbox(values: Mapping[str, str]) -> Mailbox | None:
    """Return the mailbox of HOSTDESK_IMAP_URL; None if the desk reads none."""
    url = values.get(IMAP_URL, "").strip()
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or MAILBOX_PORTS[parts.scheme]
    except (ValueError, KeyError):  # a port of letters; another scheme
        raise BadSetting(_UNREADABLE_MAILBOX) from None
    user, password, folder = (unquote(part) for part in (parts.username or "", parts.password or "", parts.path[1:]))
    if not host or not user or not password or not f"{user}{password}{folder}".isprintable() or set("?#") & set(url):
        raise BadSetting(_UNREADABLE_MAILBOX)
    if parts.scheme == "imap" and not is_loopback(host):
        raise BadSetting(f"{IMAP_URL} is without encryption: imap:// takes this machine alone, imap+ssl:// any other.")
    tls = {"starts_tls": parts.scheme == "imap+tls", "speaks_tls": parts.scheme == "imap+ssl"}
    vouches = values.get(VOUCHES, "").strip().lower()
    return Mailbox(host, port, user, password, folder or "INBOX", vouches=vouches, **tls)


def connection_to(server: MailServer, *, timeout: float | None = None) -> BaseEmailBackend:
    """Return a connection to a mail server, still closed; a step may take so many seconds, by default ten."""
    values: dict[str, Any] = {"host": server.host, "port": server.port, "timeout": timeout}
    values |= {"username": server.user, "password": server.password}
    values |= {"use_tls": server.starts_tls, "use_ssl": server.speaks_tls}
    connection: BaseEmailBackend = get_connection(server.backend, **values)
    return connection
