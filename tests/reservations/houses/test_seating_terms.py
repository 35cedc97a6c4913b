"""The seating terms of a document: every valid term and every fault."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.houses.seating_terms import (
    Entering,
    MissedBlinds,
    OddChips,
    SeatingDocument,
    SeatingTerms,
    ShortRaise,
    Straddles,
    seating_terms,
)
from reservations.parsing.documents import BadTerms, keys_of

EVERYTHING: dict[str, Any] = {
    "seating": {"most": 9, "split_at": 10, "merge_at": 7, "suits_rank": True},
    "blinds": {"entering": "once the button has passed", "missed": "put in for them", "away_dealt_in": True},
    "betting": {
        "odd_chips": "to the high hand",
        "straddles": "as raises",
        "short_raise": "the player's choice",
        "most_raises": 3,
        "greatest_bet": "0.50",
        "least_raise": "0.05",
        "greatest_raise": "somebody else's",
    },
    "conduct": {"call_seconds": 60, "jumped_bet": "0.20", "jump_warnings": 2},
    "buy_in": {"somebody": "else's"},
}
FLAG = "Write true or false, without quotes"


def faults(document):
    with pytest.raises(BadTerms) as refusal:
        seating_terms(document)
    return tuple(map(str, refusal.value.faults))


def test_a_house_that_says_nothing_has_the_desks_own_terms():
    assert seating_terms({"buy_in": {"somebody": "else's"}}) == SeatingTerms()


def test_every_term_is_read():
    assert seating_terms(EVERYTHING) == SeatingTerms(
        most=9,
        split_at=10,
        merge_at=7,
        suits_rank=True,
        entering=Entering.PASSED,
        missed=MissedBlinds.PUT_IN,
        away_dealt_in=True,
        odd_chips=OddChips.HIGH_HAND,
        straddles=Straddles.RAISES,
        short_raise=ShortRaise.CHOICE,
        most_raises=3,
        call_seconds=60,
        jumping_costs=True,
        jump_warnings=2,
    )


@pytest.mark.parametrize(("entering", "read"), [(each.value, each) for each in Entering])
def test_every_way_of_coming_in_has_its_words(entering, read):
    assert seating_terms({"blinds": {"entering": entering}}) == SeatingTerms(entering=read)


def test_a_player_who_is_not_dealt_in_may_ask_ahead():
    terms = seating_terms({"blinds": {"missed": "posted", "asks_ahead": True}})

    assert terms == SeatingTerms(missed=MissedBlinds.POSTED, asks_ahead=True)


@pytest.mark.parametrize(("most", "sizes"), [(2, (2, 3, 2)), (3, (3, 4, 2)), (6, (6, 7, 5)), (11, (11, 12, 10))])
def test_who_says_how_many_sit_at_a_table_says_when_it_splits_and_merges(most, sizes):
    terms = seating_terms({"seating": {"most": most}})

    assert (terms.most, terms.split_at, terms.merge_at) == sizes


@pytest.mark.parametrize(
    "document",
    [
        {"seating": {"most": 6, "split_at": 12, "merge_at": 6}},
        {"seating": {"most": 30, "split_at": 60, "merge_at": 2}},
        {"blinds": {"away_dealt_in": True}},
        {"blinds": {"away_dealt_in": True, "asks_ahead": False}},
        {"conduct": {"jumped_bet": "0.20", "jump_warnings": 0}},
        {"conduct": {"call_seconds": 10, "jumped_bet": "somebody else's"}},
    ],
)
def test_terms_that_hold_together_are_taken(document):
    assert isinstance(seating_terms(document), SeatingTerms)


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("seating", {"mots": 11}, "mots: This is unknown; do you mean most?"),
        ("seating", {"most": 1}, "most: Write a whole number from 2 to 30, without quotes, not 1."),
        ("seating", {"most": "11"}, 'most: Write a whole number from 2 to 30, without quotes, not "11".'),
        ("seating", {"split_at": 2}, "split_at: Write a whole number from 3 to 60, without quotes, not 2."),
        ("seating", {"merge_at": True}, "merge_at: Write a whole number from 2 to 30, without quotes, not true."),
        ("seating", {"suits_rank": "spades"}, f'suits_rank: {FLAG}, not "spades".'),
        ("seating", {"split_at": 11}, "split_at: So many still fit at one table of 11; write more, or a smaller most."),
        ("seating", {"most": 5, "split_at": 11}, "split_at: Two tables of 5 hold 10 at most; write fewer."),
        ("seating", {"merge_at": 12}, "merge_at: So many do not fit at one table of 11; write fewer."),
        ("blinds", {"ante": "0.05"}, "ante: This is unknown; known here: asks_ahead, away_dealt_in, entering, missed."),
        (
            "blinds",
            {"entering": "at once"},
            (
                'entering: Write one of "anywhere", "between button and small blind by buying the button" '
                'or "once the button has passed", not "at once".'
            ),
        ),
        ("blinds", {"missed": True}, 'missed: Write one of "nothing", "posted" or "put in for them", not true.'),
        ("blinds", {"away_dealt_in": 1}, f"away_dealt_in: {FLAG}, not 1."),
        (
            "blinds",
            {"missed": "posted", "away_dealt_in": True},
            "missed: Players who are away are dealt in here and miss no blind; leave one of the two out.",
        ),
        (
            "blinds",
            {"missed": "put in for them"},
            "missed: A blind that is put in is for a hand; deal absent players in too (away_dealt_in).",
        ),
        (
            "blinds",
            {"asks_ahead": True, "away_dealt_in": True},
            "asks_ahead: Players who are away are dealt in here without asking; leave this out.",
        ),
        (
            "betting",
            {"odd_chips": "the button"},
            (
                'odd_chips: Write one of "not said", "after the button", "to the high hand" or "left in the pot", '
                'not "the button".'
            ),
        ),
        (
            "betting",
            {"straddles": True},
            'straddles: Write one of "not said", "none", "as blinds" or "as raises", not true.',
        ),
        ("betting", {"most_raises": 0}, "most_raises: Write a whole number from 1 to 20, without quotes, not 0."),
        ("conduct", {"call_seconds": 9}, "call_seconds: Write a whole number from 10 to 3600, without quotes, not 9."),
        (
            "conduct",
            {"jumped_bet": "0.20", "jump_warnings": 0.5},
            "jump_warnings: Write a whole number from 0 to 100, without quotes, not 0.5.",
        ),
        (
            "conduct",
            {"jump_warnings": 1},
            "jump_warnings: Jumping the bet costs nothing here; write what it costs (jumped_bet), or leave this out.",
        ),
    ],
)
def test_each_fault_is_told_with_what_to_do(section, values, sentence):
    assert faults({section: values}) == (f"[{section}] {sentence}",)


def test_all_faults_are_told_at_once():
    document = {
        "seating": {"split_at": 10, "merge_at": 12, "suits": True},
        "blinds": {"missed": "posted", "away_dealt_in": True},
        "conduct": 60,
    }

    assert faults(document) == (
        "[seating] suits: This is unknown; do you mean suits_rank?",
        "conduct: This has to be a table of its own.",
        "[seating] split_at: So many still fit at one table of 11; write more, or a smaller most.",
        "[seating] merge_at: So many do not fit at one table of 11; write fewer.",
        "[blinds] missed: Players who are away are dealt in here and miss no blind; leave one of the two out.",
    )


@pytest.mark.parametrize(
    "document",
    [
        {"seating": {"most": "six", "split_at": 7, "merge_at": 12}},
        {"seating": {"most": 6, "split_at": "six"}},
        {"blinds": {"missed": "put in for them", "away_dealt_in": "yes"}},
        {"blinds": {"asks_ahead": 1, "away_dealt_in": True}},
    ],
)
def test_what_cannot_be_read_contradicts_nothing(document):
    assert len(faults(document)) == 1


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["posted", "nothing"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
places = st.sampled_from([(section, key) for section in keys_of(SeatingDocument) for key in EVERYTHING[section]])


@given(st.dictionaries(places, values, max_size=4))
def test_any_document_is_read_or_refused_with_sentences(edits):
    document = copy.deepcopy(EVERYTHING)
    for (section, key), value in edits.items():
        document[section][key] = value

    try:
        terms = seating_terms(document)
    except BadTerms as refusal:
        assert all(": " in fault and fault.endswith((".", "?")) for fault in map(str, refusal.faults))  # noqa: PT017
    else:
        assert terms.merge_at <= terms.most < terms.split_at <= 2 * terms.most
