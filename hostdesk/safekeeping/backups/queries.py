"""The check of books of any age in any place: their last act, and every fault. And the folder of the backups.

The folder: the names of the backups, making one at a time, and the number kept.
"""

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max

from hostdesk.base.site.migration_queries import migrations_missing, newer_migrations
from hostdesk.base.sqlite.base import DatabaseWrapper
from ledger.audit import queries as audit_queries
from ledger.models import Bank
from reservations.acts import append_only_schema
from reservations.acts.chain import GENESIS
from reservations.acts.disk import locked, sync
from reservations.acts.kept_head import BACKUP_NAME, BACKUP_TIME
from reservations.acts.program import called
from reservations.models import Act

FAULTS_SHOWN = 5
HEAD_SHOWN = 12  # digits of a head that tell two ledgers apart in a name or a sentence


class LastAct(NamedTuple):
    """The number and the head of a ledger's last act."""

    number: int = 0
    head: str = GENESIS

    def __str__(self) -> str:
        return f"act {self.number} (head {self.head[:HEAD_SHOWN]})" if self.number else "no acts"


class BooksCheck(NamedTuple):
    """The result of checking a database: its last act, the migrations it lacks, and a sentence for every fault."""

    last: LastAct = LastAct()
    migrations_missing: int = 0
    faults: tuple[str, ...] = ()

    def summary(self) -> str:
        """Return the first faults as sentences, and the number of the others; "" without any."""
        more = f" And {len(self.faults) - FAULTS_SHOWN} more; `{called('ledger_check')}` lists them all"
        return f"{' '.join(self.faults[:FAULTS_SHOWN])}{more * (len(self.faults) > FAULTS_SHOWN)}"


class FinishedFile(DatabaseWrapper):
    """A SQLite file that is only read, without any journal beside it."""

    def get_connection_params(self) -> dict[str, Any]:
        """Open the file as immutable."""
        return {**super().get_connection_params(), "database": f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"}


def finished_file(path: Path) -> FinishedFile:
    """Return a connection to the file, without the pragmas that would write into it."""
    usual = connections[DEFAULT_DB_ALIAS].settings_dict
    return FinishedFile({**usual, "NAME": str(path), "OPTIONS": {}}, DEFAULT_DB_ALIAS)


@contextmanager
def instead_of_default(other: BaseDatabaseWrapper) -> Iterator[None]:
    """Send every query of this thread to another database until the end of the block, then close it.

    Connections belong to a thread, so the server's other threads are not affected.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        other.close()


def last_act() -> LastAct:
    """Return the last act. Only two columns are read, so the database can be of any age."""
    row = Act.objects.order_by("-number").values_list("number", "head").first()
    return LastAct(*row) if row else LastAct()


def check_books() -> BooksCheck:
    """Check the database: the file's structure, its migrations and triggers, and everything that ledger_check checks.

    This version cannot read the rows of a database that lacks migrations: it then checks only the structure, and sets
    ``migrations_missing``.
    """
    try:
        if broken := tuple(_structure_faults()):
            return BooksCheck(faults=broken)
        if missing := migrations_missing():
            return BooksCheck(last_act(), missing)
        triggers = filter(None, [append_only_schema.trigger_fault(connection)])
        return BooksCheck(last_act(), faults=(*triggers, *audit_queries.faults()))
    except DatabaseError as error:
        return BooksCheck(faults=(f"It cannot be read: {str(error).rstrip('.')}.",))


def _structure_faults() -> Iterator[str]:
    """Yield the reasons why the database is damaged, or not one that this version can read."""
    if not {Act._meta.db_table, "django_migrations"} <= set(connection.introspection.table_names()):
        yield "It has no books of Hostdesk."
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(10)")
            yield from (f"Its structure is damaged: {line}." for (line,) in cursor.fetchall() if line != "ok")
            cursor.execute("PRAGMA foreign_key_check")
            for table, row, other, _ in cursor.fetchmany(10):
                yield f"Row {row} of {table} points to a missing row of {other}."
    for name in newer_migrations():
        yield f"It is from a newer version of Hostdesk, with {name}: install that version first."


logger = logging.getLogger(__name__)


def backups_folder() -> Path:
    """Return the folder of the backups."""
    return Path(settings.VAR) / "backups"


def own_suffix() -> str | None:
    """Return the suffix of the configured database's backups; None for books in memory, which have none."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        return ".dump"
    return ".sqlite3" if isinstance(database, DatabaseWrapper) and not database.is_in_memory_db() else None


def kept(suffix: str) -> list[Path]:
    """Return the backups of that suffix, newest first, without files of other names."""
    named = ((path, BACKUP_NAME.fullmatch(path.name)) for path in backups_folder().glob(f"*{suffix}"))
    by_age = [(name[1], int(name[2]), path) for path, name in named if name]
    return [path for _, _, path in sorted(by_age, reverse=True)]


def made_at(path: Path) -> datetime:
    """Return the time of a backup, one of `kept`, by its name."""
    named = BACKUP_NAME.fullmatch(path.name)
    if named is None:
        raise ValueError(f"{path.name} is not the name of a backup.")
    return datetime.strptime(named[1], BACKUP_TIME).replace(tzinfo=UTC)


def holding(act: int, suffix: str) -> Path | None:
    """Return the newest backup of this ledger that holds the act of that number, or None.

    Its name has its last act and head: a backup of other books may go further.
    """
    reach = {path: (int(name[2]), name[3]) for path in kept(suffix) if (name := BACKUP_NAME.fullmatch(path.name))}
    later = Act.objects.filter(number__in={number for number, _ in reach.values() if number >= act})
    heads = {number: head[:HEAD_SHOWN] for number, head in later.values_list("number", "head")}
    return next((path for path, (number, head) in reach.items() if heads.get(number) == head), None)


def close_and_backup() -> tuple[int | None, Path | None]:
    """Return the number of the last act that closed a night, and the newest backup that holds it; None for none.

    Both are None if ``HOSTDESK_BACKUPS_KEPT`` is 0, and for books in memory.
    """
    suffix = own_suffix()
    if suffix is None or not settings.BACKUPS_KEPT:
        return None, None
    closed: int | None = Bank.objects.aggregate(newest=Max("closed"))["newest"]
    return closed, None if closed is None else holding(closed, suffix)


@contextmanager
def new_file(suffix: str) -> Iterator[Path]:
    """Yield an empty file that only its owner can read; it is deleted at the end unless it was `finish`ed.

    Only one backup is made at a time, so unfinished files were left by a killed process, and are deleted.
    """
    folder = backups_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(folder / ".lock"):
        _remove_unfinished(folder)
        descriptor, name = tempfile.mkstemp(dir=folder, prefix="hostdesk-", suffix=f"{suffix}.partial")
        os.close(descriptor)
        try:
            yield Path(name)
        finally:
            _remove_unfinished(folder)


def _remove_unfinished(folder: Path) -> None:
    for left in folder.glob("hostdesk-*.partial*"):
        left.unlink(missing_ok=True)


def finish(partial: Path, last: LastAct, suffix: str) -> Path:
    """Write the file to the disk and name it by the UTC time and its last act."""
    sync(partial)
    name = f"hostdesk-{datetime.now(UTC):{BACKUP_TIME}}-act{last.number}-{last.head[:HEAD_SHOWN]}{suffix}"
    path = partial.with_name(name)
    partial.replace(path)
    sync(path.parent)
    return path


def prune(newest: Path, *, keep: int) -> None:
    """Delete the oldest backups beyond ``keep`` of the kind of ``newest``, but never ``newest``.

    A clock that was set back gives it an old name, and it would be deleted first.
    """
    others = [path for path in kept(newest.suffix) if path != newest]
    for path in others[max(keep - 1, 0) :]:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("An old backup could not be deleted: %s", error)
