"""A file without tables gets ready-made ones, and books of a newer version are left alone."""

import sqlite3
from contextlib import closing

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests import desk, empty_books
from tests.running import run


@pytest.mark.sqlite
def test_what_is_laid_down_is_what_the_migrations_make(tmp_path):
    """If this fails, a migration is new: ``python -m tests.empty_books`` writes the file anew."""
    made = list(empty_books.statements(empty_books.migrated_one_by_one(tmp_path)))

    assert made == empty_books.EMPTY.read_text(encoding="utf-8").splitlines()


@pytest.mark.further
@pytest.mark.sqlite
def test_no_two_desks_have_the_same_books(tmp_path):
    own = []
    for name in ("east", "west"):
        desk.start(tmp_path / name, 8000, "migrate", "--verbosity=0").communicate(timeout=300)
        with closing(sqlite3.connect(tmp_path / name / "hostdesk.sqlite3")) as books:
            own += books.execute("SELECT calendar_key, books FROM reservations_desk").fetchone()

    assert (len(own), len(set(own))) == (4, 4)


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_books_of_a_newer_version_are_refused_in_a_sentence():
    MigrationRecorder(connection).record_applied(*desk.LATER)
    try:
        refused = run("migrate", verbosity=0)
    finally:
        MigrationRecorder(connection).record_unapplied(*desk.LATER)

    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert refused.err.startswith("CommandError: A newer Hostdesk has kept these books (ledger.0999_later), and ")


@pytest.mark.sqlite
def test_a_desk_does_not_start_on_books_of_a_newer_version(tmp_path):
    books = desk.kept_by_a_newer_version(desk.laid_out(tmp_path))
    before = (books / "hostdesk.sqlite3").read_bytes()

    process = desk.start(books, desk.free_port(), "serve")
    said, _ = process.communicate(timeout=300)

    assert (process.returncode, said.count("\n")) == (1, 1)
    assert said.startswith("CommandError: A newer Hostdesk has kept these books (ledger.0999_later), and ")
    assert (books / "hostdesk.sqlite3").read_bytes() == before
