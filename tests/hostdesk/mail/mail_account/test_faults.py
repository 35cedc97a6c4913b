"""The faults of a mail account, in words."""

import socket
import ssl
from imaplib import IMAP4
from smtplib import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

import pytest
from imapclient.exceptions import LoginError

from hostdesk.mail.mail_account.account import Mailbox
from hostdesk.mail.mail_account.faults import reading_fault, sending_fault
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, PASSWORD

SERVER = ACCOUNT.server
MAILBOX = Mailbox("imap.example.org", 993, "desk@example.org", PASSWORD, speaks_tls=True)


def untrusted():
    fault = ssl.SSLCertVerificationError(1, "verify failed")
    fault.verify_message = "self-signed certificate"
    return fault


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (SMTPAuthenticationError(535, b"5.7.8 No."), "Wrong user or password. Most providers want an app password"),
        (SMTPAuthenticationError(534, b"5.7.9 Application-specific password required"), "The provider wants an app"),
        (SMTPAuthenticationError(535, b"5.7.139 Basic authentication is disabled"), "The provider takes no passwords"),
        (SMTPNotSupportedError("STARTTLS extension not supported by server."), "does not offer STARTTLS. Choose TLS"),
        (SMTPNotSupportedError("SMTP AUTH extension not supported by server."), "takes no password over this connect"),
        (SMTPSenderRefused(553, b"not yours", "desk@example.org"), "does not send as "),
        (SMTPRecipientsRefused({"a@b.c": (550, b"nobody here")}), "take mail for the address. It says: nobody here"),
        (SMTPRecipientsRefused({}), "does not take mail for the address."),
        (SMTPServerDisconnected("gone"), "smtp.example.org, port 465, hung up."),
        (SMTPDataError(554, b"spam"), "The server refused the mail. It says: spam"),
    ],
)
def test_why_a_mail_cannot_be_sent(fault, words):
    assert words in sending_fault(fault, SERVER)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (LoginError("b'[AUTHENTICATIONFAILED] Invalid credentials'"), "It says: [AUTHENTICATIONFAILED] Invalid cred"),
        (LoginError("[ALERT] Application-specific password required"), "The provider wants an app password"),
        (IMAP4.abort("socket error: EOF"), "imap.example.org, port 993, hung up, or does not offer STARTTLS."),
        (IMAP4.error("select failed: no such mailbox"), "The inbox cannot be opened. It says: select failed"),
    ],
)
def test_why_answers_cannot_be_read(fault, words):
    assert words in reading_fault(fault, MAILBOX)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (untrusted(), "is not trusted: self-signed certificate. Nothing was sent to it."),
        (ssl.SSLError(1, "WRONG_VERSION_NUMBER"), "does not speak TLS from the start. Choose STARTTLS"),
        (socket.gaierror(-2, "Name or service not known"), "There is no server "),
        (ConnectionRefusedError(), "Nothing answers at "),
        (TimeoutError(), "did not answer in time."),
        (OSError("no route"), "cannot be reached."),
        (ValueError("what"), "This cannot be tried with these settings (ValueError)."),
    ],
)
def test_why_a_server_cannot_be_reached(fault, words):
    assert [words in sending_fault(fault, SERVER), words in reading_fault(fault, MAILBOX)] == [True, True]


def test_a_server_that_echoes_the_password_is_quoted_without_it():
    echo = f"No: {PASSWORD} or {PASSWORD.replace(' ', '')}\r\nSubject: x\x00".encode()

    assert sending_fault(SMTPDataError(554, echo), SERVER).endswith("It says: No: … or … Subject: x")


def test_a_long_answer_is_cut_and_an_empty_one_left_out():
    said = [sending_fault(SMTPDataError(554, text), SERVER) for text in (b"x" * 500, b" ")]

    assert said == [f"The server refused the mail. It says: {'x' * 159}…", "The server refused the mail."]
