"""``manage.py migrate``: Django's own, with a database that only it may make and a backup before it changes one."""

from collections.abc import Mapping
from typing import Any

from django.core.management import CommandError, CommandParser, call_command
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import AmbiguityError, MigrationLoader

from hostdesk.site.server import AlreadyHeld, hold_database
from reservations.acts import append_only_schema


class Command(migrate.Command):
    """Bring the database up to date. Refused while a server runs on the SQLite file."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what Django's own takes, and whether to do without a backup."""
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="Change the database without a backup before.")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Make the file where there is none and hold it: the checks before the command look into it already.

        --plan and --check only look: they make nothing, and need no hold.
        """
        if options["plan"] or options["check_unapplied"]:
            return super().execute(*args, **options)
        try:
            with hold_database():
                # A missing trigger would stop the command that puts it back: Django checks the database first.
                append_only_schema.install(connection)
                return super().execute(*args, **options)
        except AlreadyHeld as fault:
            raise CommandError(str(fault)) from None

    def handle(self, *args: Any, **options: Any) -> None:
        """Back the database up when something is to change, and migrate."""
        if not (options["no_backup"] or options["plan"] or options["check_unapplied"]):
            self._back_up(options)
        super().handle(*args, **options)

    def _back_up(self, options: Mapping[str, Any]) -> None:
        executor = MigrationExecutor(connection)
        # A database on which nothing was ever migrated holds nothing to keep.
        if executor.loader.applied_migrations and executor.migration_plan(_targets(executor.loader, options)):
            call_command("backup", "--before-migrate", stdout=self.stdout)


def _targets(loader: MigrationLoader, options: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Return where the migrations are to lead, as Django reads it; nothing for what Django is about to refuse."""
    app, name = options["app_label"], options["migration_name"]
    if not name:
        return [*loader.graph.leaf_nodes(app)]
    if name == "zero":
        return [(app, None)]
    try:
        return [(app, loader.get_migration_by_prefix(app, name).name)]
    except (AmbiguityError, KeyError):
        return []
