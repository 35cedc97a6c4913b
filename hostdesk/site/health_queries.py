"""Whether the database is well: what ``/healthz`` tells, and what its errors mean to a host."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from hostdesk.site.beats import beats
from reservations.acts import append_only_schema

_DAMAGED = "the database is damaged, or the file is not a database. `manage.py restore` restores a backup."
_NOT_MIGRATED = "the database lacks tables of this version. `manage.py migrate` brings it up to date."
_LOCKED = "another program has locked the database. Try again when it has finished."
_AWAY = "PostgreSQL cannot be reached. Is it running, and is DATABASE_URL right?"
_SENTENCES = {
    "file is not a database": _DAMAGED,
    "disk image is malformed": _DAMAGED,
    "no such table": _NOT_MIGRATED,
    "no such column": _NOT_MIGRATED,
    "does not exist\nLINE": _NOT_MIGRATED,
    "database is locked": _LOCKED,
    "connection failed": _AWAY,
    "failed to resolve host": _AWAY,
    "connection is bad": _AWAY,
}
"""By words of the message: Django passes nothing else on that tells these faults of SQLite apart."""


@dataclass(frozen=True)
class Health:
    """What the check of the database found; a number is None if it could not be counted."""

    database: bool
    migrations_missing: int | None = None
    triggers: int | None = None
    triggers_expected: int | None = None
    seconds_since: Mapping[str, int] = field(default_factory=dict)
    """How long ago each thread of this process last did its round well, by its name."""
    stopped: tuple[str, ...] = ()
    """The threads for which that is too long."""

    @property
    def well(self) -> bool:
        """Whether the database answers, is up to date and has all its triggers, and no thread has stopped."""
        is_whole = self.migrations_missing == 0 and self.triggers == self.triggers_expected
        return self.database and is_whole and not self.stopped


def check_health() -> Health:
    """Check the database without writing, and the threads. A database that does not answer is a result too."""
    threads: dict[str, Any] = {
        "seconds_since": {each.name: each.seconds_ago for each in beats()},
        "stopped": tuple(each.name for each in beats() if each.has_stopped),
    }
    try:
        return Health(
            **threads,
            database=True,
            migrations_missing=migrations_missing(),
            triggers=append_only_schema.count(connection),
            triggers_expected=append_only_schema.expected(),
        )
    except DatabaseError:
        connection.close()  # so that the next check opens the database again
        return Health(**threads, database=False)


def migrations_missing() -> int:
    """Count the migrations of this version that the database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def explain_fault(fault: DatabaseError) -> str | None:
    """Return what is wrong and what to do about it; None if a host cannot mend it."""
    return next((sentence for words, sentence in _SENTENCES.items() if words in str(fault)), None)
