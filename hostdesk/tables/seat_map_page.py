"""The tables of tonight as the page draws them: who sits where, what they are in for, and the marks on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from hostdesk.tables.oval import OvalPlace, oval_places
from hostdesk.tables.page import NightTables, tables_of
from hostdesk.tonight.queries import PlayerTonight, Tonight
from reservations.houses.seating_terms import MissedBlinds
from reservations.tables.rules import first_come, proposed_spot
from reservations.tables.seats import Button, HandEntryKind, Missed, Moves, Present, Seating, Spot

_ENTRY = {HandEntryKind.WAITS: "waits", HandEntryKind.BUYS: "buys button", HandEntryKind.POSTS: "posts"}


@dataclass(frozen=True)
class MapSeat:
    """A seat of a table: its place on the page (None if the table is a list), and who has it with the marks on them.

    ``marks`` are few words each, as a card has a line for each; ``leaves_at`` is until when somebody plays on who has
    announced to leave.
    """

    spot: Spot
    place: OvalPlace | None
    sitting: PlayerTonight | None = None
    has_button: bool = False
    marks: tuple[str, ...] = ()
    leaves_at: datetime | None = None

    @property
    def value(self) -> str:
        """The seat as a form sends it: 1-4 is table 1, seat 4."""
        return f"{self.spot.table}-{self.spot.seat}"


@dataclass(frozen=True)
class MapTable:
    """A table of tonight with its seats in their order."""

    number: int
    seats: tuple[MapSeat, ...]
    button: Button | None

    @property
    def taken(self) -> list[MapSeat]:
        """The seats that somebody has."""
        return [each for each in self.seats if each.sitting]

    @property
    def free(self) -> list[MapSeat]:
        """The seats that nobody has."""
        return [each for each in self.seats if each.sitting is None]

    @property
    def is_oval(self) -> bool:
        """Whether it can be drawn as an oval."""
        return all(each.place for each in self.seats)


@dataclass(frozen=True)
class UnseatedPlayer:
    """Somebody who is here and has no seat, and the one proposed to them; None if all are taken."""

    sitting: PlayerTonight
    spot: Spot | None


@dataclass(frozen=True)
class SeatMap:
    """The tables of tonight at one moment, with those who are here and those who have left."""

    tonight: Tonight
    read: NightTables
    now: datetime

    @property
    def seating(self) -> Seating:
        """Who sits where, of those who are here."""
        return self.read.seating

    @property
    def present(self) -> Present:
        """Who is here, and the banker."""
        return self.read.present

    @property
    def is_drawn(self) -> bool:
        """Whether anybody was given a seat: nights without seats show a list."""
        return bool(self.seating.spots)

    @cached_property
    def here(self) -> list[PlayerTonight]:
        """Everybody who is at the tables, in order of arrival."""
        return [each for each in self.tonight.players if each.number in self.present.here]

    @cached_property
    def standing(self) -> list[UnseatedPlayer]:
        """Who is here and has no seat, in order of arrival, each with a seat of their own that they could take."""
        spots = dict(self._first_come)
        people = (each for each in self.here if each.number not in self.seating.spots)
        return [UnseatedPlayer(each, spots.get(each.number)) for each in people]

    @cached_property
    def _first_come(self) -> Moves:
        return first_come(self.seating, self.present.here, self.read.terms)

    @property
    def gone(self) -> list[PlayerTonight]:
        """Who has left."""
        return [each for each in self.tonight.players if each.number not in self.present.here]

    @cached_property
    def tables(self) -> list[MapTable]:
        """The tables in their order."""
        tables = []
        for number in self.seating.numbers():
            count, button = self.seating.seats(number), self.seating.buttons.get(number)
            drawn: Sequence[OvalPlace | None] = oval_places(count) or [None] * count
            seats = tuple(self._seat(Spot(number, seat), place, button) for seat, place in enumerate(drawn, 1))
            tables.append(MapTable(number, seats, button))
        return tables

    @property
    def for_the_next(self) -> Spot | None:
        """The seat that the next who comes is shown, after those who stand have theirs; None if all are taken."""
        return proposed_spot(self.seating.after(self._first_come), self.read.terms)

    def proposed(self, number: int) -> Spot | None:
        """Return the seat that somebody who has none could take, here or still to come."""
        own = next((each for each in self.standing if each.sitting.number == number), None)
        return own.spot if own else self.for_the_next

    def spot_of(self, number: int) -> Spot | None:
        """Return where somebody sits."""
        return self.seating.spots.get(number)

    def _seat(self, spot: Spot, place: OvalPlace | None, button: Button | None) -> MapSeat:
        number = self.seating.at(spot)
        sitting = None if number is None else self.tonight.player(number)
        has_button = button is not None and button.seat == spot.seat
        if sitting is None:
            return MapSeat(spot, place, has_button=has_button)
        until = self.tonight.notice_met_at(sitting)
        leaves_at = until if until and until > self.now else None
        return MapSeat(spot, place, sitting, has_button, tuple(self._marks(sitting, leaves_at)), leaves_at)

    def _marks(self, sitting: PlayerTonight, leaves_at: datetime | None) -> Iterator[str]:
        """Yield what is to be known of somebody at a table, in words."""
        if sitting.state == "arrived":
            yield "no chips"
        if sitting.number in self.seating.away:
            yield "away"
        if sitting.notice_at and leaves_at is None:
            yield "leaving"
        if owed := self._owed(sitting.number):
            blinds = {"SB": owed.small, "BB": owed.big}
            yield f"owes {'+'.join(name for name, is_owed in blinds.items() if is_owed)}"
        entered = self.seating.entries.get(sitting.number)
        if entered and entered.how in _ENTRY:
            yield _ENTRY[entered.how]
        yield from (f"→ table {wish.table}" for wish in self.seating.wishes if wish.player == sitting.number)

    def owes(self, number: int) -> str:
        """Say which blinds somebody posts to come back, by the terms of the house; "" for none."""
        return blinds_in_words(self._owed(number))

    def _owed(self, number: int) -> Missed:
        is_posted = self.read.terms.missed == MissedBlinds.POSTED
        return self.seating.missed.get(number, Missed()) if is_posted else Missed()


def blinds_in_words(missed: Missed) -> str:
    """Say which blinds these are: "both blinds", "the big blind"; "" for none."""
    if missed.small and missed.big:
        return "both blinds"
    if missed:
        return "the big blind" if missed.big else "the small blind"
    return ""


def seat_map_of(tonight: Tonight, now: datetime) -> SeatMap:
    """Read the tables of a night as they stand at ``now``, which is aware, with those who are here."""
    return SeatMap(tonight, tables_of(tonight), now)
