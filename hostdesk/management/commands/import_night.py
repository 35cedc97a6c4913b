"""``manage.py import_night FILE… [--dry-run] [--as-it-was]``."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from hostdesk.imports.management.posting import PostingCommand
from hostdesk.imports.night_log.commands import BIGGEST_FILE, post_log, read_log
from hostdesk.imports.ways_in.commands import Posted


class Command(PostingCommand):
    help = "Post night logs, one after the other: all of a file or nothing. Acts that are known already are skipped."
    file_help = "the night log, one JSON object a line"
    most_bytes = BIGGEST_FILE

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        words = "record dates and doubles that an earlier desk took, and name them"
        parser.add_argument("--as-it-was", action="store_true", help=words)

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Read the night log and post it."""
        return post_log(read_log(data), dry_run=options["dry_run"], as_it_was=options["as_it_was"])
