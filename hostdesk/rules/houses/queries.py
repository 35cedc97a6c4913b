"""The rules of a house for its pages: limits, attendance and tables in sentences, levels, chips, articles."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from typing import Any

from django.db.models import Count, Max, QuerySet

from hostdesk.rules.houses import presets
from ledger.bank.queries import first_blinds, terms_of
from ledger.money.cents import format_cents, show_money
from ledger.night.stakes_queries import limits_before, stated
from ledger.terms.bank_terms import BankTerms, bank_terms
from reservations.acts.facts import FactKind
from reservations.acts.problems import Unknown
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.off_table import off_table_changes, with_off_table_of
from reservations.houses.queries import (
    attendance_of,
    houses_among,
    newest_rules_called,
    newest_versions,
    seating_terms_of_rules,
)
from reservations.houses.seating_terms import SeatingTerms
from reservations.houses.text import attendance_statement, seating_statement
from reservations.models import Fact, House, Night, Rules


@dataclass(frozen=True)
class HouseRules:
    """One version of a house's rules, with its document read."""

    rules: Rules
    document: Mapping[str, Any]

    @property
    def terms(self) -> BankTerms:
        return terms_of(self.rules)

    @property
    def stated(self) -> dict[str, str]:
        """The bank's terms before a night has its own stakes: sentences by their names, as "buy_in-minimum"."""
        return stated(self.terms, money=show_money)

    @property
    def all_stated(self) -> dict[str, str]:
        """The sentences of all terms, with the levels and the chips, by the name of the term."""
        levels, chips = ", ".join(map(str, self.terms.levels)), self.terms.chips
        colours = ", ".join(f"{chip.name} {show_money(chip.cents)}{' (in reserve)' * chip.reserve}" for chip in chips)
        listed = {"levels-minutes": f"The levels: {levels}."} if levels else {}
        listed |= {"chips-value": f"Chips: {colours}."} if colours else {}
        return all_sentences(self.terms, attendance_of(self.rules), seating_terms_of_rules(self.rules)) | listed

    @property
    def source(self) -> str:
        """Where its rules come from, as one line; "" if that is unknown."""
        source = self.document.get("source", {})
        version = f"version {source['version']}" if "version" in source else ""
        base = f"which rests on {source['base']}" if "base" in source else ""
        return ", ".join(filter(None, (source.get("title"), version, source.get("date"), base)))


def read_rules(rules: Rules) -> HouseRules:
    """Read one version of a house's rules."""
    return HouseRules(rules, json.loads(rules.document))


def all_sentences(bank: BankTerms, attendance: AttendanceTerms, seating: SeatingTerms) -> dict[str, str]:
    """State all terms of a house, by their names ("buy_in-maximum")."""
    stated_by_bank = stated(bank, money=show_money)
    return {**stated_by_bank, **attendance_statement(attendance), **seating_stated(bank, seating)}


def rules_of_night(night: Night) -> HouseRules:
    """Return the rules of a night that was opened: its own version, with the articles let in since."""
    read = read_rules(night.kept_rules)
    let_in = Fact.objects.filter(night=night, kind=FactKind.LET_IN).order_by("-pk").first()
    if let_in is None:
        return read
    newer = night.house.versions.get(version=json.loads(let_in.content)["version"])
    return replace(read, document=with_off_table_of(read.document, json.loads(newer.document)))


def open_nights_behind(house: House) -> list[Night]:
    """Return the open nights of a house whose articles off the table differ from its newest version."""
    opened = list(house.nights.filter(bank__isnull=False, bank__closed=None).select_related("house", "rules"))
    newest = json.loads(house.newest().document) if opened else {}
    return [night for night in opened if off_table_changes(rules_of_night(night).document, newest)]


def seating_stated(terms: BankTerms, seating: SeatingTerms) -> dict[str, str]:
    """State the terms for the tables; those of blinds only if the house plays with any."""
    return seating_statement(seating, blinds=terms.blinds is not None or terms.blinds_at_opening)


def articles_against(house: HouseRules, figures: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the articles that state a limit or a blind of the house which a night replaces with ``figures``."""
    before, now = (limits_before(house.terms, own) for own in ({}, figures))
    blinds, stakes = (first_blinds(house.terms, own) for own in ({}, figures))
    own = {before.minimum_cents, before.maximum_cents, *(astuple(blinds) if blinds else ())}
    tonight = {now.minimum_cents, now.maximum_cents, *(astuple(stakes) if stakes else ())}
    numbers = {format_cents(cents) for cents in own - tonight if cents}
    limits = {"buy_in_min": house.terms.minimum, "buy_in_max": house.terms.maximum}
    for name in figures.keys() & limits.keys():
        limit = limits[name]
        if limit and limit.big_blinds and stakes and figures[name] != limit.big_blinds * stakes.big_cents:
            numbers.add(str(limit.big_blinds))
    return presets.articles_stating(numbers, house.document)


def houses(among: Collection[int] | None = None) -> QuerySet[House]:
    """Return the houses of these ids, or all, by name, with the number of their newest version and of their nights."""
    counted = houses_among(among).annotate(latest=Max("versions__version"), played=Count("nights", distinct=True))
    return counted.order_by("name_key")


def newest_rules(among: Collection[int] | None = None) -> list[HouseRules]:
    """Return the newest rules of every house, or of these, with the columns of `houses` in ``rules.house``."""
    made = {house.pk: house for house in houses(among)}
    newest = {rules.house_id: rules for rules in newest_versions().filter(house__in=made)}
    for house in made.values():
        newest[house.pk].house = house
    return [read_rules(newest[pk]) for pk in made]


def newest_documents() -> list[dict[str, Any]]:
    """Return the documents of the newest rules of every house, by its name."""
    newest = newest_versions().order_by("house__name_key")
    return [json.loads(document) for document in newest.values_list("document", flat=True)]


def presets_left(made: Iterable[House] | None = None) -> list[Mapping[str, Any]]:
    """Return the documents of the unused presets, by key, without those whose name is taken.

    ``made`` are all houses, if they are read already.
    """
    taken = {text for house in (House.objects.all() if made is None else made) for text in (house.key, house.name)}
    documents = (presets.load_preset(key) for key in presets.preset_keys() if key not in taken)
    return [document for document in documents if document["name"] not in taken]


def name_and_terms(house: str) -> tuple[str, BankTerms]:
    """Return the name and the bank's terms of a house, or of an unused preset, by its key. Raises ``Unknown``."""
    with suppress(Unknown):
        rules = newest_rules_called(house)
        return str(rules.house), terms_of(rules)
    document = presets.preset_called(house)
    return document["name"], bank_terms(document)


def house_choices(of: Collection[int] | None = None) -> list[tuple[str, str]]:
    """Return the houses of these ids for a form, by key and name; None: all, then `presets_left`."""
    made = list(houses_among(of).order_by("name_key"))
    return with_presets(made) if of is None else [(house.key, house.name) for house in made]


def with_presets(made: Sequence[House]) -> list[tuple[str, str]]:
    """Return all houses for a form, by key and name, and then `presets_left`."""
    presets_named = ((str(preset["key"]), f"{preset['name']} (preset)") for preset in presets_left(made))
    return [*((house.key, house.name) for house in made), *presets_named]
