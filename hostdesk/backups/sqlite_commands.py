"""Copies of a SQLite database, made while others write to it."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections

from hostdesk.backups.check_queries import Found, finished_file, instead_of_default, look_through
from hostdesk.backups.sign_in_commands import end_all
from hostdesk.sqlite.base import DatabaseWrapper

SIDE_FILES = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database that is in use. Beside another file of that name they undo what is in it."""

WAIT_SECONDS = 20  # as the server itself waits for a writer


def copy_database(source: Path, copy: Path) -> Found:
    """Write one moment of a database into an empty file and return what that file, read by itself, holds.

    SQLite makes the copy on a connection of its own, as an ordinary reader: writers go on, and a plain copy of the
    file's bytes would hold half of what they wrote. Raises ``sqlite3.Error``.
    """
    with closing(_open(source)) as books:
        books.execute("VACUUM INTO ?", [str(copy)])
    found = look_at(copy)
    if found.faults or not found.migrations_missing or content_of(copy) == content_of(source):
        return found
    # This version cannot check the ledger of an older database, but it can see whether the copy is the same.
    return Found(found.last, found.migrations_missing, ("The copy differs from the database: is something writing?",))


def look_at(path: Path) -> Found:
    """Look through a file that nobody writes to, as it lies there."""
    with instead_of_default(finished_file(path)):
        return look_through()


def end_sign_ins(path: Path) -> None:
    """End the sign-ins and links of a file that nobody else has. Raises ``DatabaseError``."""
    usual = connections[DEFAULT_DB_ALIAS].settings_dict
    with instead_of_default(DatabaseWrapper({**usual, "NAME": str(path), "OPTIONS": {}}, DEFAULT_DB_ALIAS)):
        end_all()


def content_of(path: Path) -> str:
    """Return a digest of all that a SQLite file holds: its tables, indexes and triggers, and every row."""
    digest = hashlib.sha256()
    with closing(_open(path)) as books:
        books.text_factory = bytes
        for row in _rows(books):
            digest.update(repr(row).encode())
    return digest.hexdigest()


def _rows(books: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    yield from books.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    tables = books.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (name,) in tables:
        quoted = name.decode().replace('"', '""')
        yield from books.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608 - a name out of the database itself


def heads_of(path: Path) -> dict[int, str]:
    """Return the head of every act in a SQLite file by its number. Raises ``sqlite3.Error``."""
    with closing(_open(path)) as books:
        return dict(books.execute("SELECT number, head FROM reservations_act ORDER BY number"))


def _open(path: Path) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, isolation_level=None)
