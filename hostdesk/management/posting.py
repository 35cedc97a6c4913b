"""What commands that post files share."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hostdesk.backups.commands import back_up_after_close
from hostdesk.night_log.commands import Posted
from hostdesk.site.rounds import BACKUP, Round, known
from ledger.management.locale_command import LocaleCommand
from reservations.acts.problems import Faulty


class PostingCommand(LocaleCommand):
    """Post files, all of each or nothing; exit 1 with FILE:LINE: what is wrong on standard error."""

    file_help: str
    """What the file is, for the command's help."""
    most_bytes: int
    """Its largest size; of a larger file no more is read."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="+", metavar="FILE", help=self.file_help)
        parser.add_argument("--dry-run", action="store_true", help="check everything, record nothing")

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Post the bytes of a file. Raises ``Faulty`` with its faults by line."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        """Post one file after the other and print the result of each; the first that is refused ends the command.

        However many nights they close, the backup is made once, at the end.
        """
        paths, verb = options["file"], "would post" if options["dry_run"] else "posted"
        try:
            # Meanwhile nobody backs up: a round that does nothing is woken by every close.
            with known(Round(BACKUP, lambda *_: None, every=0, patience=0)):
                for path in paths:
                    posted = self.posted(path, options)
                    where = f"{path}: " if len(paths) > 1 else ""
                    for number, remark in posted.remarks:
                        self.stdout.write(f"{where}line {number}: {remark}")
                    self.stdout.write(f"{where}{verb} {posted.new} acts, {posted.known} already known")
        finally:
            if not options["dry_run"]:
                back_up_after_close()

    def posted(self, path: str, options: Mapping[str, Any]) -> Posted:
        """Return what became of a file; exit 1 if it cannot be read or has faults."""
        try:
            with Path(path).open("rb") as file:
                return self.post(file.read(self.most_bytes + 1), options)
        except OSError as wrong:
            faults = [f"{path}: {wrong.strerror}"]
        except Faulty as faulty:
            faults = [f"{path}:{number}: {sentence}" for number, sentence in faulty.faults]
        self.stderr.write("\n".join(faults))
        sys.exit(1)
