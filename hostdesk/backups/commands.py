"""Makes a backup: copied, checked, written to the disk, and only then named."""

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from hostdesk.backups import queries
from hostdesk.backups.check_queries import BooksCheck, LastAct, last_act
from hostdesk.backups.postgres_server import ProgramFailed, dump_database
from hostdesk.backups.sqlite_commands import copy_database
from hostdesk.sqlite.base import DatabaseWrapper
from reservations.acts.problems import Problem

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Backup:
    """A backup that was made: its path, its size in bytes, and its last act.

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
    """No backup was made; the sentence says why. Earlier backups are untouched."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"No backup was made: {str(reason).rstrip('.')}. The earlier backups are unchanged.")


def make_backup() -> Backup:
    """Back up the configured database, check the copy, and delete the oldest backups beyond the number that is kept.

    A copy that fails its check is discarded, so that a damaged one never pushes out good ones. Raises `BackupFailed`.
    """
    how = _how()
    if how is None:
        raise BackupFailed("books in memory have no file")
    suffix, write = how
    try:
        connections[DEFAULT_DB_ALIAS].ensure_connection()  # its error says what to do without books
        with queries.new_file(suffix) as unfinished:
            found = write(unfinished)
            if found.faults:
                raise BackupFailed(f"the copy fails its check. {found.summary()}")
            path = queries.finish(unfinished, found.last, suffix)
            made = Backup(path, path.stat().st_size, found.last, checked=not found.migrations_missing)
            if settings.BACKUPS_KEPT:
                queries.prune(path, keep=settings.BACKUPS_KEPT)
    except OSError as error:
        raise BackupFailed(f"{error.strerror} ({error.filename or queries.backups_folder()})") from error
    except (ProgramFailed, DatabaseError, sqlite3.Error) as error:
        raise BackupFailed(error) from error
    return made


def _how() -> tuple[str, Callable[[Path], BooksCheck]] | None:
    """Return the suffix of the configured database's backups and what makes them; None for books in memory."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "postgresql":
        return ".dump", dump_database
    if not isinstance(connection, DatabaseWrapper) or connection.is_in_memory_db():
        return None
    return ".sqlite3", partial(copy_database, connection.path)


@dataclass
class _Failure:
    """The last act when the backup after a close last failed in this process."""

    at: LastAct | None = None


_failure = _Failure()


def back_up() -> None:
    """Back up after a close, once it is committed: a failure here cannot touch it, and is logged as an error.

    A file of many nights calls this once per night when all is committed: what is backed up, or has failed, is not
    tried again before another act. Does nothing if ``HOSTDESK_BACKUPS_KEPT`` is 0, and for books in memory.
    """
    how = _how()
    if how is None or not settings.BACKUPS_KEPT:
        return
    try:
        last = last_act()
        if last != _failure.at and queries.reaching(last, how[0]) is None:
            _failure.at = last
            make_backup()
            _failure.at = None
    except (BackupFailed, DatabaseError, OSError) as error:
        logger.error("The night is closed and recorded, but there is no backup of it. %s", error)
