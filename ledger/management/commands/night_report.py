"""``manage.py night_report NIGHT --to FILE.pdf``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from ledger.locale.queries import in_locale
from ledger.management.locale_command import LocaleCommand, night_called
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report


class Command(LocaleCommand):
    help = "Write the report of a night as PDF; the same ledger gives the same bytes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", help="its date (2026-11-20), or its id if two share a date")
        parser.add_argument("--to", required=True, type=Path, metavar="FILE.pdf", help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        night = night_called(options["night"])
        with in_locale():  # a paper is for readers
            paper = night_report_pdf(night_report(night))
        self.write(options["to"], paper)
        self.stdout.write(f"{options['to']}")
