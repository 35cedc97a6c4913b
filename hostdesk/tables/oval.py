"""Where the players of a table are drawn: around an oval, clockwise from the top left, in rows and half columns. Pure.

A wide table has three rows and ten half columns, of which a seat takes two: five seats above, one at each end, five
below. A tall one is the same, turned by a quarter. Fewer players are spread over all of it.
"""

from dataclasses import dataclass

MOST = 12
"""So many players can be drawn around an oval; more are shown as a list."""

_TOP, _MIDDLE, _BOTTOM = 1, 2, 3
_LEFT, _RIGHT = 1, 9
_SPREAD = ((), (5,), (2, 8), (2, 5, 8), (1, 4, 6, 9), (1, 3, 5, 7, 9))
"""The half columns of so many seats side by side, the same from the left as from the right."""
_WITH_ENDS = 6


@dataclass(frozen=True)
class OvalPlace:
    """The row of a seat, from above, and the half column it begins at, both from 1."""

    row: int
    col: int


def oval_places(seats: int) -> list[OvalPlace]:
    """Return the places of so many players in the order of their seats; [] if they do not fit."""
    if seats > MOST:
        return []
    ends = 1 if seats >= _WITH_ENDS else 0
    above = (seats - 2 * ends + 1) // 2
    below = seats - 2 * ends - above
    right, left = [OvalPlace(_MIDDLE, _RIGHT)] * ends, [OvalPlace(_MIDDLE, _LEFT)] * ends
    top, bottom = ([OvalPlace(row, col) for col in _SPREAD[many]] for row, many in ((_TOP, above), (_BOTTOM, below)))
    return [*top, *right, *reversed(bottom), *left]
