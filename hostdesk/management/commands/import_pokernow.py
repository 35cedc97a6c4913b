"""``manage.py import_pokernow FILE… --unit cents|whole --house KEY …``."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from hostdesk.management.posting import PostingCommand
from hostdesk.night_log.commands import Posted
from hostdesk.pokernow.commands import post_game
from hostdesk.pokernow.reading import BIGGEST_FILE, read_ledger
from hostdesk.pokernow.rules import OnlineGame
from reservations.acts.problems import Malformed
from reservations.parsing.days import parse_day
from reservations.parsing.names import parse_line

UNITS = {"cents": 1, "whole": 100}


class AliasParser(CommandParser):
    """Takes what follows ``--alias`` as its value, even if it begins with a hyphen."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Namespace:  # type: ignore[override]
        """Parse the arguments, each alias joined to its option."""
        given = iter(sys.argv[1:] if args is None else args)
        joined = []
        for argument in given:
            value = next(given, None) if argument == "--alias" else None
            joined.append(argument if value is None else f"{argument}={value}")
        parsed: Namespace = super().parse_args(joined, namespace)
        return parsed


class Command(PostingCommand):
    help = "Post ledgers that PokerNow exported, each as a night: all of a file or nothing. Known sittings are skipped."
    file_help = "the ledger, a CSV file"
    most_bytes = BIGGEST_FILE

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return Django's parser, able to take any alias."""
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
        parser.add_argument("--banker", default="", help="a player's name; else the first player")
        parser.add_argument("--alias", action="append", default=[], metavar="ID=NAME", help="who a PokerNow id is")
        parser.add_argument("--declare", metavar="REASON", help="book the difference if the nets do not sum to zero")

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Read the ledger and post it."""
        day = _parsed(options, "date", parse_day)
        aliases: dict[str, str] = {}
        for pair in options["alias"]:
            player, equals, name = pair.partition("=")
            if not equals or aliases.setdefault(player, name) != name:
                raise CommandError(f"--alias {pair}: write ID=NAME, and each id once.")
        game = OnlineGame(
            sittings=read_ledger(data, unit_cents=UNITS[options["unit"]], day=day),
            house=options["house"],
            day=day,
            banker=options["banker"],
            aliases=aliases,
            reason=_parsed(options, "declare", parse_line) or "",
        )
        return post_game(game, dry_run=options["dry_run"])


def _parsed(options: Mapping[str, Any], name: str, parse: Callable[[str], Any]) -> Any:
    """Return the value of an option; None if it is not given. Raises ``CommandError``."""
    try:
        return None if options[name] is None else parse(options[name])
    except Malformed as wrong:
        raise CommandError(f"--{name}: {wrong}") from wrong
