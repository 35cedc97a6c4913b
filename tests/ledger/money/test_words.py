"""Amounts written out, as they stand on a note."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money.words import Means, amount_in_words, beforehand


@pytest.mark.parametrize(
    ("means", "chosen"),
    [
        (("book", "note", "transfer", "cash"), "cash"),
        (("book", "transfer"), "transfer"),
        (("note", "book"), None),
        ((), None),
    ],
)
def test_nothing_that_is_owed_is_chosen_beforehand(means, chosen):
    assert beforehand([Means(each) for each in means]) == chosen


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "Zero and 00/100"),
        (5, "Zero and 05/100"),
        (100, "One and 00/100"),
        (1_000, "Ten and 00/100"),
        (1_999, "Nineteen and 99/100"),
        (2_000, "Twenty and 00/100"),
        (2_550, "Twenty-five and 50/100"),
        (10_000, "One hundred and 00/100"),
        (11_201, "One hundred twelve and 01/100"),
        (100_000, "One thousand and 00/100"),
        (1_234_567, "Twelve thousand three hundred forty-five and 67/100"),
        (100_000_000, "One million and 00/100"),
        (100_000_700, "One million seven and 00/100"),
        (999_999_900, "Nine million nine hundred ninety-nine thousand nine hundred ninety-nine and 00/100"),
        (4 * 10**11, "Four billion and 00/100"),
    ],
)
def test_an_amount_is_written_out(cents, words):
    assert amount_in_words(cents) == words


@pytest.mark.parametrize("cents", [-1, 10**14])
def test_what_no_note_is_over_has_no_words(cents):
    with pytest.raises(ValueError, match=f"{cents} cents cannot be written out"):
        amount_in_words(cents)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_two_amounts_never_have_the_same_words(one, other):
    assert (amount_in_words(one) == amount_in_words(other)) is (one == other)
