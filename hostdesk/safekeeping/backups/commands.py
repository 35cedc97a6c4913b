"""Backups: copied while others write, checked, written to the disk, and only then named."""

import hashlib
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from hostdesk.base.site.rounds import BACKUP, SECOND_PLACE, wake
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.safekeeping.backups import queries
from hostdesk.safekeeping.backups.postgres_server import ProgramFailed, dump_database
from hostdesk.safekeeping.backups.queries import BooksCheck, LastAct, check_books, finished_file, instead_of_default
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.problems import Problem

logger = logging.getLogger(__name__)


class Backup(NamedTuple):
    """A finished backup: its path, its size in bytes, and its last act.

    ``checked`` is False if the database lacks migrations: this version cannot check an older ledger, so the copy was
    compared with it row by row.
    """

    path: Path
    size: int
    last: LastAct
    checked: bool

    def __str__(self) -> str:
        how = "checked" if self.checked else "compared with the database"
        return f"Backed up {self.last}, {how}, {self.size / 1_000_000:.1f} MB: {self.path}"


class BackupFailed(Problem):
    """No backup was made; the sentence gives the reason. Earlier backups are untouched."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"No backup was made: {str(reason).rstrip('.')}. The earlier backups are unchanged.")


def make_backup() -> Backup:
    """Back up the configured database, check the copy, and delete the oldest backups beyond the number kept.

    A copy that fails its check is discarded, so that a damaged copy never replaces good ones. Raises `BackupFailed`.
    """
    with checked_copy() as (unfinished, found, suffix):
        lost = kept_head_fault()  # before this one is the newest
        path = queries.finish(unfinished, found.last, suffix)
        made = Backup(path, path.stat().st_size, found.last, checked=not found.migrations_missing)
        # If the books lost their end, no new backup replaces an old one, which may still have it.
        if settings.BACKUPS_KEPT and not lost:
            queries.prune(path, keep=settings.BACKUPS_KEPT)
    return made


@contextmanager
def checked_copy() -> Iterator[tuple[Path, BooksCheck, str]]:
    """Yield a checked copy of one moment of the books, with its check and the suffix of its name.

    The file is gone at the end of the block unless it was finished. Raises `BackupFailed`, also for a fault of the disk
    or the database inside the block.
    """
    suffix, database = queries.own_suffix(), connections[DEFAULT_DB_ALIAS]
    if suffix is None:
        raise BackupFailed("books in memory have no file")
    write = partial(copy_database, database.path) if isinstance(database, DatabaseWrapper) else dump_database
    try:
        database.ensure_connection()  # its error names the remedy for missing books
        with queries.new_file(suffix) as unfinished:
            found = write(unfinished)
            if found.faults:
                raise BackupFailed(f"the copy fails its check. {found.summary()}")
            yield unfinished, found, suffix
    except OSError as error:
        raise BackupFailed(f"{error.strerror or error} ({error.filename or queries.backups_folder()})") from error
    except (ProgramFailed, DatabaseError, sqlite3.Error) as error:
        raise BackupFailed(error) from error


def back_up_if_due() -> None:
    """Back up if no backup holds the last close of a night; after that, another call does nothing.

    It reads the task from the books and the folder, so a killed process loses nothing. Does nothing if
    ``HOSTDESK_BACKUPS_KEPT`` is 0, and for books in memory. Raises `BackupFailed`, ``DatabaseError`` and ``OSError``.
    """
    closed, path = queries.close_and_backup()
    if closed is not None and path is None:
        make_backup()


@dataclass
class Failure:
    """The last act at the time of the last failed backup in this process outside the rounds, and the reason."""

    at: LastAct | None = None
    why: str = ""


failure = Failure()


def back_up_after_close() -> None:
    """Start a backup once a close is committed: the desk's round makes it, beside the request, if this process has it.

    Without rounds, as on the command line, it is made here; if that fails, the close stands and the log has the fault.
    A file of many nights calls this once per night after the commit: a failed backup is not tried again before another
    act.
    """
    wake(SECOND_PLACE)
    if wake(BACKUP):
        return
    try:
        last = queries.last_act()
        if last != failure.at:
            failure.at = last
            back_up_if_due()
            failure.at, failure.why = None, ""
    except (BackupFailed, DatabaseError, OSError) as error:
        failure.why = str(error)
        logger.error("The night is closed and recorded, but there is no backup of it. %s", error)


SIDE_FILES = ("-journal", "-wal", "-shm")
"""The files that SQLite keeps beside a database in use. Beside another file of that name they would damage it."""

WAIT_SECONDS = 20  # as the server itself waits for a writer


def copy_database(source: Path, copy: Path) -> BooksCheck:
    """Copy one moment of a database into an empty file and return the check of that file.

    SQLite makes the copy as an ordinary reader, so writers go on; copied bytes could hold half of a write. Raises
    ``sqlite3.Error``.
    """
    with closing(_open(source)) as books:
        books.execute("VACUUM INTO ?", [str(copy)])
    found = check_file(copy)
    if found.faults or not found.migrations_missing or content_of(copy) == content_of(source):
        return found
    # This version cannot check an older ledger, but it can compare the copy.
    return found._replace(faults=("The copy differs from the database: is something writing?",))


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


def _open(path: Path) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, isolation_level=None)
