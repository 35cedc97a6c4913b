"""A house's rules as the fields of a form: the same document comes back, and buttons move its rows."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostdesk.rules.changing.typed import document_of, rearranged, rows_in, touched_by, typed_of
from hostdesk.rules.houses.fields import terms_by_name
from hostdesk.rules.houses.presets import load_preset, preset_keys
from ledger.money.cents import format_cents
from ledger.money.words import Means
from reservations.houses.attendance_terms import Then
from reservations.parsing.terms import TermKind
from tests.written import written

ONLY_EVER_TRUE = ("articles.new", "articles.unusual", "articles.off_table", "stakes.asked")
AMOUNTS = st.integers(1, 10**6).map(format_cents) | st.integers(1, 500).map(str)
NUMBERS = st.integers(0, 10**6)
LINES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1).filter(str.strip)


def lists(each):
    return st.lists(each, min_size=1, max_size=3)


LIMITS = st.one_of(
    AMOUNTS.map(lambda amount: {"amount": amount}),
    NUMBERS.map(lambda number: {"big_blinds": number}),
    NUMBERS.map(lambda number: {"multiples": number}),
    st.sampled_from([{"asked": True}, {"maximum": True}, {"big_blinds": 5, "or_big_stack": False}]),
    st.just({"asked": True, "or_big_stack": True}),
)
BY_KIND = {
    TermKind.AMOUNT: AMOUNTS,
    TermKind.NUMBER: NUMBERS,
    TermKind.TEXT: LINES,
    TermKind.FLAG: st.booleans(),
    TermKind.LIMIT: LIMITS,
    TermKind.MEANS: st.permutations([each.value for each in Means]).map(lambda means: means[:2]),
    TermKind.LINES: lists(LINES),
    TermKind.STEPS: lists(st.tuples(NUMBERS, st.sampled_from([each.value for each in Then])).map(list)),
    TermKind.LEVELS: lists(st.tuples(AMOUNTS, AMOUNTS).map(list)),
}


def values_of(term):
    if term.name in ONLY_EVER_TRUE:
        return st.just(True)
    return BY_KIND[term.kind] if term.kind in BY_KIND else st.sampled_from(term.choices)


@st.composite
def documents(draw):
    """Draw a document with any of the terms, consistent or not."""
    document: dict[str, Any] = {"key": "friday", "name": "Friday game"}
    for term in terms_by_name().values():
        if term.in_rows or not draw(st.booleans()):
            continue
        table = document.setdefault(term.table, {}) if term.table else document
        table[term.key] = draw(values_of(term))
    for table in draw(st.sets(st.sampled_from(["chips", "articles"]))):
        terms = {term.key: values_of(term) for term in terms_by_name().values() if term.table == table}
        first, *others = terms
        row = st.fixed_dictionaries({first: terms[first]}, optional={key: terms[key] for key in others})
        document[table] = draw(st.lists(row, max_size=3))
    return document


def again(document):
    return document_of(rearranged(typed_of(document)), key=document["key"], name=document["name"])


@pytest.mark.parametrize("key", preset_keys())
def test_a_preset_is_the_same_after_the_form(key):
    assert again(load_preset(key)) == (load_preset(key), [])


@settings(max_examples=40)
@given(documents())
def test_any_document_is_the_same_after_the_form(document):
    assert again(document) == (document, [])


def test_a_house_that_writes_commas_reads_its_own_amounts():
    with written(separator=",", sign="€"):
        typed = typed_of(load_preset("mike"))

        assert (typed["buy_in.multiple"], typed["chips.0.value"]) == (["5,00"], ["0,05"])
        assert again(load_preset("mike")) == (load_preset("mike"), [])


def test_an_empty_table_stays_an_empty_table():
    document = {"key": "friday", "name": "Friday game", "waiting": {}, "chips": []}

    assert again(document) == (document, [])


def test_a_table_that_no_house_has_is_not_taken():
    assert document_of({"given": ["key", "nothing"]}, key="friday", name="Friday game")[0]["key"] == "friday"


@pytest.mark.parametrize(
    ("field", "text", "place", "value"),
    [
        ("buy_in.multiple", " $5 ", ("buy_in", "multiple"), "5"),
        ("buy_in.multiple", "", ("buy_in", "multiple"), None),
        ("seating.most", "8", ("seating", "most"), 8),
        ("seating.most", "eight", ("seating", "most"), "eight"),
        ("invitation.says", "One.\r\n\r\nTwo.", ("invitation", "says"), ["One.", "Two."]),
        ("summary", "  ", ("summary",), None),
    ],
)
def test_what_is_typed_is_what_a_file_would_say(field, text, place, value):
    document, _ = document_of({field: [text]}, key="friday", name="Friday game")

    found: Any = document
    for key in place:
        found = (found or {}).get(key)
    assert found == value


def test_an_amount_that_is_none_is_told_with_its_place():
    typed = {
        "credit.limit": ["ten"],
        "buy_in.minimum.form": ["amount"],
        "buy_in.minimum.value": ["1,000"],
        "levels.blinds.0.small": ["x"],
        "levels.blinds.0.big": ["1.00"],
    }

    document, faults = document_of(typed, key="friday", name="Friday game")

    assert document["buy_in"] == {"minimum": {"amount": "1,000"}}
    assert document["levels"] == {"blinds": [["x", "1.00"]]}
    assert [fault.place for fault in faults] == [("buy_in", "minimum"), ("credit", "limit"), ("levels", "blinds", 0)]
    assert all("is not an amount" in fault.sentence for fault in faults)


@pytest.mark.parametrize(
    ("values", "written_as"), [([], False), (["on"], None), (["given", "on"], True), (["given"], False)]
)
def test_a_flag_that_is_on_by_itself_is_written_when_it_goes_off(values, written_as):
    document, _ = document_of({"attendance.taken_up_clears": values}, key="friday", name="Friday game")

    assert document.get("attendance", {}).get("taken_up_clears") is written_as


CHIPS = {"chips.0.colour": ["white"], "chips.1.colour": ["red"], "chips.2.colour": ["blue"], "summary": ["Ours."]}


@pytest.mark.parametrize(
    ("action", "colours", "touched"),
    [
        ("chips.add", ["white", "red", "blue", ""], ("chips", "term-chips-3-colour")),
        ("chips.0.below", ["white", "", "red", "blue"], ("chips", "term-chips-1-colour")),
        ("chips.2.up", ["white", "blue", "red"], ("chips", "up-chips-1")),
        ("chips.0.up", ["white", "red", "blue"], ("chips", "term-chips-0-colour")),
        ("chips.1.remove", ["white", "blue"], ("chips", "remove-chips-1")),
        ("chips.9.remove", ["white", "red", "blue"], ("chips", "remove-chips-2")),
        ("chips.1.up", ["red", "white", "blue"], ("chips", "term-chips-0-colour")),
        ("articles.0.remove", ["white", "red", "blue"], ("articles", "term-articles-0-number")),
        ("articles.add", ["white", "red", "blue"], ("articles", "term-articles-0-number")),
        ("levels.blinds.add", ["white", "red", "blue"], ("levels.blinds", "term-levels-blinds-0-small")),
        ("nothing.add", ["white", "red", "blue"], ("", "")),
    ],
)
def test_the_buttons_of_rows(action, colours, touched):
    fields = rearranged(CHIPS, action)

    assert [row.get("colour", [""])[0] for row in rows_in(fields, "chips")] == colours
    assert touched_by(fields, action) == touched
    assert fields["summary"] == ["Ours."]


def test_an_article_below_another_has_its_heading():
    fields = rearranged({"articles.0.number": ["1"], "articles.0.section": ["Chips"]}, "articles.0.below")

    assert rows_in(fields, "articles")[1]["section"] == ["Chips"]


def test_when_an_article_is_taken_out_the_next_one_is_in_hand():
    typed = {"articles.0.number": ["1"], "articles.1.number": ["2"], "articles.2.number": ["3"]}

    assert touched_by(rearranged(typed, "articles.2.remove"), "articles.2.remove")[1] == "head-articles-1"


def test_rows_that_nothing_was_typed_in_are_left_out():
    typed = {"chips.0.colour": [""], "chips.4.colour": ["red"], "attendance.steps.0.then": ["removed"]}

    assert rearranged(typed) == {"chips.0.colour": ["red"]}
