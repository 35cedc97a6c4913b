"""How old a debt is: payments and winnings clear the oldest debts first.

Pure. Amounts are signed cents, + for what THE BOOK owes the player.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta


@dataclass(frozen=True)
class AgedPart:
    """Part of a standing: the day and the act it dates from, and its cents, signed as the standing is."""

    day: date
    act: int
    cents: int
    overdue: bool = False


def aged(entries: Iterable[AgedPart]) -> list[AgedPart]:
    """Return what is left of entries, the oldest first: all of one sign, since each clears the oldest of the other."""
    left: deque[AgedPart] = deque()
    for entry in sorted(entries, key=lambda each: (each.day, each.act)):
        rest = entry.cents
        while rest and left and (left[0].cents > 0) is not (rest > 0):
            oldest = left.popleft()
            rest += oldest.cents
            if (rest > 0) is (oldest.cents > 0) and rest:
                left.appendleft(replace(oldest, cents=rest))
                rest = 0
        if rest:
            left.append(replace(entry, cents=rest))
    return list(left)


def is_overdue(part: AgedPart, on: date, days: int | None) -> bool:
    """Tell whether it is a debt, and more than so many days old on that day; without a term nothing is overdue."""
    return days is not None and part.cents < 0 and part.day < on - timedelta(days=days)
