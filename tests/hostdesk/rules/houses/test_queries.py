"""The rules of a house as pages show them."""

from operator import attrgetter

import pytest

from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.rules.houses.queries import articles_against, houses, newest_rules, presets_left, read_rules
from reservations.houses.commands import make_house, revise_house
from reservations.models import House
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_a_version_is_read_with_its_source_and_articles():
    house = read_rules(make_house(document=load_preset("hybrid")))

    rests = "which rests on Robert's Rules of Poker, version 11"
    assert house.source == f"Poker Home Game Rules, version 1, 2015-08-01, {rests}"
    assert house.document["articles"][0]["title"] == "Rising blinds"


def test_a_house_of_few_words_has_neither():
    document = {key: value for key, value in load_preset("mike").items() if key not in ("source", "articles")}

    house = read_rules(make_house(document=document))

    assert (house.source, "articles" in house.document) == ("", False)


def test_every_house_is_shown_as_its_newest_version_has_it():
    for key in ("mike", "hybrid"):
        make_house(document=load_preset(key))
    revise_house(house=House.objects.get(key="mike"), document={**load_preset("mike"), "summary": "New."})

    assert [(each.rules.house.name, each.rules.version) for each in newest_rules()] == [
        ("Hybrid game", 1),
        ("Mike's game", 2),
    ]


def test_a_house_counts_its_versions_and_nights():
    Evening("hybrid").opens("hybrid")

    assert list(map(attrgetter("key", "latest", "played"), houses())) == [("hybrid", 1, 2)]


def test_presets_are_offered_until_they_are_taken():
    make_house(document=load_preset("mike"))
    make_house(document={**load_preset("hybrid"), "key": "another"})

    assert {each["key"] for each in presets_left()} == {*preset_keys()} - {"mike", "hybrid"}


@pytest.mark.parametrize(
    ("key", "figures", "found"),
    [
        ("hybrid", {"buy_in_max": 5000}, [("2", "10.00")]),
        ("hybrid", {"buy_in_min": 0, "buy_in_max": 1000}, [("2", "4.00")]),
        ("hybrid", {}, []),
        ("dave-2018", {"buy_in_max": 8000}, [("2", "100")]),
        ("dave-2018", {"buy_in_max": 5000}, []),
        ("dave-2018", {"small_blind": 50, "big_blind": 100, "buy_in_min": 2000}, [("1", "0.25")]),
        ("mike", {"buy_in_max": 5000}, []),
        ("ericn", {"small_blind": 50, "big_blind": 100, "buy_in_min": 2000, "buy_in_max": 5000}, []),
    ],
)
def test_articles_that_state_what_a_night_replaces(key, figures, found):
    house = read_rules(make_house(document=load_preset(key)))

    assert articles_against(house, figures) == found
