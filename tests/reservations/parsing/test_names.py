"""Parsers of names, of lines of text and of whole numbers, and the texts made of names."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.parsing.names import (
    BadLine,
    BadName,
    first_names,
    hidden_names,
    joined_words,
    name_key,
    name_of_forgotten,
    parse_line,
    parse_mark,
    parse_name,
    shown_name,
    shown_text,
    suggested_mark,
    whole_number,
    whose,
    without_names,
)

FORGOTTEN = {"zoë": "Player 12", "bo": "Player 3", "bo-jo": "Player 7"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ZOE\u0308", "ZOE\u0308"),
        ("Zoë has 12.00 in front.", "Player 12 has 12.00 in front."),
        ("Bobo owes BO and Bo-Jo.", "Bobo owes Player 3 and Player 7."),
        ("Ann", "Ann"),
    ],
)
def test_a_sentence_is_shown_without_the_names_of_forgotten_players(text, shown):
    with without_names(FORGOTTEN):
        assert shown_text(text) == shown


def test_a_name_is_hidden_inside_the_block_alone():
    with without_names(FORGOTTEN):
        inside = (shown_name("zoe\u0308"), shown_name("Ann"), hidden_names())

    assert inside == ("Player 12", "Ann", frozenset(FORGOTTEN))
    assert (shown_name("Bo"), shown_text("Bo plays."), hidden_names()) == ("Bo", "Bo plays.", frozenset())


def test_a_forgotten_player_goes_by_number():
    assert name_of_forgotten(12) == "Player 12"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Bo   Diddley ", "Bo Diddley"),
        ("Cy\u00a0\u3000Young", "Cy Young"),
        ("Zoe\u0308", "Zoë"),
        ("Łukasz ♠", "Łukasz ♠"),
        ("שלום", "שלום"),
        ("🦊", "🦊"),
        ("<b>", "<b>"),
        ("a<b", "a<b"),
        ("{{7*7}}", "{{7*7}}"),
        ("'; DROP TABLE player; --", "'; DROP TABLE player; --"),
        ("=HYPERLINK(1)", "=HYPERLINK(1)"),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "é" * 40),
        ("x" + " " * 900 + "y", "x y"),
    ],
)
def test_a_name_is_kept_in_one_spelling(text, name):
    assert parse_name(text) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is nothing to read in it"),
        (" \u00a0 ", "there is nothing to read in it"),
        ("\u0301", "there is nothing to read in it"),
        ("\u3164", "there is nothing to read in it"),
        ("x" * 41, "it is longer than 40 characters"),
        ("x" * 10_000_000, "it is longer than 40 characters"),
        ("Gil\x00", "it holds a control character, U+0000"),
        ("Gil\tB", "it holds a control character, U+0009"),
        ("Gil\n", "it holds a control character, U+000A"),
        ("Gil\u202e", "it holds an invisible formatting character, U+202E"),
        ("Gil\u200b", "it holds an invisible formatting character, U+200B"),
        ("Gil\ud800", "it holds half of a character, U+D800"),
        ("Gil\ue000", "it holds a character of private use, U+E000"),
        ("Gil\uffff", "it holds a character that does not exist, U+FFFF"),
        ("Gil\u2028", "it holds a line break, U+2028"),
        ("Gil\u2029", "it holds a line break, U+2029"),
    ],
)
def test_what_nobody_can_be_called_is_refused_with_the_reason(text, reason):
    with pytest.raises(BadName) as refusal:
        parse_name(text)

    assert str(refusal.value).endswith(f" is not a name: {reason}.")
    assert len(str(refusal.value)) < 120


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann", "ANN", True),
        ("Zoë", "ZOE\u0308", True),
        ("Straße", "STRASSE", True),
        ("Ann", "Anna", False),
        ("Zoë", "Zoe", False),
        ("Ann", "Аnn", False),
    ],
)
def test_names_are_compared_without_case_and_with_their_accents(one, other, same):
    assert (name_key(one) == name_key(other)) is same


@given(st.text(max_size=60))
def test_a_name_is_refused_or_reads_the_same_again(text):
    try:
        name = parse_name(text)
    except BadName:
        return

    assert parse_name(name) == name == unicodedata.normalize("NFC", name)
    assert 1 <= len(name) <= 40


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  the table agreed ", "the table agreed"),
        ("two  spaces stay", "two  spaces stay"),
        ("caffe\u0301", "caffé"),
        ("👩\u200d🦰 said so", "👩\u200d🦰 said so"),
        ("x" * 300, "x" * 300),
        (f"{'x' * 300}{' ' * 1_000}", "x" * 300),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_a_line_is_kept_as_written(text, line):
    assert parse_line(text) == line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "something has to be written here"),
        (" \u00a0 ", "something has to be written here"),
        ("x" * 301, "it is longer than 300 characters"),
        ("x" * 10_000_000, "it is longer than 300 characters"),
        ("a\x00b", "it holds a character that has no place in a line of text, U+0000"),
        ("a\nb", "it holds a character that has no place in a line of text, U+000A"),
        ("a\u2028b", "it holds a character that has no place in a line of text, U+2028"),
        ("a\ud800b", "it holds a character that has no place in a line of text, U+D800"),
        ("00.5 \u202eton", "it holds a character that has no place in a line of text, U+202E"),
    ],
)
def test_what_is_no_line_of_text_is_refused_with_the_reason(text, reason):
    with pytest.raises(BadLine) as refusal:
        parse_line(text)

    assert str(refusal.value).endswith(f" cannot be kept: {reason}.")


def test_a_line_may_be_shorter_or_empty_where_that_is_said():
    assert parse_line("   ", empty=True) == ""
    assert parse_line("four", 4) == "four"
    with pytest.raises(BadLine):
        parse_line("fours", 4)


def test_a_name_stays_with_the_one_who_had_it_first():
    carried: dict[str, int] = {}
    acts: list[tuple[int, dict[str, Any]]] = [
        (1, {"name": "Ann"}),
        (2, {"name": "Bob"}),
        (3, {"name": "Bo", "formerly": 2}),
        (4, {"name": "BO"}),
        (5, {"name": "Bob", "formerly": 2}),
        (6, {"name": "Cy"}),
    ]

    assert [whose(number, fields, carried) for number, fields in acts] == [1, 2, 2, 2, 2, 6]
    assert carried == {"ann": 1, "bob": 2, "bo": 2, "cy": 6}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("", None),
        (" 7", None),
        ("+7", None),
        ("-7", None),
        ("7.0", None),
        ("1_000", None),
        ("٧", None),
        ("²", None),
        ("\0", None),
    ],
)
def test_digits_alone_are_a_number(text, number):
    assert whole_number(text) == number


def test_a_number_may_have_fewer_digits():
    assert [whole_number(text, most_digits=3) for text in ("999", "1000")] == [999, None]


@pytest.mark.parametrize(
    ("name", "taken", "mark"),
    [
        ("Fay", [], "BOF"),
        ("Fay", ["BOF"], "BOA"),
        ("Fay", ["BOF", "BOA", "BOY"], "BOFA"),
        ("Fay", ["BOF", "BOA", "BOY", "BOFA"], "BOFAY"),
        ("Fay", ["BOF", "BOA", "BOY", "BOFA", "BOFAY"], "BOF1"),
        ("Fay", ["BOF", "BOA", "BOY", "BOFA", "BOFAY", "BOF1"], "BOF2"),
        ("Élise", [], "BOE"),
        ("ann", [], "BOA"),
        ("<b>", [], "BOB"),
        ("2Pac", [], "BO2"),
        ("Łukasz ♠", [], "BOU"),
        ("שלום", [], "BO1"),
        ("🦊", ["BO1"], "BO2"),
    ],
)
def test_the_suggestion_is_bo_and_the_initial_or_what_is_free_after_it(name, taken, mark):
    assert suggested_mark(name, taken) == mark


@given(st.text(), st.integers(0, 40))
def test_whatever_the_name_the_suggestion_is_a_mark_and_free(name, others):
    taken: list[str] = []
    for _ in range(others):
        taken.append(suggested_mark(name, taken))

    assert [parse_mark(mark) for mark in taken] == taken
    assert len(set(taken)) == others


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], []),
        (["Bo Smith", "Cy"], ["Bo", "Cy"]),
        (["Bo Smith", "Bo Jones", "Cy Young"], ["Bo S.", "Bo J.", "Cy"]),
        (["Bo Smith", "Bo Sands"], ["Bo Sm.", "Bo Sa."]),
        (["Bo", "Bo Smith", "bo van Dam"], ["Bo", "Bo S.", "bo v."]),
        (["Bo Li", "Bo Lu"], ["Bo Li", "Bo Lu"]),
        (["Maximiliane Hohenlohe", "Maximiliane Hohenfels"], ["Maximiliane Hohenl.", "Maximiliane Hohenf."]),
        (["Bo S.", "Bo Smith", "Bo"], ["Bo S.", "Bo Sm.", "Bo"]),
        (["<b>x y</b>", "{{7*7}}"], ["<b>x", "{{7*7}}"]),
        (["Anna Berg", "Bo"], ["Anna", "Bo"]),
        (["Anna Berg", "Anna Karlsson"], ["Anna B.", "Anna K."]),
        (["Anna Kahn", "Anna Karlsson"], ["Anna Kah.", "Anna Kar."]),
        (["Anna", "Anna Berg"], ["Anna", "Anna B."]),
        (["Anna Berg", "Anna Bergman"], ["Anna Berg", "Anna Bergm."]),
        (["Uncle Kit", "Uncle Bo Li", "uncle bo Lu", "Big"], ["Uncle Kit", "Uncle Bo Li", "uncle bo Lu", "Big"]),
        (["Little Bo Smith", "Aunt Di Vega", "Kit"], ["Little Bo", "Aunt Di", "Kit"]),
    ],
)
def test_a_first_name_has_as_much_of_the_rest_as_tells_it_from_others(names, told):
    assert first_names(names) == dict(zip(names, told, strict=True))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [((), ""), (("Ann",), "Ann"), (("Ann", "Bo"), "Ann and Bo"), (("Ann", "Bo", "Cy"), "Ann, Bo and Cy")],
)
def test_words_are_joined_as_a_sentence_does(words, sentence):
    assert joined_words(words) == sentence


def test_words_are_joined_by_or():
    assert joined_words(iter(["cash", "note", "book"]), "or") == "cash, note or book"
