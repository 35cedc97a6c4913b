"""Houses side by side, in words made from their terms."""

from dataclasses import astuple

import pytest

from hostdesk.rules.houses.comparison import compare
from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.rules.houses.presets import load_preset, preset_keys
from ledger.terms.bank_terms import Limit


def beside(key):
    """Return a preset as compared with all the others."""
    return next(each for each in compare([load_preset(one) for one in preset_keys()]) if each.key == key)


@pytest.mark.parametrize(
    ("key", "column", "words"),
    [
        ("dave-2018", "stakes", "0.25/0.50"),
        ("dave-2018", "buy_in", "20 to 100 big blinds, or the big stack"),
        ("dave-2018", "rebuys", "up to the maximum"),
        ("dave-2018", "cash_out", "on leaving, with 30 minutes' notice"),
        ("dave-2018", "attendance", "the host decides"),
        ("dave-2018", "tables", "two from 12 players"),
        ("hybrid", "stakes", "0.01/0.02 rising to 1.00/2.00, every 20 minutes"),
        ("hybrid", "buy_in", "from 4.00 up to 10.00"),
        ("hybrid", "rebuys", "only when busted"),
        ("hybrid", "cash_out", "when the blinds go up"),
        ("ericn", "stakes", "set each night"),
        ("ericn", "buy_in", "set each night"),
        ("ericn", "pays", "cash only"),
        ("ericn", "rebuys", "below the maximum, to 110 % of it"),
        ("ericn", "attendance", "1 strike: a reminder, 2 strikes: removed"),
        ("mike", "stakes", "no blinds; bets up to 0.50"),
        ("mike", "buy_in", "from 5.00"),
        ("mike", "pays", "cash, bank notes or THE BOOK"),
        ("mike", "cash_out", "at the end, in multiples of 1.00"),
    ],
)
def test_a_column_is_a_few_words(key, column, words):
    assert getattr(beside(key), column) == words


def test_what_a_house_plays_by_is_told_by_its_columns():
    rows = dict(beside("mike").rows)

    assert [*rows] == ["Blinds", "Buy-in", "Paid", "Rebuys", "Cash-out", "No-shows", "Tables", "Special"]
    assert (rows["Buy-in"], rows["Paid"]) == ("from 5.00", "cash, bank notes or THE BOOK")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ericn", ["From the age of 21", "one banker all night", "anybody may call the clock"]),
        ("hybrid", ["Cash may play behind", "no straddles"]),
        ("mike", ["Players sell each other chips", "everybody deals equally often", "a jumped bet costs 0.20"]),
        ("dave-2018", ["The rules of 2018, before those of 2020"]),
    ],
)
def test_what_is_special_is_what_the_columns_do_not_say(key, said):
    assert set(said) <= set(beside(key).special.split("; "))


def test_no_two_presets_read_alike():
    lines = [each.line for each in compare([load_preset(key) for key in preset_keys()])]

    assert len(set(lines)) == len(lines)
    assert beside("dave-2020").special.startswith("New since 2018: ")


def test_a_version_names_a_few_of_its_new_articles_and_counts_the_rest():
    old = {**load_preset("hybrid"), "articles": []}
    articles = [{"number": str(at), "title": f"Rule {at}", "text": f"Text {at}."} for at in range(1, 7)]
    new = {**old, "source": {**old["source"], "date": "2026-01-01"}, "articles": articles}

    _, newer = compare([old, new])

    assert newer.special.split("; ")[0] == "New since 2015: rule 1, rule 2, rule 3 and 3 more"


def test_copies_are_no_versions_of_each_other():
    old, new = load_preset("dave-2018"), load_preset("dave-2020")
    documents = [old, {**old, "key": "copy"}, new, {**new, "key": "again"}, {**new, "key": "bare", "articles": []}]

    special = [each.special.split("; ")[0] for each in compare(documents)]

    assert special[:2] == ["The rules of 2018, before those of 2020"] * 2
    assert special[2] == special[3] == beside("dave-2020").special.split("; ")[0]
    assert special[4] == "The rules of 2020"


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({}, "any amount"),
        ({"minimum": Limit(at_opening=True), "maximum": Limit(5000)}, "from what the night says up to 50.00"),
        ({"minimum": Limit(big_blinds=20)}, "from 20 big blinds"),
        ({"maximum": Limit(big_blinds=200)}, "up to 200 big blinds"),
    ],
)
def test_limits_are_told_as_the_house_has_them(limits, words):
    [own] = compare([own_document(OwnGame("Ours", 25, 50, **limits))])

    assert own.buy_in == words


def test_a_plain_game_has_its_line_too():
    [own] = compare([{**own_document(OwnGame("Ours")), "buy_in": {"pays_with": ["cash"]}}])

    assert (own.stakes, own.special) == ("none", "")
    assert own.line == "Blinds: none. Buy-in: any amount; cash only. Cash-out: on leaving."
    assert "" not in astuple(own)[:-1]
