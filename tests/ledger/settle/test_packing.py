"""What the solver is asked and what is believed of its answer."""

from math import inf, nan

import pytest

from ledger.settle import packing as settle_packing
from ledger.settle.packing import Packing, Parted, _bound, pack, sets_of_sum_zero


def packing(amounts, largest, size=3):
    return Packing(tuple(amounts), largest, sets_of_sum_zero(amounts, size) or [], size)


def groups_of(parted):
    return sorted(sorted(group) for group in parted.groups)


@pytest.mark.parametrize("unit", [1, 1_000], ids=["exactly", "roughly"])
def test_the_group_of_the_largest_amount_and_a_set(unit):
    asked = packing([-20 * unit, -10 * unit, -5 * unit, -unit, 2 * unit, 3 * unit], 31 * unit)

    parted = pack(asked, [[31 * unit, *asked.amounts]])

    assert groups_of(parted) == [[-20 * unit, -10 * unit, -unit, 31 * unit], [-5 * unit, 2 * unit, 3 * unit]]
    assert parted.most == 2


def test_what_is_left_over_is_a_group():
    asked = packing([-5, -4, -4, 1, 1, 2], 9)

    assert groups_of(pack(asked, [[9, *asked.amounts]])) == [[-5, -4, 9], [-4, 1, 1, 2]]


def test_what_is_known_is_what_the_solver_begins_with():
    asked = packing([-7, -5, -4, -3, 1, 2, 3, 4], 9)

    assert asked.sets == [(-7, 3, 4), (-5, 1, 4), (-5, 2, 3), (-4, 1, 3), (-3, 1, 2)]
    assert asked.choice([[1, 2, -3], [9, -5, -4], [3, -7, 4]]) == [1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0]


def test_a_solver_without_time_knows_nothing(monkeypatch):
    monkeypatch.setitem(settle_packing._OPTIONS, "time_limit", 0.0)
    asked = packing([-7, -5, -4, -3, 1, 2, 3, 4], 9, size=6)

    parted = pack(asked, [[9, -5, -4], [-7, -3, 1, 2, 3, 4]])

    assert parted == Parted([[9, -7, -5, -4, -3, 1, 2, 3, 4]], 3)


def test_a_group_that_could_be_parted_is_nothing_to_begin_with():
    assert packing([-9, 1, -1], 9).choice([[9, -9], [1, -1]]) is None


def test_members_that_do_not_make_up_for_the_largest_take_the_rest_along():
    asked = packing([-4, -5], 9)

    assert asked.groups([0, 1, 0]) == [[9, -4, -5]]


@pytest.mark.parametrize(
    ("said", "believed"),
    [(3.0, 3), (3.7, 3), (3.995, 4), (2.999, 3), (5.2, 5), (7.0, 6), (0.0, 6), (inf, 6), (-inf, 6), (nan, 6)],
)
def test_a_bound_is_believed_where_it_can_be_true(said, believed):
    assert _bound(said, found=3, most=6) == believed
