"""The changes from one version to another, in words."""

import pytest

from hostdesk.rules.changing.changes import TermChange, article_changes, changes
from hostdesk.rules.houses.presets import load_preset

MIKE = load_preset("mike")


def told(change, before=MIKE):
    """Return the changes when these tables replace a document's own: label, was, becomes."""
    after = {key: value for key, value in {**before, **change}.items() if value is not None}
    return [(each.label, each.was, each.becomes) for each in changes(before, after)]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"summary": "Ours."}, ("In one sentence", MIKE["summary"], "Ours.")),
        ({"bank": {"guests_answered_for": False}}, ("Inviters answer for their guests", "yes", "no")),
        ({"bank": None}, ("Inviters answer for their guests", "yes", "no")),
        ({"attendance": {"seats": 9}}, ("Seats", "", "9 seats")),
        ({"attendance": {"grace_minutes": 30}}, ("A seat is kept for", "15 minutes", "30 minutes")),
        ({"attendance": {"taken_up_clears": False}}, ("No strike if the seat is taken in time", "yes", "no")),
        (
            {"attendance": {"steps": [[1, "reminder"], [2, "removed"]]}},
            ("What follows from strikes", "", "1 strike: reminder, 2 strikes: removed"),
        ),
        ({"levels": {"blinds": [["0.25", "0.50"], ["1", "2"]]}}, ("Levels", "", "$0.25/$0.50, $1.00/$2.00")),
        ({"waiting": {"moves_up": "by an offer"}}, ("A free seat moves on", "automatically", "by an offer")),
        (
            {"invitation": {"says": ["Bring chips.", "Knock."]}},
            ("An invitation says", "Dinner is served. Bring what you drink, other than water.", "Bring chips. Knock."),
        ),
        (
            {"chips": [*MIKE["chips"][:-1], {"colour": "green", "value": "5", "stock": 80}]},
            ("Chips: green", "$5.00, starred", "$5.00, 80 in the rack"),
        ),
        ({"chips": MIKE["chips"][1:]}, ("Chips: white", "$0.05", "")),
        ({"chips": [*MIKE["chips"], {"colour": "pink", "value": "25"}]}, ("Chips: pink", "", "$25.00")),
    ],
)
def test_a_term_that_changes(change, line):
    assert told(change) == [line]


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (None, ""),
        ({"amount": "50"}, "$50.00"),
        ({"big_blinds": 100, "or_big_stack": True}, "100 big blinds, or the big stack where that is more"),
        ({"multiples": 1}, "1 multiple"),
        ({"asked": True}, "asked at each opening"),
        ({"maximum": True}, "the maximum"),
    ],
)
def test_a_limit_in_words(limit, words):
    buy_in = {key: value for key, value in MIKE["buy_in"].items() if key != "usual"}

    after = {"buy_in": buy_in if limit is None else {**buy_in, "usual": limit}}

    assert told(after) == [("Usual buy-in", "$10.00", words)]


def test_means_in_words():
    assert told({"buy_in": {**MIKE["buy_in"], "pays_with": ["cash"]}}) == [
        ("Chips are paid for", "in cash, by bank note or in THE BOOK", "in cash")
    ]


def test_writing_down_what_holds_anyway_changes_nothing():
    assert told({"seating": {"suits_rank": False, "most": 11}}) == []


def test_a_change_leads_to_its_field():
    after = {**MIKE, "conduct": {**MIKE["conduct"], "jumped_bet": "0.50"}}

    assert changes(MIKE, after) == [TermChange("A jumped bet costs", "$0.20", "$0.50", "term-conduct-jumped_bet")]


def articles(*numbers, **changed):
    found = [{"number": number, "title": "Title", "text": "Text."} for number in numbers]
    return {"articles": [{**article, **changed.get(f"no_{article['number']}", {})} for article in found]}


def test_articles_that_are_new_changed_and_gone():
    before = articles("1", "2", "3")
    after = articles("1", "3", "4", no_3={"section": "Chips", "unusual": True, "also": ["chop", "split"]})

    assert article_changes(before, after) == [
        TermChange(
            "Article 3",
            "Title. Text.",
            "Chips: Title. Text. (unusual) Also found by: chop, split.",
            "term-articles-1-number",
        ),
        TermChange("Article 4", "", "Title. Text.", "term-articles-2-number"),
        TermChange("Article 2", "Title. Text.", "", ""),
    ]


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (("4", "1", "2", "3"), ("Article 4 moves", "after article 3", "first")),
        (("2", "3", "4", "1"), ("Article 1 moves", "first", "after article 4")),
    ],
)
def test_an_article_that_moves(after, line):
    [change] = article_changes(articles("1", "2", "3", "4"), articles(*after))

    assert (change.label, change.was, change.becomes) == line
