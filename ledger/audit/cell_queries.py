"""Look for cells that do not hold what their column is for, which only SQLite would keep.

SQLite takes a text in a column of integers and any text for a time; PostgreSQL refuses both. Whatever reads such a cell
stumbles over it, so these are looked for first, by the database itself.
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


def faults() -> Iterator[str]:
    """Yield a sentence for every row with a cell that cannot be read; nothing when all can."""
    if connection.vendor == "sqlite":
        for model in _TABLES:
            yield from _faults_of(model)


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of an act or of a document of rules; none where the text is no JSON object."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _faults_of(model: type[models.Model]) -> Iterator[str]:
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
    condition = _condition(target).format(column)
    return f"({column} IS NULL OR {condition})" if field.null else f"({condition})"


def _condition(field: "models.Field[Any, Any]") -> str:
    if isinstance(field, models.DateTimeField):
        return _TIME
    if isinstance(field, models.DateField):
        return _DAY
    if isinstance(field, models.BooleanField):
        return "{0} IN (0, 1)"
    return "typeof({0}) = 'integer'" if isinstance(field, models.IntegerField) else "typeof({0}) = 'text'"
