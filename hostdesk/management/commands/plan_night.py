"""``manage.py plan_night DATE --house HOUSE``."""

from argparse import ArgumentParser
from typing import Any

from hostdesk.invitations.nights.commands import plan_night
from ledger.management.locale_command import LocaleCommand
from reservations.parsing.days import parse_day


class Command(LocaleCommand):
    help = "Plan a night; opening one for that date and house opens this night."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("date", help="as in 2026-11-20")
        parser.add_argument("--house", required=True, help="a preset's key, or the key or name of a house")

    def handle(self, *args: Any, **options: Any) -> None:
        """Plan the night and print its id."""
        night = plan_night(date=parse_day(options["date"]), house=options["house"])
        self.stdout.write(f"Planned: the {night} at {night.house}, id {night.pk}.")
