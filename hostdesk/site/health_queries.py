"""Whether the desk is well: what ``/healthz`` tells."""

from dataclasses import dataclass

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from reservations.acts import append_only_schema


@dataclass(frozen=True)
class Health:
    """What a look at the database found; a number that could not be counted is None."""

    database: bool
    migrations_missing: int | None = None
    triggers: int | None = None
    triggers_expected: int | None = None

    @property
    def well(self) -> bool:
        """True when the database answers, is up to date and guards its own rows."""
        return self.database and self.migrations_missing == 0 and self.triggers == self.triggers_expected


def look() -> Health:
    """Ask the database. Nothing is written, and a database that is away is an answer too."""
    try:
        return Health(
            database=True,
            migrations_missing=migrations_missing(),
            triggers=append_only_schema.count(connection),
            triggers_expected=append_only_schema.expected(),
        )
    except DatabaseError:
        connection.close()  # so that the next look opens the database again
        return Health(database=False)


def migrations_missing() -> int:
    """Count the migrations that this version of the product brings and the database has not seen."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
