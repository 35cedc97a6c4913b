"""``manage.py restore FILE [--yes]``."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hostdesk.backups.restore_commands import Comparison, RestoreFailed, restore
from hostdesk.site.server import AlreadyHeld


class Command(BaseCommand):
    """Put a backup in the place of the books, which are kept aside."""

    help = "Puts a backup in the place of the books, after a look through it. The desk has to be stopped."
    requires_system_checks = ()  # the books that are there may be the reason for the restore

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and whether losing acts is meant."""
        parser.add_argument("file", type=Path, help="a backup, as `manage.py backup` made it")
        parser.add_argument("--yes", action="store_true", help="also when acts of the present books would be lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was restored and what was there before."""
        agree = self._tell if options["yes"] else self._ask
        try:
            self.stdout.write(str(restore(options["file"], agree=agree)))
        except (RestoreFailed, AlreadyHeld) as fault:
            raise CommandError(str(fault)) from None

    def _tell(self, comparison: Comparison) -> bool:
        self.stdout.write(str(comparison))
        return True

    def _ask(self, comparison: Comparison) -> bool:
        self.stdout.write(str(comparison))
        if not sys.stdin.isatty():
            self.stdout.write("Call it with --yes if that is what you want.")
            return False
        try:
            return input("Restore all the same? Type yes: ").strip().lower() == "yes"
        except EOFError:  # Ctrl-D: whoever asked has gone
            self.stdout.write("")
            return False
