"""``manage.py migrate``: Django's own; it may make the database, and backs it up before changing it."""

from collections.abc import Mapping
from typing import Any

from django.core.management import CommandError, CommandParser, call_command
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import AmbiguityError, MigrationLoader

from hostdesk.site.server import AlreadyHeld, hold_database, migrating_alone
from reservations.acts import append_only_schema


class Command(migrate.Command):
    """Bring the database up to date. Refused while a server runs on the SQLite file."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="Migrate without a backup.")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Make the file if there is none, and hold it: the checks before the command read it already.

        --plan and --check only read: they make nothing, and need no hold.
        """
        if options["plan"] or options["check_unapplied"]:
            return super().execute(*args, **options)
        try:
            with hold_database(), migrating_alone():
                # Django checks the database first, and a missing trigger would stop the command that restores it.
                append_only_schema.install(connection)
                return super().execute(*args, **options)
        except AlreadyHeld as fault:
            raise CommandError(str(fault)) from None

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up the database if something will change, and migrate."""
        if not (options["no_backup"] or options["plan"] or options["check_unapplied"]):
            executor = MigrationExecutor(connection)
            # A database that was never migrated has nothing to keep.
            if executor.loader.applied_migrations and executor.migration_plan(_targets(executor.loader, options)):
                call_command("backup", "--before-migrate", stdout=self.stdout)
        super().handle(*args, **options)


def _targets(loader: MigrationLoader, options: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Return the target migrations, as Django reads them; none for what Django is about to refuse."""
    app, name = options["app_label"], options["migration_name"]
    if not name:
        return [*loader.graph.leaf_nodes(app)]
    if name == "zero":
        return [(app, None)]
    try:
        return [(app, loader.get_migration_by_prefix(app, name).name)]
    except (AmbiguityError, KeyError):
        return []
