"""What paper says of the tables of a night: every seat, who has it, where the button is. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.tables.seats import Present, Seating

NOBODY = "Somebody"
"""Stands for a player whom the chart was not told the name of."""


@dataclass(frozen=True)
class ChartSeat:
    """A seat of a table: who has it ("" if nobody), and what is marked there."""

    number: int
    name: str = ""
    button: bool = False
    away: bool = False

    @property
    def marks(self) -> str:
        """What is said beside the name: "button", "away", or both."""
        return ", ".join(word for word, said in (("button", self.button), ("away", self.away)) if said)


@dataclass(frozen=True)
class ChartTable:
    """A table with all its seats, the free ones too, in their order."""

    number: int
    seats: tuple[ChartSeat, ...]

    @property
    def taken(self) -> int:
        return sum(bool(seat.name) for seat in self.seats)

    @property
    def in_words(self) -> str:
        """How many sit there: "6 of 8 seats are taken"."""
        return f"{self.taken} of {len(self.seats)} {'seat is' if len(self.seats) == 1 else 'seats are'} taken"


@dataclass(frozen=True)
class ChartHeading:
    """Whose tables these are, and up to where they are known.

    ``fact`` is the newest fact about the tables and ``fact_at`` its time, ``act`` the newest act of the night and
    ``head`` the chain's head there: who cashed out has left their seat. ``zone`` is the night's own.
    """

    house: str
    day: date
    zone: tzinfo
    fact: int = 0
    fact_at: datetime | None = None
    act: int = 0
    head: str = ""

    @property
    def known_until(self) -> str:
        """When the newest fact was noted, by the clock of the night: "Fri 20 Nov 2026, 21:04"; "" without one."""
        if self.fact_at is None:
            return ""
        local = self.fact_at.astimezone(self.zone)
        return f"{day_of(local)}, {local:%H:%M}"

    @property
    def as_of(self) -> str:
        """The newest fact for the foot of a paper; "" without one."""
        return f"fact {self.fact}" if self.fact else ""


@dataclass(frozen=True)
class SeatingChart:
    """All tables, and who is there without a seat, in order of arrival."""

    heading: ChartHeading
    tables: tuple[ChartTable, ...]
    unseated: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not any(table.taken for table in self.tables)


def seating_chart(seating: Seating, present: Present, names: Mapping[int, str], heading: ChartHeading) -> SeatingChart:
    """Return the chart of tables with only those who are there; ``names`` are by number."""
    tables = []
    for number in seating.numbers():
        sitting, button = seating.sitting(number), seating.buttons.get(number)
        seats = (
            ChartSeat(
                number=seat,
                name=names.get(sitting[seat], NOBODY) if seat in sitting else "",
                button=button is not None and button.seat == seat,
                away=sitting.get(seat) in seating.away,
            )
            for seat in range(1, seating.seats(number) + 1)
        )
        tables.append(ChartTable(number, tuple(seats)))
    unseated = tuple(names.get(number, NOBODY) for number in seating.unseated(present.here))
    return SeatingChart(heading, tuple(tables), unseated)


def by_name(table: ChartTable) -> list[ChartSeat]:
    """Return the taken seats of a table in the order of the alphabet."""
    return sorted((seat for seat in table.seats if seat.name), key=lambda seat: (name_key(seat.name), seat.number))
