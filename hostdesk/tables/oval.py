"""Where the seats of a table are drawn: around an oval, clockwise from the top left, in rows and half columns. Pure.

A wide table has three rows and ten half columns, of which a seat takes two: five seats above, one at each end, five
below. A tall one is the same, turned by a quarter.
"""

from dataclasses import dataclass

MOST = 12
"""So many seats can be drawn around an oval; a bigger table is shown as a list."""

_TOP, _MIDDLE, _BOTTOM = 1, 2, 3
_HALVES = 10
_LEFT, _RIGHT = 1, _HALVES - 1
_WITH_ENDS = 6


@dataclass(frozen=True)
class OvalPlace:
    """The row of a seat, from above, and the half column it begins at, both from 1."""

    row: int
    col: int


def oval_places(seats: int) -> list[OvalPlace]:
    """Return the places of so many seats in the order of their numbers; [] if they do not fit."""
    if seats > MOST:
        return []
    ends = 1 if seats >= _WITH_ENDS else 0
    above = (seats - 2 * ends + 1) // 2
    below = seats - 2 * ends - above
    right, left = [OvalPlace(_MIDDLE, _RIGHT)] * ends, [OvalPlace(_MIDDLE, _LEFT)] * ends
    return [*_row(_TOP, above), *right, *reversed(_row(_BOTTOM, below)), *left]


def _row(row: int, seats: int) -> list[OvalPlace]:
    """Return the places of seats side by side in the middle of a row, from the left."""
    start = 1 + (_HALVES - 2 * seats) // 2
    return [OvalPlace(row, start + 2 * each) for each in range(seats)]
