"""The search beyond the exact count: never a wrong proof, never a lost group, always the same result."""

from collections import Counter
from random import Random

import pytest

from ledger.settle import search, sets
from ledger.settle.exact import most_groups
from ledger.settle.packing import Parted
from ledger.settle.search import ROUNDS, grouped_anew, part

TRIPLES = [
    [-3, 1, 2],
    [-30, 10, 20],
    [-300, 100, 200],
    [-3000, 1000, 2000],
    [-7, 3, 4],
    [-70, 30, 40],
    [-700, 300, 400],
]


def results(people, *, step=1, spread=6_000, seed=0):
    """Return the results of that many people in multiples of ``step`` cents, by number; the last evens them out."""
    chance = Random(seed)
    found = [round(chance.gauss(0, spread) / step) * step for _ in range(people - 1)]
    return dict(enumerate([*found, -sum(found)]))


def lonely(amounts):
    """Return the amounts without pairs that sum to zero."""
    counts = Counter(amounts)
    return sorted(amount for amount in counts if amount for _ in range(counts[amount] - counts[-amount]))


@pytest.fixture
def searching(monkeypatch):
    """Switch off the exact count, whatever the size."""
    monkeypatch.setattr(search, "MOST_CHOICES", 0)
    search._parted.cache_clear()
    yield
    search._parted.cache_clear()


@pytest.mark.sweep
@pytest.mark.usefixtures("searching")
@pytest.mark.parametrize("rounds", [0, 120], ids=["the solver alone", "with the search"])
@pytest.mark.parametrize("step", [1, 100, 500])
@pytest.mark.parametrize("seed", range(3))
def test_no_bound_is_below_the_truth_and_no_plan_above_it(seed, step, rounds, monkeypatch):
    monkeypatch.setattr(search, "ROUNDS", ((18, rounds), (22, 0)))
    amounts = lonely(results(19, step=step, seed=seed).values())

    parted = part(amounts)

    assert sorted(amount for group in parted.groups for amount in group) == amounts
    assert [sum(group) for group in parted.groups] == [0] * len(parted.groups)
    assert len(parted.groups) <= len(most_groups(amounts)) <= parted.most


def test_nobody_makes_no_group():
    assert part([]) == Parted([], 0)


@pytest.mark.usefixtures("searching")
def test_where_sets_are_too_many_the_count_of_people_is_the_bound(monkeypatch):
    monkeypatch.setattr(sets, "MOST_SETS", -1)

    assert part([7, -1, -2, -4]).most == 1
    assert part([5, 5, -1, -2, -3, -4]).most == 2


def test_groups_are_parted_further_and_none_is_lost():
    together = [TRIPLES[0] + TRIPLES[1] + TRIPLES[2] + TRIPLES[3], *TRIPLES[4:]]

    assert sorted(map(sorted, grouped_anew(together, 7, *ROUNDS[0]))) == sorted(TRIPLES)


def test_a_group_larger_than_a_round_is_opened_in_part():
    together = [amount for triple in TRIPLES for amount in triple]

    assert sorted(map(sorted, grouped_anew([together], 7, *ROUNDS[0]))) == sorted(TRIPLES)


def test_what_stays_together_and_sums_to_zero_is_a_group():
    assert search._opened([1, 2, -3], [5, -5]) == [[-3, 1, 2], [5, -5]]


def test_what_stays_together_goes_where_it_is_needed():
    assert search._opened([1, 2, -3, 8], [-5, -3]) == [[-3, 1, 2], [8, -5, -3]]


@pytest.mark.further
def test_the_search_finds_the_same_in_any_order_of_the_amounts():
    amounts = lonely(results(40, step=100).values())
    shuffled = amounts[:]
    Random(3).shuffle(shuffled)
    first = part(amounts)
    search._parted.cache_clear()

    assert part(shuffled) == first


def night(people, seed):
    """Return the results of an evening without pairs: most losers lost whole buy-ins, the others have odd cents."""
    chance = Random(seed)
    while True:
        lost = [-5000 * chance.choice((1, 1, 1, 1, 2, 3)) for _ in range(round(people * 0.4))]
        others = [chance.choice((-1, 1, 1, 1)) * chance.randint(10, 12_000) for _ in range(people - 1 - len(lost))]
        if 0 < abs(sum(lost + others)) < 25_000:
            return lonely([*lost, *others, -sum(lost + others)])


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_of_whole_buy_ins_lost_by_nineteen_no_bound_is_below_the_truth(seed, searching):
    amounts = night(19, seed)

    parted = part(amounts)

    assert sorted(amount for group in parted.groups for amount in group) == amounts
    assert len(parted.groups) <= len(most_groups(amounts)) <= parted.most


@pytest.mark.further
@pytest.mark.sweep
@pytest.mark.parametrize(("people", "seed", "most"), [(34, 1, 3), (44, 2, 5), (54, 3, 6), (61, 4, 8), (66, 1, 9)])
def test_an_evening_of_34_to_66_is_proven_where_losers_lost_whole_buy_ins(people, seed, most):
    parted = part(night(people, seed))

    assert (len(parted.groups), parted.most) == (most, most)
