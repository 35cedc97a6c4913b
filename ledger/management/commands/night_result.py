"""``manage.py night_result NIGHT --csv``."""

from argparse import ArgumentParser
from typing import Any

from ledger.files.csv_rows import csv_text
from ledger.management.locale_command import LocaleCommand, night_called
from ledger.money.cents import format_cents
from ledger.night.queries import history_of
from ledger.reports.winnings_queries import Result, results
from reservations.parsing.names import name_key
from reservations.players.queries import player_names


class Command(LocaleCommand):
    help = "Print what each player bought and received on a night, and their result, a row a player by name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", help="its date (2026-11-20), or its id if two share a date")
        parser.add_argument("--csv", action="store_true", required=True, help="as CSV, amounts with two decimals")

    def handle(self, *args: Any, **options: Any) -> None:
        night = night_called(options["night"])
        # A player who only came, or had everything undone, has a row of zeros.
        won = dict.fromkeys(history_of(night).arrivals, Result()) | results(night)
        names = player_names(won)
        rows = [
            [names[player], *map(format_cents, (each.bought_cents, each.received_cents, each.result_cents))]
            for player, each in sorted(won.items(), key=lambda item: (name_key(names[item[0]]), item[0]))
        ]
        self.stdout.write(csv_text([["player", "bought", "received", "result"], *rows]), ending="")
