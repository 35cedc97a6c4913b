"""The small sets of amounts that sum to zero.

Pure. Equal amounts are not told apart, so a set is a sorted tuple in which an amount may stand several times. It is
put together from a lower and an upper half that cancel out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

Set = tuple[int, ...]

MOST_SETS = 4_000
"""How many sets are too many to choose among."""
MOST_HALVES = 50_000
"""How many halves of a set are too many to try."""
LARGEST = 6


def sets_of_sum_zero(amounts: Sequence[int], largest: int) -> list[Set] | None:
    """Return the sets of three to ``largest`` (at most 6) of the amounts that sum to zero, None if they are too many.

    No two of the amounts cancel out. A set that is two smaller ones is left out: they are more than it is.
    """
    counts = Counter(sorted(amounts))
    halves = _halves(counts, (largest + 1) // 2)
    if halves is None:
        return None
    found: list[Set] = []
    for size in range(3, largest + 1):
        for each in _joined(halves[(size + 1) // 2], halves[size // 2], counts):
            found.append(each)
            if len(found) > MOST_SETS:
                return None
    return found


def _halves(counts: Counter[int], largest: int) -> list[list[Set]] | None:
    """Return the sorted sets of up to ``largest`` amounts, by their size."""
    halves: list[list[Set]] = [[()]]
    for _ in range(largest):
        halves.append([])
        for half in halves[-2]:
            grown = [(*half, amount) for amount in counts if not half or amount >= half[-1]]
            halves[-1] += [each for each in grown if each.count(each[-1]) <= counts[each[-1]]]
            if len(halves[-1]) > MOST_HALVES:
                return None
    return halves


def _joined(lower: Sequence[Set], upper: Sequence[Set], counts: Counter[int]) -> Iterator[Set]:
    by_sum: dict[int, list[Set]] = defaultdict(list)
    for half in upper:
        by_sum[sum(half)].append(half)
    for half in lower:
        for rest in by_sum.get(-sum(half), ()):
            whole = half + rest
            if half[-1] > rest[0] or whole.count(rest[0]) > counts[rest[0]]:
                continue
            is_two_sets_of_three = len(whole) == LARGEST and any(sum(three) == 0 for three in combinations(whole, 3))
            if not is_two_sets_of_three:
                yield whole
