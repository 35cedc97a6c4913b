"""The most groups of sum zero, by a solver: the groups it finds, and a bound for them.

Pure. Every group is one of the small sets, or larger than any of them. If amounts are not too large, the group of the
largest amount is found by its members, since it is often a large group.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import floor
from typing import Any

from ledger.settle.sets import Amounts, Set

_OPTIONS = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    "mip_abs_gap": 0.99,  # the number of groups is whole
    "mip_max_nodes": 100,  # a limit that is the same on every machine
    "time_limit": 30.0,  # in seconds, only for machines that are far too slow
}
_NEARLY = 0.01
"""The tolerance for a solver's result: a bound this near to the next whole number counts as that number."""


@dataclass(frozen=True)
class Parted:
    """Amounts split into groups of sum zero, and a bound for the number of groups."""

    groups: list[list[int]]
    most: int


@dataclass(frozen=True)
class Packing:
    """The problem: amounts, their sets of up to ``size``, and the most groups ``beyond`` that size.

    ``largest``, unless it is 0, is one more amount, whose group is found by its members.
    """

    among: Amounts
    sets: Sequence[Set]
    size: int
    beyond: int
    largest: int = 0

    def columns(self) -> Iterator[tuple[Mapping[int, int], int, int]]:
        """Yield the columns: their use of every row, their number of groups, and the most times they can be chosen.

        First the sets, then the members of the largest amount's group, last the groups beyond. There is a row for every
        amount, one for all people, and one for the whole amounts beside the largest amount.
        """
        odd = self.among.odd
        place = {amount: row for row, amount in enumerate(odd)}
        people, made_up = len(place), len(place) + 1
        for group in self.sets:
            taken = Counter(group)
            often = min(odd[amount] // count for amount, count in taken.items())
            yield {place[amount]: count for amount, count in taken.items()} | {people: len(group)}, 1, often
        for amount, count in odd.items() if self.largest else ():
            yield {place[amount]: 1, people: 1, made_up: -amount}, 0, count
        yield {people: self.size + 1}, 1, min(self.beyond, odd.total() // (self.size + 1))

    def rows(self) -> Iterator[tuple[float, float]]:
        """Yield the least and the most of every row."""
        for count in self.among.odd.values():
            yield 0, count
        yield 0, self.among.odd.total()
        if self.largest:
            yield self.largest, self.largest

    def groups(self, chosen: Sequence[int]) -> list[list[int]]:
        """Return the groups of a choice, completed with whole amounts; the rest is one more group."""
        found = [list(group) for group, often in zip(self.sets, chosen, strict=False) for _ in range(often)]
        if self.largest:
            members = Counter(dict(zip(self.among.odd, chosen[len(self.sets) :], strict=False)))
            found.append([self.largest, *members.elements()])
        groups, whole = [], sorted(self.among.whole.elements(), key=abs, reverse=True)
        over = self.among.odd + Counter([self.largest] if self.largest else [])
        for group in sorted(found, key=lambda group: -abs(sum(group))):
            added: list[int] = []
            for amount in whole:
                if abs(sum(group) + sum(added) + amount) == abs(sum(group) + sum(added)) - abs(amount):
                    added.append(amount)
            if sum(group) + sum(added) == 0:
                groups.append(group + added)
                over -= Counter(group)
                for amount in added:
                    whole.remove(amount)
        rest = [*over.elements(), *whole]
        return [*groups, rest] if rest else groups


def pack(packing: Packing) -> Parted:
    """Let the solver split the amounts, and return the groups with their bound."""
    # Not imported above: it loads numpy, and a table of up to 25 never needs either.
    solver = import_module("highspy")
    search = solver.Highs()
    for name, value in _OPTIONS.items():
        search.setOptionValue(name, value)
    search.passModel(_model(solver, packing))
    search.run()
    info = search.getInfo()
    everybody = packing.among.odd.total() + packing.among.whole.total() + bool(packing.largest)
    if info.primal_solution_status != solver.SolutionStatus.kSolutionStatusFeasible:
        return Parted(packing.groups([]), everybody // 3)
    groups = packing.groups([round(often) for often in search.getSolution().col_value])
    return Parted(groups, _bound(info.mip_dual_bound, len(groups), everybody // 3))


def _bound(bound: float, found: int, most: int) -> int:
    """Read a solver's bound. Without one its answer is arbitrary: None, infinity, or less than the groups found."""
    return floor(bound + _NEARLY) if found <= bound + _NEARLY < most else most


def _model(solver: Any, packing: Packing) -> Any:
    """Write the problem in the solver's form."""
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
    model.offset_ = float(packing.largest != 0)
    return model
