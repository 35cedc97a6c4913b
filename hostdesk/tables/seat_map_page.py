"""The tables of tonight as the page draws them: who sits where, what they are in for, and the marks on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from hostdesk.tables.oval import OvalPlace, oval_places
from hostdesk.tables.page import NightTables, tables_of
from hostdesk.tonight.queries import PlayerTonight, Tonight
from reservations.houses.seating_terms import MissedBlinds
from reservations.tables.rules import first_come, proposed_spot
from reservations.tables.seats import Button, HandEntryKind, Missed, Present, Seating, Spot

_ENTRY = {HandEntryKind.WAITS: "waits", HandEntryKind.BUYS: "buys button", HandEntryKind.POSTS: "posts"}


@dataclass(frozen=True)
class MapSeat:
    """A seat of a table: its place on the page (None if the table is a list), and who has it with the marks on them.

    ``marks`` are few words each, as a card has a line for each; ``leaves_at`` is until when a player plays on who gave
    notice.
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
    """A table of tonight with its seats in their order, those that are taken and those that are free."""

    number: int
    seats: list[MapSeat]
    taken: list[MapSeat]
    free: list[MapSeat]
    button: Button | None
    is_oval: bool


@dataclass(frozen=True)
class UnseatedPlayer:
    """A player who is here and has no seat, and the one proposed to them; None if all are taken."""

    sitting: PlayerTonight
    spot: Spot | None


@dataclass(frozen=True)
class SeatMap:
    """The tables of tonight at one moment: with ``here``, the players at the tables, and ``gone``, those who left.

    ``is_drawn``: at least one player was given a seat; nights without seats show a list. ``next_spot`` is the seat
    proposed to the next player who comes, after the ``unseated`` have theirs; None if all are taken.
    """

    tonight: Tonight
    read: NightTables
    now: datetime
    seating: Seating
    present: Present
    is_drawn: bool
    tables: list[MapTable]
    here: list[PlayerTonight]
    unseated: list[UnseatedPlayer]
    gone: list[PlayerTonight]
    next_spot: Spot | None

    def proposed(self, number: int) -> Spot | None:
        """Return the seat that a player without one could take, here or still to come."""
        return next((each.spot for each in self.unseated if each.sitting.number == number), self.next_spot)

    def spot_of(self, number: int) -> Spot | None:
        """Return where a player sits; None without a seat."""
        return self.seating.spots.get(number)


def seat_map_of(tonight: Tonight, now: datetime) -> SeatMap:
    """Read the tables of a night as they are at ``now``, which is aware, with those who are here."""
    read = tables_of(tonight)
    seating, people = read.seating, read.present.here
    moves = first_come(seating, people, read.terms)
    proposed, here = dict(moves), [each for each in tonight.players if each.number in people]
    return SeatMap(
        tonight=tonight,
        read=read,
        now=now,
        seating=seating,
        present=read.present,
        is_drawn=bool(seating.spots),
        tables=[_table(tonight, read, now, number) for number in seating.numbers()],
        here=here,
        unseated=[UnseatedPlayer(one, proposed.get(one.number)) for one in here if one.number not in seating.spots],
        gone=[each for each in tonight.players if each.number not in people],
        next_spot=proposed_spot(seating.after(moves), read.terms),
    )


def _table(tonight: Tonight, read: NightTables, now: datetime, number: int) -> MapTable:
    count, button = read.seating.seats(number), read.seating.buttons.get(number)
    drawn: Sequence[OvalPlace | None] = oval_places(count) or [None] * count
    seats, sitting_there = [], read.seating.sitting(number)
    for seat, place in enumerate(drawn, 1):
        spot, has_button = Spot(number, seat), button is not None and button.seat == seat
        sitting = tonight.player(sitting_there[seat]) if seat in sitting_there else None
        if sitting is None:
            seats.append(MapSeat(spot, place, has_button=has_button))
            continue
        until = tonight.notice_met_at(sitting)
        leaves_at = until if until and until > now else None
        marks = ("leaving",) if sitting.notice_at and leaves_at is None else ()
        seats.append(MapSeat(spot, place, sitting, has_button, _marks(read, sitting, marks), leaves_at))
    taken, free = [each for each in seats if each.sitting], [each for each in seats if not each.sitting]
    return MapTable(number, seats, taken, free, button, is_oval=all(drawn))


def _marks(read: NightTables, sitting: PlayerTonight, leaving: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is to be known of a player at a table, in words."""
    number = sitting.number
    marks = ["no chips"] if sitting.state == "arrived" else []
    marks += ["away"] if number in read.seating.away else []
    marks += leaving
    if owed := owed_blinds(read, number):
        marks.append(f"owes {'+'.join(name for name, is_owed in (('SB', owed.small), ('BB', owed.big)) if is_owed)}")
    entered = read.seating.entries.get(number)
    marks += [_ENTRY[entered.how]] if entered and entered.how in _ENTRY else []
    marks += [f"→ table {wish.table}" for wish in read.seating.wishes if wish.player == number]
    return tuple(marks)


def owed_blinds(tables: NightTables, number: int) -> Missed:
    """Return which blinds a player posts to come back, by the terms of the house."""
    is_posted = tables.terms.missed == MissedBlinds.POSTED
    return tables.seating.missed.get(number, Missed()) if is_posted else Missed()


def blinds_in_words(missed: Missed) -> str:
    """Say which blinds these are: "both blinds", "the big blind"; "" for none."""
    if missed.small and missed.big:
        return "both blinds"
    if missed:
        return "the big blind" if missed.big else "the small blind"
    return ""
