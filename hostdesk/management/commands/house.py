"""``manage.py house list | show HOUSE | load FILE | chips HOUSE AMOUNT…``."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Max

from hostdesk.houses import presets
from hostdesk.houses.queries import seating_stated, stated
from ledger.money import chips
from ledger.money.cents import parse_typed_cents, show_cents
from ledger.terms.bank_terms import bank_terms
from reservations.acts.problems import Problem, Unknown
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.commands import make_house, revise_house
from reservations.houses.queries import house_called, rules_of
from reservations.houses.seating_terms import seating_terms
from reservations.houses.statement import attendance_statement
from reservations.models import House


class Command(BaseCommand):
    """Look at houses, and load one that was written or edited."""

    help = "Look at houses and presets, load a house or its next version from a TOML file, break an amount into chips."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take one of four things to do."""
        todo = parser.add_subparsers(dest="todo", required=True)
        todo.add_parser("list", help="the houses that were made, and the presets")
        show = todo.add_parser(
            "show", help="everything that a house or preset says: limits, levels, chips, attendance, tables, articles"
        )
        show.add_argument("house", help="its key or name")
        show.add_argument("--version", type=int, help="of its rules; the newest when left out")
        load = todo.add_parser("load", help="make a house of a TOML file, or the next version of its rules")
        load.add_argument("file", type=Path, help="start from a copy of one in hostdesk/houses")
        violations = todo.add_parser("chips", help="which chips to hand out, for one amount after the other")
        violations.add_argument("house", help="its key or name")
        violations.add_argument("amounts", nargs="+", help="as in 20 or 20.00")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and print what came of it."""
        try:
            lines = getattr(self, f"_{options['todo']}")(**options)
        except Problem as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write("\n".join(lines))

    def _list(self, **_: Any) -> list[str]:
        houses = House.objects.annotate(latest=Max("versions__version")).order_by("key")
        made = {
            key: f"{key}: {name}, version {latest}" for key, name, latest in houses.values_list("key", "name", "latest")
        }
        waiting = [key for key in presets.preset_keys() if key not in made]
        return [*made.values(), *(f"{key}: {presets.load_preset(key)['name']}, a preset" for key in waiting)]

    def _show(self, *, house: str, version: int | None, **_: Any) -> list[str]:
        document, made = _document(house, version)
        terms = bank_terms(document)
        lines = [f"{document['name']} ({document['key']}), {made}", "", *stated(terms)]
        if terms.levels:
            lines += ["", f"Levels of {terms.level_minutes} minutes"]
            lines += [f"{number:>2}  {blinds}" for number, blinds in enumerate(terms.levels, start=1)]
        if terms.chips:
            colours = [f"{each.name}{'*' if each.reserve else ''} {show_cents(each.cents)}" for each in terms.chips]
            lines += ["", f"Chips: {', '.join(colours)} (* when the lower ones have run out)"]
        lines += ["", "Reservations and attendance", *attendance_statement(attendance_terms(document))]
        lines += ["", "Tables, blinds and conduct", *seating_stated(terms, seating_terms(document))]
        for each in document.get("articles", []):
            lines += ["", f"{each['number']}. {each['title']}", each["text"]]
        return lines

    def _load(self, *, file: Path, **_: Any) -> list[str]:
        document = presets.read_document(file)
        house = House.objects.filter(key=document["key"]).first()
        rules = make_house(document=document) if house is None else revise_house(house=house, document=document)
        return [f"{rules.house} ({rules.house.key}) has version {rules.version} of its rules."]

    def _chips(self, *, house: str, amounts: list[str], **_: Any) -> list[str]:
        colours = bank_terms(_document(house, None)[0]).chips
        rack, lines = chips.rack(colours), []
        for cents in map(parse_typed_cents, amounts):
            breakdown = chips.break_amount(cents, colours, rack)
            rack = chips.after(rack, breakdown)
            lines.append(f"{show_cents(cents)}: {breakdown}")
        return lines


def _document(house: str, version: int | None) -> tuple[Mapping[str, Any], str]:
    made = house_called(house)
    if made is not None:
        rules = rules_of(made, version)
        return json.loads(rules.document), f"version {rules.version}"
    if version is not None:
        raise Unknown(f"No house is called {house!r:.60}, so it has no versions.")
    return presets.load_preset(house), "a preset"
