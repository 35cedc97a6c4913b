"""The fewest payments: their number, the proof, and the same plan for any order of the people."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.settle import sets
from ledger.settle.fewest_payments import Payment, Settlement, Wishes, greedy, planned, settle
from reservations.acts.problems import Impossible
from tests.ledger.settle.test_exact import fewest
from tests.ledger.settle.test_search import results
from tests.written import written

TRAP = [2, 3, -5, 3, 4, -7, 3, 3, -6]


def check(plan, standings):
    """Check a plan: it clears all standings, only debtors pay only creditors, and it is no longer than greedy."""
    moved = Counter(standings)
    for payment in plan.payments:
        moved.update({payment.payer: payment.cents, payment.payee: -payment.cents})
    assert not any(moved.values())
    assert all(payment.cents > 0 for payment in plan.payments)
    assert all(standings[payment.payer] < 0 < standings[payment.payee] for payment in plan.payments)
    assert sum(payment.cents for payment in plan.payments) == sum(cents for cents in standings.values() if cents > 0)
    assert plan.lower_bound <= len(plan.payments) <= len(greedy(standings.items()))
    assert plan.payments == tuple(sorted(plan.payments))


def named(**standings):
    return {name.capitalize(): cents for name, cents in standings.items()}


@pytest.mark.parametrize(
    ("standings", "payments"),
    [
        ({}, ()),
        (named(ann=0, bo=0), ()),
        (named(ann=1, bo=-1), (Payment("Bo", "Ann", 1),)),
        (named(ann=500, bo=-300, cy=-200), (Payment("Bo", "Ann", 300), Payment("Cy", "Ann", 200))),
        (named(ann=5, bo=-5, cy=5, gil=-5), (Payment("Bo", "Ann", 5), Payment("Gil", "Cy", 5))),
        (named(ann=7, bo=5, cy=-5, gil=-7), (Payment("Cy", "Bo", 5), Payment("Gil", "Ann", 7))),
    ],
)
def test_who_pays_whom(standings, payments):
    assert settle(standings) == Settlement(payments, len(payments))


@pytest.mark.parametrize(
    ("amounts", "count"),
    [
        (TRAP, 6),
        ([1, 2, 4, 8, 16, -31], 5),
        ([5, -2, -3, 11, -4, -7, 23, -6, -17], 6),
        ([100, -100, 250, -250, 300, -100, -200], 4),
        ([500] * 10 + [-1000] * 5, 10),
        ([500] * 3 + [-300] * 5, 7),
        ([10**12 - 1, -(10**12 - 2), -1], 2),
    ],
    ids=["triples first are wrong", "one group", "planted triples", "pairs and more", "fives", "no group", "large"],
)
def test_the_count_is_the_fewest_and_proven(amounts, count):
    standings = dict(enumerate(amounts))

    plan = settle(standings)

    check(plan, standings)
    assert (len(plan.payments), plan.lower_bound, plan.proven) == (count, count, True)


def test_largest_with_largest_is_worse_somewhere():
    standings = dict(enumerate([1, -3, -3, 4, -4, 5]))

    assert (len(greedy(standings.items())), len(settle(standings).payments)) == (5, 4)


@given(st.lists(st.integers(-12, 12) | st.integers(-3, 3).map(lambda many: many * 500), max_size=8))
def test_up_to_nine_people_as_by_brute_force(amounts):
    standings = dict(enumerate([*amounts, -sum(amounts)]))

    plan = settle(standings)

    check(plan, standings)
    assert (len(plan.payments), plan.proven) == (fewest(standings.values()), True)


@pytest.mark.parametrize("step", [1, 100, 500])
@pytest.mark.parametrize("people", [2, 3, 7, 12, 18, 25])
def test_up_to_25_people_everything_is_proven(people, step):
    standings = results(people, step=step)

    plan = settle(standings)

    check(plan, standings)
    assert plan.proven


@pytest.mark.further
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("people", "step", "count"),
    [(30, 100, 22), (30, 500, 19), (40, 100, 28), (40, 500, 24), (60, 100, 40), (60, 500, 35), (200, 500, 110)],
)
def test_many_people_in_dollars_and_fives_are_proven(people, step, count):
    standings = results(people, step=step)

    plan = settle(standings)

    check(plan, standings)
    assert (len(plan.payments), plan.lower_bound) == (count, count)


def test_planted_groups_are_found_among_100_people():
    chance = Random(1)
    halves = [(chance.randint(1, 10**6), chance.randint(1, 10**6)) for _ in range(33)]
    amounts = [amount for one, two in halves for amount in (one, two, -one - two)] + [0]

    plan = settle(dict(enumerate(amounts)))

    assert (len(plan.payments), plan.proven) == (66, True)


@pytest.mark.further
@pytest.mark.parametrize(("people", "count"), [(28, 24), (33, 28)])
def test_odd_cents_of_28_people_and_more_are_proven(people, count):
    standings = results(people)

    plan = settle(standings)

    check(plan, standings)
    assert (len(plan.payments), plan.lower_bound, plan.proven) == (count, count, True)


@pytest.mark.further
def test_what_is_not_proven_has_a_bound_below_it(monkeypatch):
    monkeypatch.setattr(sets, "MOST_SETS", 30)
    standings = results(34, seed=8)

    plan = settle(standings)

    check(plan, standings)
    assert (len(plan.payments), plan.lower_bound, plan.proven) == (29, 28, False)


def test_what_is_not_proven_says_how_far_it_may_be_off():
    plan = Settlement((Payment("Bo", "Ann", 1), Payment("Cy", "Ann", 2)), 1)

    assert (plan.proven, plan.sentence) == (False, "At most 1 more than the fewest.")


def test_proof_is_said():
    assert settle(named(ann=1, bo=-1)).sentence == "Fewest possible: proven."


@pytest.mark.parametrize("people", [9, 25, 40])
def test_the_order_in_which_people_are_handed_in_changes_nothing(people):
    standings = results(people, step=100)
    shuffled = list(standings.items())
    Random(2).shuffle(shuffled)

    assert settle(dict(shuffled)) == settle(standings)


@pytest.mark.parametrize(("standings", "sum_said"), [(named(ann=5), "0.05"), (named(ann=100, bo=-250), "−1.50")])
def test_standings_that_do_not_sum_to_zero(standings, sum_said):
    with pytest.raises(Impossible) as problem:
        settle(standings)

    assert str(problem.value) == f"The standings have to sum to zero; these sum to {sum_said}."


def test_the_sum_is_said_as_the_place_writes_it():
    with written(separator=",", sign="€"), pytest.raises(Impossible, match="these sum to 0,05"):
        settle(named(ann=5))


@pytest.mark.parametrize("cents", [0.5, True, "5", None])
def test_only_whole_cents_are_settled(cents):
    with pytest.raises(TypeError):
        settle({"Ann": cents})


def test_everything_through_one_person():
    plan = planned(named(ann=300, bo=-500, cy=400, gil=-200, hub=0), Wishes("Ann"))

    assert plan.payments == (Payment("Ann", "Cy", 400), Payment("Bo", "Ann", 500), Payment("Gil", "Ann", 200))
    assert (plan.wishes.hub, plan.lower_bound, plan.proven) == ("Ann", 3, True)


def test_a_hub_that_is_even_and_takes_more_than_the_fewest():
    plan = planned(named(ann=0, bo=-500, cy=500), Wishes("Ann"))

    assert plan.payments == (Payment("Ann", "Cy", 500), Payment("Bo", "Ann", 500))
    assert plan.sentence == "At most 1 more than the fewest."


def test_a_hub_does_not_mend_a_sum():
    with pytest.raises(Impossible):
        planned(named(ann=5), Wishes("Ann"))
