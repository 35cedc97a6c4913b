"""New articles that do not touch the game enter a night; everything else stays in the night's version."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.houses.off_table import OffTableChange, off_table_changes, with_off_table_of


def article(number, text="As ever.", *, off=False):
    said = {"number": number, "title": f"Article {number}", "text": text}
    return said | {"off_table": True} if off else said


def document(*articles, name="Friday game"):
    return {"name": name, "articles": [*articles]}


KEPT = document(article("1"), article("2", "No shoes.", off=True), article("3"), article("4", "Soup.", off=True))


@pytest.mark.parametrize(
    ("newer", "texts", "changes"),
    [
        (
            document(article("1"), article("2", "Slippers.", off=True), article("3"), article("4", "Soup.", off=True)),
            ["As ever.", "Slippers.", "As ever.", "Soup."],
            [("changed", "2")],
        ),
        (
            document(article("1", "Other stakes."), article("2", "Slippers.", off=True), article("3", "No raise.")),
            ["As ever.", "Slippers.", "As ever."],
            [("changed", "2"), ("gone", "4")],
        ),
        (
            document(article("1"), article("1a", "Park here.", off=True), article("2", "No shoes.", off=True)),
            ["As ever.", "Park here.", "No shoes.", "As ever."],
            [("new", "1a"), ("gone", "4")],
        ),
        (
            document(article("0", "Ring twice.", off=True), *KEPT["articles"]),
            ["Ring twice.", "As ever.", "No shoes.", "As ever.", "Soup."],
            [("new", "0")],
        ),
        (document(*KEPT["articles"], article("5", "A new bet.")), ["As ever.", "No shoes.", "As ever.", "Soup."], []),
        (document(name="Saturday game"), ["As ever.", "As ever."], [("gone", "2"), ("gone", "4")]),
        ({"name": "Without any"}, ["As ever.", "As ever."], [("gone", "2"), ("gone", "4")]),
    ],
)
def test_only_what_is_off_the_table_comes_in(newer, texts, changes):
    night = with_off_table_of(KEPT, newer)

    assert [each["text"] for each in night["articles"]] == texts
    assert night["name"] == "Friday game"
    assert off_table_changes(KEPT, newer) == [OffTableChange(what, of, f"Article {of}") for what, of in changes]


def test_an_article_that_touches_the_game_in_either_version_stays():
    newer = document(article("1", "Off the table now.", off=True), article("2", "A bet.", off=False), article("3"))

    night = with_off_table_of(document(*KEPT["articles"][:3]), newer)

    assert [each["text"] for each in night["articles"]] == ["As ever.", "No shoes.", "As ever."]


rules = st.lists(
    st.builds(article, st.sampled_from("123456"), st.sampled_from(["a", "b"]), off=st.booleans()),
    max_size=6,
    unique_by=lambda each: each["number"],
).map(lambda articles: document(*articles))


@given(rules, rules)
def test_what_touches_the_game_is_as_it_was_and_the_other_version_brings_all_back(kept, newer):
    night = with_off_table_of(kept, newer)

    played = [[each for each in one["articles"] if not each.get("off_table")] for one in (kept, night)]
    by_number = [{each["number"]: each for each in one["articles"]} for one in (kept, with_off_table_of(night, kept))]
    assert played[0] == played[1]
    assert off_table_changes(night, newer) == []
    assert by_number[0] == by_number[1]
