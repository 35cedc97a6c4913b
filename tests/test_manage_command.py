"""``manage.py`` on the command line: one sentence and no traceback for a mistake that its user can mend."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from hostdesk import VERSION
from hostdesk.__main__ import ANY_BOOKS
from tests import desk

DAMAGED = "the database is damaged, or the file is not a database. "
DAMAGED += "`.venv/bin/python manage.py restore FILE` restores a backup."
NOT_MIGRATED = "the database lacks tables of this version. `.venv/bin/python manage.py migrate` adds them."
TOO_NEW = f"CommandError: A newer Hostdesk has kept these books (ledger.0999_later), and {VERSION} would misread them. "
TOO_NEW += "Start the newer one. To go back, restore with it the backup that it made before it changed them.\n"
AWAY = "postgres://ann:secret@127.0.0.1:1/league"


def manage(folder, *arguments, **environment):
    """Run a command in a separate installation in ``folder``, and return its exit code and standard error."""
    ran = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=desk.ROOT,
        env={**desk.environment(folder, 8000), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_the_version_is_that_of_the_desk(asked, tmp_path):
    told = subprocess.run(
        [sys.executable, "manage.py", asked], cwd=desk.ROOT, capture_output=True, text=True, check=True
    )

    assert told.stdout == f"Hostdesk {VERSION}\n"


@pytest.mark.parametrize("command", [("house", "list"), ("migrate",)])
def test_a_damaged_file(command, tmp_path):
    (tmp_path / "hostdesk.sqlite3").write_text("a letter to Ann")

    assert manage(tmp_path, *command) == (1, f"Hostdesk cannot go on: {DAMAGED}\n")


@pytest.mark.further
@pytest.mark.parametrize("command", [("house", "list"), ("serve",)])
def test_something_else_in_place_of_the_file(command, tmp_path):
    (tmp_path / "hostdesk.sqlite3").mkdir()

    code, said = manage(tmp_path, *command)

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("Hostdesk cannot go on: the database is gone from its place.")


@pytest.mark.further
def test_an_empty_file(tmp_path):
    (tmp_path / "hostdesk.sqlite3").touch()

    assert manage(tmp_path, "house", "list") == (1, f"Hostdesk cannot go on: {NOT_MIGRATED}\n")


def test_a_server_that_is_away(tmp_path):
    assert manage(tmp_path, "house", "list", DATABASE_URL=AWAY) == (
        1,
        "Hostdesk cannot go on: PostgreSQL cannot be reached. Is it running, and is DATABASE_URL right?\n",
    )


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "var").write_text("not a folder")

    code, said = manage(tmp_path / "var", "house", "list")

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith(f"Hostdesk cannot start: {tmp_path}/var/secret cannot be made or read")


@pytest.mark.further
@pytest.mark.parametrize("option", ["--plan", "--check"])
def test_a_look_at_the_migrations_makes_no_file(option, tmp_path):
    code, said = manage(tmp_path, "migrate", option)

    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("Hostdesk cannot start: there is no database at")
    assert os.listdir(tmp_path) == ["secret"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "command", [("import_night", "night.jsonl"), ("consolidate", "--month", "2026-10"), ("backup",), ("serve",)]
)
def test_books_of_a_newer_version_are_refused_in_the_same_sentence_by_every_way_in(command, tmp_path):
    books = desk.kept_by_a_newer_version(desk.laid_out(tmp_path))
    before = (books / "hostdesk.sqlite3").read_bytes()

    assert manage(books, *command) == (1, TOO_NEW)
    assert (books / "hostdesk.sqlite3").read_bytes() == before
    assert not (books / "backups").exists()


FETCHED = """
import os, sys
import django
from django.core.management import get_commands
from hostdesk.__main__ import Program
django.setup()
for name in get_commands():
    if os.fork() == 0:
        Program(["hostdesk", name]).fetch_command(name)
        print(name, flush=True)
        os._exit(0)
    os.wait()
"""
"""Fetches every command of ours and of Django, and prints the names of those that would go on."""


@pytest.mark.long
def test_no_command_reads_books_of_a_newer_version_but_those_that_are_for_any_books(tmp_path):
    books = desk.kept_by_a_newer_version(desk.laid_out(tmp_path))
    environment = {**desk.environment(books, 8000), "DJANGO_SETTINGS_MODULE": "hostdesk.settings"}

    ran = subprocess.run(
        [sys.executable, "-c", FETCHED], cwd=desk.ROOT, env=environment, capture_output=True, text=True, check=True
    )

    assert {*ran.stdout.split()} == ANY_BOOKS - {"help"}  # Django's own, which is fetched for no name
    assert {*ran.stderr.splitlines()} == {TOO_NEW.strip()}


@pytest.mark.further
def test_help_needs_no_books_that_can_be_read(tmp_path):
    books = desk.kept_by_a_newer_version(desk.laid_out(tmp_path))

    assert [manage(books, *words) for words in (("help", "book"), ("book", "--help"))] == [(0, "")] * 2


@pytest.mark.further
def test_a_reader_who_has_seen_enough(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)

    ran = subprocess.run(
        [sys.executable, "manage.py", "house", "list"],
        cwd=desk.ROOT,
        env=desk.environment(desk.laid_out(tmp_path), 8000),
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(writing)

    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.further
def test_a_database_that_was_migrated_by_nobody_is_no_traceback(tmp_path):
    with closing(sqlite3.connect(tmp_path / "hostdesk.sqlite3")) as other:
        other.execute("CREATE TABLE letters (text)")

    code, said = manage(tmp_path, "export_night", "--all")

    assert (code, said.count("\n")) == (1, 1)


HEAVY = (
    "PIL",
    "django_filters",
    "django_tables2",
    "highspy",
    "hostdesk.urls",
    "openpyxl",
    "psycopg",
    "pydantic",
    "reportlab",
)
STARTED = f"""
import json, os, sys
import django
from django.core.checks import run_checks
from django.core.management import get_commands, load_command_class
django.setup()
for name, app in get_commands().items():
    if app.split(".")[0] in ("hostdesk", "ledger") and name not in ("serve", "demo", "migrate"):
        if os.fork() == 0:
            run_checks(tags=load_command_class(app, name).requires_system_checks)
            print(json.dumps([name, [each for each in {HEAVY} if each in sys.modules]]), flush=True)
            os._exit(0)
        os.wait()
"""
"""Starts every command that serves no page up to its first line, and reports the heavy modules loaded by then."""


@pytest.mark.long
def test_a_command_loads_only_what_it_needs(tmp_path):
    environment = {**desk.environment(tmp_path, 8000), "DJANGO_SETTINGS_MODULE": "hostdesk.settings"}
    ran = subprocess.run(
        [sys.executable, "-c", STARTED], cwd=desk.ROOT, env=environment, capture_output=True, check=True
    )

    loaded = dict(map(json.loads, ran.stdout.splitlines()))
    of_rules = ("consolidate", "export_journal", "export_night", "house", "import_night", "import_pokernow")
    further = ("import_shared_expenses", "keep_up", "night_result", "plan_night", "undo_night", "verify")
    assert {name: modules for name, modules in loaded.items() if modules} == {
        **{name: ["pydantic"] for name in (*of_rules, *further)},
        "night_report": ["PIL", "pydantic", "reportlab"],
        "import_results": ["PIL", "openpyxl", "pydantic"],
    }
    assert loaded.keys() > {"book", "ledger_check"}


@pytest.mark.parametrize(("online", "said"), [(1, "The first start needs the internet"), (0, "")])
def test_a_first_start_without_the_internet_says_so_in_a_sentence(online, said, tmp_path):
    python, pip = tmp_path / "bin" / "python", tmp_path / "bin" / "pip"
    python.parent.mkdir()
    pip.touch()
    python.write_text(f"#!/bin/sh\n[ $1 = -c ] && exit {online}\nexit 1\n")
    python.chmod(0o755)

    ran = subprocess.run(
        ["make", "--no-print-directory", f"VENV={tmp_path}", f"{tmp_path}/installed"],
        cwd=desk.ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
        capture_output=True,
        text=True,
        check=False,
    )

    told = [line for line in ran.stdout.splitlines() if "(once)" not in line]
    assert (ran.returncode, [line.split(",")[0] for line in told]) == (2, [said] if said else [])
    assert not (tmp_path / "installed").exists()
