"""The bank terms of a document: every possible term, and every possible fault."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money.words import Means, means_in_words
from ledger.terms.bank_terms import BankTerms, Blinds, CashOutWhen, Colour, Limit, RebuyWhen, bank_terms
from reservations.parsing.documents import BadTerms
from tests.written import written

SHORTEST: dict[str, Any] = {
    "buy_in": {"pays_with": ["cash"]},
    "rebuy": {"when": "any time"},
    "cash_out": {"when": "on leaving"},
}
EVERYTHING: dict[str, Any] = {
    "stakes": {"small_blind": "0.25", "big_blind": "0.50"},
    "buy_in": {
        "minimum": {"big_blinds": 20},
        "maximum": {"big_blinds": 100, "or_big_stack": True},
        "usual": {"maximum": True},
        "multiple": "5.00",
        "pays_with": ["cash", "transfer", "note", "book"],
        "chip_sales": True,
        "play_behind": True,
    },
    "rebuy": {"when": "below the maximum", "stack_asked": True, "minimum_binds": True, "maximum_percent": 110},
    "cash_out": {
        "when": "on leaving",
        "notice_minutes": 30,
        "equal_deals": True,
        "leaving_early_is_bad_manners": True,
        "whole_dollars": True,
    },
    "bank": {"one_banker": True, "guests_answered_for": True},
    "credit": {"limit": "100.00", "hard": True, "overdue_days": 31, "host_mark": "bog"},
    "conduct": {"jumped_bet": "0.20", "call_seconds": "somebody else's"},
    "betting": {
        "greatest_bet": "2.00",
        "least_raise": "0.05",
        "greatest_raise": "0.50",
        "straddles": "somebody else's",
    },
    "chips": [{"colour": "red", "value": "0.10", "starred": True}, {"colour": "white", "value": "0.05", "stock": 100}],
    "seating": {"somebody": "else's"},
}
LEVELS: dict[str, Any] = {"minutes": 20, "blinds": [["0.01", "0.02"], ["0.02", "0.04"]]}


def edited(document, **edits):
    """Return the document with ``section__key=value`` set; None removes the key."""
    document = copy.deepcopy(document)
    for place, value in edits.items():
        section, _, key = place.partition("__")
        table = document.setdefault(section, {}) if key else document
        if value is None:
            del table[key or section]
        else:
            table[key or section] = value
    return document


def test_what_is_left_out_is_not_a_term_of_the_house():
    assert bank_terms(SHORTEST) == BankTerms(
        blinds=None,
        blinds_at_opening=False,
        levels=(),
        level_minutes=None,
        minimum=None,
        maximum=None,
        usual=None,
        multiple_cents=None,
        pays_with=(Means.CASH,),
        chip_sales=False,
        play_behind=False,
        rebuy_when=RebuyWhen.ANY_TIME,
        rebuy_needs_stack=False,
        rebuy_minimum_binds=False,
        rebuy_maximum_percent=100,
        cash_out_when=CashOutWhen.ON_LEAVING,
        window_minutes=None,
        notice_minutes=None,
        equal_deals=False,
        early_leave_is_bad_manners=False,
        payout_unit_cents=1,
        one_banker=False,
        guests_answered_for=False,
        credit_limit_cents=None,
        credit_is_hard=False,
        overdue_days=None,
        host_mark=None,
        jumped_bet_cents=None,
        chips=(),
    )


def test_every_term_is_read():
    assert bank_terms(EVERYTHING) == BankTerms(
        blinds=Blinds(25, 50),
        blinds_at_opening=False,
        levels=(),
        level_minutes=None,
        minimum=Limit(big_blinds=20),
        maximum=Limit(big_blinds=100, or_big_stack=True),
        usual=Limit(maximum=True),
        multiple_cents=500,
        pays_with=(Means.CASH, Means.TRANSFER, Means.NOTE, Means.BOOK),
        chip_sales=True,
        play_behind=True,
        rebuy_when=RebuyWhen.BELOW_MAXIMUM,
        rebuy_needs_stack=True,
        rebuy_minimum_binds=True,
        rebuy_maximum_percent=110,
        cash_out_when=CashOutWhen.ON_LEAVING,
        window_minutes=None,
        notice_minutes=30,
        equal_deals=True,
        early_leave_is_bad_manners=True,
        payout_unit_cents=100,
        one_banker=True,
        guests_answered_for=True,
        credit_limit_cents=10000,
        credit_is_hard=True,
        overdue_days=31,
        host_mark="BOG",
        jumped_bet_cents=20,
        greatest_bet_cents=200,
        least_raise_cents=5,
        greatest_raise_cents=50,
        chips=(Colour("white", 5, stock=100), Colour("red", 10, reserve=True)),
    )


def test_a_house_with_levels_begins_at_the_first():
    document = edited(SHORTEST, levels=LEVELS, cash_out={"when": "when the blinds go up", "window_minutes": 5})

    terms = bank_terms(document)

    assert (terms.blinds, terms.level_minutes, terms.window_minutes) == (Blinds(1, 2), 20, 5)
    assert terms.levels == (Blinds(1, 2), Blinds(2, 4))
    assert [str(level) for level in terms.levels] == ["0.01/0.02", "0.02/0.04"]


def test_figures_may_be_asked_at_each_opening():
    document = edited(SHORTEST, stakes__asked=True, buy_in__minimum={"asked": True}, buy_in__maximum={"asked": True})

    terms = bank_terms(document)

    assert (terms.blinds, terms.blinds_at_opening) == (None, True)
    assert (terms.minimum, terms.maximum) == (Limit(at_opening=True), Limit(at_opening=True))


@pytest.mark.parametrize(("means", "has_book"), [(["cash"], False), (["cash", "book"], True)])
def test_a_house_where_the_book_pays_keeps_one(means, has_book):
    assert bank_terms(edited(SHORTEST, buy_in__pays_with=means)).has_book is has_book


@pytest.mark.parametrize(("when", "stay"), [("on leaving", True), ("at the end", False)])
def test_chips_stay_in_play_where_they_turn_into_cash_before_the_end(when, stay):
    assert bank_terms(edited(SHORTEST, cash_out__when=when)).chips_stay is stay


@pytest.mark.parametrize(
    "edits",
    [
        {"buy_in__minimum": {"amount": "10.00"}, "buy_in__maximum": {"amount": "10.00"}},
        {"stakes__asked": True, "buy_in__minimum": {"big_blinds": 100}, "buy_in__maximum": {"big_blinds": 100}},
        {"buy_in__multiple": "5.00", "buy_in__minimum": {"multiples": 2}, "buy_in__usual": {"amount": "10.00"}},
        {"levels": LEVELS, "buy_in__minimum": {"big_blinds": 20}, "buy_in__maximum": {"amount": "0.10"}},
        {"rebuy": {"when": "busted", "stack_asked": True}},
        {"levels": {"minutes": 20, "blinds": [["0.05", "0.10"], ["0.05", "0.20"], ["0.10", "0.20"]]}},
    ],
)
def test_terms_that_hold_together_are_taken(edits):
    assert isinstance(bank_terms(edited(SHORTEST, **edits)), BankTerms)


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((Means.CASH,), "in cash"),
        ((Means.CASH, Means.TRANSFER), "in cash or by transfer"),
        ((Means.CASH, Means.NOTE, Means.BOOK), "in cash, by bank note or in THE BOOK"),
    ],
)
def test_means_in_words(means, words):
    assert means_in_words(means) == words


def test_blinds_are_written_as_their_place_does():
    with written(separator=",", sign="€"):
        there = str(Blinds(25, 50))

    assert (there, str(Blinds(25, 50))) == ("0,25/0,50", "0.25/0.50")


def faults(document):
    with pytest.raises(BadTerms) as refusal:
        bank_terms(document)
    return tuple(map(str, refusal.value.faults))


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ({"stakes": 5}, "stakes: This has to be a table of its own."),
        ({"conduct": 5}, "conduct: This has to be a table of its own."),
        (
            {"conduct__jumped_bet": 0.2},
            '[conduct] jumped_bet: This is not an amount: write it as text in quotes, like "20.00".',
        ),
        ({"stakes__ante": "0.05"}, "[stakes] ante: This is unknown; known here: asked, big_blind, small_blind."),
        (
            {"stakes__small_blind": "0.25"},
            "[stakes] big_blind: The small and the big blind belong together; write both.",
        ),
        (
            {"stakes": {"small_blind": "1", "big_blind": "0.5"}},
            "[stakes] small_blind: The small blind is more than the big blind.",
        ),
        (
            {"stakes": {"small_blind": "1", "big_blind": "2", "asked": True}},
            "[stakes] asked: Blinds are either written here or asked at each opening; leave one of them out.",
        ),
        (
            {"levels": {"blinds": [["0.01", "0.02"]]}},
            "[levels] minutes: Levels need both their blinds and the minutes that each of them lasts.",
        ),
        (
            {"levels": {"minutes": 20}},
            "[levels] blinds: Levels need both their blinds and the minutes that each of them lasts.",
        ),
        (
            {"levels": LEVELS, "stakes__asked": True},
            "[levels] blinds: A night with levels begins at the first of them; leave the small and the big blind out.",
        ),
        (
            {"levels": {"minutes": 20, "blinds": [["0.01"]]}},
            '[levels] blinds no. 1: Write each level as its two blinds, like ["0.25", "0.50"].',
        ),
        (
            {"levels": {"minutes": 20, "blinds": [["0.05", "0.02"]]}},
            "[levels] blinds no. 1: In 0.05/0.02 the small blind is more than the big blind.",
        ),
        (
            {"levels": {"minutes": 20, "blinds": [["0.05", "0.10"], ["0.04", "0.20"]]}},
            "[levels] blinds: The blinds may not fall from one level to the next.",
        ),
        (
            {"levels": {"minutes": 20, "blinds": [["0.05", "0.20"], ["0.05", "0.10"]]}},
            "[levels] blinds: The blinds may not fall from one level to the next.",
        ),
        ({"buy_in__pays_with": None}, '[buy_in] pays_with: This is missing; write ["cash"], for instance.'),
        (
            {"buy_in__pays_with": ["cash", "card"]},
            '[buy_in] pays_with no. 2: Write one of "cash", "note", "book" or "transfer", not "card".',
        ),
        (
            {"buy_in__pays_with": ["cash", "note"]},
            "[buy_in] pays_with: Notes end in THE BOOK; take THE BOOK as well, or no notes.",
        ),
        ({"buy_in__minimum": "4.00"}, '[buy_in] minimum: Write it in braces, like {amount = "10.00"}, not "4.00".'),
        (
            {"buy_in__minimum": {}},
            "[buy_in] minimum: Write exactly one of amount, big_blinds, multiples, asked in the braces.",
        ),
        (
            {"buy_in__minimum": {"amount": "4.00", "asked": True}},
            "[buy_in] minimum: Write exactly one of amount, big_blinds, multiples, asked in the braces.",
        ),
        (
            {"buy_in__minimum": {"amount": 4.0}},
            '[buy_in] minimum amount: This is not an amount: write it as text in quotes, like "20.00".',
        ),
        (
            {"buy_in__minimum": {"amount": "4.00", "or_big_stack": True}},
            "[buy_in] minimum: Write exactly one of amount, big_blinds, multiples, asked in the braces.",
        ),
        (
            {"buy_in__minimum": {"big_blinds": 20}},
            "[buy_in] minimum: There are no blinds to count in; write an amount, or the blinds.",
        ),
        ({"buy_in__minimum": {"multiples": 1}}, "[buy_in] minimum: Multiples of what? Write the multiple too."),
        (
            {"buy_in__minimum": {"amount": "10.01"}, "buy_in__maximum": {"amount": "10.00"}},
            "[buy_in] minimum: The minimum is more than the maximum, so no buy-in would do.",
        ),
        (
            {"stakes__asked": True, "buy_in__minimum": {"big_blinds": 101}, "buy_in__maximum": {"big_blinds": 100}},
            "[buy_in] minimum: The minimum is more than the maximum, so no buy-in would do.",
        ),
        (
            {"buy_in__usual": {"amount": "10.01"}, "buy_in__maximum": {"amount": "10.00"}},
            "[buy_in] usual: The usual buy-in is more than the maximum.",
        ),
        (
            {"buy_in__usual": {"amount": "9.99"}, "buy_in__minimum": {"amount": "10.00"}},
            "[buy_in] usual: The usual buy-in is less than the minimum.",
        ),
        ({"buy_in__usual": {"maximum": True}}, "[buy_in] usual: There is no maximum for it to be; write an amount."),
        (
            {"buy_in__usual": {"amount": "7.50"}, "buy_in__multiple": "5.00"},
            "[buy_in] usual: The usual buy-in is not made of whole multiples.",
        ),
        (
            {"betting": {"least_raise": "0.50", "greatest_raise": "0.05"}},
            "[betting] least_raise: The least raise is more than the greatest, so no raise would do.",
        ),
        (
            {"betting": {"least_raise": 5}},
            '[betting] least_raise: This is not an amount: write it as text in quotes, like "20.00".',
        ),
        ({"rebuy__when": None}, '[rebuy] when: This is missing; write "any time", for instance.'),
        (
            {"rebuy__when": "bust"},
            '[rebuy] when: Write one of "any time", "busted", "below the maximum" or "up to the maximum", not "bust".',
        ),
        ({"rebuy__when": "busted"}, "[rebuy] when: That depends on the stack; have it asked for too."),
        (
            {"rebuy": {"when": "up to the maximum", "stack_asked": True}},
            "[rebuy] when: There is no maximum to measure by; write one.",
        ),
        (
            {"rebuy__maximum_percent": 110},
            "[rebuy] maximum_percent: The rebuys have no maximum to take a percentage of.",
        ),
        ({"rebuy__minimum_binds": True}, "[rebuy] minimum_binds: There is no minimum that could bind; write one."),
        ({"cash_out__when": None}, '[cash_out] when: This is missing; write "on leaving", for instance.'),
        (
            {"cash_out": {"when": "when the blinds go up", "window_minutes": 5}},
            "[cash_out] when: The blinds never go up here; write levels too.",
        ),
        (
            {"cash_out__window_minutes": 5},
            '[cash_out] window_minutes: Cashing out "when the blinds go up" takes a window, and nothing else does.',
        ),
        (
            {"levels": LEVELS, "cash_out__when": "when the blinds go up"},
            '[cash_out] window_minutes: Cashing out "when the blinds go up" takes a window, and nothing else does.',
        ),
        (
            {"cash_out": {"when": "at the end", "notice_minutes": 30}},
            "[cash_out] notice_minutes: Nobody leaves before the end, so there is no notice.",
        ),
        ({"cash_out__whole_dollars": 1}, "[cash_out] whole_dollars: Write true or false, without quotes, not 1."),
        ({"bank__one_banker": "yes"}, '[bank] one_banker: Write true or false, without quotes, not "yes".'),
        ({"chips": {}}, "chips: Each of these has to be a table of its own, under [[...]]."),
        ({"chips": [{"value": "0.05"}]}, '[[chips]] no. 1 colour: This is missing; write "white", for instance.'),
        ({"chips": [{"colour": "red"}]}, '[[chips]] no. 1 value: This is missing; write "0.05", for instance.'),
        (
            {"chips": [{"colour": "red", "value": "0.05"}, {"colour": "Red", "value": "0.10"}]},
            "[[chips]] no. 2 colour: There are Red chips already.",
        ),
        (
            {"chips": [{"colour": "red", "value": "0.05", "stock": -1}]},
            "[[chips]] no. 1 stock: Write a whole number from 0 to 1000000, without quotes, not -1.",
        ),
        (
            {"chips": [{"colour": "red", "value": "0.05", "star": True}]},
            "[[chips]] no. 1 star: This is unknown; do you mean starred?",
        ),
    ],
)
def test_each_fault_is_told_with_what_to_do(edits, sentence):
    assert faults(edited(SHORTEST, **edits)) == (sentence,)


def test_all_faults_are_told_at_once():
    document = edited(SHORTEST, buy_in__minimun={"amount": "4.00"}, rebuy__when="never", bank__one_banker=1, chips=[{}])

    assert faults(document) == (
        "[buy_in] minimun: This is unknown; do you mean minimum?",
        "[bank] one_banker: Write true or false, without quotes, not 1.",
        '[rebuy] when: Write one of "any time", "busted", "below the maximum" or "up to the maximum", not "never".',
        '[[chips]] no. 1 colour: This is missing; write "white", for instance.',
        '[[chips]] no. 1 value: This is missing; write "0.05", for instance.',
    )


@pytest.mark.parametrize(
    "edits",
    [
        {"buy_in__minimum": {"big_blinds": "twenty"}, "buy_in__usual": {"amount": "1.00"}},
        {"stakes__small_blind": "quarter", "stakes__big_blind": "0.50", "buy_in__minimum": {"big_blinds": 20}},
        {"buy_in__multiple": 5, "buy_in__minimum": {"multiples": 1}},
        {"levels": [], "cash_out": {"when": "when the blinds go up", "window_minutes": 5}},
    ],
)
def test_what_cannot_be_read_contradicts_nothing(edits):
    assert len(faults(edited(SHORTEST, **edits))) == 1


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["1.00", "busted"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
places = st.sampled_from(
    [(section, key) for section, table in EVERYTHING.items() if isinstance(table, dict) for key in table]
)


@given(st.dictionaries(places, values, max_size=4))
def test_any_document_is_read_or_refused_with_sentences(edits):
    document = copy.deepcopy(EVERYTHING)
    for (section, key), value in edits.items():
        document[section][key] = value

    try:
        bank_terms(document)
    except BadTerms as refusal:
        assert all(": " in fault and fault.endswith((".", "?")) for fault in map(str, refusal.faults))  # noqa: PT017
