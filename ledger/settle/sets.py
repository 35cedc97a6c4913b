"""The small groups among amounts: every set of sum zero that contains no smaller one.

Pure. Losers have often lost whole buy-ins: many equal or round amounts on one side, which are interchangeable. They are
set aside, and only the other, odd members of a group count: whole buy-ins must be able to make up for their sum. That
leaves few sets in place of too many.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb, gcd, sqrt

Set = tuple[int, ...]

LARGEST = 9
MOST_SETS = 4_000
"""How many sets are too many to choose among."""
MOST_HALVES = 400_000
MOST_PAIRS = 2_000_000
"""How many halves of sets, and pairs of halves, are too many to look at."""
_COMMON = 6
"""The number of most frequent amounts that suggest the size of a buy-in."""
_ONE_IN = 6
"""Whole buy-ins are set aside if at least one in so many amounts is one."""
_MOST_STEPS = 1_000


@dataclass(frozen=True)
class Amounts:
    """Amounts, no two of which cancel out: the ``odd`` ones, sorted, and ``whole`` multiples of ``unit``.

    The whole amounts are all lost or all won. Without whole amounts, the unit is 0.
    """

    odd: Counter[int]
    whole: Counter[int] = field(default_factory=Counter)
    unit: int = 0

    @cached_property
    def made_up(self) -> frozenset[int]:
        """The possible sums of the odd members of a group: whole amounts make up for them."""
        sums = {0}
        for amount in self.whole.elements():
            sums |= {total - amount for total in sums}
        return frozenset(sums)

    @property
    def likely_groups(self) -> float:
        """The expected number of groups: people by the size at which sets become common."""
        people, common = self.odd.total(), 0.0
        share = len(self.made_up) / (1 + 2.5 * sqrt(sum(amount**2 for amount in self.odd.elements())))
        for size in range(1, people + 1):
            common += comb(people, size) * share * size / people
            if common >= 1:
                return people / size
        return 1.0


def set_apart(amounts: Sequence[int]) -> Amounts:
    """Set whole buy-ins aside if that leaves the fewest expected groups; none if they are too few."""
    counts = Counter(sorted(amounts))
    often = [abs(amount) for amount, count in counts.most_common() if count > 1][:_COMMON]
    found = []
    for unit in sorted({gcd(one, other) for one in often for other in often}):
        multiples = {amount: count for amount, count in counts.items() if amount % unit == 0}
        lost = Counter({amount: count for amount, count in multiples.items() if amount < 0})
        whole = max(lost, Counter(multiples) - lost, key=Counter.total)
        steps = abs(sum(whole.elements())) // unit
        if whole.total() * _ONE_IN >= len(amounts) and steps <= _MOST_STEPS:
            found.append(Amounts(counts - whole, whole, unit))
    return min(found, key=lambda amounts: amounts.likely_groups, default=Amounts(counts))


def small_sets(among: Amounts) -> Iterator[tuple[int, list[Set]]]:
    """Yield a size, from three on, and the sets of odd amounts up to that size, until they are too many."""
    halves: list[list[Set]] = [[()]]
    found: dict[Set, int] = {}
    for size in range(1, LARGEST + 1):
        if size % 2:
            grown = _one_more(halves[-1], among.odd)
            if grown is None:
                return
            halves.append(grown)
        smaller, fresh = sorted(set(found.values())), list[Set]()
        for group in _joined(halves[-1], halves[size // 2], among):
            if group is None or len(found) + len(fresh) > MOST_SETS:
                return
            if not any(part in found for less in smaller for part in combinations(group, less)):
                fresh.append(group)
        found |= dict.fromkeys(fresh, size)
        if size >= 3:
            yield size, list(found)


def _one_more(halves: Sequence[Set], counts: Counter[int]) -> list[Set] | None:
    """Return the sorted sets with one more amount; None if there are too many."""
    grown: list[Set] = []
    for half in halves:
        longer = [(*half, amount) for amount in counts if not half or amount >= half[-1]]
        grown += [group for group in longer if group.count(group[-1]) <= counts[group[-1]]]
        if len(grown) > MOST_HALVES:
            return None
    return grown


def _joined(lower: Sequence[Set], upper: Sequence[Set], among: Amounts) -> Iterator[Set | None]:
    """Yield, once, the sets of two halves that whole amounts make up for; None if there are too many pairs."""
    modulus = among.unit or 1 + sum(map(abs, among.odd.elements()))
    by_rest: dict[int, list[Set]] = defaultdict(list)
    for half in upper:
        by_rest[sum(half) % modulus].append(half)
    pairs = 0
    for half in lower:
        others = by_rest.get(-sum(half) % modulus, ())
        pairs += len(others)
        if pairs > MOST_PAIRS:
            yield None
        for other in others:
            group = half + other
            in_order = not other or half[-1] <= other[0]
            if in_order and sum(group) in among.made_up and group.count(half[-1]) <= among.odd[half[-1]]:
                yield group
