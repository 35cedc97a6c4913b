"""The small sets that whole buy-ins can balance: all of them, once each, none that contains another."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.settle import sets
from ledger.settle.sets import LARGEST, Amounts, set_apart, small_sets


def odd(*amounts):
    return Amounts(Counter(sorted(amounts)))


def by_hand(among, largest=LARGEST):
    """Return the balanced sets that contain no smaller one, by looking at every choice of people."""
    people = sorted(among.odd.elements())
    found = {each for size in range(1, largest + 1) for each in combinations(people, size)}
    found = {each for each in found if sum(each) in among.made_up}
    return sorted(each for each in found if not any(Counter(other) < Counter(each) for other in found))


def last(among):
    """Return the last size that is found, and its sets."""
    found = list(small_sets(among))
    return found[-1] if found else (0, [])


@pytest.mark.parametrize(
    ("amounts", "found"),
    [
        ([], []),
        ([1, 2, -3], [(-3, 1, 2)]),
        ([1, 1, -2, -2], [(-2, 1, 1)]),
        ([1, -2, -2], []),
        ([1, 1, 1, -3], [(-3, 1, 1, 1)]),
        ([1, 1, 1, 1, -2, -2], [(-2, 1, 1)]),
        ([1, 1, 1, 1, 1, 1, 1, 1, -8], [(-8, 1, 1, 1, 1, 1, 1, 1, 1)]),
    ],
)
def test_which_sets_there_are(amounts, found):
    assert last(odd(*amounts)) == (LARGEST, found)


@given(
    st.lists(st.integers(1, 9), max_size=9, unique=True).flatmap(
        lambda levels: st.lists(st.sampled_from([each if each % 2 else -each for each in levels] or [1]), max_size=11)
    ),
    st.lists(st.sampled_from([-5, -10]), max_size=4),
)
def test_the_same_as_by_hand(amounts, whole):
    among = Amounts(Counter(sorted(each for each in amounts if each % 5)), Counter(whole), 5 if whole else 0)

    assert sorted(last(among)[1]) == by_hand(among)


def test_whole_buy_ins_of_the_losers_are_set_aside():
    among = set_apart([-5000, -5000, -10_000, -1234, 7417, 8000, 5817])

    assert (among.unit, among.whole) == (5000, Counter({-5000: 2, -10_000: 1}))
    assert sorted(among.odd.elements()) == [-1234, 5817, 7417, 8000]
    assert among.made_up == {0, 5000, 10_000, 15_000, 20_000}


def test_whole_winnings_are_set_aside_where_they_are_more():
    among = set_apart([400, 400, 600, -800, -317, -283])

    assert (among.unit, sorted(among.whole.elements())) == (400, [400, 400])


@pytest.mark.parametrize(
    "amounts",
    [[7, -3, -4], [7, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, -278], [-1, -1, -3000, 2000, 1002]],
    ids=["none", "few", "cents"],
)
def test_a_few_equal_amounts_or_single_cents_are_no_buy_ins(amounts):
    assert set_apart(amounts) == Amounts(Counter(amounts))


def test_one_whole_buy_in_among_six_amounts_is_enough():
    others = [1234, 2345, 3456, 4567, 5678, -6789, -7891, -8912, 9123, 1357]

    among = set_apart([-5000, -5000, *others])

    assert (among.unit, among.whole, sorted(among.odd)) == (5000, Counter({-5000: 2}), sorted(others))


@pytest.mark.parametrize(("largest", "unit"), [(-998, 1), (-999, 0)])
def test_whole_amounts_make_a_thousand_steps_at_most(largest, unit):
    assert set_apart([-1, -1, largest, 600, -largest - 598]).unit == unit


def test_nobody_has_no_group():
    assert Amounts(Counter()).likely_groups == 1.0


def test_sets_are_common_from_the_size_at_which_one_of_them_is_expected():
    """Of 6 and 8 with 25 whole buy-ins, which make 26 sums, each amount alone is in one set: two groups."""
    assert Amounts(Counter([6, 8]), Counter({-5: 25}), 5).likely_groups == 2.0


@pytest.mark.parametrize(
    ("most", "limit", "sizes"),
    [
        ("MOST_SETS", 0, []),
        ("MOST_SETS", 2, [3]),
        ("MOST_SETS", 6, [3, 4]),
        ("MOST_PAIRS", 5, []),
        ("MOST_HALVES", 27, []),
        ("MOST_HALVES", 28, [3, 4]),
    ],
)
def test_the_sizes_end_where_there_are_too_many(most, limit, sizes, monkeypatch):
    monkeypatch.setattr(sets, most, limit)

    assert [size for size, _ in small_sets(odd(1, 2, -3, 4, -7, 9, -8, 5))] == sizes
