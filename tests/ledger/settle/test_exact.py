"""The exact greatest number of groups: against brute force, and within the promised memory."""

import tracemalloc
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.settle.exact import MOST_CHOICES, choices, most_groups

DOUBLING = [2**power for power in range(24)]


def fewest(amounts):
    """Return the fewest payments by brute force: the number of people less the most groups, over all groupings."""
    rest = [amount for amount in amounts if amount]
    return len(rest) - _most(tuple(rest))


def _most(amounts):
    if not amounts:
        return 0
    first, *others = amounts
    most = 0
    for choice in range(2 ** len(others)):
        group = [other for place, other in enumerate(others) if choice >> place & 1]
        if first + sum(group) == 0:
            left = tuple(other for place, other in enumerate(others) if not choice >> place & 1)
            most = max(most, 1 + _most(left))
    return most


def grouped(amounts):
    groups = most_groups(amounts)
    assert Counter(amounts) == Counter(amount for group in groups for amount in group)
    assert [sum(group) for group in groups] == [0] * len(groups)
    return groups


@pytest.mark.parametrize(
    ("amounts", "count"),
    [
        ([1, -1], 1),
        ([1, 1, -2], 1),
        ([1, 1, 1, 1, -2, -2], 2),
        ([2, 3, -5, 3, 4, -7, 3, 3, -6], 3),
        ([1, -1, 2, -2, 3, -3], 3),
        ([1, 2, 4, -7], 1),
    ],
)
def test_as_many_groups_as_there_can_be(amounts, count):
    assert len(grouped(amounts)) == count


@given(st.lists(st.integers(-9, 9).filter(bool), min_size=1, max_size=8))
def test_as_many_as_by_brute_force(amounts):
    assume(sum(amounts))

    whole = [*amounts, -sum(amounts)]

    assert len(grouped(whole)) == len(whole) - fewest(whole)


def test_equal_amounts_are_one_choice_and_one_amount_is_left_out():
    assert choices([5, 5, 5, 5, -20]) == 5
    assert choices([*DOUBLING, -sum(DOUBLING)]) == MOST_CHOICES


def test_what_is_counted_at_most_stays_within_150_megabytes():
    tracemalloc.start()
    groups = most_groups([*DOUBLING, -sum(DOUBLING)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert (len(groups), peak < 150_000_000) == (1, True)
