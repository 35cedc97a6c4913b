"""An article that states another number than a term is found, unless the term leaves the number open."""

import pytest

from hostdesk.rules.houses.contradictions import contradictions
from hostdesk.rules.houses.presets import load_preset, preset_keys

LIMITS = {"minimum": {"amount": "20.00"}, "maximum": {"amount": "50.00"}, "usual": {"amount": "40.00"}}


STAKES = {"small_blind": "0.25", "big_blind": "0.50"}


def house(*texts, stakes=STAKES, buy_in=LIMITS, **sections):
    """Return rules with these articles, numbered from 1."""
    articles = [{"number": str(at), "title": "A rule", "text": text} for at, text in enumerate(texts, 1)]
    return {
        "key": "friday-game",
        "name": "Friday game",
        "summary": "Nickels and dimes.",
        "stakes": stakes,
        "buy_in": {"pays_with": ["cash"], **buy_in},
        "rebuy": {"when": "any time", "stack_asked": True, "minimum_binds": False},
        "cash_out": {"when": "on leaving", "notice_minutes": 30},
        "articles": articles,
        **sections,
    }


FOUND = [
    ("The maximum buy-in is 75.00.", "75.00", "40.00, 50.00"),
    ("The maximum buy-in is $75.", "$75", "40.00, 50.00"),
    ("Buying in costs up to 75 dollars.", "75", "40.00, 50.00"),
    ("The maximum buy-in is 75,00 €.", "75,00", "40.00, 50.00"),
    ("The maximum buy-in is 20.00.", "20.00", "40.00, 50.00"),
    ("The minimum buy-in is 50.00.", "50.00", "20.00, 40.00"),
    ("A buy-in costs from 20.00 to 60.00.", "60.00", "20.00, 40.00, 50.00"),
    ("A rebuy is 5.00.", "5.00", "40.00, 50.00"),
    ("A rebuy is 20.00.", "20.00", "40.00, 50.00"),
    ("A first buy-in is worth 30 big blinds or more.", "30", "20.00, 40.00"),
    ("The blinds are 0.25 and 1.00.", "1.00", "0.25, 0.50"),
    ("Leaving takes 20 minutes' notice.", "20", "30"),
    ("A notice of 45 minutes is enough.", "45", "30"),
]


@pytest.mark.parametrize(("text", "stated", "terms"), FOUND)
def test_another_number_than_the_term_is_found(text, stated, terms):
    assert contradictions(house(text)) == [("1", stated, terms)]


@pytest.mark.parametrize(
    "text",
    [
        "A buy-in costs 20.00 to 50.00, mostly 40.00.",
        "Rebuys know no minimum: the 20.00 are for the first buy-in.",
        "A first buy-in is worth 40 big blinds or more, and no more than 100 big blinds.",
        "Dinner costs 75.00, and blinds are 0.25 and 0.50.",
        "Rebuys are possible until 22.30.",
        "Season 24.12.2026 has a buy-in of its own, number 3.",
        "For the 1,000.00 buy-in ask elsewhere.",
        "The maximum buy-in is 75 on some nights.",
        "Nobody buys the button for less than 0.75.",
        "A player is away for 20 minutes at most.",
        "Players are 21 or older, and a credit of up to 30.00 is for friends.",
    ],
)
def test_what_is_no_number_of_a_term_is_left_alone(text):
    assert contradictions(house(text)) == []


def test_what_is_pointed_out_already_is_not_pointed_out_twice():
    rules = house("The maximum buy-in is 75.00.", "A rebuy is 5.00.")

    assert contradictions(rules, [("1", "75.00"), ("2", "6.00")]) == [("2", "5.00", "40.00, 50.00")]


def test_a_limit_in_an_article_about_buying_needs_no_word_about_it():
    rules = house("The maximum is 75.00.", "The bar sells for 60.00.")
    rules["articles"][0]["title"] = rules["articles"][1]["title"] = "Buying in"

    assert contradictions(rules) == [("1", "75.00", "40.00, 50.00")]


def test_an_age_is_compared_where_the_house_asks_for_one():
    found = contradictions(house("Players are 21 or older.", "Everybody is 18 years old.", door={"minimum_age": 21}))

    assert found == [("2", "18", "21")]


@pytest.mark.parametrize(
    ("limit", "stakes"),
    [({"asked": True}, STAKES), ({"big_blinds": 100}, {"asked": True})],
    ids=["limit asked", "blinds asked"],
)
def test_a_limit_that_is_asked_on_the_night_may_be_any(limit, stakes):
    rules = house("The maximum buy-in is 75.00.", stakes=stakes, buy_in={"maximum": limit})

    assert contradictions(rules) == []


def test_limits_in_multiples_and_big_blinds_of_every_level_are_counted_out():
    levels = {"minutes": 20, "blinds": [["0.25", "0.50"], ["0.50", "1.00"]]}
    limits = {"minimum": {"multiples": 2}, "multiple": "5.00", "maximum": {"big_blinds": 100}}
    stated = "The maximum buy-in is 50.00, later 100.00, never 75.00.", "The minimum buy-in is 10.00, or 20.00."

    found = contradictions(house(*stated, stakes={}, levels=levels, buy_in=limits))

    assert found == [("1", "75.00", "5.00, 50.00, 100.00"), ("2", "20.00", "5.00, 10.00")]


def test_a_rebuy_may_come_to_more_than_the_maximum_by_the_percentage_of_the_house():
    rebuy = {"when": "below the maximum", "stack_asked": True, "maximum_percent": 110}

    found = contradictions(house("Rebuys are up to 55.00.", "Rebuys are up to 60.00.", rebuy=rebuy))

    assert found == [("2", "60.00", "40.00, 50.00, 55.00")]


@pytest.mark.parametrize("key", preset_keys())
def test_no_preset_contradicts_itself(key):
    assert contradictions(load_preset(key)) == []


@pytest.mark.parametrize("key", preset_keys())
def test_a_version_of_a_preset_with_other_terms_of_the_table_does_not_either(key):
    version = load_preset(key)
    version["cash_out"] = {**version["cash_out"], "whole_dollars": True}
    version["rebuy"] = {**version["rebuy"], "minimum_binds": version["buy_in"].get("minimum") is not None}
    version["seating"] = {**version.get("seating", {}), "most": 9, "split_at": 10, "merge_at": 8}

    assert contradictions(version) == []


@pytest.mark.parametrize(
    ("key", "changed", "found"),
    [
        ("hybrid", {"maximum": {"amount": "12.00"}}, [("2", "10.00", "1.00, 4.00, 12.00")]),
        ("mike", {"multiple": "10.00"}, []),
        ("dave-2018", {"maximum": {"big_blinds": 80}}, [("2", "100", "40.00")]),
    ],
)
def test_a_version_of_a_preset_whose_limits_changed_is_found_where_its_articles_name_them(key, changed, found):
    version = load_preset(key)
    version["buy_in"] = {**version["buy_in"], "usual": changed.get("maximum", version["buy_in"]["usual"]), **changed}

    assert contradictions(version) == found
