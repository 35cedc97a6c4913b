"""``manage.py export_night NIGHT > FILE`` and ``export_night --all > FILE``."""

from argparse import ArgumentParser
from typing import Any

from hostdesk.imports.night_log.export_queries import export_all, export_night
from ledger.management.locale_command import LocaleCommand, night_called


class Command(LocaleCommand):
    help = "Write a night, or the whole ledger, as a night log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("night", nargs="?", help="its date (2026-11-20), or its id if two share a date")
        which.add_argument("--all", action="store_true", help="the whole ledger, with acts between nights")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the lines to standard output."""
        for line in export_all() if options["all"] else export_night(night_called(options["night"])):
            self.stdout.write(line)
