"""``manage.py import_results FILE… [--house KEY] …``."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from hostdesk.imports.management.posting import PostingCommand, chosen
from hostdesk.imports.results.commands import post_sheet
from hostdesk.imports.results.queries import Brings
from hostdesk.imports.results.reading import BIGGEST_FILE, other_sheets, read_grid
from hostdesk.imports.results.sheets import AmountUnit, Order, read_sheet
from hostdesk.imports.ways_in.commands import Posted
from hostdesk.rules.houses.queries import houses
from reservations.acts.kinds import Stamp
from reservations.parsing.days import parse_day
from reservations.parsing.names import parse_line


class Command(PostingCommand):
    help = (
        "Post results sheets, each date as a night of results only: all of a file or nothing. Known nights are skipped."
    )
    file_help = "the sheet: CSV, or xlsx"
    most_bytes = BIGGEST_FILE

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--house", help="a preset's key, or the name of a house; may be left out if there is one")
        parser.add_argument("--dates", choices=[*map(str, Order)], help="what comes first in dates such as 3/4/2026")
        parser.add_argument("--unit", choices=[*map(str, AmountUnit)], help="what the amounts count")
        parser.add_argument("--beside", action="store_true", help="other nights of these dates are other games")
        words = "results without a date are what players start with, up to it"
        parser.add_argument("--until", metavar="DATE", help=words)
        parser.add_argument("--declare", default="", metavar="REASON", help="why results do not sum to zero")
        words = "who a name is; NAME= for somebody new"
        parser.add_argument("--who", action="append", default=[], metavar="NAME=PLAYER", help=words)

    def post(self, data: bytes, options: Mapping[str, Any]) -> Posted:
        """Read the sheet and post it."""
        made = [house.key for house in houses()]
        house = options["house"] or (made[0] if len(made) == 1 else "")
        if not house:
            raise CommandError("--house: say where the nights were played.")
        order = Order(options["dates"]) if options["dates"] else None
        unit = AmountUnit(options["unit"]) if options["unit"] else None
        reason = parse_line(options["declare"], empty=True)
        until = parse_day(options["until"]) if options["until"] else None
        sheet = read_sheet(read_grid(data), order=order, unit=unit)
        brings = Brings(sheet, house, chosen(options["who"]), reason, until, options["beside"])
        posted = post_sheet(brings, Stamp("import_results", timezone.now()), dry_run=options["dry_run"])
        if others := other_sheets(data):
            posted.remarks.append((1, f"only the first sheet is read, not {', '.join(others)}."))
        return posted
