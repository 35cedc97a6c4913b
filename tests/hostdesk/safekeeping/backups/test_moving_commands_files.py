"""A backup that fills an empty database: the tests of PostgreSQL in `test_moving_commands`, here with files."""

from contextlib import contextmanager

import pytest
from django.db import connection

from hostdesk.base.sign_in.player_link_commands import give_link
from hostdesk.models import Link
from hostdesk.safekeeping.backups.commands import make_backup
from hostdesk.safekeeping.backups.postgres_server import ProgramFailed
from hostdesk.safekeeping.backups.restore_commands import RestoreFailed, fill_empty, move_into_file, restore
from reservations.acts.kept_head import heads_in
from reservations.models import Player
from tests.hostdesk.safekeeping.backups import books
from tests.museum import MUSEUM


@pytest.fixture
def backup(played):
    """The backup of a night, with a player's link in it."""
    give_link(Player.objects.get(number=2), made_by="Ann", key="form-key-0001")
    return make_backup().path


@pytest.fixture
def file(tmp_path):
    """An empty file."""
    path = tmp_path / "moved.sqlite3"
    path.touch()
    return path


@contextmanager
def empty(folder):
    """Let this thread use an empty database."""
    (folder / "empty.sqlite3").touch()
    with books.opened(folder / "empty.sqlite3"):
        yield


@pytest.mark.further
def test_every_row_moves(backup, file):
    move_into_file(backup, file)

    assert heads_in(file) == heads_in(backup)


def test_books_of_a_newer_version_do_not_move(backup, file):
    books.change(backup, "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0999_later', '')")

    with pytest.raises(ProgramFailed, match=r"with ledger\.0999_later"):
        move_into_file(backup, file)


def test_an_empty_database_is_filled_and_links_go_on(backup, tmp_path):
    with empty(tmp_path):
        restored = fill_empty(backup)
        links = Link.objects.filter(ended_at=None).count()

    assert (restored.stay, restored.found.faults, links) == (True, (), 1)


def test_at_a_desk_with_another_secret_they_end(backup, tmp_path, settings):
    settings.SECRET_KEY = "another desk's own secret, long enough to be one"

    with empty(tmp_path):
        restored = fill_empty(backup)
        links = Link.objects.filter(ended_at=None).count()

    assert (restored.stay, links) == (False, 0)


@pytest.mark.long
def test_books_of_an_older_version_end_them_too(desk, tmp_path):
    with empty(tmp_path):
        restored = fill_empty(MUSEUM / "1.0.0.sqlite3")

    assert (restored.stay, restored.found.faults) == (False, ())


def test_a_damaged_backup_fills_nothing(backup, tmp_path):
    books.change(backup, "UPDATE reservations_player SET name = 'Bob' WHERE number = 2")

    with empty(tmp_path):
        with pytest.raises(RestoreFailed, match="nothing was restored: Player 2"):
            fill_empty(backup)
        assert connection.introspection.table_names() == []


def test_a_database_with_something_in_it_is_not_filled(backup):
    with pytest.raises(RestoreFailed, match="is not empty"):
        fill_empty(backup)


def test_without_postgresqls_programs_a_dump_changes_nothing(played, tmp_path, monkeypatch):
    (tmp_path / "books.dump").write_bytes(b"PGDMP")
    before = heads_in(played)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))

    with pytest.raises(RestoreFailed, match="postgresql-client"):
        restore(tmp_path / "books.dump", agree=lambda _: True)

    assert heads_in(played) == before
