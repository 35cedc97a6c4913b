"""Sending in a separate thread: a slow mail server holds up only the e-mail."""

import logging
import socket
import threading
import time
from dataclasses import replace
from datetime import timedelta
from io import BufferedRWPair

import pytest
from django.db import connection
from django.utils import timezone

from hostdesk.front.serving.due_worker import do_round, supervised
from hostdesk.mail.mail_account.account import SMTP
from hostdesk.mail.messages import sending_commands
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.mail.messages.sending_commands import send_due
from hostdesk.models import Message
from ledger.clock.commands import start_clock
from reservations.acts.kinds import Stamp
from reservations.waiting_list.commands import invite
from tests.hostdesk.post import SERVER, drafted, outbox, reach
from tests.hostdesk.supervision import keeping_up, mailing, ticking
from tests.ledger.clocks import ClockEvening
from tests.reservations.friday import Friday, a_house, cast, one, where_it_is_noon

pytestmark = pytest.mark.django_db(transaction=True)

OFTEN = 0.05  # seconds
PATIENCE = 20  # seconds
_ANSWERS = {b"EHLO": b"250 slow", b"MAIL": b"250 ok", b"RCPT": b"250 ok", b"QUIT": b"221 bye", b"RSET": b"250 ok"}


class SlowMailServer:
    """A server that takes one letter at a time, sets ``has_letter`` then, and answers only after ``go`` is set."""

    def __init__(self) -> None:
        self.has_letter, self.go = threading.Event(), threading.Event()
        self.letters = 0
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listens.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Release the letter in hand, and take no more letters."""
        self.go.set()
        self._listens.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._listens.close()

    def _serve(self) -> None:
        while True:
            try:
                one, _ = self._listens.accept()
            except OSError:
                return
            with one, one.makefile("rwb") as lines:
                self._speak(lines)

    def _speak(self, lines: BufferedRWPair) -> None:
        _say(lines, b"220 slow")
        for line in lines:
            if line.upper().startswith(b"DATA"):
                _say(lines, b"354 go on")
                self._take(lines)
            else:
                _say(lines, _ANSWERS[line[:4].upper()])

    def _take(self, lines: BufferedRWPair) -> None:
        while lines.readline() != b".\r\n":
            pass
        self.letters += 1
        self.has_letter.set()
        self.go.wait(2 * PATIENCE)
        _say(lines, b"250 taken")


def _say(lines: BufferedRWPair, words: bytes) -> None:
    lines.write(words + b"\r\n")
    lines.flush()


@pytest.fixture(autouse=True)
def sender(settings):
    settings.MAIL_SERVER = SERVER


@pytest.fixture
def slow(settings):
    server = SlowMailServer()
    settings.MAIL_SERVER, settings.EMAIL_TIMEOUT = at(server.port), 3 * PATIENCE
    yield server
    server.close()


def at(port):
    """Return the settings for sending by a mail server at that port of this machine."""
    return replace(SERVER, backend=SMTP, host="127.0.0.1", port=port)


def invited(*names):
    """Invite people to a Friday game in an hour, and write their letters."""
    start = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    night = Friday(a_house(), starts_at=start, time_zone=where_it_is_noon())
    invite(stamp=night.at(50), night=night.night, players=[one(name) for name in names])
    reach(*names)
    draft_messages()
    return night


def soon(happened):
    """Wait until it has happened."""
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        threading.Event().wait(OFTEN)


@pytest.mark.pg
def test_the_blinds_go_up_and_letters_are_written_while_the_mail_server_takes_its_time(slow):
    evening = ClockEvening()
    start_clock(stamp=Stamp("long-ago", timezone.now() - timedelta(minutes=25)), night=evening.night)
    cast()
    invited("Bo").yes("Cy")

    with supervised(mailing(OFTEN)) as (e_mail,):
        slow.has_letter.wait(PATIENCE)
        with supervised(keeping_up(OFTEN), ticking(OFTEN)):
            soon(lambda: evening.levels() and Message.objects.filter(kind="reminder").exists())
        was_held_up = not slow.go.is_set()
        slow.go.set()
    e_mail.join(PATIENCE)

    assert (was_held_up, len(evening.levels()), slow.letters) == (True, 1, 1)
    assert drafted() == ["invitation Bo", "reminder Cy"]


def test_it_ends_with_the_server_in_the_middle_of_a_letter_and_begins_no_other(slow):
    cast()
    invited("Bo", "Cy")

    with supervised(mailing(OFTEN)) as (e_mail,):
        slow.has_letter.wait(PATIENCE)
        ended = time.monotonic()
    took = time.monotonic() - ended
    slow.go.set()
    e_mail.join(PATIENCE)

    assert (took < PATIENCE / 2, e_mail.daemon, slow.letters) == (True, True, 1)
    assert [each.sent_at is not None for each in Message.objects.order_by("pk")] == [True, False]


def test_a_mail_server_that_is_gone_gets_everything_once_it_is_back(slow, settings):
    cast()
    invited("Bo", "Cy")
    slow.go.set()
    with socket.create_server(("127.0.0.1", 0)) as gone:
        settings.MAIL_SERVER = at(gone.getsockname()[1])
    e_mail = mailing()

    do_round(e_mail)
    away = (e_mail.failed, e_mail.fault, e_mail.state()["next_in"], slow.letters)
    settings.MAIL_SERVER = at(slow.port)
    do_round(e_mail)

    assert away == (1, "The mail server could not be reached. The desk tries again.", 20, 0)
    assert (e_mail.failed, slow.letters) == (0, 2)


def test_a_round_that_lasts_too_long_leaves_the_rest_to_the_next(monkeypatch):
    cast()
    invited("Bo", "Cy")
    monkeypatch.setattr(sending_commands, "LONGEST", -1.0)

    sent = send_due(timezone.now())

    assert (sent, outbox(), Message.objects.filter(claimed_at=None).count()) == (0, [], 2)


@pytest.mark.sqlite
def test_what_goes_wrong_is_logged_and_the_next_round_sends(caplog):
    cast()
    invited("Bo")
    e_mail = mailing()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE hostdesk_message RENAME TO elsewhere")

    with caplog.at_level(logging.ERROR):
        do_round(e_mail)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE elsewhere RENAME TO hostdesk_message")
    do_round(e_mail)

    assert ["`.venv/bin/python manage.py migrate`" in record.message for record in caplog.records] == [True]
    assert len(outbox()) == 1
