"""The mail server out of the environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostdesk.messages.mail_server import CONSOLE, FROM, URL, MailServer, read_mail_server
from hostdesk.site.environment import BadSetting

ROOT = Path(__file__).resolve().parents[3]
SMTP = "django.core.mail.backends.smtp.EmailBackend"
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


@pytest.mark.parametrize(("demo", "sender"), [("no", DESK), ("yes", "")])
def test_the_settings_take_it_and_the_demo_writes_to_nobody(tmp_path, demo, sender):
    said = {"HOSTDESK_VAR": str(tmp_path), "HOSTDESK_DEMO": demo, "DJANGO_SETTINGS_MODULE": "hostdesk.settings"}
    code = "from django.conf import settings as s; print(s.MAIL_SERVER.sender, s.EMAIL_HOST, s.DEFAULT_FROM_EMAIL)"

    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], URL: "smtp://ann:secret@mail.example", FROM: DESK, **said},
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout == f"{sender} {'mail.example' * bool(sender)} {sender}\n"
