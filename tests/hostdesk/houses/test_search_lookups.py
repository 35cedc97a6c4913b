"""What somebody looks up at a table is found by three words, chosen before anybody had read the articles."""

import csv
from pathlib import Path

import pytest

from hostdesk.houses.presets import load_preset, preset_keys
from hostdesk.houses.queries import seating_stated, stated
from hostdesk.houses.reading import sections_of, to_look_up
from hostdesk.houses.search import found
from ledger.terms.bank_terms import bank_terms
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.seating_terms import seating_terms
from reservations.houses.text import attendance_statement

FILE = Path(__file__).parents[2] / "data/houses/lookups.csv"
LOOK_UPS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))


def rules(key):
    """Return what is looked up in a house: its articles, and the sentences of its terms among them."""
    document = load_preset(key)
    bank, seating = bank_terms(document), seating_terms(document)
    sentences = {**stated(bank), **attendance_statement(attendance_terms(document)), **seating_stated(bank, seating)}
    return to_look_up(sections_of(document, sentences))


RULES = {key: rules(key) for key in preset_keys()}


def test_fifty_rules_and_more_are_looked_up_in_every_house():
    assert len(LOOK_UPS) >= 50
    assert {row["house"] for row in LOOK_UPS} == set(RULES)


@pytest.mark.parametrize("row", LOOK_UPS, ids=lambda row: f"{row['house']}: {row['words']}")
def test_the_right_article_is_among_the_first_three(row):
    first = [rule.get("number") for rule in found(RULES[row["house"]], row["words"])[:3]]

    assert [number for number in row["article"].split() if number not in first] == []
