"""Tables without their append-only triggers, for tests that empty them or tamper with them."""

from collections.abc import Sequence

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.transaction import atomic

from reservations.acts.append_only_schema import PREFIX, expected, install, tables

_COUNTED = {
    "sqlite": "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s",
    "postgresql": "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgname LIKE %s",
}


def remove_triggers(connection: BaseDatabaseWrapper) -> None:
    """Remove every trigger; ``append_only_schema.install`` puts them back."""
    on_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for table in (model._meta.db_table for model in tables()):
            for what in ("update", "delete", "truncate" if on_postgresql else "insert"):
                where = f' ON "{table}"' if on_postgresql else ""
                cursor.execute(f'DROP TRIGGER IF EXISTS "{PREFIX}{table}_{what}"{where}')


def empty_tables(connection: BaseDatabaseWrapper, names: Sequence[str]) -> None:
    """Delete all rows of tables; the triggers of all tables are there afterwards, whatever a test removed."""
    with atomic(using=connection.alias), connection.cursor() as cursor:
        found = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in names)
        cursor.execute(" UNION ALL ".join(found))
        full = [name for (name,) in cursor.fetchall()]
        (_delete_on_postgresql if connection.vendor == "postgresql" else _delete_on_sqlite)(cursor, full)
        cursor.execute(_COUNTED[connection.vendor], [f"{PREFIX}%"])
        if cursor.fetchone() != (expected(),):
            install(connection)


def _delete_on_postgresql(cursor: CursorWrapper, full: list[str]) -> None:
    """Delete rows as a replica does, with no triggers and foreign keys; TRUNCATE takes ten times as long."""
    deletes = (f'DELETE FROM "{name}"' for name in full)
    cursor.execute("; ".join(["SET LOCAL session_replication_role = replica", *deletes]))


def _delete_on_sqlite(cursor: CursorWrapper, full: list[str]) -> None:
    """Delete rows without the triggers of their tables; numbers start from 1 again, as after a rolled-back test."""
    cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
    triggers = [(name, sql) for name, table, sql in cursor.fetchall() if table in full]
    for statement in (
        *(f'DROP TRIGGER "{name}"' for name, _ in triggers),
        *(f'DELETE FROM "{name}"' for name in [*full, "sqlite_sequence"]),
        *(sql for _, sql in triggers),
    ):
        cursor.execute(statement)
