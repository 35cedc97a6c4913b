"""What somebody looks up at a table is found by three words, chosen before anybody had read the articles."""

import csv
from pathlib import Path

import pytest

from hostdesk.houses.presets import load_preset, preset_keys
from hostdesk.houses.search import found

FILE = Path(__file__).parents[2] / "data/houses/lookups.csv"
LOOK_UPS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))
ARTICLES = {key: load_preset(key)["articles"] for key in preset_keys()}


def test_fifty_rules_and_more_are_looked_up_in_every_house():
    assert len(LOOK_UPS) >= 50
    assert {row["house"] for row in LOOK_UPS} == set(ARTICLES)


@pytest.mark.parametrize("row", LOOK_UPS, ids=lambda row: f"{row['house']}: {row['words']}")
def test_the_right_article_is_among_the_first_three(row):
    first = [article["number"] for article in found(ARTICLES[row["house"]], row["words"])[:3]]

    assert [number for number in row["article"].split() if number not in first] == []
