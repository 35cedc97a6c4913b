"""``manage.py night_result NIGHT --csv``."""

from argparse import ArgumentParser
from typing import Any

from ledger.bank.queries import history_of
from ledger.files.csv_rows import csv_text
from ledger.management.locale_command import LocaleCommand, night_called
from ledger.models import Bank
from ledger.money.cents import format_cents
from ledger.results.queries import Result, results
from reservations.parsing.names import name_key
from reservations.players.queries import player_names


class Command(LocaleCommand):
    help = "Print what each player bought and received on a night, and their result, a row a player by name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", help="its date (2026-11-20), or its id if two share a date")
        parser.add_argument("--csv", action="store_true", required=True, help="as CSV, amounts with two decimals")

    def handle(self, *args: Any, **options: Any) -> None:
        night = night_called(options["night"])
        won, history = results(night), history_of(night)
        playing: set[int] = set()
        if Bank.objects.filter(night=night, closed=None).exists():
            playing = {player for player in won if history.of(player).holds_since}
        else:
            # A player who bought nothing has a row of zeros.
            won = dict.fromkeys(history.arrivals, Result()) | won
        names = player_names(won)
        rows = [
            [
                *(names[player], format_cents(result.bought_cents), format_cents(result.received_cents)),
                # Chips in play are not lost: until the cash-out there is no result.
                "" if player in playing else format_cents(result.result_cents),
            ]
            for player, result in sorted(won.items(), key=lambda item: (name_key(names[item[0]]), item[0]))
        ]
        self.stdout.write(csv_text([["player", "bought", "received", "result"], *rows]), ending="")
