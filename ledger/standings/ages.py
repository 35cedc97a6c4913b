"""The age of a standing: the rests of its parts, and the overdue ones. Pure; amounts in cents."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class AgedPart:
    """Part of a standing: its day, its act, and its cents, with the sign of the standing."""

    day: date
    act: int
    cents: int


def in_order(part: AgedPart) -> tuple[date, int]:
    """Order parts by their day, and within a day by their act."""
    return part.day, part.act


def aged(entries: Iterable[AgedPart]) -> Sequence[AgedPart]:
    """Return the rests of entries, the oldest first: all of one sign, since one sign clears the oldest of the other."""
    parts = sorted(entries, key=in_order)
    cents = sum(part.cents for part in parts)
    return newest([part for part in parts if part.cents * cents > 0], cents)


def newest(parts: Sequence[AgedPart], cents: int, sums: Sequence[int] | None = None) -> Sequence[AgedPart]:
    """Return the newest parts of one sign that sum to those cents, the oldest first and cut to size.

    They are the rests of a standing: a cent of one sign clears a cent of the other, in order, so the last parts remain.
    ``sums`` are the running sums of the parts, if they are kept.
    """
    if not cents:
        return []
    sums = sums or running(parts)
    cleared = sums[-1] - abs(cents)
    at = bisect_right(sums, cleared)
    rest = sums[at] - cleared
    return [replace(parts[at], cents=rest if cents > 0 else -rest), *parts[at + 1 :]]


def running(parts: Iterable[AgedPart]) -> list[int]:
    """Return the running sums of parts of one sign, as positive cents."""
    return list(accumulate(abs(part.cents) for part in parts))


def is_overdue(part: AgedPart, on: date, days: int | None) -> bool:
    """Tell whether a part is a debt, and older than the term in days on that day; without a term nothing is overdue."""
    return days is not None and part.cents < 0 and part.day < on - timedelta(days=days)


def overdue_of(left: Sequence[AgedPart], on: date, days: int | None) -> int:
    """Return the overdue cents of a debt on that day; ``left`` has its rests, the oldest part first."""
    if days is None or not left or left[0].cents > 0:
        return 0
    return -sum(part.cents for part in left[: bisect_left(left, on - timedelta(days=days), key=attrgetter("day"))])
