"""``manage.py restore`` as a host calls it."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from hostdesk.base.site.server import hold
from hostdesk.people.players.commands import forget_player
from hostdesk.safekeeping.backups.commands import make_backup
from hostdesk.safekeeping.backups.queries import last_act
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.kept_head import KeptHead, keep_in, kept_in, rows_beside
from reservations.acts.kinds import Stamp
from reservations.players.queries import player_named, to_forget_again
from tests import desk as installation
from tests.hostdesk.safekeeping.backups import books


def command(desk, *arguments, before=()):
    """Run manage.py on the books in a separate process, without a keyboard."""
    return subprocess.run(
        [*before, sys.executable, "manage.py", *arguments],
        cwd=installation.ROOT,
        env={**installation.environment(desk.parent, 8000), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_disk_leaves_the_books_as_they_are(played):
    backup = make_backup()
    before = played.read_bytes()

    done = command(played, "restore", str(backup.path), before=["prlimit", "--fsize=65536"])

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("CommandError: Not restored: File too large (")
    assert played.read_bytes() == before
    assert list(played.parent.glob("*.partial")) == []


@pytest.mark.further
def test_the_command_with_nobody_to_ask(played):
    backup = make_backup()
    books.add_player(1)
    connection.close()

    refused = command(played, "restore", str(backup.path))
    done = command(played, "restore", str(backup.path), "--yes")

    assert refused.returncode == 1
    assert refused.stdout.endswith("Add --yes to restore anyway.\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1] == f"Restored: {backup.last}."
    assert command(played, "ledger_check").returncode == 0


def test_books_that_are_wanted_as_they_are_are_told_no_more(played, settings):
    settings.HEAD, out = played.with_name("head"), StringIO()
    keep_in(settings.HEAD, KeptHead(412, "9f" * 32))
    keep_in(rows_beside(settings.HEAD), KeptHead(413, "9f" * 32))
    before = kept_head_fault()

    call_command("restore", "--as-they-are", stdout=out)

    assert (bool(before), kept_head_fault(), kept_in(settings.HEAD).number) == (True, "", 38)
    assert out.getvalue() == f"These books are the ones you want: {last_act()}.\n"


def test_the_command_while_a_desk_runs(played):
    backup = make_backup()
    with hold(played):
        done = command(played, "restore", str(backup.path), "--yes")

    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: Hostdesk is already running on hostdesk.sqlite3 (process ")


@pytest.mark.parametrize(("answer", "number"), [("yes", 38), (" YES ", 38), ("y", 39), ("", 39)])
def test_the_command_with_somebody_to_ask(answer, number, played, monkeypatch):
    backup = make_backup()
    books.add_player(1)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)

    if number == 39:
        with pytest.raises(CommandError):
            call_command("restore", backup.path, stdout=StringIO())
    else:
        call_command("restore", backup.path, stdout=StringIO())

    assert last_act().number == number


def test_who_was_forgotten_after_the_backup_is_named_again(played, tmp_path, settings):
    settings.HEAD, bo = tmp_path / "head", player_named("Bo")
    backup = make_backup()
    forget_player(stamp=Stamp("forget-bo", datetime(2026, 11, 28, tzinfo=UTC)), player=bo)
    said = StringIO()

    call_command("restore", str(backup.path), yes=True, stdout=said)

    assert (player_named("Bo").name, to_forget_again()) == ("Bo", [bo.number])
    assert f"/players/{bo.number}/forget/" in said.getvalue()


def test_nobody_who_answers_restores_nothing(played, monkeypatch):
    backup = make_backup()
    books.add_player(50)
    terminal, keyboard = os.openpty()
    os.write(terminal, b"\x04")  # Ctrl-D
    said = StringIO()

    with os.fdopen(keyboard) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(CommandError, match="Nothing was restored"):
            call_command("restore", str(backup.path), stdout=said)
    os.close(terminal)

    assert said.getvalue().endswith("would be lost.\n\n")
