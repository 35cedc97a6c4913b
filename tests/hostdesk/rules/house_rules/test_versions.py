"""Two versions of a house's rules, compared word by word."""

import pytest

from hostdesk.rules.house_rules.versions import Edition, changes
from hostdesk.rules.houses.presets import load_preset, preset_keys

CLOCK = {"number": "28", "title": "The clock", "text": "You have 60 seconds.", "section": "Conduct"}
SHOES = {"number": "30", "title": "Shoes", "text": "Leave them at the door.", "section": "In the house"}
MAXIMUM = {"buy_in-maximum": "The maximum buy-in is $50.00 (100 big blinds)."}


def edition(*articles, stated=MAXIMUM, **document):
    return Edition({"articles": [*articles], **document}, stated)


def changed(before, after):
    return [(each.anchor, each.in_words) for each in changes(before, after)]


@pytest.mark.parametrize("key", preset_keys())
def test_a_version_is_like_itself(key):
    house = Edition(load_preset(key), MAXIMUM)

    assert changes(house, house) == []


def test_the_words_that_changed_are_marked():
    [change] = changes(edition(CLOCK), edition({**CLOCK, "text": "You have 45 seconds."}))

    assert (change.anchor, change.label) == ("article-28", "Article 28")
    assert change.before == [("The clock: You have", False), (" ", False), ("60", True), (" seconds.", False)]
    assert change.after == [("The clock: You have", False), (" ", False), ("45", True), (" seconds.", False)]


def test_words_that_are_only_in_one_version():
    [change] = changes(edition(CLOCK), edition({**CLOCK, "text": "You have no more than 60 seconds."}))

    assert [text for text, is_new in change.before if is_new] == []
    assert [text for text, is_new in change.after if is_new] == ["no more than"]


def test_articles_come_and_go():
    assert changed(edition(CLOCK), edition(SHOES)) == [
        ("article-30", "New: Article 30, Shoes: Leave them at the door."),
        ("article-28", "No longer: Article 28, The clock: You have 60 seconds."),
    ]


def test_a_term_is_compared_by_its_sentence():
    raised = {"buy_in-maximum": "The maximum buy-in is $60.00 (120 big blinds)."}

    assert changed(edition(), edition(stated=raised)) == [
        ("term-buy_in-maximum", f"{raised['buy_in-maximum']} (Before: {MAXIMUM['buy_in-maximum']})")
    ]
    assert changed(edition(), edition(stated={})) == [
        ("term-buy_in-maximum", f"No longer: {MAXIMUM['buy_in-maximum']}")
    ]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, {"bank": {"one_banker": True}}, "yes (Before: One banker for the whole night: no)"),
        ({"source": {"date": "2018"}}, {}, "Their date: – (Before: Their date: 2018)"),
        ({}, {"credit": {"hard": True}}, "yes (Before: Nobody overrules that limit: no)"),
        (
            {"invitation": {"says": ["A.", "B."]}},
            {"invitation": {"says": ["A."]}},
            "A. (Before: An invitation says: A. B.)",
        ),
    ],
)
def test_a_term_that_no_sentence_tells_is_compared_by_its_value(before, after, told):
    [(_, words)] = changed(edition(**before), edition(**after))

    assert words.endswith(told)


def test_a_term_that_another_one_tells_is_told_once():
    limits = [{"credit-limit": f"Nobody owes more than $100.00; {most}."} for most in ("the host overrules", "never")]
    before, after = edition(stated=limits[0]), edition(stated=limits[1], credit={"hard": True})

    assert [each.anchor for each in changes(before, after)] == ["term-credit-limit"]


def test_other_words_for_an_article_are_no_change():
    assert changes(edition(CLOCK), edition({**CLOCK, "also": ["time"], "new": True})) == []
