"""The base of commands that post files."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError

from hostdesk.base.site.rounds import BACKUP, Round, known
from hostdesk.imports.ways_in.commands import Posted
from hostdesk.imports.ways_in.files import FaultyFiles
from hostdesk.imports.ways_in.queries import NEW, field_of
from hostdesk.safekeeping.backups.commands import back_up_after_close
from ledger.management.locale_command import FileCommand, LocaleCommand
from reservations.acts.problems import Faulty
from reservations.players.queries import person_named


def chosen(pairs: Iterable[str]) -> dict[str, str]:
    """Return the players of the names of a file, by their `field_of`: NAME=PLAYER, or NAME= for somebody new.

    Raises ``CommandError`` for anything else, and ``Unknown`` for an unknown player.
    """
    found = {}
    for pair in pairs:
        name, equals, player = pair.partition("=")
        if not equals:
            raise CommandError(f"--who {pair}: write NAME=PLAYER, or NAME= for somebody new.")
        found[field_of(name)] = str(person_named(player).number) if player else NEW
    return found


class PostingCommand(FileCommand, LocaleCommand):
    """Post files, all of a file or nothing; exit 1 with FILE:LINE and the fault on standard error."""

    file_help: str
    """The kind of file, for the command's help."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="+", metavar="FILE", help=self.file_help)
        parser.add_argument("--dry-run", action="store_true", help="check everything, record nothing")

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Post the bytes of a file. Raises ``Faulty`` with its faults by line."""
        raise NotImplementedError

    def post_all(self, paths: Sequence[str], options: Mapping[str, Any]) -> Iterator[tuple[str, Posted]]:
        """Post the files in turn; yield their results, and the prefixes of their lines. Raises ``FaultyFiles``."""
        for path in paths:
            data = self.read(path)
            try:
                posted = self.post(data, options)
            except Faulty as faulty:
                raise FaultyFiles.of(path, faulty) from faulty
            for number, slip in posted.as_it_was:
                self.stderr.write(f"{path}:{number}: {slip}")
            yield f"{path}: " if len(paths) > 1 else "", posted

    def handle(self, *args: Any, **options: Any) -> None:
        """Post the files and print the results; the first refusal ends the command.

        The backup is made once, at the end, for any number of closed nights.
        """
        verb = "would post" if options["dry_run"] else "posted"
        try:
            # No backup is made meanwhile: every close wakes a round that does nothing.
            with known(Round(BACKUP, lambda *_: None, every=0, patience=0)):
                for where, posted in self.post_all(options["file"], options):
                    for number, remark in posted.remarks:
                        self.stdout.write(f"{where}line {number}: {remark}")
                    self.stdout.write(f"{where}{verb} {posted.new} acts, {posted.known} already known")
        except FaultyFiles as faulty:
            self.fail(f"{file}:{line}: {sentence}" for file, line, sentence in faulty.faults)
        finally:
            if not options["dry_run"]:
                back_up_after_close()
