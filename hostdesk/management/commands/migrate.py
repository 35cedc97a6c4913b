"""``manage.py migrate``: Django's own; it can make the database, and backs it up before it changes all or nothing."""

import logging
import traceback
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import CommandError, CommandParser, call_command
from django.core.management.commands import migrate
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import AmbiguityError, MigrationLoader

from hostdesk.base.site.migration_queries import why_too_new
from hostdesk.base.site.server import AlreadyHeld, hold_database, migrating_alone
from hostdesk.base.site.troubles import NOT_MIGRATED, trouble_in
from hostdesk.base.sqlite import base as sqlite_base
from reservations.acts import append_only_schema

EMPTY = Path(sqlite_base.__file__).with_name("empty.sql")
"""A statement a line: what the migrations make of an empty file. ``python -m tests.empty_books`` writes it anew."""

logger = logging.getLogger(__name__)


class Command(migrate.Command):
    """Bring the database up to date. Refused while a server runs on the SQLite file."""

    step = ""
    """The migration under way, as in "ledger.0002_notes"; empty before the first."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="Migrate without a backup.")

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:  # noqa: FBT001 - Django's own
        """Note the migration that begins, and report it as Django does."""
        self.step = str(migration or self.step)
        super().migration_progress_callback(action, migration, fake)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Make the file if there is none, and hold it: the checks before the command read it already.

        --plan and --check only read: they make nothing, and need no hold.
        """
        if options["plan"] or options["check_unapplied"]:
            return super().execute(*args, **options)
        try:
            with hold_database(), migrating_alone():
                if why_not := why_too_new():
                    raise CommandError(why_not)
                if connection.vendor == "sqlite" and not options["app_label"]:
                    self.lay_out()
                # Django checks the database first, and a missing trigger would stop the command that restores it.
                append_only_schema.install(connection)
                return super().execute(*args, **options)
        except AlreadyHeld as fault:
            raise CommandError(str(fault)) from None

    def lay_out(self) -> None:
        """Give a file without any table those that the migrations would make of it in some seconds, or none."""
        if connection.introspection.table_names():
            return
        with connection.constraint_checks_disabled(), transaction.atomic(), connection.cursor() as cursor:
            for statement in EMPTY.read_text(encoding="utf-8").splitlines():
                cursor.execute(statement)

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up the database before a change, and migrate: everything or nothing.

        Raises ``CommandError`` after a failed migration: the earlier version can go on with the books.
        """
        executor = MigrationExecutor(connection)
        changes = executor.migration_plan(_targets(executor.loader, options))
        if options["plan"] or options["check_unapplied"] or not changes:
            super().handle(*args, **options)
            return
        backup = "There is no backup of them (--no-backup)."
        # A database without any migration has nothing to keep.
        if executor.loader.applied_migrations and not options["no_backup"]:
            output = StringIO()
            call_command("backup", "--before-migrate", stdout=output)
            self.stdout.write(output.getvalue(), ending="")
            backup = output.getvalue().strip()
        try:
            # Of tables that SQLite makes anew no foreign keys may be looked at, and no transaction can switch that.
            with connection.constraint_checks_disabled(), transaction.atomic():
                super().handle(*args, **options)
        except Exception as fault:
            if isinstance(fault, CommandError) or not executor.loader.applied_migrations:
                raise
            trouble = trouble_in(fault)
            why = fault if trouble in (None, NOT_MIGRATED) else trouble
            # As text: faults that a host can mend are logged without their traceback, and here it names the step.
            logger.error("A migration failed.\n%s", traceback.format_exc())
            raise CommandError(
                f"The books were not brought up to date: {self.step}: {str(why).rstrip('.')}.\n"
                "Nothing in them has changed. Start the version that ran before: it goes on where it was. "
                f"Whoever maintains Hostdesk needs the lines above.\n{backup}"
            ) from fault


def _targets(loader: MigrationLoader, options: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Return the target migrations, as Django reads them; none for a target that Django will refuse."""
    app, name = options["app_label"], options["migration_name"]
    if not name:
        return [*loader.graph.leaf_nodes(app)]
    if name == "zero":
        return [(app, None)]
    try:
        return [(app, loader.get_migration_by_prefix(app, name).name)]
    except (AmbiguityError, KeyError):
        return []
