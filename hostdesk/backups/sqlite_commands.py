"""Copies of a SQLite database, made while others write to it."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from hostdesk.backups.check_queries import BooksCheck, check_books, finished_file, instead_of_default

SIDE_FILES = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database in use. Beside another file of that name they would damage it."""

WAIT_SECONDS = 20  # as the server itself waits for a writer


def copy_database(source: Path, copy: Path) -> BooksCheck:
    """Copy one moment of a database into an empty file and return the check of that file.

    SQLite makes the copy as an ordinary reader, so writers go on; copied bytes could hold half of what they write.
    Raises ``sqlite3.Error``.
    """
    with closing(_open(source)) as books:
        books.execute("VACUUM INTO ?", [str(copy)])
    found = check_file(copy)
    if found.faults or not found.migrations_missing or content_of(copy) == content_of(source):
        return found
    # This version cannot check an older ledger, but it can compare the copy.
    return BooksCheck(
        found.last, found.migrations_missing, ("The copy differs from the database: is something writing?",)
    )


def check_file(path: Path) -> BooksCheck:
    """Check a file that nobody writes to."""
    with instead_of_default(finished_file(path)):
        return check_books()


def content_of(path: Path) -> str:
    """Return a digest of the whole content of a SQLite file: tables, indexes, triggers and every row."""
    digest = hashlib.sha256()
    with closing(_open(path)) as books:
        books.text_factory = bytes
        queries = ["SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"]
        for (name,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
            quoted = name.decode().replace('"', '""')
            queries.append(f'SELECT * FROM "{quoted}"')  # noqa: S608 - a name from the database itself
        for query in queries:
            for row in books.execute(query):
                digest.update(repr(row).encode())
    return digest.hexdigest()


def heads_of(path: Path) -> dict[int, str]:
    """Return the head of every act in a SQLite file by its number. Raises ``sqlite3.Error``."""
    with closing(_open(path)) as books:
        return dict(books.execute("SELECT number, head FROM reservations_act ORDER BY number"))


def _open(path: Path) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, isolation_level=None)
