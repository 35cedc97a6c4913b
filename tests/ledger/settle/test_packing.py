"""The question to the solver, and the checks of its answer."""

from collections import Counter
from math import inf, nan

import pytest

from ledger.settle import packing as settle_packing
from ledger.settle.packing import Packing, Parted, _bound, pack
from ledger.settle.sets import Amounts, small_sets


def packing(amounts, *, size=3, beyond=9, largest=0, whole=(), unit=0):
    among = Amounts(Counter(sorted(amounts)), Counter(whole), unit)
    return Packing(among, dict(small_sets(among))[size], size, beyond, largest)


def groups_of(parted):
    return sorted(sorted(group) for group in parted.groups)


def test_the_group_of_the_largest_amount_and_a_set():
    parted = pack(packing([-20, -10, -5, -1, 2, 3], largest=31))

    assert groups_of(parted) == [[-20, -10, -1, 31], [-5, 2, 3]]
    assert parted.most == 2


def test_what_is_left_over_is_a_group():
    assert groups_of(pack(packing([-5, -4, -4, 1, 1, 2], largest=9))) == [[-5, -4, 9], [-4, 1, 1, 2]]


def test_whole_buy_ins_make_up_for_the_odd_amounts_of_a_group():
    asked = packing([3_001, 1_999, 7_000, 3_000], whole=[-5_000] * 3, unit=5_000)

    parted = pack(asked)

    assert groups_of(parted) == [[-5_000, -5_000, 3_000, 7_000], [-5_000, 1_999, 3_001]]
    assert parted.most == 2


def test_a_set_that_the_whole_buy_ins_left_do_not_make_up_for_goes_with_the_rest():
    asked = packing([3_001, 1_999, 7_000, 3_000], whole=[-10_000, -5_000], unit=5_000)

    groups = asked.groups([int(sorted(each) in ([1_999, 3_001], [3_000, 7_000])) for each in asked.sets])
    twice = packing([3_001, 1_999, 3_002, 1_998], whole=[-10_000], unit=5_000)

    assert sorted(map(sorted, groups)) == [[-10_000, 3_000, 7_000], [-5_000, 1_999, 3_001]]
    assert twice.groups([1] * len(twice.sets)) == [[1_998, 1_999, 3_001, 3_002, -10_000]]


def test_groups_beyond_the_sets_are_no_more_than_asked_for():
    amounts = [-11, -10, 1, 3, 7, 10]

    assert pack(packing([*amounts, -7, -6, 13], beyond=9)).most == 3
    assert [often for *_, often in packing(amounts, beyond=0).columns()][-1] == 0


def test_a_solver_without_time_knows_nothing(monkeypatch):
    monkeypatch.setitem(settle_packing._OPTIONS, "time_limit", 0.0)

    parted = pack(packing([-7, -5, -4, -3, 1, 2, 3, 4], size=6, largest=9))

    assert parted == Parted([[-7, -5, -4, -3, 1, 2, 3, 4, 9]], 3)


def test_members_that_do_not_make_up_for_the_largest_take_the_rest_along():
    asked = packing([-4, -5], largest=9)

    assert [sorted(group) for group in asked.groups([0, 1, 0])] == [[-5, -4, 9]]


@pytest.mark.parametrize(
    ("said", "believed"),
    [(3.0, 3), (3.7, 3), (3.995, 4), (2.999, 3), (5.2, 5), (7.0, 6), (0.0, 6), (inf, 6), (-inf, 6), (nan, 6)],
)
def test_a_bound_is_believed_where_it_can_be_true(said, believed):
    assert _bound(said, found=3, most=6) == believed
