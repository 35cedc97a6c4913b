"""The attendance terms of a document: every valid term and every fault."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reservations.houses.attendance_terms import (
    Arrears,
    AttendanceDocument,
    AttendanceTerms,
    MovesUp,
    Step,
    Then,
    attendance_terms,
)
from reservations.parsing.documents import BadTerms, keys_of

EVERYTHING: dict[str, Any] = {
    "attendance": {
        "seats": 11,
        "late_change_minutes": 120,
        "taken_up_clears": False,
        "no_show_weight": 2,
        "late_change_weight": 3,
        "steps": [[1, "reminder"], [2, "behind"], [3, "reservations deleted"], [4, "removed"]],
        "expires_after_nights": 5,
        "grace_minutes": 20,
    },
    "waiting": {
        "host_favour": True,
        "regulars_first": True,
        "fewer_strikes_first": True,
        "arrears": "out",
        "moves_up": "automatically",
        "cutoff_minutes": 60,
        "offer_minutes": 15,
    },
    "confirmation": {"asked_minutes": 1440, "released_minutes": 240, "remind_minutes": 180},
    "door": {"minimum_age": 21},
    "invitation": {"says": ["Shoes off.", "Dinner at 19:00."]},
    "buy_in": {"somebody": "else's"},
}
STEPS = [[1, "reminder"], [2, "removed"]]


def faults(document):
    with pytest.raises(BadTerms) as refusal:
        attendance_terms(document)
    return tuple(map(str, refusal.value.faults))


def test_a_house_that_says_nothing_has_the_desks_own_terms():
    assert attendance_terms({"buy_in": {"somebody": "else's"}}) == AttendanceTerms()


def test_every_term_is_read():
    assert attendance_terms(EVERYTHING) == AttendanceTerms(
        seats=11,
        late_change_minutes=120,
        taken_up_clears=False,
        no_show_weight=2,
        late_change_weight=3,
        steps=(Step(1, Then.REMINDER), Step(2, Then.BEHIND), Step(3, Then.DELETED), Step(4, Then.REMOVED)),
        expires_after_nights=5,
        grace_minutes=20,
        host_favour=True,
        regulars_first=True,
        fewer_strikes_first=True,
        arrears=Arrears.OUT,
        moves_up=MovesUp.AUTOMATIC,
        cutoff_minutes=60,
        offer_minutes=15,
        confirm_minutes=1440,
        release_minutes=240,
        remind_minutes=180,
        minimum_age=21,
        invitation=("Shoes off.", "Dinner at 19:00."),
    )


def test_no_minutes_are_no_offer_and_no_reminder():
    terms = attendance_terms({"waiting": {"offer_minutes": 0}, "confirmation": {"remind_minutes": 0}})

    assert (terms.offer_minutes, terms.remind_minutes) == (None, None)


@pytest.mark.parametrize(
    "document",
    [
        {"waiting": {"moves_up": "by an offer"}},
        {"waiting": {"moves_up": "by an offer", "offer_minutes": 1}},
        {"waiting": {"moves_up": "by the host"}},
        {"attendance": {"steps": STEPS, "no_show_weight": 0}},
        {"confirmation": {"asked_minutes": 241, "released_minutes": 240}},
    ],
)
def test_terms_that_hold_together_are_taken(document):
    assert isinstance(attendance_terms(document), AttendanceTerms)


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("attendance", {"seat": 11}, "seat: This is unknown; do you mean seats?"),
        ("attendance", {"seats": 1}, "seats: Write a whole number from 2 to 1000, without quotes, not 1."),
        ("attendance", {"seats": "11"}, 'seats: Write a whole number from 2 to 1000, without quotes, not "11".'),
        (
            "attendance",
            {"late_change_minutes": 0},
            "late_change_minutes: Write a whole number from 1 to 10080, without quotes, not 0.",
        ),
        ("attendance", {"taken_up_clears": 1}, "taken_up_clears: Write true or false, without quotes, not 1."),
        (
            "attendance",
            {"no_show_weight": -1},
            "no_show_weight: Write a whole number from 0 to 100, without quotes, not -1.",
        ),
        (
            "attendance",
            {"grace_minutes": True},
            "grace_minutes: Write a whole number from 0 to 1440, without quotes, not true.",
        ),
        ("attendance", {"steps": {}}, "steps: Write a list in brackets, of at least one and at most 10."),
        (
            "attendance",
            {"steps": [{"strikes": 1}]},
            'steps no. 1: Write each step as its strikes and what follows, like [1, "reminder"].',
        ),
        (
            "attendance",
            {"steps": [["1", "reminder"]]},
            'steps no. 1 strikes: Write a whole number from 1 to 1000, without quotes, not "1".',
        ),
        (
            "attendance",
            {"steps": [[1, "shot"]]},
            'steps no. 1 then: Write one of "reminder", "behind", "reservations deleted" or "removed", not "shot".',
        ),
        (
            "attendance",
            {"steps": [[2, "reminder"], [2, "removed"]]},
            "steps: The strikes have to rise from one step to the next.",
        ),
        (
            "attendance",
            {"steps": [[1, "removed"], [2, "reminder"]]},
            "steps: A player who is removed takes no further step; write that one last.",
        ),
        (
            "attendance",
            {"steps": STEPS, "no_show_weight": 0, "late_change_weight": 0},
            "steps: No strike counts for anything here, so no step is ever reached.",
        ),
        ("waiting", {"arrears": "late"}, 'arrears: Write one of "nothing", "behind" or "out", not "late".'),
        (
            "waiting",
            {"moves_up": ""},
            'moves_up: Write one of "automatically", "by an offer" or "by the host", not "".',
        ),
        (
            "waiting",
            {"moves_up": "by an offer", "offer_minutes": 0},
            "offer_minutes: An offer has to last some minutes.",
        ),
        (
            "waiting",
            {"moves_up": "by an offer", "cutoff_minutes": 60},
            "cutoff_minutes: Every seat is offered here, at any time; leave this out.",
        ),
        (
            "waiting",
            {"moves_up": "by the host", "offer_minutes": 30},
            "offer_minutes: The host gives every seat here; leave this out.",
        ),
        (
            "confirmation",
            {"released_minutes": 240},
            "released_minutes: Nobody is asked to confirm here; write when they are, too (asked_minutes).",
        ),
        (
            "confirmation",
            {"asked_minutes": 240, "released_minutes": 240},
            "released_minutes: A seat is given on only after it was asked for; write fewer minutes.",
        ),
        ("door", {"minimum_age": 0}, "minimum_age: Write a whole number from 1 to 120, without quotes, not 0."),
        (
            "invitation",
            {"says": "Shoes off."},
            'says: Write a list in brackets, of at least one and at most 20, not "Shoes off.".',
        ),
        ("invitation", {"says": [" "]}, 'says no. 1: Write some text in quotes, not " ".'),
        (
            "invitation",
            {"says": ["a\nb"]},
            'says no. 1: "a�b" cannot be kept: it holds a character that has no place in a line of text, U+000A.',
        ),
    ],
)
def test_each_fault_is_told_with_what_to_do(section, values, sentence):
    assert faults({section: values}) == (f"[{section}] {sentence}",)


def test_all_faults_are_told_at_once():
    document = {
        "attendance": {"seats": 0, "steps": [[2, "reminder"], [1, "removed"]]},
        "waiting": {"offer_minutes": 0, "moves_up": "by an offer"},
        "door": 21,
        "confirmation": {"released": 240},
    }

    assert faults(document) == (
        "[attendance] seats: Write a whole number from 2 to 1000, without quotes, not 0.",
        "[confirmation] released: This is unknown; do you mean released_minutes?",
        "door: This has to be a table of its own.",
        "[attendance] steps: The strikes have to rise from one step to the next.",
        "[waiting] offer_minutes: An offer has to last some minutes.",
    )


@pytest.mark.parametrize(
    "document",
    [
        {"confirmation": {"asked_minutes": "a day", "released_minutes": 240}},
        {"attendance": {"steps": "none", "no_show_weight": 0, "late_change_weight": 0}},
        {"waiting": {"moves_up": "by an offer", "offer_minutes": "half an hour"}},
    ],
)
def test_what_cannot_be_read_contradicts_nothing(document):
    assert len(faults(document)) == 1


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["removed", "out"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
places = st.sampled_from([(section, key) for section in keys_of(AttendanceDocument) for key in EVERYTHING[section]])


@given(st.dictionaries(places, values, max_size=4))
def test_any_document_is_read_or_refused_with_sentences(edits):
    document = copy.deepcopy(EVERYTHING)
    for (section, key), value in edits.items():
        document[section][key] = value

    try:
        attendance_terms(document)
    except BadTerms as refusal:
        assert all(": " in fault and fault.endswith((".", "?")) for fault in map(str, refusal.faults))  # noqa: PT017
