"""``manage.py verify FILE.jsonl [--head N:HASH]…``."""

from argparse import ArgumentParser
from typing import Any

from hostdesk.imports.night_log.commands import BIGGEST_FILE, verify_log
from ledger.management.commands.ledger_check import typed_head
from ledger.management.locale_command import FileCommand, LocaleCommand
from reservations.acts.problems import Faulty


class Command(FileCommand, LocaleCommand):
    help = "Work out the head of an exported log, and compare it with heads on papers. The books stay as they are."
    most_bytes = BIGGEST_FILE

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the log, as `export_night --all` writes it")
        words = "an act as a paper, receipt or phone tells it: number, colon, head or its first 12 digits"
        parser.add_argument("--head", action="append", default=[], type=typed_head, metavar="N:HASH", help=words)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of acts and the head of the last one; exit 1 if anything does not match."""
        try:
            found = verify_log(self.read(options["file"]), options["head"])
        except Faulty as faulty:
            self.fail(f"{options['file']}:{number}: {fault}" for number, fault in faulty.faults)
        self.stdout.write(f"{found.last.number} acts, head {found.last.head}")
        if found.faults:
            self.fail(found.faults)
        if options["head"]:
            self.stdout.write("It has every act and head that you gave.")
