"""``manage.py restore FILE [--yes] [--key-file FILE]``, ``manage.py restore --as-they-are``."""

import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.module_loading import import_string

from hostdesk.base.leaves.queries import added
from hostdesk.base.site.server import AlreadyHeld
from hostdesk.safekeeping.backups.queries import last_act
from hostdesk.safekeeping.backups.restore_commands import Comparison, accept_books, restore
from ledger.management.locale_command import DeskCommand
from reservations.players.queries import to_forget_again


class Command(DeskCommand):
    help = "Checks a backup, or a copy of the second place, and restores it; the present books are kept aside."

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_mutually_exclusive_group(required=True)
        chosen.add_argument("file", nargs="?", type=Path, help="a backup, a copy (.age), or the folder of the copies")
        chosen.add_argument("--as-they-are", action="store_true", help="restore nothing: keep the books that are here")
        parser.add_argument("--key-file", type=Path, metavar="FILE", help="the key of the recovery sheet; else it asks")
        parser.add_argument("--yes", action="store_true", help="even if acts of the present books would be lost")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the restored books and the books before."""
        agree, file = partial(self.agrees, has_yes=options["yes"]), options["file"]
        try:
            if options["as_they_are"]:
                accept_books(last_act())
                self.stdout.write(f"These books are the ones you want: {last_act()}.")
                return
            way = added("restores").get("" if file.is_dir() else file.suffix)
            if way is None:
                restored = restore(file, agree=agree)
            else:
                restored = import_string(way)(file, options["key_file"], say=self.stdout.write, agree=agree)
        except (AlreadyHeld, OSError) as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(str(restored))
        for number in to_forget_again():
            self.stdout.write(f"Player {number} was forgotten after this backup: open /players/{number}/forget/ again.")

    def agrees(self, comparison: Comparison, *, has_yes: bool) -> bool:
        """Print the records that would be lost, and tell whether to go on: by --yes, or by a question."""
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
