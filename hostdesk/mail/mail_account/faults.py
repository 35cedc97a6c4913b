"""The faults of a mail account, in plain words, from the answers of the mail server or the network.

Pure. A server's answer is quoted short, without the password: one that echoes its input would give it away.
"""

import smtplib
import socket
import ssl
from imaplib import IMAP4

from imapclient.exceptions import LoginError

from hostdesk.mail.mail_account.account import Mailbox, MailServer

_MOST_QUOTED = 160
_APP_PASSWORD = ("application-specific", "app password", "app-specific", "application password")
_NO_PASSWORDS = ("basic authentication", "5.7.139", "5.7.30")


def sending_fault(fault: Exception, server: MailServer) -> str:
    """Return why the test mail could not be sent, in one or two sentences."""
    match fault:
        case smtplib.SMTPAuthenticationError():
            return _not_let_in(fault.smtp_error, server.password)
        case smtplib.SMTPNotSupportedError() if "STARTTLS" in str(fault):
            return f"{_at(server)} does not offer STARTTLS. Choose TLS, with port 465 as a rule."
        case smtplib.SMTPNotSupportedError():
            return f"{_at(server)} takes no password over this connection. Choose TLS or STARTTLS."
        case smtplib.SMTPSenderRefused():
            return f"The server does not send as {server.sender}.{_says(fault.smtp_error, server.password)}"
        case smtplib.SMTPRecipientsRefused():
            reply = next(iter(fault.recipients.values()), (0, b""))[1]
            return f"The server does not take mail for the address.{_says(reply, server.password)}"
        case smtplib.SMTPServerDisconnected():
            return f"{_at(server)} hung up. If it speaks TLS from the start, choose TLS; else check the port."
        case smtplib.SMTPResponseException():
            return f"The server refused the mail.{_says(fault.smtp_error, server.password)}"
    return _unreachable(fault, server)


def reading_fault(fault: Exception, mailbox: Mailbox) -> str:
    """Return why answers cannot be read, in one or two sentences."""
    match fault:
        case LoginError():
            return _not_let_in(str(fault), mailbox.password)
        case IMAP4.abort():
            return f"{_at(mailbox)} hung up, or does not offer STARTTLS. Try TLS, with port 993 as a rule."
        case IMAP4.error():
            return f"The inbox cannot be opened.{_says(str(fault), mailbox.password)}"
    return _unreachable(fault, mailbox)


def _not_let_in(answer: bytes | str, password: str) -> str:
    """Return why a user was not let in: a wrong password, one that is no app password, or any password at all."""
    reply = _says(answer, password)
    if any(sign in reply.lower() for sign in _NO_PASSWORDS):
        return f"The provider takes no passwords from programs any more, so the desk cannot use this account.{reply}"
    if any(sign in reply.lower() for sign in _APP_PASSWORD):
        return f"The provider wants an app password here, not the one you sign in with.{reply}"
    return f"Wrong user or password. Most providers want an app password here.{reply}"


def _unreachable(fault: Exception, server: MailServer | Mailbox) -> str:
    """Return the fault of a connection to a server."""
    match fault:
        case ssl.SSLCertVerificationError():
            return f"The certificate of {server.host} is not trusted: {fault.verify_message}. Nothing was sent to it."
        case ssl.SSLError():
            return f"{_at(server)} does not speak TLS from the start. Choose STARTTLS, or another port."
        case socket.gaierror():
            return f"There is no server {server.host}, or this computer is not connected to the internet."
        case ConnectionRefusedError():
            return f"Nothing answers at {_at(server)}. Check the server's name and the port."
        case TimeoutError():
            return f"{_at(server)} did not answer in time. Check the server's name, the port, and TLS or STARTTLS."
        case OSError():
            return f"{_at(server)} cannot be reached. Check the server's name, and this computer's connection."
    return f"This cannot be tried with these settings ({type(fault).__name__})."


def _at(server: MailServer | Mailbox) -> str:
    return f"{server.host}, port {server.port},"


def _says(answer: bytes | str, password: str) -> str:
    """Return a sentence with a server's answer, short and printable; "" without one."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    text = text.removeprefix("b'").removesuffix("'")
    for secret in filter(None, (password, password.replace(" ", ""))):
        text = text.replace(secret, "…")
    shown = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    short = shown if len(shown) <= _MOST_QUOTED else f"{shown[: _MOST_QUOTED - 1]}…"
    return f" It says: {short}" if short else ""
