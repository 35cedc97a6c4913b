"""Many groups of sum zero: the most if that can be proved, else the most found and an honest bound.

Pure. Beyond the reach of `ledger.settle.exact`, a search takes some groups apart and groups their amounts anew,
exactly, again and again; and a solver gives a bound, with ever larger sets in view.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import gcd
from random import Random

from ledger.settle.exact import MOST_CHOICES, choices, most_groups
from ledger.settle.packing import Packing, Parted, pack
from ledger.settle.sets import Amounts, set_apart, small_sets

ROUNDS = ((18, 120), (22, 60))
"""How many amounts are taken apart and grouped anew, and how often: not for how long, so that it ends the same."""
_COARSE = 1_000
"""A largest amount beyond this is hardly ever made up exactly, and asking for that takes the solver long."""
_WHOLE_ANSWER = 6
"""Up to this size of sets the solver also looks for an answer of sets alone: beyond, that takes seconds."""


def part(amounts: Sequence[int]) -> Parted:
    """Split amounts that sum to zero into groups of sum zero: no amount is zero, and no two cancel out."""
    if not amounts:
        return Parted([], 0)
    unit = gcd(*amounts)
    parted = _parted(tuple(sorted(amount // unit for amount in amounts)))
    return Parted([[amount * unit for amount in group] for group in parted.groups], parted.most)


# A page with a plan is often loaded again.
@lru_cache(maxsize=32)
def _parted(amounts: tuple[int, ...]) -> Parted:
    if choices(amounts) <= MOST_CHOICES:
        groups = most_groups(amounts)
        return Parted(groups, len(groups))
    best = Parted(grouped_anew([amounts], len(amounts) // 3, *ROUNDS[0]), len(amounts) // 3)
    largest = max(amounts, key=lambda amount: (abs(amount), amount))
    if abs(largest) <= _COARSE:
        others = list(amounts)
        others.remove(largest)
        best = _packed(Amounts(Counter(others)), best, largest)
    if len(best.groups) < best.most:
        best = _packed(set_apart(amounts), best)
    return Parted(grouped_anew(best.groups, best.most, *ROUNDS[1]), best.most)


def _packed(among: Amounts, best: Parted, largest: int = 0) -> Parted:
    """Run the solver with ever larger sets in view: for the bound, then for groups in view."""
    for size, sets in small_sets(among):
        for beyond in (among.odd.total(), 1) if size <= _WHOLE_ANSWER else (among.odd.total(),):
            if len(best.groups) == best.most:
                return best
            packed = pack(Packing(among, sets, size, beyond, largest))
            most = min(best.most, packed.most) if beyond > 1 else best.most
            best = Parted(grouped_anew(max(best.groups, packed.groups, key=len), most, *ROUNDS[0]), most)
    return best


def grouped_anew(groups: Sequence[Sequence[int]], most: int, room: int, rounds: int) -> list[list[int]]:
    """Return at least as many groups, up to ``most``, after taking ``room`` amounts apart that many times."""
    chance = Random(0)  # noqa: S311 - the same plan every time
    best = [list(group) for group in groups]
    for _ in range(rounds):
        if len(best) == most:
            break
        # Large groups rather than small ones: they can be split most.
        best.sort(key=lambda group: len(group) * chance.random())
        apart: list[int] = []
        while best and len(apart) + len(best[-1]) <= room:
            apart += best.pop()
        cut = sorted(best.pop(), key=lambda _: chance.random()) if best else []
        more = room - len(apart)
        best += _opened([*apart, *cut[:more]], cut[more:])
    return best


def _opened(amounts: Sequence[int], together: list[int]) -> list[list[int]]:
    """Split amounts into the most groups, with those of ``together`` as one amount."""
    lump = sum(together)
    if not lump:
        return [*most_groups(amounts), *([together] if together else [])]
    groups = most_groups([*amounts, lump])
    holder = next(group for group in groups if lump in group)
    holder.remove(lump)
    holder += together
    return groups
