"""The list of the fields of a house's rules covers everything that a document may say."""

import pytest

from hostdesk.rules.houses.fields import ALL_TERMS, anchor_of, sections, terms_by_name, uses
from hostdesk.rules.houses.presets import load_preset, preset_keys
from reservations.parsing.terms import TermKind


def test_every_key_of_the_documents_has_a_field():
    assert {*terms_by_name(), "key", "name"} == {term.name for term in ALL_TERMS if term.kind}


def test_every_key_of_the_presets_has_a_field():
    documents = [load_preset(key) for key in preset_keys()]
    rows = [
        (table, row)
        for document in documents
        for table, value in document.items()
        for row in (value if isinstance(value, list) else [value])
    ]
    written = {f"{table}.{key}" if isinstance(row, dict) else table for table, row in rows for key in row or ()}

    assert written - {"key", "name"} <= set(terms_by_name())


def test_every_field_has_its_words():
    assert [term.name for term in terms_by_name().values() if not (term.label and term.meaning)] == []
    assert len({term.anchor() for term in terms_by_name().values()}) == len(terms_by_name())


@pytest.mark.parametrize(
    ("name", "kind", "default", "choices"),
    [
        ("summary", TermKind.TEXT, None, 0),
        ("buy_in.maximum", TermKind.LIMIT, None, 0),
        ("buy_in.multiple", TermKind.AMOUNT, None, 0),
        ("buy_in.pays_with", TermKind.MEANS, None, 4),
        ("rebuy.when", TermKind.CHOICE, None, 4),
        ("rebuy.maximum_percent", TermKind.NUMBER, 100, 0),
        ("cash_out.whole_dollars", TermKind.FLAG, 1, 0),
        ("credit.host_mark", TermKind.TEXT, None, 0),
        ("attendance.taken_up_clears", TermKind.FLAG, True, 0),
        ("attendance.steps", TermKind.STEPS, (), 0),
        ("invitation.says", TermKind.LINES, (), 0),
        ("waiting.moves_up", TermKind.CHOICE, "automatically", 3),
        ("seating.split_at", TermKind.NUMBER, None, 0),
        ("levels.blinds", TermKind.LEVELS, (), 0),
        ("chips.value", TermKind.AMOUNT, None, 0),
        ("articles.also", TermKind.LINES, (), 0),
    ],
)
def test_the_kind_of_a_field_is_that_of_its_document(name, kind, default, choices):
    term = terms_by_name()[name]

    assert (term.kind, term.default, len(term.choices)) == (kind, default, choices)


@pytest.mark.parametrize(
    ("place", "anchor"),
    [
        (("buy_in", "maximum"), "term-buy_in-maximum"),
        (("buy_in", "maximum", "amount"), "term-buy_in-maximum"),
        (("summary",), "term-summary"),
        (("credit",), "term-credit-limit"),
        (("chips", 2, "value"), "term-chips-2-value"),
        (("chips", 2), "term-chips-2-colour"),
        (("articles", 0, "number"), "term-articles-0-number"),
        (("levels", "blinds", 3), "term-levels-blinds"),
        ((), "rules"),
        (("nothing", "known"), "rules"),
    ],
)
def test_a_fault_leads_to_the_field_of_its_place(place, anchor):
    assert anchor_of(place) == anchor


def test_the_sections_are_those_a_host_looks_for():
    assert [section.title for section in sections()][1:] == [
        *("Money", "Buying in", "Leaving", "Notes and THE BOOK", "Reservations and strikes", "Waiting list", "Tables"),
        *("Blinds and levels", "Chips", "Bets and split pots", "Conduct", "Articles"),
    ]


def test_a_house_uses_what_it_writes_beside_what_holds_anyway():
    document = {
        "buy_in": {"chip_sales": False, "play_behind": True},
        "attendance": {"taken_up_clears": True, "grace_minutes": 20},
        "chips": [{"colour": "white", "value": "1"}, {"colour": "red", "value": "5", "stock": 100, "starred": False}],
    }

    assert uses(document) == {
        *("buy_in.play_behind", "attendance.grace_minutes", "chips.colour", "chips.value", "chips.stock")
    }
