"""The migrations of the books compared with this version: missing ones, and those of a newer version."""

from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from hostdesk import VERSION


def newer_migrations() -> list[str]:
    """Return the migrations of the database that this version does not know, as in "ledger.0021_notes".

    It compares the names of their files: loading all migrations would take longer than most commands that need this.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    where = {app.label: Path(app.path, "migrations") for app in apps.get_app_configs()}
    return sorted(f"{app}.{name}" for app, name in applied if app in where and not (where[app] / f"{name}.py").exists())


def migrations_missing() -> int:
    """Count the migrations of this version that the database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def why_too_new() -> str:
    """Return the sentence that refuses books of a newer version; "" for books that this one can read."""
    if newer := newer_migrations():
        return (
            f"A newer Hostdesk has kept these books ({newer[-1]}), and {VERSION} would misread them. Start the newer "
            "one. To go back, restore with it the backup that it made before it changed them."
        )
    return ""
