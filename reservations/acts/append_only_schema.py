"""Append-only tables, enforced by the database itself.

Three triggers a table. SQLite: UPDATE, DELETE, and an INSERT over an existing row (REPLACE and upserts bypass the other
two). PostgreSQL: UPDATE, DELETE and TRUNCATE. A migration that remakes a table drops its triggers silently, so every
migration ends with their installation and a system check counts them. The check compares the text of a trigger, since a
trigger with the right name may do nothing.
"""

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.core.checks import Error
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, UniqueConstraint

from reservations.acts.program import called

TRIGGERS_A_TABLE = 3
PREFIX = "only_added_"
_MOST_NAMED = 3


def tables() -> list[type[Model]]:
    """Return the models with append-only tables: those with ``only_added = True``."""
    return [model for model in apps.get_models() if getattr(model, "only_added", False)]


def install(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Install the triggers of all existing tables; installing them again does no harm."""
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for model in (model for model in tables() if model._meta.db_table in present):
            names = {"table": model._meta.db_table, "same": _same_row(model), "prefix": PREFIX}
            for statement in _CREATE[connection.vendor]:
                cursor.execute(statement.format(**names))


def count(connection: BaseDatabaseWrapper) -> int:
    """Count the triggers that are installed, enabled and unchanged."""
    return expected() - len(_wrong(connection))


def trigger_fault(connection: BaseDatabaseWrapper) -> str:
    """Return a sentence about missing or changed triggers, or ""."""
    wrong = [f"{name} {what}" for name, what in _wrong(connection).items()]
    named = ", ".join(wrong[:_MOST_NAMED]) + (f" and {len(wrong) - _MOST_NAMED} more" if wrong[_MOST_NAMED:] else "")
    return f"{expected() - len(wrong)} of {expected()} append-only triggers do their work: {named}." if wrong else ""


def _wrong(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the fault of every missing or changed trigger, by its name."""
    on_postgresql, triggers = connection.vendor == "postgresql", dict[str, str]()
    for model in tables():
        names = {"table": model._meta.db_table, "same": _same_row(model), "prefix": PREFIX}
        made = [statement.format(**names) for statement in _CREATE[connection.vendor]]
        # PostgreSQL prints a trigger in its own form, with the body of the function that the first statement makes.
        body = f" {made[0].split('$$')[1]}" if on_postgresql else ""
        triggers |= {
            text.split('"')[1]: text.replace("OR REPLACE ", "").replace('"', "") + body if on_postgresql else text
            for text in made
            if " TRIGGER " in text and text.startswith("CREATE")
        }
    with connection.cursor() as cursor:
        cursor.execute(_FOUND[connection.vendor], [PREFIX + "%"])
        found = set(cursor.fetchall())
    names_found = {name for name, _ in found}
    return {
        name: "does something else" if name in names_found else "is missing"
        for name, text in triggers.items()
        if (name, text) not in found
    }


def expected() -> int:
    return TRIGGERS_A_TABLE * len(tables())


def check_triggers(databases: Sequence[str] | None = None, **_: Any) -> list[Error]:
    """System check (``check --database default``): all triggers are installed."""
    errors = []
    for connection in map(connections.__getitem__, databases or ()):
        present, fault = set(connection.introspection.table_names()), trigger_fault(connection)
        # Not migrated yet: the migrations install the triggers.
        migrated = present.issuperset(model._meta.db_table for model in tables())
        if migrated and fault:
            hint = f"Run `{called('migrate')}`: it installs them again."
            errors.append(Error(fault, hint=hint, id="reservations.E001"))
    return errors


def _same_row(model: type[Model]) -> str:
    """Return the SQL that finds the row with the same unique column or constraint as a new row.

    A constraint with a condition counts as one over all of its columns.
    """
    column = {field.name: str(field.column) for field in model._meta.concrete_fields}
    constraints = [constraint for constraint in model._meta.constraints if isinstance(constraint, UniqueConstraint)]
    always = [constraint.fields for constraint in constraints if constraint.condition is None]
    at_times = sorted({name for rule in constraints if rule.condition is not None for name in rule.fields})
    together = (
        " AND ".join(f'"{column[name]}" IS NEW."{column[name]}"' for name in fields)
        for fields in [*always, at_times]
        if fields
    )
    # Two rows without a value in a unique column differ: = is never true for them, but IS would be.
    alone = [f'"{field.column}" = NEW."{field.column}"' for field in model._meta.concrete_fields if field.unique]
    return " OR ".join([*alone, *(f"({columns})" for columns in together)])


_REFUSE_SQLITE = "BEGIN SELECT RAISE(ABORT, '{table} is only ever added to'); END"
_CREATE = {
    "sqlite": [
        # An existing trigger may come from an older version with other unique columns.
        *(f'DROP TRIGGER IF EXISTS "{{prefix}}{{table}}_{what}"' for what in ("update", "delete", "insert")),
        'CREATE TRIGGER "{prefix}{table}_update" BEFORE UPDATE ON "{table}" ' + _REFUSE_SQLITE,
        'CREATE TRIGGER "{prefix}{table}_delete" BEFORE DELETE ON "{table}" ' + _REFUSE_SQLITE,
        'CREATE TRIGGER "{prefix}{table}_insert" BEFORE INSERT ON "{table}" '
        'WHEN EXISTS (SELECT 1 FROM "{table}" WHERE {same}) ' + _REFUSE_SQLITE,
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION {prefix}refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$",
        'CREATE OR REPLACE TRIGGER "{prefix}{table}_update" BEFORE UPDATE ON "{table}" '
        "FOR EACH ROW EXECUTE FUNCTION {prefix}refuse()",
        'CREATE OR REPLACE TRIGGER "{prefix}{table}_delete" BEFORE DELETE ON "{table}" '
        "FOR EACH ROW EXECUTE FUNCTION {prefix}refuse()",
        'CREATE OR REPLACE TRIGGER "{prefix}{table}_truncate" BEFORE TRUNCATE ON "{table}" '
        "FOR EACH STATEMENT EXECUTE FUNCTION {prefix}refuse()",
    ],
}
_FOUND = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s",
    "postgresql": (
        "SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true) || ' ' || prosrc FROM pg_trigger "
        "JOIN pg_proc ON pg_proc.oid = tgfoid "
        "WHERE tgenabled IN ('O', 'A') AND NOT tgisinternal AND tgname LIKE %s"
    ),
}
"""The name and the text of every trigger of ours that is switched on."""
