"""A house written out as TOML and read back."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hostdesk.rules.houses.presets import load_preset, preset_keys, read_document
from hostdesk.rules.houses.toml_text import line_at, lines_of, toml_text

KEYS = some.text(some.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = some.one_of(
    some.text(some.characters(exclude_categories=["Cs"])), some.integers(-(10**9), 10**9), some.booleans()
)
VALUES = some.recursive(
    PLAIN,
    lambda inner: some.one_of(some.lists(inner, max_size=3), some.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


@pytest.mark.parametrize("key", preset_keys())
def test_every_preset_comes_back_as_it_was(key):
    assert read_document(toml_text(load_preset(key))) == load_preset(key)


@given(some.dictionaries(KEYS, VALUES, max_size=5))
def test_whatever_it_holds_comes_back(document):
    assert tomllib.loads(toml_text(document)) == document


def test_it_reads_as_a_person_would_write_it():
    document = {
        "chips": [{"value": "0.05", "colour": "white"}, {"colour": "red", "value": "1.00", "starred": True}],
        "buy_in": {"pays_with": ["cash"], "minimum": {"or_big_stack": True, "big_blinds": 20}},
        "levels": {"blinds": [["0.01", "0.02"], ["0.02", "0.04"]], "minutes": 20},
        "name": 'Ann\'s "game"',
        "key": "ann",
    }

    assert toml_text(document) == (
        'key = "ann"\n'
        'name = "Ann\'s \\"game\\""\n\n'
        "[levels]\nminutes = 20\n"
        'blinds = [\n    ["0.01", "0.02"],\n    ["0.02", "0.04"],\n]\n\n'
        '[buy_in]\nminimum = {big_blinds = 20, or_big_stack = true}\npays_with = ["cash"]\n\n'
        '[[chips]]\ncolour = "white"\nvalue = "0.05"\n\n'
        '[[chips]]\ncolour = "red"\nvalue = "1.00"\nstarred = true\n'
    )


def test_steps_are_written_one_on_each_line():
    document = {
        "attendance": {"grace_minutes": 15, "steps": [[1, "reminder"], [2, "removed"]], "late_change_minutes": 120},
        "articles": [{"number": "1"}],
    }

    assert toml_text(document) == (
        "[attendance]\nlate_change_minutes = 120\n"
        'steps = [\n    [1, "reminder"],\n    [2, "removed"],\n]\n'
        "grace_minutes = 15\n\n"
        '[[articles]]\nnumber = "1"\n'
    )


def test_an_article_is_written_from_its_number_to_its_marks():
    article = {
        "unusual": True,
        "off_table": True,
        "also": ["chop", "split pot"],
        "text": "It goes to the left.",
        "title": "Odd chip",
        "section": "Showdown",
        "number": "3",
    }
    document = {"articles": [article], "source": {"base": "Cards and Cash", "date": "2015", "title": "Our rules"}}

    assert toml_text(document) == (
        '[source]\ntitle = "Our rules"\ndate = "2015"\nbase = "Cards and Cash"\n\n'
        '[[articles]]\nnumber = "3"\nsection = "Showdown"\ntitle = "Odd chip"\ntext = "It goes to the left."\n'
        'also = ["chop", "split pot"]\noff_table = true\nunusual = true\n'
    )


def test_the_terms_for_the_tables_stand_before_those_for_coming():
    document = {
        "attendance": {"seats": 11},
        "conduct": {"jump_warnings": 1, "jumped_bet": "0.20", "call_seconds": 60},
        "blinds": {"missed": "posted", "entering": "anywhere"},
        "seating": {"suits_rank": True, "merge_at": 10, "split_at": 12, "most": 11},
    }

    assert toml_text(document) == (
        "[seating]\nmost = 11\nsplit_at = 12\nmerge_at = 10\nsuits_rank = true\n\n"
        '[blinds]\nentering = "anywhere"\nmissed = "posted"\n\n'
        '[conduct]\ncall_seconds = 60\njumped_bet = "0.20"\njump_warnings = 1\n\n'
        "[attendance]\nseats = 11\n"
    )


def test_what_no_house_has_is_an_error():
    with pytest.raises(TypeError, match="float"):
        toml_text({"limit": 0.5})


WRITTEN = '''# A house, [written] by hand
key = "a" # not [a.table]
"quoted key" = 1
text = """
[not.a.table]
key = 2 \\"""
\""""
also = \'\'\'
[neither]\'\'\'

[levels] # five
blinds = [
    ["0.01", "0.02"], # ]
]
minutes = 20
usual = {amount = "4.00", asked = true}
[[chips]]
colour = "[red]"
[[chips]]

value.cents = 5
[ a . b ]
c.d.e = 1
'''


def test_every_key_and_table_has_its_line():
    assert lines_of(WRITTEN) == {
        ("key",): 2,
        ("quoted key",): 3,
        ("text",): 4,
        ("also",): 8,
        ("levels",): 11,
        ("levels", "blinds"): 12,
        ("levels", "minutes"): 15,
        ("levels", "usual"): 16,
        ("levels", "usual", "amount"): 16,
        ("levels", "usual", "asked"): 16,
        ("chips",): 17,
        ("chips", 0): 17,
        ("chips", 0, "colour"): 18,
        ("chips", 1): 19,
        ("chips", 1, "value"): 21,
        ("chips", 1, "value", "cents"): 21,
        ("a",): 22,
        ("a", "b"): 22,
        ("a", "b", "c"): 23,
        ("a", "b", "c", "d"): 23,
    }


@given(some.dictionaries(KEYS, VALUES, max_size=5))
def test_every_key_of_whatever_it_holds_has_a_line(document):
    lines = lines_of(toml_text(document))

    assert {(key,) for key in document} <= lines.keys()


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("levels", "minutes"), 15),
        (("chips", 1, "colour"), 19),
        (("levels", "blinds", 0), 12),
        (("credit", "limit"), None),
    ],
)
def test_what_is_not_there_has_the_line_of_its_table(place, line):
    assert line_at(lines_of(WRITTEN), place) == line
