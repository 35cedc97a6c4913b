"""How old a debt is: what wipes debts out wipes out the oldest first.

Pure. Amounts are signed cents, + for what THE BOOK owes the player.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Aged:
    """Some of a standing: the day it came about, the act it came of, and its cents, signed as the standing is."""

    day: date
    act: int
    cents: int


def aged(entries: Iterable[Aged]) -> list[Aged]:
    """Return what is left of entries, the oldest first: all of one sign, since each wipes out the other's oldest."""
    left: deque[Aged] = deque()
    for entry in sorted(entries, key=lambda each: (each.day, each.act)):
        rest = entry.cents
        while rest and left and (left[0].cents > 0) is not (rest > 0):
            oldest = left.popleft()
            rest += oldest.cents
            if (rest > 0) is (oldest.cents > 0) and rest:
                left.appendleft(Aged(oldest.day, oldest.act, rest))
                rest = 0
        if rest:
            left.append(Aged(entry.day, entry.act, rest))
    return list(left)
