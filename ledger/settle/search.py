"""Many groups of sum zero: the most there are while that can be told, else the most found and an honest bound.

Pure. Beyond what `ledger.settle.exact` counts, a search takes some groups apart and groups their amounts anew,
exactly, again and again; and a solver says how many groups there can be at most, with ever larger sets in view.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd
from random import Random

from ledger.settle.exact import MOST_CHOICES, choices, most_groups
from ledger.settle.packing import LARGEST, Packing, Parted, pack, sets_of_sum_zero

ROUNDS = 120
"""How often amounts are grouped anew: a number of rounds and not of seconds, so that it ends the same everywhere."""
TAKEN_APART = 18
"""How many amounts are taken apart in a round."""


def part(amounts: Sequence[int]) -> Parted:
    """Part amounts that sum to zero into groups that do: none of them is zero, and no two of them cancel out."""
    if not amounts:
        return Parted([], 0)
    unit = gcd(*amounts)
    parted = _parted(tuple(sorted(amount // unit for amount in amounts)))
    return Parted([[amount * unit for amount in group] for group in parted.groups], parted.most)


# A page that shows a plan is looked at again and again.
@lru_cache(maxsize=32)
def _parted(amounts: tuple[int, ...]) -> Parted:
    if choices(amounts) <= MOST_CHOICES:
        groups = most_groups(amounts)
        return Parted(groups, len(groups))
    most = len(amounts) // 3
    groups = grouped_anew([amounts], most)
    largest = max(amounts, key=lambda amount: (abs(amount), amount))
    others = list(amounts)
    others.remove(largest)
    for size in range(3, LARGEST + 1):
        sets = sets_of_sum_zero(others, size)
        if len(groups) == most or sets is None:
            break
        packed = pack(Packing(tuple(others), largest, sets, size), groups)
        most = min(most, packed.most)
        groups = grouped_anew(max(groups, packed.groups, key=len), most)
    return Parted(groups, most)


def grouped_anew(groups: Sequence[Sequence[int]], most: int) -> list[list[int]]:
    """Return as many groups as there are or more, up to ``most``."""
    chance = Random(0)  # noqa: S311 - the same plan every time
    best = [list(group) for group in groups]
    for _ in range(ROUNDS):
        if len(best) == most:
            break
        # Large groups rather than small ones: they have the most to give.
        best.sort(key=lambda group: len(group) * chance.random())
        apart: list[int] = []
        while best and len(apart) + len(best[-1]) <= TAKEN_APART:
            apart += best.pop()
        cut = sorted(best.pop(), key=lambda _: chance.random()) if best else []
        room = TAKEN_APART - len(apart)
        best += _opened([*apart, *cut[:room]], cut[room:])
    return best


def _opened(amounts: Sequence[int], together: list[int]) -> list[list[int]]:
    """Part amounts into the most groups, with those that stay together as if they were one amount."""
    lump = sum(together)
    if not lump:
        return [*most_groups(amounts), *([together] if together else [])]
    groups = most_groups([*amounts, lump])
    holder = next(group for group in groups if lump in group)
    holder.remove(lump)
    holder += together
    return groups
