"""Lookups at a table find their rule with three words, which were chosen before anybody had read the articles."""

import csv
from pathlib import Path

import pytest

from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.rules.houses.queries import seating_stated
from hostdesk.rules.houses.reading import sections_of, to_look_up
from hostdesk.rules.houses.search import corrected, found
from ledger.night.stakes_queries import stated
from ledger.terms.bank_terms import bank_terms
from reservations.houses.attendance_terms import attendance_terms
from reservations.houses.seating_terms import seating_terms
from reservations.houses.text import attendance_statement

FILE = Path(__file__).parents[3] / "data/houses/lookups.csv"
LOOK_UPS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))


def rules(key):
    """Return the rules to look up in a house: its articles, and the sentences of its terms among them."""
    document = load_preset(key)
    bank, seating = bank_terms(document), seating_terms(document)
    sentences = {**stated(bank), **attendance_statement(attendance_terms(document)), **seating_stated(bank, seating)}
    return to_look_up(sections_of(document, sentences))


RULES = {key: rules(key) for key in preset_keys()}


def test_fifty_rules_and_more_are_looked_up_in_every_house():
    assert len(LOOK_UPS) >= 50
    assert {row["house"] for row in LOOK_UPS} == set(RULES)


@pytest.mark.sweep
@pytest.mark.parametrize("row", LOOK_UPS, ids=lambda row: f"{row['house']}: {row['words']}")
def test_the_right_article_is_among_the_first_three(row):
    first = [rule.get("number") for rule in found(RULES[row["house"]], row["words"])[:3]]

    assert [number for number in row["article"].split() if number not in first] == []


QUESTIONS = [
    ("dave-2020", "I'm late", "15"),
    ("dave-2020", "what happens if I'm late", "15"),
    ("ericn", "leave early", "2.1"),
    ("dave-2020", "straddel", "11"),
    ("ericn", "straddel", "30"),
    ("ericn", "can I buy in for more", "10a"),
    ("dave-2020", "whats the minimum buy in", "2"),
    ("dave-2020", "who gets the odd chip", "60"),
    ("ericn", "who gets the odd chip", "20"),
    ("dave-2020", "somebody is on the phone", "31"),
    ("dave-2020", "can I smoke", "17.2"),
    ("dave-2020", "can I owe money", "4"),
    ("dave-2020", "mis deal", "40"),
    ("ericn", "misdeel", "22"),
    ("ericn", "the dealer exposed my card", "12.2.2"),
    ("ericn", "do I have to show my hand", "7"),
    ("dave-2020", "string bet", "47"),
    ("ericn", "whose turn is it", "17"),
    ("dave-2020", "can I bring a friend", "17"),
    ("ericn", "what if I don't show up", "4"),
    ("ericn", "how many rebuys", "10"),
    ("mike", "how many rebuys", "2"),
    ("dave-2020", "when do I get my cash out", "9"),
    ("mike", "cashing out", "11"),
    ("dave-2020", "what's the rake", "1.2"),
    ("dave-2020", "can I bring beer", "17.4"),
    ("mike", "can I bring beer", "14.1"),
    ("ericn", "how old must I be", "3"),
    ("mike", "does a flush beat a straight", "21"),
    ("dave-2020", "where is the bathroom", "17.3"),
    ("ericn", "I folded out of turn", "2.2"),
    ("ericn", "my cards were mucked", "26"),
    ("ericn", "who is the banker", "29"),
    ("mike", "who's the banker", "1"),
    ("dave-2020", "can I change my seat", "13a"),
    ("dave-2020", "how long is my seat held", "15a"),
    ("mike", "the deck ran out", "23"),
    ("dave-2020", "buton straddle", "11.2"),
    ("ericn", "tournement", "1"),
    ("ericn", "rabit hunting", "2.10"),
    ("dave-2020", "odd chipp", "60"),
    ("dave-2020", "showdwn order", "54"),
    ("mike", "folded too early", "16.2"),
    ("dave-2020", "how do I cancel my reservatoin", "12"),
    ("dave-2020", "can I bring my dog", ""),
    ("ericn", "is there parking", ""),
    ("mike", "what is the wifi password", ""),
    ("dave-2020", "is there a jackpot", ""),
    ("ericn", "can we play omaha", ""),
    ("mike", "do you take venmo", ""),
    ("dave-2020", "what music is allowed", ""),
    ("ericn", "is there a dress code", ""),
    ("mike", "can I wear sunglasses", ""),
    ("dave-2020", "are kids allowed", ""),
    ("ericn", "can my wife watch", ""),
    ("dave-2020", "can I take a photo", ""),
    ("mike", "is the game cancelled tonight", ""),
    ("ericn", "who won last week", ""),
    ("dave-2020", "can I use a calculator", ""),
    ("mike", "crypto payment", ""),
    ("dave-2020", "what can I do", ""),
]
"""Questions as people type them: the house, the words, and an article with the answer; "" where there is none."""


@pytest.mark.sweep
@pytest.mark.parametrize(("house", "words", "article"), QUESTIONS)
def test_a_question_as_it_is_typed_finds_its_article_or_nothing(house, words, article):
    rules = RULES[house]
    first = [rule.get("number") for rule in found(rules, corrected(rules, words))[:3]]

    assert article in first if article else first == []
