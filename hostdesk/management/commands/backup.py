"""``manage.py backup``."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from hostdesk.safekeeping.backups.commands import BackupFailed, make_backup
from ledger.management.locale_command import DeskCommand
from reservations.acts.program import called


class Command(DeskCommand):
    help = "Backs up the books into the folder backups, checks the copy, and prints its path."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--before-migrate", action="store_true", help="used by migrate, before it changes anything")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the backup's path; exit 1 if none was made."""
        if options["before_migrate"] and not settings.BACKUPS_KEPT:
            self.stdout.write("Migrating without a backup: HOSTDESK_BACKUPS_KEPT is 0.")
            return
        try:
            self.stdout.write(str(make_backup()))
        except BackupFailed as failure:
            without = f" Nothing was migrated; `{called('migrate --no-backup')}` migrates without one."
            raise CommandError(f"{failure}{without * options['before_migrate']}") from None
