"""The fewest payments against largest with largest, for 10 to 100 people, results in dollars and in fives."""

from collections.abc import Iterator
from functools import partial
from random import Random

from ledger.settle import search
from ledger.settle.fewest_payments import greedy, settle
from tests.benchmarks.timing import Line, ratio_line, side_by_side

SIZES = (10, 20, 30, 40, 60, 100)
ROUNDS = 3


def measure() -> Iterator[Line]:
    """Yield a ratio a size, with how many payments both take and what is proven."""
    for unit, unit_cents in (("dollars", 100), ("fives", 500)):
        for people in SIZES:
            standings = _results(people, unit_cents)
            times = side_by_side(ROUNDS, partial(_anew, standings), partial(_greedy, standings))
            plan = settle(standings)
            line = ratio_line(f"fewest payments, {people} people, {unit}", "largest with largest", times)
            yield line | {
                "payments": len(plan.payments),
                "lower_bound": plan.lower_bound,
                "against_payments": len(_greedy(standings)),
            }


def _anew(standings: dict[int, int]) -> None:
    search._parted.cache_clear()
    settle(standings)


def _greedy(standings: dict[int, int]) -> list[object]:
    return [*greedy(standings.items())]


def _results(people: int, unit_cents: int) -> dict[int, int]:
    """Return results that sum to zero, as a night or a month of a league has them."""
    chance = Random(people)
    results = [round(chance.gauss(0, 60_00) / unit_cents) * unit_cents for _ in range(people - 1)]
    return dict(enumerate([*results, -sum(results)]))
