"""Removal of the append-only triggers, for tests that empty the tables or tamper with them."""

from django.db.backends.base.base import BaseDatabaseWrapper

from reservations.acts.append_only_schema import PREFIX, tables


def remove_triggers(connection: BaseDatabaseWrapper) -> None:
    """Remove every trigger; ``append_only_schema.install`` puts them back."""
    on_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for table in (model._meta.db_table for model in tables()):
            for what in ("update", "delete", "truncate" if on_postgresql else "insert"):
                where = f' ON "{table}"' if on_postgresql else ""
                cursor.execute(f'DROP TRIGGER IF EXISTS "{PREFIX}{table}_{what}"{where}')
