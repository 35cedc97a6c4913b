"""``manage.py house list | show HOUSE | load FILE | chips HOUSE AMOUNT…``."""

import itertools
import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db.models import Max

from hostdesk.rules.houses import presets
from hostdesk.rules.houses.contradictions import contradictions
from hostdesk.rules.houses.queries import seating_stated
from ledger.chips.colours import after, break_amount
from ledger.chips.colours import rack as rack_of
from ledger.management.locale_command import DeskCommand
from ledger.money.cents import parse_typed_cents, show_cents
from ledger.night.stakes_queries import stated
from ledger.terms.bank_terms import bank_terms
from reservations.acts.problems import Unknown
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.commands import make_house, revise_house
from reservations.houses.queries import house_called, rules_of
from reservations.houses.seating_terms import seating_terms
from reservations.houses.text import attendance_statement
from reservations.models import House


class Command(DeskCommand):
    help = "Show houses and presets, load a house or its next version from a TOML file, break amounts into chips."

    def add_arguments(self, parser: ArgumentParser) -> None:
        todo = parser.add_subparsers(dest="todo", required=True)
        todo.add_parser("list", help="the houses and the presets")
        words = "all rules of a house or preset: limits, levels, chips, attendance, tables, articles"
        show = todo.add_parser("show", help=words)
        show.add_argument("house", help="its key or name")
        show.add_argument("--version", type=int, help="of its rules; the newest by default")
        load = todo.add_parser("load", help="make a house from a TOML file, or the next version of its rules")
        load.add_argument("file", type=Path, help="start from a copy of one in hostdesk/rules/houses")
        hand_out = todo.add_parser("chips", help="which chips to hand out, for one amount after the other")
        hand_out.add_argument("house", help="its key or name")
        hand_out.add_argument("amounts", nargs="+", help="as in 20 or 20.00")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the action, and print the result."""
        match options["todo"]:
            case "list":
                houses = House.objects.annotate(latest=Max("versions__version")).order_by("key")
                made = {house.key: f"{house.key}: {house}, version {house.latest}" for house in houses}
                waiting = [key for key in presets.preset_keys() if key not in made]
                lines = [*made.values(), *(f"{key}: {presets.load_preset(key)['name']}, a preset" for key in waiting)]
            case "show":
                lines = house_text(options["house"], options["version"])
            case "load":
                document = presets.read_document(options["file"])
                house = House.objects.filter(key=document["key"]).first()
                before = json.loads(house.newest().document) if house else document
                rules = revise_house(house=house, document=document) if house else make_house(document=document)
                lines = [f"{rules.house} ({rules.house.key}) has version {rules.version} of its rules."]
                outdated = presets.outdated_articles(before, document)
                for article, number in outdated:
                    lines.append(f"Article {article} still says {number}, which was changed.")
                for article, number, of_terms in contradictions(document, outdated):
                    lines.append(f"Article {article} says {number}, the terms {of_terms}.")
            case _:
                colours = bank_terms(_document(options["house"], None)[0]).chips
                rack, lines = rack_of(colours), []
                for cents in map(parse_typed_cents, options["amounts"]):
                    handed_out = break_amount(cents, colours, rack)
                    rack = after(rack, handed_out)
                    lines.append(f"{show_cents(cents)}: {handed_out}")
        self.stdout.write("\n".join(lines))


def house_text(house: str, version: int | None) -> list[str]:
    """Return the statement of a house or a preset in lines. Raises ``Unknown``."""
    document, made = _document(house, version)
    terms = bank_terms(document)
    lines = [f"{document['name']} ({document['key']}), {made}", "", *stated(terms).values()]
    if terms.levels:
        lines += ["", f"Levels of {terms.level_minutes} minutes"]
        lines += [f"{number:>2}  {blinds}" for number, blinds in enumerate(terms.levels, start=1)]
    if terms.chips:
        colours = [f"{chip.name}{'*' if chip.reserve else ''} {show_cents(chip.cents)}" for chip in terms.chips]
        lines += ["", f"Chips: {', '.join(colours)} (* when the lower ones have run out)"]
    lines += ["", "Reservations and attendance", *attendance_statement(attendance_terms(document)).values()]
    lines += ["", "Tables, blinds and conduct", *seating_stated(terms, seating_terms(document)).values()]
    for section, articles in itertools.groupby(document.get("articles", []), lambda entry: entry.get("section", "")):
        lines += ["", section] if section else []
        for article in articles:
            marks = "".join(f" ({mark})" for mark in ("new", "unusual") if article.get(mark))
            lines += ["", f"{article['number']}. {article['title']}{marks}", article["text"]]
    return lines


def _document(house: str, version: int | None) -> tuple[Mapping[str, Any], str]:
    made = house_called(house)
    if made is not None:
        rules = rules_of(made, version)
        return json.loads(rules.document), f"version {rules.version}"
    if version is not None:
        raise Unknown(f"No house is called {house!r:.60}, so it has no versions.")
    return presets.load_preset(house), "a preset"
