"""The move of books into a database of the other kind: every row with its id, and the state of the id sequences.

Both kinds of backups are read as rows of text. The tables are made by the migrations that the backup has, so a backup
of an older version moves too, and is brought up to date afterwards.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from hostdesk.safekeeping.backups.postgres_server import COUNTERS, ProgramFailed, Row, rows_of_dump
from reservations.acts import append_only_schema

_ZONED = re.compile(r"[+-]\d\d(?::\d\d)*$")
_COUNT_ON = {
    "postgresql": ["SELECT setval(pg_get_serial_sequence(%(name)s, 'id'), %(seq)s)"],
    "sqlite": [
        "DELETE FROM sqlite_sequence WHERE name = %(name)s",
        "INSERT INTO sqlite_sequence VALUES (%(name)s, %(seq)s)",
    ],
}
"""Lets the ids of a table go on after a number, also where its last rows were deleted."""


def is_dump(file: Path) -> bool:
    """Tell whether a backup is one of PostgreSQL. Raises ``OSError``."""
    with file.open("rb") as begins:
        return begins.read(5) == b"PGDMP"


def move_into_empty(file: Path) -> None:
    """Fill this thread's empty database with all rows of a backup: all or nothing.

    Raises `ProgramFailed`, ``DatabaseError`` and ``sqlite3.Error``.
    """
    # Foreign keys must be off while SQLite makes tables anew, and no transaction can switch that.
    with connection.constraint_checks_disabled(), transaction.atomic():
        tables = _tables_as_of({(row["app"], row["name"]) for row in _rows_of(file, "django_migrations")})
        for table, rows in groupby(_rows(file), itemgetter(0)):
            if (model := tables.get(table)) is None:
                continue
            of = {field.column: field for field in model._meta.concrete_fields}
            given = (zip(columns, cells, strict=True) for _, columns, cells in rows)
            made = (model(**{of[column].attname: _read(of[column], cell) for column, cell in row}) for row in given)
            model._default_manager.bulk_create(made, batch_size=1000)
        connection.check_constraints()
        counters = [{**row, "seq": int(row["seq"])} for row in _rows_of(file, COUNTERS) if row["name"] in tables]
        with connection.cursor() as cursor:
            for statement in _COUNT_ON[connection.vendor]:
                cursor.executemany(statement, [counter for counter in counters if counter["seq"]])
        append_only_schema.install(connection)


def _rows(file: Path) -> Iterator[Row]:
    return rows_of_dump(file) if is_dump(file) else _rows_of_file(file)


def _rows_of(file: Path, table: str) -> list[dict[str, Any]]:
    return [dict(zip(columns, cells, strict=True)) for name, columns, cells in _rows(file) if name == table]


def _rows_of_file(file: Path) -> Iterator[Row]:
    """Yield every row of a SQLite file, table by table."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as books:
        named = books.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        for (table,) in named:
            rows = books.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a name from the checked backup itself
            columns = [column for column, *_ in rows.description]
            yield from ((table, columns, cells) for cells in rows)


def _tables_as_of(applied: set[tuple[str, str]]) -> dict[str, type[models.Model]]:
    """Make the tables as these migrations leave them, empty, and return their models by name."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    if newer := sorted(applied - graph.nodes.keys()):
        raise ProgramFailed(f"It is from a newer version of Hostdesk, with {'.'.join(newer[0])}: install that first.")
    last = [key for key in applied if not any(child.key in applied for child in graph.node_map[key].children)]
    then: list[Any] = [*executor.migrate(last).apps.get_models(include_auto_created=True), MigrationRecorder.Migration]
    MigrationRecorder.Migration.objects.all().delete()
    connection.check_constraints()  # from here on PostgreSQL waits with them, whatever the migrations have set
    for model in then:
        for field in model._meta.concrete_fields:
            field.auto_now_add = False  # times stay unchanged
    return {model._meta.db_table: model for model in then}


def _read(field: "models.Field[Any, Any]", cell: Any) -> Any:
    """Return the value of a cell. A time without a zone, as SQLite keeps it, is in UTC."""
    if cell is None:
        return None
    if isinstance(field, models.JSONField):
        return json.loads(cell)
    if isinstance(field, models.DateTimeField) and not _ZONED.search(cell):
        cell = f"{cell}+00:00"
    return field.to_python(cell)
