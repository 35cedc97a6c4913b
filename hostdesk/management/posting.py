"""What commands that post files share."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError

from hostdesk.base.site.rounds import BACKUP, Round, known
from hostdesk.imports.results.commands import Posted
from hostdesk.imports.results.queries import NEW, field_of
from hostdesk.safekeeping.backups.commands import back_up_after_close
from ledger.management.locale_command import FileCommand, LocaleCommand
from reservations.acts.problems import Faulty
from reservations.players.queries import person_named


def chosen(pairs: Iterable[str]) -> dict[str, str]:
    """Return who the names of a file are, by `field_of` each: NAME=PLAYER, or NAME= for somebody new.

    Raises ``CommandError`` for anything else, and ``Unknown`` for a player that is not there.
    """
    found = {}
    for pair in pairs:
        name, equals, player = pair.partition("=")
        if not equals:
            raise CommandError(f"--who {pair}: write NAME=PLAYER, or NAME= for somebody new.")
        found[field_of(name)] = str(person_named(player).number) if player else NEW
    return found


class PostingCommand(FileCommand, LocaleCommand):
    """Post files, all of each or nothing; exit 1 with FILE:LINE: what is wrong on standard error."""

    file_help: str
    """What the file is, for the command's help."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="+", metavar="FILE", help=self.file_help)
        parser.add_argument("--dry-run", action="store_true", help="check everything, record nothing")

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Post the bytes of a file. Raises ``Faulty`` with its faults by line."""
        raise NotImplementedError

    def post_all(self, paths: Sequence[str], options: Mapping[str, Any]) -> Iterator[tuple[str, Posted]]:
        """Post one file after the other; yield what became of each, and what its lines begin with."""
        for path in paths:
            data = self.read(path)
            try:
                posted = self.post(data, options)
            except Faulty as faulty:
                self.fail(f"{path}:{number}: {sentence}" for number, sentence in faulty.faults)
            for number, slip in posted.as_it_was:
                self.stderr.write(f"{path}:{number}: {slip}")
            yield f"{path}: " if len(paths) > 1 else "", posted

    def handle(self, *args: Any, **options: Any) -> None:
        """Post the files and print the result of each; the first that is refused ends the command.

        However many nights they close, the backup is made once, at the end.
        """
        verb = "would post" if options["dry_run"] else "posted"
        try:
            # Meanwhile nobody backs up: a round that does nothing is woken by every close.
            with known(Round(BACKUP, lambda *_: None, every=0, patience=0)):
                for where, posted in self.post_all(options["file"], options):
                    for number, remark in posted.remarks:
                        self.stdout.write(f"{where}line {number}: {remark}")
                    self.stdout.write(f"{where}{verb} {posted.new} acts, {posted.known} already known")
        finally:
            if not options["dry_run"]:
                back_up_after_close()
