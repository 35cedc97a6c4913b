"""The mail server and the mailbox from the environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostdesk.base.site.environment import BadSetting
from hostdesk.mail.mail_account.account import CONSOLE, SMTP, Mailbox, MailServer
from hostdesk.mail.messages.mail_server import FROM, IMAP_URL, URL, read_mail_server, read_mailbox

ROOT = Path(__file__).resolve().parents[4]
DESK = "The desk <desk@example.org>"
TAKES = (
    "HOSTDESK_EMAIL_URL takes smtp+tls://user:password@smtp.example:587, smtp+ssl://…, smtp://… without encryption, or "
    "consolemail:// to try it out; in the password, characters like / # ? @ : are written %2F %23 %3F %40 %3A."
)


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", MailServer(SMTP, "mail.example", 25, sender=DESK)),
        (
            "smtp+tls://ann%40x:p%2Fa%23@mail.example",
            MailServer(SMTP, "mail.example", 587, "ann@x", "p/a#", starts_tls=True, sender=DESK),
        ),
        (
            " smtp+ssl://ann:secret@mail.example:4650 ",
            MailServer(SMTP, "mail.example", 4650, "ann", "secret", speaks_tls=True, sender=DESK),
        ),
        ("consolemail://", MailServer(CONSOLE, sender=DESK)),
    ],
)
def test_a_server_by_its_address(url, server):
    assert read_mail_server({URL: url, FROM: DESK}) == server


def test_without_an_address_there_is_none():
    assert read_mail_server({}) == MailServer()


@pytest.mark.parametrize(
    "url",
    [
        "http://mail.example",
        "mail.example",
        "smtps://ann:secret@mail.example",
        "smtp+tls://ann:secret/x@mail.example",
        "smtp+tls://ann:42/secret@mail.example",
        "smtp+tls://ann:42#secret@mail.example",
        "smtp+tls://ann:secret@mail.example?timeout=5",
        "smtp+tls://ann:secret@mail.example:99999",
        "smtp+tls://ann:secret@",
    ],
)
def test_another_address_is_refused_without_its_password(url):
    with pytest.raises(BadSetting) as refused:
        read_mail_server({URL: url, FROM: DESK})

    assert str(refused.value) == TAKES


@pytest.mark.parametrize("values", [{URL: "smtp://mail.example"}, {FROM: DESK}])
def test_server_and_sender_go_together(values):
    with pytest.raises(BadSetting) as refused:
        read_mail_server(values)

    assert str(refused.value) == (
        "HOSTDESK_EMAIL_URL and HOSTDESK_EMAIL_FROM go together: the mail server, and as whom the desk writes."
    )


@pytest.mark.parametrize("sender", ["desk", "desk@example", "a b@example.org", "Ann <ann@x.org>\nBcc: eve@x.org"])
def test_another_sender_is_refused(sender):
    with pytest.raises(BadSetting) as refused:
        read_mail_server({URL: "smtp://mail.example", FROM: sender})

    assert str(refused.value) == (
        f"HOSTDESK_EMAIL_FROM is {sender!r}; it takes desk@example.org, or Our game <desk@example.org>."
    )


def test_a_password_is_never_shown():
    assert "secret" not in repr(read_mail_server({URL: "smtp://ann:secret@mail.example", FROM: DESK}))
    assert "secret" not in repr(read_mailbox({IMAP_URL: "imap+ssl://ann:secret@mail.example"}))


@pytest.mark.parametrize(
    ("url", "mailbox"),
    [
        (
            "imap+ssl://ann%40x:p%2Fa%23@mail.example/Game%20night",
            Mailbox("mail.example", 993, "ann@x", "p/a#", "Game night", speaks_tls=True),
        ),
        (" imap+tls://ann:secret@mail.example:1430 ", Mailbox("mail.example", 1430, "ann", "secret", starts_tls=True)),
        ("imap://ann:secret@127.0.0.1:1430/INBOX", Mailbox("127.0.0.1", 1430, "ann", "secret")),
        ("imap://ann:secret@[::1]", Mailbox("::1", 143, "ann", "secret")),
        ("imap://ann:secret@localhost", Mailbox("localhost", 143, "ann", "secret")),
        ("", None),
    ],
)
def test_a_mailbox_by_its_address(url, mailbox):
    assert read_mailbox({IMAP_URL: url}) == mailbox


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "https://ann:secret@mail.example",
        "imaps://ann:secret@mail.example",
        "imap+ssl://mail.example",
        "imap+ssl://ann@mail.example",
        "imap+ssl://:secret@mail.example",
        "imap+ssl://ann:secret@",
        "imap+ssl://ann:secret/x@mail.example",
        "imap+ssl://ann:42#secret@mail.example",
        "imap+ssl://ann:secret@mail.example?timeout=5",
        "imap+ssl://ann:secret@mail.example:99999",
        "imap+ssl://ann:secret%0D%0ALOGOUT@mail.example",
        "imap+ssl://ann:secret@[::1/INBOX",
    ],
)
def test_another_address_of_a_mailbox_is_refused_without_its_password(url):
    with pytest.raises(BadSetting) as refused:
        read_mailbox({IMAP_URL: url})

    assert str(refused.value) == (
        "HOSTDESK_IMAP_URL takes imap+ssl://user:password@imap.example:993/INBOX or imap+tls://… (STARTTLS); in user "
        "and password, characters like / # ? @ : are written %2F %23 %3F %40 %3A."
    )


@pytest.mark.parametrize("host", ["mail.example", "192.168.1.4", "localhost.example", "127.0.0.1.example"])
def test_a_mailbox_elsewhere_is_never_read_without_encryption(host):
    with pytest.raises(BadSetting) as refused:
        read_mailbox({IMAP_URL: f"imap://ann:secret@{host}"})

    assert str(refused.value) == (
        "HOSTDESK_IMAP_URL is without encryption: imap:// takes this machine alone, imap+ssl:// any other."
    )


@pytest.mark.parametrize(("demo", "sender"), [("no", DESK), ("yes", "")])
def test_the_settings_take_it_and_the_demo_writes_to_nobody(tmp_path, demo, sender):
    said = {"HOSTDESK_VAR": str(tmp_path), "HOSTDESK_DEMO": demo, "DJANGO_SETTINGS_MODULE": "hostdesk.settings"}
    code = "from django.conf import settings as s; print(s.MAIL_SERVER.sender, s.MAIL_SERVER.host)"

    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], URL: "smtp://ann:secret@mail.example", FROM: DESK, **said},
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout == f"{sender} {'mail.example' * bool(sender)}\n"
