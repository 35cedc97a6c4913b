"""Rules found by a few words."""

from typing import Any

import pytest

from hostdesk.rules.houses.search import corrected, found, marked

ODD_CHIP = {
    "number": "13a",
    "title": "Odd chips",
    "section": "Showdown",
    "text": "When a pot does not divide evenly, the first hand after the button gets the chip.",
    "also": ["split pot", "tie", "chop"],
}
RAISE = {"number": "3", "title": "The least raise", "section": "Betting", "text": "A raise is no less than the last."}
UNDER = {"number": "3.1", "title": "Under-raise", "section": "Betting", "text": "All chips in is no raise for others."}
SHOES = {"number": "20", "title": "Shoes", "text": "Leave them at the door. The café is closed."}
MONEY = {"section": "Limits and money", "text": "The least buy-in is $10.00 (20 big blinds of $0.50)."}
ARTICLES: list[dict[str, Any]] = [ODD_CHIP, RAISE, UNDER, SHOES, MONEY]


def test_the_order_of_the_words_is_free():
    assert found(ARTICLES, "odd chip") == found(ARTICLES, "chip odd") == [ODD_CHIP]


@pytest.mark.parametrize("word", ["raise", "raises", "raised", "raising", "Raise!", "rai"])
def test_a_word_is_found_whatever_its_ending(word):
    assert found(ARTICLES, word) == [RAISE, UNDER]


def test_articles_with_all_words_come_first():
    assert found(ARTICLES, "raise chips") == [UNDER, ODD_CHIP, RAISE]


def test_an_article_with_too_few_of_the_words_is_not_found():
    assert found(ARTICLES, "door closed shoes raise") == [SHOES]


def test_a_title_says_more_than_a_text():
    assert found(ARTICLES, "least") == [RAISE, MONEY]


def test_a_number_is_found_only_whole():
    assert found(ARTICLES, "3") == [RAISE]
    assert found(ARTICLES, "13A") == [ODD_CHIP]


def test_other_words_for_it_are_found():
    assert found(ARTICLES, "two players tie, one chip is left") == [ODD_CHIP]


def test_a_sentence_made_of_the_terms_has_neither_number_nor_title():
    assert found(ARTICLES, "limits money") == [MONEY]


def test_a_hyphen_and_an_accent_may_be_left_out():
    assert found(ARTICLES, "underraise") == [UNDER]
    assert found(ARTICLES, "cafe") == [SHOES]


def test_words_that_are_in_every_question_find_nothing():
    assert found(ARTICLES, "when is the door") == [SHOES]
    assert found(ARTICLES, "when") == found(ARTICLES, "what can I do") == []


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("evenli", "evenly"),
        ("buttno", "button"),
        ("I'm at the dorr", "dorr"),
        ("shoes", "shoes"),
        ("chi", "chi"),
        ("dog", "dog"),
        ("13a", "13a"),
    ],
)
def test_a_mistyped_word_is_the_one_it_is_most_like(words, meant):
    assert corrected(ARTICLES, words) == meant


def test_words_that_people_use_for_one_another_find_the_same():
    late = {"number": "15", "title": "Coming later", "text": "Tell the host."}

    assert found([*ARTICLES, late], "I'm delayed") == [late]


def test_what_is_written_as_one_word_or_two_is_the_same():
    assert found(ARTICLES, "buy in") == found(ARTICLES, "buying in") == found(ARTICLES, "buyin") == [MONEY]


def test_a_word_that_no_rule_has_may_say_that_none_answers():
    assert found(ARTICLES, "door of the neighbours dog kennel") == []


@pytest.mark.parametrize("words", ["", "  ", "?!", "zebra"])
def test_nothing_to_find(words):
    assert found(ARTICLES, words) == []
    assert found([], words) == []


def test_the_words_are_marked_in_the_text():
    pieces = marked("A raise: Raises & <b>raised</b>", "raising")

    assert "".join(text for text, _ in pieces) == "A raise: Raises & <b>raised</b>"
    assert [text for text, is_marked in pieces if is_marked] == ["raise", "Raises", "raised"]


def test_nothing_to_mark():
    assert marked("A raise", "") == [("A raise", False)]
    assert marked("", "raise") == []
