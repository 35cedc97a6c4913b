"""The most groups of sum zero among amounts, exactly.

Pure. Equal amounts are interchangeable: a choice among them is a number with a digit for every different amount, its
count in the choice, and a set of choices is one long int with a bit for a choice. Among the choices that leave one
amount out, the first level has those of sum zero, the next level those of sum zero that contain a choice of the level
before and more, and so on. The longest of these chains cuts the amounts into the most groups; the amount left out is in
the last of them. The choices beyond a level are found for the whole level at once: a shift, a mask and an or for every
amount.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

MOST_CHOICES = 2**24
"""How many choices are too many to look at all: this many take a quarter of a second and 90 MB."""


@dataclass(frozen=True)
class Choices:
    """The choices among amounts: ``amounts`` are the different ones, ``counts`` their numbers."""

    amounts: tuple[int, ...]
    counts: tuple[int, ...]

    @cached_property
    def steps(self) -> list[int]:
        """The place value of every digit, and last the number of choices."""
        return [prod(count + 1 for count in self.counts[:place]) for place in range(len(self.counts) + 1)]

    def taken(self, choice: int) -> Counter[int]:
        """Return the count of every amount in a choice."""
        digits = (choice // step % (count + 1) for step, count in zip(self.steps, self.counts, strict=False))
        return Counter(dict(zip(self.amounts, digits, strict=True)))

    def sums(self, start: int, end: int) -> list[int]:
        """Return the sum of every choice among the amounts from one place up to another."""
        found = [0]
        for amount, count in zip(self.amounts[start:end], self.counts[start:end], strict=True):
            found = [taken * amount + rest for taken in range(count + 1) for rest in found]
        return found

    def inside(self, choice: int) -> int:
        """Return the set of the choices that take no more of any amount than this one."""
        held, taken = 1, self.taken(choice)
        for step, amount in zip(self.steps, self.amounts, strict=False):
            for _ in range(taken[amount]):
                held |= held << step
        return held


def choices(amounts: Sequence[int]) -> int:
    """Return the number of choices with one amount left out: the work of :func:`most_groups`."""
    return _all_but_one(amounts).steps[-1]


def most_groups(amounts: Sequence[int]) -> list[list[int]]:
    """Split amounts that sum to zero, none of them zero, into the most groups of sum zero."""
    among = _all_but_one(amounts)
    smallest = 2 if any(-amount in among.amounts for amount in amounts) else 3
    chain: list[int] = []
    for level in reversed(_levels(among, most=len(amounts) // smallest)):
        within = level & among.inside(chain[-1]) & ~(1 << chain[-1]) if chain else level
        chain.append((within & -within).bit_length() - 1)
    groups, before = [], Counter[int]()
    for taken in [*map(among.taken, reversed(chain)), Counter(amounts)]:
        groups.append(sorted((taken - before).elements()))
        before = taken
    return groups


def _all_but_one(amounts: Sequence[int]) -> Choices:
    """Leave out one of the rarest amount, which saves the most."""
    counts = Counter(sorted(amounts))
    counts[min(counts, key=lambda amount: counts[amount])] -= 1
    kept = [(amount, count) for amount, count in counts.items() if count]
    return Choices(tuple(amount for amount, _ in kept), tuple(count for _, count in kept))


def _levels(among: Choices, most: int) -> list[int]:
    """Return the levels that are not empty, sets of choices; at most ``most`` groups are possible."""
    of_sum_zero = _of_sum_zero(among)
    # By amount, the set of the choices that do not take all of it.
    below, last = [], (1 << among.steps[-1]) - 1
    for step, count in zip(among.steps, among.counts, strict=False):
        mask, period = (1 << step * count) - 1, step * (count + 1)
        while period < among.steps[-1]:
            mask |= mask << period
            period *= 2
        below.append(mask & last)
    levels, level = [], of_sum_zero & ~1
    while level:
        levels.append(level)
        if len(levels) + 1 >= most:
            break
        # The choices that contain a choice of the level and more.
        reached, more = level, 0
        for step, count, mask in zip(among.steps, among.counts, below, strict=False):
            for _ in range(count):
                added = (reached & mask) << step
                reached |= added
                more |= added
        level = of_sum_zero & more
    return levels


def _of_sum_zero(among: Choices) -> int:
    """Return the set of the choices of sum zero, from the sums of a lower and an upper half of the digits."""
    middle = next(place for place, step in enumerate(among.steps) if step**2 * 4 >= among.steps[-1])
    low: dict[int, int] = defaultdict(int)
    for choice, cents in enumerate(among.sums(0, middle)):
        low[cents] |= 1 << choice
    blocks = [low.get(-cents, 0) for cents in among.sums(middle, len(among.amounts))]
    width = among.steps[middle]
    while len(blocks) > 1:
        odd = blocks[len(blocks) & ~1 :]
        blocks = [first | second << width for first, second in zip(blocks[::2], blocks[1::2], strict=False)] + odd
        width *= 2
    return blocks[0]
