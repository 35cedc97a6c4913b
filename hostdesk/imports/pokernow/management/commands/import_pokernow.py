"""``manage.py import_pokernow FILE… --unit cents|whole --house KEY …``."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from hostdesk.imports.management.posting import PostingCommand
from hostdesk.imports.pokernow.aliases import Given, given_by_hand, read_aliases
from hostdesk.imports.pokernow.commands import post_games
from hostdesk.imports.pokernow.reading import UNITS, Sitting, read_ledgers
from hostdesk.imports.pokernow.rules import ImportWishes
from hostdesk.imports.ways_in.commands import Posted
from hostdesk.imports.ways_in.files import MOST_BYTES, FaultyFiles, SentFile, unpacked
from reservations.acts.problems import Faulty, Malformed
from reservations.parsing.days import parse_day
from reservations.parsing.names import parse_line


class AliasParser(CommandParser):
    """A parser that takes the text after ``--alias`` as its value, even if it begins with a hyphen."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Namespace:  # type: ignore[override]
        """Parse the arguments, an alias joined to its option."""
        given = iter(sys.argv[1:] if args is None else args)
        joined = []
        for argument in given:
            value = next(given, None) if argument == "--alias" else None
            joined.append(argument if value is None else f"{argument}={value}")
        parsed: Namespace = super().parse_args(joined, namespace)
        return parsed


class Command(PostingCommand):
    help = (
        "Post ledgers that PokerNow exported, each evening as a night: all of the files or nothing. Known sittings are "
        "skipped, and of a zip the files in it are taken."
    )
    file_help = "the ledger, a CSV file, or a zip of them"
    most_bytes = MOST_BYTES

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return Django's parser, with support for any alias."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = AliasParser
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--unit", choices=UNITS, required=True, help="the unit of the amounts, which the file does not tell"
        )
        parser.add_argument("--house", required=True, help="a preset's key, or the name of a house")
        parser.add_argument("--date", help="the night's date (2026-11-20); else that of the first start")
        parser.add_argument("--banker", default="", help="a player's name; else the first player of each night")
        parser.add_argument(
            "--alias", action="append", default=[], metavar="ID=NAME", help="who a PokerNow id or nickname is"
        )
        parser.add_argument("--aliases", metavar="FILE", help="who is who, as JSON or CSV")
        difference = "book the difference if nets do not sum to zero: over/short, nobody's result"
        parser.add_argument("--declare", metavar="REASON", help=difference)
        parser.add_argument("--settled", action="store_true", help="all was paid long ago: nothing goes into THE BOOK")
        parser.add_argument(
            "--declare-to", default="", metavar="NAME", help="who bears it: they take the bank over before the close"
        )

    def post_all(self, paths: Sequence[str], options: Mapping[str, Any]) -> Iterator[tuple[str, Posted]]:
        """Post all files in one transaction and yield the results by file."""
        day = _parsed(options, "date", parse_day)
        reason = _parsed(options, "declare", parse_line) or ""
        if options["declare_to"] and not reason:
            raise CommandError("--declare-to: give the reason, too: --declare REASON.")
        files = unpacked([SentFile(path, self.read(path)) for path in paths])
        ledgers = read_ledgers(files, unit_cents=UNITS[options["unit"]], day=day)
        given, names = self._given(options, ledgers), ("house", "banker", "settled")
        fields = {name: options[name] for name in names} | {"bearer": options["declare_to"]}
        wishes = ImportWishes(given=given, day=day, reason=reason, **fields)
        found = post_games(ledgers, wishes, dry_run=options["dry_run"])
        for file, posted in found.items():
            yield f"{file}: " if len(found) > 1 else "", posted
        if len(found) > 1:
            yield "", Posted(sum(one.new for one in found.values()), sum(one.known for one in found.values()))

    def _given(self, options: Mapping[str, Any], ledgers: Sequence[Sequence[Sitting]]) -> Given:
        """Return the players by name, from the files and the options. Raises ``FaultyFiles`` and ``CommandError``."""
        aliases: dict[str, str] = {}
        for pair in options["alias"]:
            alias, equals, name = pair.partition("=")
            if not equals or aliases.setdefault(alias, name) != name:
                raise CommandError(f"--alias {pair}: write ID=NAME, and each id once.")
        given, path = Given(), options["aliases"]
        if path is not None:
            try:
                given = read_aliases(self.read(path))
            except Faulty as faulty:
                raise FaultyFiles.of(path, faulty) from faulty
        players = {sitting.player for ledger in ledgers for sitting in ledger}
        nicknames = {sitting.nickname for ledger in ledgers for sitting in ledger}
        try:
            return given_by_hand(given, aliases, players, nicknames)
        except Faulty as faulty:
            raise FaultyFiles.of(ledgers[0][0].file, faulty) from faulty


def _parsed(options: Mapping[str, Any], name: str, parse: Callable[[str], Any]) -> Any:
    """Return the value of an option; None without one. Raises ``CommandError``."""
    try:
        return None if options[name] is None else parse(options[name])
    except Malformed as wrong:
        raise CommandError(f"--{name}: {wrong}") from wrong
