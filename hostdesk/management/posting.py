"""What commands that post a file share."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from hostdesk.night_log.commands import Posted
from ledger.management.locale_command import LocaleCommand
from reservations.acts.problems import Faulty


class PostingCommand(LocaleCommand):
    """Post a file, all of it or nothing; exit 1 with FILE:LINE: what is wrong on standard error."""

    file_help: str
    """What the file is, for the command's help."""
    most_bytes: int
    """Its largest size; of a larger file no more is read."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help=self.file_help)
        parser.add_argument("--dry-run", action="store_true", help="check everything, record nothing")

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Post the bytes of the file. Raises ``Faulty`` with its faults by line."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        """Post the file and print the result."""
        path = options["file"]
        try:
            with Path(path).open("rb") as file:
                data = file.read(self.most_bytes + 1)
        except OSError as wrong:
            self._fail([f"{path}: {wrong.strerror}"])
        try:
            posted = self.post(data, options)
        except Faulty as faulty:
            self._fail([f"{path}:{number}: {sentence}" for number, sentence in faulty.faults])
        for number, remark in posted.remarks:
            self.stdout.write(f"line {number}: {remark}")
        verb = "would post" if options["dry_run"] else "posted"
        self.stdout.write(f"{verb} {posted.new} acts, {posted.known} already known")

    def _fail(self, sentences: list[str]) -> NoReturn:
        self.stderr.write("\n".join(sentences))
        sys.exit(1)
