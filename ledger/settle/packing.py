"""The most groups of sum zero, asked of a solver: how many it finds, and how many there can be at most.

Pure. The group of the largest amount is often a large one, so it is asked for by its members. Every other group is
one of the small sets, or among the rest, where a group is larger than any of those.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import combinations
from math import floor, inf
from typing import Any

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


_OPTIONS = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    "mip_abs_gap": 0.99,  # the number of groups is whole
    "mip_max_nodes": 300,  # an end that is the same everywhere
    "time_limit": 30.0,  # in seconds, only for a machine that is far too slow
}
_COARSE_OPTIONS = {"mip_max_nodes": 1, "mip_heuristic_effort": 0.0}
_COARSE = 5_000
"""A largest amount beyond this is hardly ever made up exactly, and asking for that takes the solver long."""
_NEARLY = 0.01
"""What a solver says is not exact: a bound that is so near to the next whole number counts as that one."""


@dataclass(frozen=True)
class Parted:
    """Amounts parted into groups of sum zero, and how many groups there can be at most."""

    groups: list[list[int]]
    most: int


@dataclass(frozen=True)
class Packing:
    """The question: amounts without the ``largest`` one, the sets of up to ``size`` of them, which all sum to zero."""

    amounts: tuple[int, ...]
    largest: int
    sets: Sequence[Set]
    size: int

    @cached_property
    def counts(self) -> Counter[int]:
        return Counter(sorted(self.amounts))

    @property
    def is_coarse(self) -> bool:
        """True when the group of the largest amount is only asked to make up for it, and may do more."""
        return abs(self.largest) > _COARSE

    def columns(self) -> Iterator[tuple[Mapping[int, float], int, int]]:
        """Yield what can be chosen: how much it takes from each row, how many groups it is, how often it can be.

        First the sets, then the members of the largest amount's group, last the groups among the rest. There is a
        row for each amount, one for all people, and one for what makes up for the largest amount.
        """
        # The solver rounds large numbers, so they are given as parts of the largest.
        whole = self.largest if self.is_coarse else 1
        place = {amount: row for row, amount in enumerate(self.counts)}
        people, made_up = len(place), len(place) + 1
        for each in self.sets:
            taken = Counter(each)
            often = min(self.counts[amount] // count for amount, count in taken.items())
            yield {place[amount]: count for amount, count in taken.items()} | {people: len(each)}, 1, often
        for amount, count in self.counts.items():
            yield {place[amount]: 1, people: 1, made_up: -amount / whole}, 0, count
        yield {people: self.size + 1}, 1, len(self.amounts) // (self.size + 1)

    def rows(self) -> Iterator[tuple[float, float]]:
        """Yield the least and the most of each row."""
        for count in self.counts.values():
            yield 0, count
        yield 0, len(self.amounts)
        yield (1 - 1e-6, inf) if self.is_coarse else (self.largest, self.largest)

    def choice(self, groups: Sequence[Sequence[int]]) -> list[int] | None:
        """Return how often each column is chosen in these groups, None if one of them could be parted."""
        left = [sorted(group) for group in groups]
        own = next(group for group in left if self.largest in group)
        left.remove(own)
        own.remove(self.largest)
        chosen, members = Counter(map(tuple, left)), Counter(own)
        small = [chosen[each] for each in self.sets]
        beyond = sum(len(group) > self.size for group in left)
        if sum(small) + beyond != len(left):
            return None
        return [*small, *(members[amount] for amount in self.counts), beyond]

    def groups(self, chosen: Sequence[int]) -> list[list[int]]:
        """Return the groups of a choice; what is left over is one more of them, or goes with the largest amount."""
        groups = [list(each) for each, often in zip(self.sets, chosen, strict=False) for _ in range(often)]
        members = Counter(dict(zip(self.counts, chosen[len(self.sets) :], strict=False)))
        over = self.counts - members - Counter(amount for group in groups for amount in group)
        own, rest = [self.largest, *members.elements()], list(over.elements())
        return [*groups, own, *([rest] if rest else [])] if sum(own) == 0 else [*groups, own + rest]


def pack(packing: Packing, known: Sequence[Sequence[int]]) -> Parted:
    """Let the solver part the amounts, ``known`` being a way to, and say how many groups there can be at most."""
    # Not above: it brings numpy along, and a table of up to 25 never needs either of them.
    solver = import_module("highspy")
    search = solver.Highs()
    for name, value in (_OPTIONS | (_COARSE_OPTIONS if packing.is_coarse else {})).items():
        search.setOptionValue(name, value)
    search.passModel(_model(solver, packing))
    if choice := packing.choice(known):
        start = solver.HighsSolution()
        start.col_value = [float(often) for often in choice]
        search.setSolution(start)
    search.run()
    info, most = search.getInfo(), (len(packing.amounts) + 1) // 3
    if info.primal_solution_status != solver.SolutionStatus.kSolutionStatusFeasible:
        return Parted([[packing.largest, *packing.amounts]], most)
    groups = packing.groups([round(often) for often in search.getSolution().col_value])
    return Parted(groups, _bound(info.mip_dual_bound, len(groups), most))


def _bound(said: float, found: int, most: int) -> int:
    """Read a solver's bound. Without one it says anything: nothing, infinity, or less than has been found."""
    return floor(said + _NEARLY) if found <= said + _NEARLY < most else most


def _model(solver: Any, packing: Packing) -> Any:
    """Write the question as the solver reads it."""
    columns, rows = list(packing.columns()), list(packing.rows())
    model = solver.HighsLp()
    model.num_col_, model.num_row_ = len(columns), len(rows)
    model.col_cost_ = [float(groups) for _, groups, _ in columns]
    model.col_lower_ = [0.0] * len(columns)
    model.col_upper_ = [float(often) for _, _, often in columns]
    model.row_lower_ = [float(least) for least, _ in rows]
    model.row_upper_ = [float(most) for _, most in rows]
    model.a_matrix_.format_ = solver.MatrixFormat.kColwise
    starts = [0]
    for taken, _, _ in columns:
        starts.append(starts[-1] + len(taken))
    model.a_matrix_.start_ = starts
    model.a_matrix_.index_ = [row for taken, _, _ in columns for row in taken]
    model.a_matrix_.value_ = [float(much) for taken, _, _ in columns for much in taken.values()]
    model.integrality_ = [solver.HighsVarType.kInteger] * len(columns)
    model.sense_ = solver.ObjSense.kMaximize
    model.offset_ = 1.0
    return model
