"""The small sets that sum to zero: all of them, each once, none that is two others."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.settle import packing
from ledger.settle.packing import sets_of_sum_zero


def by_hand(amounts, largest):
    """Return the sets of sum zero that hold no smaller one, by looking at every choice of people."""
    sizes = range(3, largest + 1)
    found = {tuple(sorted(each)) for size in sizes for each in combinations(amounts, size) if sum(each) == 0}
    return sorted(each for each in found if not any(Counter(other) < Counter(each) for other in found))


@pytest.mark.parametrize(
    ("amounts", "largest", "sets"),
    [
        ([], 3, []),
        ([1, 2, -3], 3, [(-3, 1, 2)]),
        ([1, 1, -2, -2], 3, [(-2, 1, 1)]),
        ([1, -2, -2], 3, []),
        ([1, 1, 1, -3], 3, []),
        ([1, 1, 1, -3], 4, [(-3, 1, 1, 1)]),
        ([1, 1, 1, 1, -2, -2], 6, [(-2, 1, 1)]),
        ([1, 1, 1, 1, 1, -5], 6, [(-5, 1, 1, 1, 1, 1)]),
    ],
)
def test_which_sets_there_are(amounts, largest, sets):
    assert sets_of_sum_zero(amounts, largest) == sets


@given(
    st.lists(st.integers(1, 9), max_size=9, unique=True).flatmap(
        lambda levels: st.lists(st.sampled_from([each if each % 2 else -each for each in levels] or [1]), max_size=11)
    ),
    st.integers(3, 6),
)
def test_the_same_as_by_hand(amounts, largest):
    assert sorted(sets_of_sum_zero(amounts, largest) or []) == by_hand(amounts, largest)


def test_too_many_sets_are_none(monkeypatch):
    monkeypatch.setattr(packing, "MOST_SETS", 1)

    assert sets_of_sum_zero([1, 2, -3, 4, -5], 3) is None


def test_too_many_halves_are_none():
    assert sets_of_sum_zero([*range(1, 70), -1000], 6) is None
