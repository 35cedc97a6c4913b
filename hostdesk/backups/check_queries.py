"""What a database holds and what in it does not fit, whatever its age and wherever it lies."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from hostdesk.site import health_queries
from hostdesk.sqlite.base import DatabaseWrapper
from ledger.audit import queries as audit_queries
from ledger.audit import row_queries
from reservations.acts import append_only_schema
from reservations.acts.chain import GENESIS
from reservations.models import Act

FAULTS_TOLD = 5
HEAD_SHOWN = 12  # digits of a head that tell two ledgers apart in a name or a sentence


@dataclass(frozen=True)
class LastAct:
    """How far a ledger goes: the number and the head of its last act."""

    number: int = 0
    head: str = GENESIS

    def __str__(self) -> str:
        return f"act {self.number} (head {self.head[:HEAD_SHOWN]})" if self.number else "no acts"


@dataclass(frozen=True)
class Found:
    """How far a database goes, the migrations it has not seen, and a sentence for everything that does not fit."""

    last: LastAct = LastAct()
    migrations_missing: int = 0
    faults: tuple[str, ...] = ()

    def told(self) -> str:
        """Return the first faults as sentences, and how many more there are; "" where all fits."""
        more = f" And {len(self.faults) - FAULTS_TOLD} more; `manage.py ledger_check` tells them all"
        return f"{' '.join(self.faults[:FAULTS_TOLD])}{more * (len(self.faults) > FAULTS_TOLD)}"


class FinishedFile(DatabaseWrapper):
    """A SQLite file as it lies there: no journal beside it is looked at, and nothing is ever written."""

    def get_connection_params(self) -> dict[str, Any]:
        """Open the file as one that nobody changes."""
        return {**super().get_connection_params(), "database": f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"}


def finished_file(path: Path) -> FinishedFile:
    """Return a connection to the file, with none of the pragmas that would write into it."""
    usual = connections[DEFAULT_DB_ALIAS].settings_dict
    return FinishedFile({**usual, "NAME": str(path), "OPTIONS": {}}, DEFAULT_DB_ALIAS)


@contextmanager
def instead_of_default(other: BaseDatabaseWrapper) -> Iterator[None]:
    """Let every query of this thread go to another database until the end of the block, then close it.

    Connections belong to a thread, so the server's other threads keep the books they have.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        other.close()


def last_act() -> LastAct:
    """Return how far the ledger goes. Only two columns are read, so a database of any age can be asked."""
    row = Act.objects.order_by("-number").values_list("number", "head").first()
    return LastAct(*row) if row else LastAct()


def look_through() -> Found:
    """Look through the database: the file's own structure, its migrations and triggers, and what ledger_check checks.

    One that has not seen every migration cannot be read by this version's models: there the structure is all that is
    looked at, and ``migrations_missing`` says so.
    """
    try:
        unreadable = tuple(_unreadable())
        if unreadable:
            return Found(faults=unreadable)
        missing = health_queries.migrations_missing()
        return Found(last_act(), missing, () if missing else tuple(_faults()))
    except DatabaseError as error:
        return Found(faults=(f"It cannot be read: {str(error).rstrip('.')}.",))


def _unreadable() -> Iterator[str]:
    """Yield why the database is damaged, or not of a kind that this version of the product reads."""
    if not {Act._meta.db_table, "django_migrations"} <= set(connection.introspection.table_names()):
        yield "It holds no books of Hostdesk."
        return
    yield from _file_faults()
    loader = MigrationLoader(None)
    unknown = {name for name in MigrationRecorder(connection).applied_migrations() if name[0] in loader.migrated_apps}
    for app, name in sorted(unknown - loader.disk_migrations.keys()):
        yield f"It was written by a newer version of Hostdesk, which knows {app}.{name}: install that one first."


def _file_faults() -> Iterator[str]:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(10)")
        yield from (f"Its structure is damaged: {line}." for (line,) in cursor.fetchall() if line != "ok")
        cursor.execute("PRAGMA foreign_key_check")
        for table, row, other, _ in cursor.fetchmany(10):
            yield f"Row {row} of {table} points to a row of {other} that is not there."


def _faults() -> Iterator[str]:
    found, expected = append_only_schema.count(connection), append_only_schema.expected()
    if found != expected:
        yield f"It has {found} of {expected} append-only triggers."
    yield from audit_queries.faults()
    yield from row_queries.faults()
