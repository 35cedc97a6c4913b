"""``manage.py bug_report``.

The desk sends nothing anywhere by itself: a host reads the text, and passes it on or keeps it.
"""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from hostdesk.front.desk.bug_report_queries import ACTS, bug_report
from ledger.management.locale_command import DeskCommand


class Command(DeskCommand):
    help = "Writes what somebody needs to find a bug, without names, amounts, addresses or secrets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", metavar="FILE", help="write it into a new file, not to the terminal")
        words = f"how many acts of the end of the log it tells, {ACTS} if not said; 0 for none"
        parser.add_argument("--acts", type=int, default=ACTS, metavar="NUMBER", help=words)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the report, or write it into a new file. Raises ``CommandError``."""
        text = bug_report(max(0, options["acts"]))
        if not options["to"]:
            self.stdout.write(text)
            return
        # No file is overwritten, and nobody can read this one before the host.
        try:
            file = os.open(options["to"], os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except OSError as fault:
            raise CommandError(f"{options['to']} cannot be written: {fault.strerror}.") from None
        with os.fdopen(file, "w", encoding="utf-8") as report:
            report.write(text)
        self.stdout.write(f"Read {options['to']} before you send it.")
