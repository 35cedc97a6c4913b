"""Find cells that do not hold what their column is for, which only SQLite would keep.

SQLite takes a text in a column of integers and any text for a time; PostgreSQL refuses both. Reading such a cell
fails, so the database itself is asked for them first.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection, models

from ledger.models import Account, Bank, Note, Transfer
from reservations.models import Act, Desk, House, Night, Player, Rules

_TABLES: tuple[type[models.Model], ...] = (Desk, Act, Player, House, Rules, Night, Account, Note, Transfer, Bank)
# Adding no days turns the 31st of February into the 3rd of March, so that it does not come out as it went in.
_DAY = "date({0}, '+0 days') IS {0}"
# SQLite would round a time to milliseconds, and 20:59:59.9996 up to 21:00:00: only the whole second is asked about.
_SECOND = "strftime('%Y-%m-%d %H:%M:%S', substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19)"
_TIME = f"{_SECOND} AND (length({{0}}) = 19 OR substr({{0}}, 20) GLOB '.{'[0-9]' * 6}')"
_CONDITIONS: tuple[tuple[type[Any], str], ...] = (
    (models.DateTimeField, _TIME),
    (models.DateField, _DAY),
    (models.BooleanField, "{0} IN (0, 1)"),
    (models.IntegerField, "typeof({0}) = 'integer'"),
    (models.Field, "typeof({0}) = 'text'"),
)
"""When a cell can be read; a kind of field comes before those it is a kind of."""


def faults() -> Iterator[str]:
    """Yield a sentence for every row with a cell that cannot be read; none on PostgreSQL."""
    for model in _TABLES if connection.vendor == "sqlite" else ():
        fields = model._meta.concrete_fields
        wrong = " || ".join(f"CASE WHEN {_readable(field)} THEN '' ELSE ' {field.name}' END" for field in fields)
        readable = " AND ".join(map(_readable, fields))
        with connection.cursor() as cursor:
            # Nobody's input is in it: these are our own tables and columns.
            cursor.execute(f"SELECT {fields[0].column}, {wrong} FROM {model._meta.db_table} WHERE NOT ({readable})")  # noqa: S608
            rows = cursor.fetchall()
        yield from (f"{model.__name__} {number}: what stands in{names} cannot be read." for number, names in rows)


def _readable(field: "models.Field[Any, Any]") -> str:
    """Return the condition under which the cell of that column can be read."""
    column = f'"{field.column}"'
    target = field.target_field if isinstance(field, models.ForeignKey) else field
    condition = next(condition for kind, condition in _CONDITIONS if isinstance(target, kind)).format(column)
    return f"({column} IS NULL OR {condition})" if field.null else f"({condition})"


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of an act or of a document of rules; none if the text is no JSON object."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}
