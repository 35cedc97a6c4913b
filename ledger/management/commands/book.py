"""``manage.py book --csv [--on DATE]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from ledger.files.csv_rows import csv_text
from ledger.management.locale_command import LocaleCommand
from ledger.money.cents import format_cents
from ledger.standings.queries import standings
from reservations.acts.problems import Malformed
from reservations.parsing.days import parse_day
from reservations.parsing.names import name_key
from reservations.players.queries import player_names


class Command(LocaleCommand):
    help = "Print the standings in THE BOOK, + it owes them, − they owe it; those at zero left out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--csv", action="store_true", required=True, help="as CSV, amounts with two decimals")
        parser.add_argument("--on", metavar="DATE", help="nights closed and acts up to that day (2026-11-20); else all")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            day = None if options["on"] is None else parse_day(options["on"])
        except Malformed as wrong:
            raise CommandError(f"--on: {wrong}") from wrong
        balances = standings(on=day)
        names = player_names(balances)
        people = sorted(balances, key=lambda player: (name_key(names[player]), player))
        rows = [[names[player], format_cents(balances[player])] for player in people]
        self.stdout.write(csv_text([["player", "balance"], *rows]), ending="")
