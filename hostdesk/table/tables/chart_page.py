"""The seats of a night with their players, free seats included: for the chart, and for the seat cards.

Seats are drawn around an oval, clockwise from the top left, in rows and half columns. A wide table has three rows and
ten half columns, of which a seat takes two: five seats above, one at either end, five below. A tall one is the same,
turned by a quarter. Fewer players are spread over all of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from hostdesk.table.tables.queries import present_at
from reservations.models import Night
from reservations.parsing.names import name_key
from reservations.players.queries import player_names
from reservations.tables.queries import seating_of
from reservations.tables.seats import Present, Seating

MOST = 12
"""So many players can be drawn around an oval; more are shown as a list."""

_TOP, _MIDDLE, _BOTTOM = 1, 2, 3
_LEFT, _RIGHT = 1, 9
_SPREAD = ((), (5,), (2, 8), (2, 5, 8), (1, 4, 6, 9), (1, 3, 5, 7, 9))
"""The half columns of so many seats side by side, the same from the left as from the right."""
_WITH_ENDS = 6


@dataclass(frozen=True)
class OvalPlace:
    """The row of a seat, from above, and its first half column, both from 1."""

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


@dataclass(frozen=True)
class ChartSeat:
    """A seat of a table: its player, "" if it is free, its marks in words, and its place around the oval."""

    number: int
    name: str = ""
    marks: tuple[str, ...] = ()
    place: OvalPlace | None = None


@dataclass(frozen=True)
class ChartTable:
    """A table with all its seats in their order."""

    number: int
    seats: tuple[ChartSeat, ...]

    @property
    def by_name(self) -> list[ChartSeat]:
        """The taken seats in the order of the alphabet."""
        return sorted((seat for seat in self.seats if seat.name), key=lambda seat: (name_key(seat.name), seat.number))


@dataclass(frozen=True)
class SeatingChart:
    """All tables of a night, and the players without a seat, in the order of arrival."""

    tables: Sequence[ChartTable]
    unseated: Sequence[str] = ()


def chart_of(night: Night) -> SeatingChart:
    """Return the chart of a night; before its bank is open all seats are free."""
    present = present_at(night) if hasattr(night, "bank") else Present(())
    seating, names = seating_of(night).only(present), player_names(present.here)
    tables = [ChartTable(number, tuple(_seats(seating, number, names))) for number in seating.numbers()]
    return SeatingChart(tables, [names[number] for number in seating.unseated(present.here)])


def _seats(seating: Seating, table: int, names: dict[int, str]) -> list[ChartSeat]:
    sitting, button = seating.sitting(table), seating.buttons.get(table)
    found, many = list[ChartSeat](), seating.seats(table)
    for seat, place in zip(range(1, many + 1), chain(oval_places(many), repeat(None)), strict=False):
        marks = (("button", button is not None and button.seat == seat), ("away", sitting.get(seat) in seating.away))
        name = names[sitting[seat]] if seat in sitting else ""
        found.append(ChartSeat(seat, name, tuple(word for word, is_so in marks if is_so), place))
    return found
