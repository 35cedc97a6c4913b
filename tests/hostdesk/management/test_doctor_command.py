"""``doctor``: a line for every matter, with advice about those that are wrong."""

import os
import socket
from collections import namedtuple
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from hostdesk.base.sqlite.base import MissingDatabase
from hostdesk.mail.mail_account.account import CONSOLE, SMTP, Mailbox, MailServer
from hostdesk.management.commands import doctor
from reservations.acts.kept_head import KeptHead, keep_in
from reservations.acts.kinds import Stamp
from reservations.models import Act
from reservations.players.commands import record_player
from tests import desk
from tests.running import run
from tests.stories.evening import Evening
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
Disk = namedtuple("Disk", "free")
LEAGUE = ["PostgreSQL"] if connection.vendor == "postgresql" else []
"""The test server does not wait for the disk, and the doctor calls that wrong."""


@pytest.fixture
def the_day_after_an_evening():
    """Use today's date: the doctor compares the clock with the times of files."""


@pytest.fixture(autouse=True)
def installation(settings, tmp_path):
    """A separate folder with its secret, and a free port on this computer alone."""
    settings.VAR, settings.LISTEN, settings.PORT = tmp_path, "127.0.0.1", desk.free_port()
    (tmp_path / "secret").touch(mode=0o600)
    return tmp_path


@pytest.fixture
def taken(settings):
    """Let another program listen on the desk's port."""
    with closing(socket.create_server(("127.0.0.1", settings.PORT))) as other:
        yield other


def wrong():
    """Return the matters that are wrong."""
    ran = run("doctor")
    found = [line[6:].partition(":")[0] for line in ran.out.splitlines() if line.startswith("WRONG")]
    assert (ran.code, len(ran.out.splitlines())) == (int(bool(found)), len(doctor.MATTERS))
    return found


def test_a_desk_on_which_all_is_well(monkeypatch):
    monkeypatch.setattr(doctor, "lan_addresses", lambda: ("192.168.1.20",))

    assert wrong() == LEAGUE


def test_several_things_are_told_at_once(settings, monkeypatch, installation):
    monkeypatch.setattr(doctor, "lan_addresses", tuple)
    monkeypatch.setattr("shutil.disk_usage", lambda path: Disk(199_000_000))
    settings.TIME_ZONE, settings.TIME_ZONE_IS_SET = "UTC", False
    (installation / "secret").chmod(0o644)
    settings.HEAD = installation / "head"
    keep_in(settings.HEAD, KeptHead(412, "9f" * 32))

    assert wrong() == ["disk", "permissions", "time zone", "books", *LEAGUE, "network"]


def test_triggers_that_are_gone(settings):
    remove_triggers(connection)

    assert wrong()[-2 - len(LEAGUE) :] == ["triggers", "books", *LEAGUE]
    assert doctor.chain().sentence.startswith("0 of 21 append-only triggers")


def test_migrations_that_are_missing():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'ledger'")

    assert "`.venv/bin/python manage.py migrate`" in doctor.chain().way_out


def test_books_of_a_newer_version():
    MigrationRecorder(connection).record_applied(*desk.LATER)

    found = doctor.chain()

    assert found.sentence.startswith("A newer Hostdesk has kept these books (ledger.0999_later)")
    assert found.way_out.startswith("Start the newer one. ")
    assert found.bare == "a newer version has kept the books"


def test_books_that_are_not_there_are_told_by_every_matter_that_needs_them(monkeypatch):
    def missing():
        raise MissingDatabase("there is no database at /var/desk.")

    monkeypatch.setitem(doctor.MATTERS, "clock", missing)

    assert "clock" in wrong()


def test_a_fault_that_nobody_knows_is_wrong_too(monkeypatch):
    def fails():
        raise OSError(os.strerror(33))

    monkeypatch.setitem(doctor.MATTERS, "disk", fails)

    assert "disk" in wrong()


def test_a_clock_behind_the_last_act(monkeypatch):
    record_player(stamp=Stamp("player-01", datetime.fromisoformat("2026-11-20T20:00Z")), name="Ann", regular=True)
    recorded = Act.objects.get().recorded_at

    monkeypatch.setattr("django.utils.timezone.now", lambda: recorded - timedelta(days=366))

    assert doctor.clock().sentence.endswith(f"recorded at {recorded:%Y-%m-%d %H:%M}")


def test_a_clock_before_this_version(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.fromisoformat("2001-01-01T00:00Z"))

    assert doctor.clock().sentence == "it says 2001-01-01, before this version was installed"


@pytest.mark.parametrize(
    ("zone", "is_set", "told"), [("UTC", True, "UTC"), ("Europe/Berlin", False, "Europe/Berlin, the")]
)
def test_a_time_zone_that_somebody_chose(zone, is_set, told, settings):
    settings.TIME_ZONE, settings.TIME_ZONE_IS_SET = zone, is_set

    assert (doctor.time_zone().sentence.startswith(told), doctor.time_zone().way_out) == (True, "")


def test_a_port_that_another_program_has(taken, monkeypatch):
    monkeypatch.setattr(doctor, "SECONDS", 0.05)

    assert wrong()[0] == "port"


def test_an_address_that_this_computer_does_not_have(settings):
    settings.LISTEN = "192.0.2.1"

    assert doctor.port().sentence.startswith("cannot listen on 192.0.2.1")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_well", [True, False])
def test_a_desk_that_runs(is_well, settings, live_server, tmp_path):
    settings.PORT = live_server.thread.port
    Client().get("/healthz")  # it has started: its first page takes a busy computer longer than the doctor waits
    if not is_well:
        settings.HEAD = tmp_path / "head"
        keep_in(settings.HEAD, KeptHead(412, "9f" * 32))

    found = doctor.port()

    assert found.sentence.startswith(f"the desk is running on port {settings.PORT}")
    assert (found.way_out == "") is is_well


def test_mail_servers(settings, taken):
    servers = {
        "not set up": MailServer(),
        "in the terminal": MailServer(CONSOLE, sender="desk@example.org"),
        "there": MailServer(SMTP, "127.0.0.1", settings.PORT, sender="desk@example.org"),
        "away": MailServer(SMTP, "127.0.0.1", 1, sender="desk@example.org"),
    }

    found = []
    for name, server in servers.items():
        settings.MAIL_SERVER = server
        found += [name] if doctor.mail().way_out else []

    assert found == ["away"]


def test_a_mailbox_that_is_away(settings):
    settings.MAIL_SERVER = MailServer(CONSOLE, sender="desk@example.org")
    settings.MAILBOX = Mailbox("127.0.0.1", 1, "desk", "a password")

    assert doctor.mail().bare == "the server that reads cannot be reached (ConnectionRefusedError)"


@pytest.mark.parametrize("vouches", ["mx.example.org", ""])
def test_a_mailbox_whose_server_that_vouches_for_senders_is_unknown_is_told_and_not_wrong(settings, taken, vouches):
    settings.MAIL_SERVER = MailServer(CONSOLE, sender="desk@example.org")
    settings.MAILBOX = Mailbox("127.0.0.1", settings.PORT, "desk", "a password", vouches=vouches)

    found = doctor.mail()

    assert (found.way_out, "unknown" in found.sentence) == ("", vouches == "")


def test_for_a_bug_report_it_says_no_more_than_may_leave_the_house(settings, monkeypatch, installation):
    monkeypatch.setattr(doctor, "lan_addresses", lambda: ("192.168.1.20",))
    (installation / "secret").chmod(0o644)

    told = run("doctor", "--bare").out

    assert [word for word in (str(installation), "192.168.1.20") if word in told] == []
    assert "WRONG permissions:  the secret can be read by others" in told.splitlines()


@pytest.mark.sqlite
def test_a_close_that_is_in_no_backup(settings):
    settings.BACKUPS_KEPT = 30
    before = doctor.backups().way_out
    evening = Evening("dave-2018")
    evening.counts_drawer("200.00")
    closed = evening.closes().act.number

    found = doctor.backups()

    assert (before, found.sentence) == ("", f"none holds the last close (act {closed})")
