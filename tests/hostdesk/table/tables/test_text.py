"""The words on the panels of tables."""

import pytest

from hostdesk.table.tables import text
from ledger.terms.bank_terms import Blinds
from reservations.houses.seating_terms import MissedBlinds
from reservations.tables.seats import Missed


@pytest.mark.parametrize(
    ("counts", "named"), [([7], "only one table"), ([6, 6], "6 at each table"), ([6, 7], "7 at table 2")]
)
def test_how_many_sit_where(counts, named):
    assert text.counts_in_words(counts).count(named) == 1


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (text.too_few_to_split(0, 11), "No players yet"),
        (text.too_few_to_split(1, 11), "1 is here"),
        (text.split_into(12, 6, 6), "12 are here: split into two tables of 6"),
        (text.split_into(11, 6, 5), "tables of 6 and 5"),
        (text.too_many_to_merge(9, 8), "9 are left: two tables become one at 8"),
        (text.waits(1), "1 hand:"),
        (text.waits(3), "3 hands:"),
    ],
)
def test_numbers_are_said_as_people_say_them(words, named):
    assert words.count(named) == 1


@pytest.mark.parametrize(
    ("missed", "terms", "named"),
    [
        (Missed(small=True), MissedBlinds.PUT_IN, "owe none"),
        (Missed(small=True), MissedBlinds.NOTHING, "no blinds"),
        (Missed(), MissedBlinds.POSTED, "no blinds"),
        (Missed(big=True), MissedBlinds.POSTED, "post $1.00 live, or wait and pay the big blind ($1.00)"),
        (Missed(small=True), MissedBlinds.POSTED, "post $0.50 dead, or wait"),
        (Missed(small=True, big=True), MissedBlinds.POSTED, "post $1.00 live and $0.50 dead, or wait"),
        (Missed(big=True), MissedBlinds.POSTED, "or a straddle ($2.00)."),
    ],
)
def test_who_comes_back_owes_what_the_house_says(missed, terms, named):
    assert text.coming_back(missed, terms, Blinds(50, 100)).count(named) == 1


def test_where_a_night_has_no_blinds_their_names_are_said():
    words = text.coming_back(Missed(small=True, big=True), MissedBlinds.POSTED, None)

    assert words == (
        "To come back: post the big blind live and the small blind dead, or wait and pay the big blind or a straddle."
    )


@pytest.mark.parametrize(("hands", "first"), [(1, "the hand after the next."), (2, "the hand after the next 2.")])
def test_a_newcomer_on_a_blind_reads_from_which_hand_on_they_are_in(hands, first):
    assert text.waits(hands).count(f"in from {first}") == 1


@pytest.mark.parametrize(
    ("returns", "end"),
    [(False, "Or waits until the button has passed: in from the hand after the next."), (True, "a straddle ($2.00).")],
)
def test_between_button_and_small_blind_the_button_costs_both_blinds(returns, end):
    words = text.between(Blinds(50, 100), returns=returns)

    assert ("$1.00 live and $0.50 dead." in words, words.endswith(end)) == (True, True)
