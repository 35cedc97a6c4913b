"""The articles of the houses that come with the product can be read, looked up, and shown in order."""

import itertools
import re

import pytest

from hostdesk.rules.houses.presets import load_preset, preset_keys

ARTICLES = {key: load_preset(key)["articles"] for key in preset_keys()}
COUNTED = (
    r"\b(none|one|two|three|four|five|six|seven|eight|nine|ten|sixteen|twenty|fifty|hundred|quarter|half|"
    r"jack|king|ace|straight|flush)(?:e?s)?\b"
)
EACH_HOUSE = pytest.mark.parametrize("key", ARTICLES)


@EACH_HOUSE
def test_each_article_has_number_section_title_and_text(key):
    lacking = [
        article
        for article in ARTICLES[key]
        if not all(article.get(each) for each in ("number", "section", "title", "text"))
    ]

    assert lacking == []


@EACH_HOUSE
def test_an_article_is_one_short_rule(key):
    long = [article["number"] for article in ARTICLES[key] if len(article["text"].split()) > 60]

    assert long == []


@EACH_HOUSE
def test_each_section_stands_in_one_place_with_its_numbers_rising(key):
    sections = [
        (name, list(each)) for name, each in itertools.groupby(ARTICLES[key], lambda article: article["section"])
    ]
    names = [name for name, _ in sections]

    assert len(names) == len(set(names))
    for _, articles in sections:
        numbers = [_in_order(article["number"]) for article in articles]
        assert numbers == sorted(numbers)


@EACH_HOUSE
def test_no_title_is_that_of_two_articles(key):
    titles = [article["title"] for article in ARTICLES[key]]

    assert [title for title in titles if titles.count(title) > 1] == []


def test_what_touches_food_shoes_and_the_house_is_off_the_table():
    off_table = {
        key: [each["number"] for each in articles if "off_table" in each] for key, articles in ARTICLES.items()
    }

    dave = ["17", "17.1", "17.2", "17.3", "17.4", "17.5"]
    assert off_table == {
        "dave-2018": dave,
        "dave-2020": dave,
        "ericn": [],
        "hybrid": ["11", "11.1", "11.2"],
        "mike": ["14", "14.1"],
    }


def test_what_is_new_or_unusual_is_marked_where_the_rules_of_a_house_say_so():
    marked = {
        (key, article["number"]): [mark for mark in ("new", "unusual") if mark in article]
        for key, articles in ARTICLES.items()
        for article in articles
        if "new" in article or "unusual" in article
    }

    assert marked == {
        ("ericn", "1.3"): ["unusual"],
        ("ericn", "7"): ["unusual"],
        ("mike", "13.2"): ["new"],
        ("mike", "24.2"): ["new"],
    }


RAISES_BEFORE_THE_FLOP = "quarter half one one one fifty"
RAISES_AFTER_THE_FLOP = "one five four one nine"
SHORT_ALL_IN = "ten sixteen sixteen ten"
STRADDLES = "two one four one eight"


@pytest.mark.parametrize(
    ("key", "number", "counted"),
    [
        ("dave-2018", "45.1", RAISES_BEFORE_THE_FLOP),
        ("dave-2018", "45.2", RAISES_AFTER_THE_FLOP),
        ("dave-2018", "46.1", SHORT_ALL_IN),
        ("dave-2018", "11", STRADDLES),
        ("dave-2020", "45.1", RAISES_BEFORE_THE_FLOP),
        ("dave-2020", "45.2", RAISES_AFTER_THE_FLOP),
        ("dave-2020", "46.1", SHORT_ALL_IN),
        ("dave-2020", "11", f"one {STRADDLES}"),
        ("hybrid", "27.1", RAISES_BEFORE_THE_FLOP),
        ("hybrid", "27.2", RAISES_AFTER_THE_FLOP),
        ("hybrid", "28.1", SHORT_ALL_IN),
        ("hybrid", "39", "straight flush flush"),
        ("ericn", "5", "one two five three one"),
        ("ericn", "19.2", "one hundred twenty one hundred twenty"),
        ("mike", "24.1", "ace two three four six two"),
        ("mike", "25.1", "none straight flush one ace two three four five"),
        ("mike", "27.2", "half one half two"),
        ("mike", "30.1", "flush four ace jack nine seven flush ace king jack nine seven one two ace"),
        ("mike", "30.2", "three ace two five ace"),
        ("mike", "31.3", "seven three four four three king four seven nine three four four"),
        ("mike", "31.4", "ace ace ace two three six jack ace three five jack"),
    ],
)
def test_an_example_counts_as_in_its_source(key, number, counted):
    [text] = [article["text"] for article in ARTICLES[key] if article["number"] == number]

    assert re.findall(COUNTED, text.lower()) == counted.split()


def _in_order(number: str) -> list[tuple[int, str]]:
    """Split a number into parts that sort as people count: 4, 4a, 4.1, 4.10."""
    return [(int(digits), letter) for digits, letter in re.findall(r"(\d+)([a-z]?)", number)]
