"""``manage.py restore FILE [--yes]``."""

import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hostdesk.backups.restore_commands import Comparison, RestoreFailed, restore
from hostdesk.site.server import AlreadyHeld


class Command(BaseCommand):
    help = "Checks a backup and restores it; the present books are kept aside. Stop the desk first."
    requires_system_checks = ()  # the present books may be damaged

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup, as `manage.py backup` made it")
        parser.add_argument("--yes", action="store_true", help="even if acts of the present books would be lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was restored and what was there before."""
        agree = partial(self.agrees, has_yes=options["yes"])
        try:
            self.stdout.write(str(restore(options["file"], agree=agree)))
        except (RestoreFailed, AlreadyHeld) as fault:
            raise CommandError(str(fault)) from None

    def agrees(self, comparison: Comparison, *, has_yes: bool) -> bool:
        """Print what would be lost, and tell whether to go on: by --yes, or by asking."""
        self.stdout.write(str(comparison))
        if has_yes:
            return True
        if not sys.stdin.isatty():
            self.stdout.write("Add --yes to restore anyway.")
            return False
        try:
            return input("Restore anyway? Type yes: ").strip().lower() == "yes"
        except EOFError:  # Ctrl-D
            self.stdout.write("")
            return False
