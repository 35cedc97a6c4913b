"""The fewest payments against largest-with-largest: results in dollars, fives and cents, and lost whole buy-ins."""

from collections.abc import Iterator
from functools import partial
from random import Random

from ledger.settle import search
from ledger.settle.fewest_payments import greedy, settle
from tests.benchmarks.timing import Line, ratio_line, side_by_side

SIZES = (10, 20, 30, 40, 60, 100)
CENTS_SIZES = (28, 34, 44, 66)
EVENING_SIZES = (34, 44, 54, 61, 66)
ROUNDS = 1


def measure() -> Iterator[Line]:
    """Yield a ratio per size, with the number of payments of both and the proven lower bound."""
    cases = {f"{people} people, dollars": _results(people, 100) for people in SIZES}
    cases |= {f"{people} people, fives": _results(people, 500) for people in SIZES}
    cases |= {f"{people} people, cents": _results(people, 1) for people in CENTS_SIZES}
    cases |= {f"{people} people, whole buy-ins lost": _evening(people) for people in EVENING_SIZES}
    for name, standings in cases.items():
        times = side_by_side(ROUNDS, partial(_anew, standings), partial(_greedy, standings))
        plan = settle(standings)
        line = ratio_line(f"fewest payments, {name}", "largest with largest", times)
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
    """Return results that sum to zero, like those of a night or a month of a league."""
    chance = Random(people)
    results = [round(chance.gauss(0, 60_00) / unit_cents) * unit_cents for _ in range(people - 1)]
    return dict(enumerate([*results, -sum(results)]))


def _evening(people: int) -> dict[int, int]:
    """Return results like those of one big evening: four in ten lost whole buy-ins, the others end on odd cents."""
    chance = Random(people)
    lost = [-50_00 * chance.choice((1, 1, 1, 1, 2, 3)) for _ in range(people * 4 // 10)]
    others = [chance.choice((-1, 1, 1, 1)) * chance.randint(10, 120_00) for _ in range(people - 1 - len(lost))]
    return dict(enumerate([*lost, *others, -sum(lost) - sum(others)]))
