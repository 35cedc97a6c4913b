"""``manage.py export_journal [--to FILE]``."""

from argparse import ArgumentParser
from typing import Any

from ledger.management.locale_command import LocaleCommand
from ledger.reports.journal_queries import journal


class Command(LocaleCommand):
    help = "Write the whole ledger as a journal that `hledger check --strict` accepts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", metavar="FILE", help="the file to write; else standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the journal, in UTF-8."""
        text = "".join(f"{line}\n" for line in journal())
        if not options["to"]:
            self.stdout.write(text, ending="")
            return
        self.write(options["to"], text.encode())
