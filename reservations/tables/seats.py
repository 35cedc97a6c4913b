"""The seats of a night's tables, as values. Pure.

The seats of a table are numbered from 1, clockwise, in the order of the deal. A seat without a player is free.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, order=True)
class Spot:
    """A seat at a table, both numbered from 1."""

    table: int
    seat: int

    def __str__(self) -> str:
        return f"Table {self.table}, seat {self.seat}"


@dataclass(frozen=True)
class Present:
    """The present players, by number, in order of arrival, and the banker.

    ``here`` are the players who have come and have not cashed out; once the night is closed it ``is_over``, and its
    tables no longer change. ``without_chips`` are the present players without chips: nobody deals them in. ``back`` is
    the time at which a player who had cashed out bought chips again: facts about them before that are over. The ledger
    knows all of this, and passes it in as a value.
    """

    here: tuple[int, ...]
    banker: int | None = None
    is_over: bool = False
    without_chips: frozenset[int] = frozenset()
    back: Mapping[int, datetime] = field(default_factory=dict)


class MoveReason(StrEnum):
    ARRIVAL = "first come, first served"
    DRAWN = "seats were drawn"
    HOST = "moved by the host"
    SWAP = "seats swapped"
    SPLIT = "the table was split"
    BALANCE = "tables were balanced"
    CHANGE = "table change"
    MERGE = "tables were merged"
    UP = "left the seat"


class HandEntryKind(StrEnum):
    """The ways in which a new player comes into the hand."""

    NOTHING = "need not post"
    WAITS = "waits"
    BUYS = "buys the button"
    POSTS = "posts"


class SmallBlind(StrEnum):
    POSTED = "posted"
    DEAD = "dead"


@dataclass(frozen=True)
class Entered:
    """A new player's way into the hand, and the time of its note."""

    how: HandEntryKind
    at: datetime


@dataclass(frozen=True)
class Button:
    """The seat of the button at the time of its note, and of the blinds then, ``small`` and ``big``, if known.

    Nobody sits at ``small`` if the small blind was dead. Later arrivals and departures change the next blinds, but
    not these.
    """

    seat: int
    at: datetime
    big: int | None = None
    small: int | None = None


@dataclass(frozen=True)
class Wish:
    """A player's wish to play at that table."""

    player: int
    table: int
    at: datetime


@dataclass(frozen=True)
class Missed:
    """The blinds that a player has missed and not posted since."""

    small: bool = False
    big: bool = False

    def __bool__(self) -> bool:
        return self.small or self.big


Moves = Sequence[tuple[int, Spot | None]]
"""Where people go, by number: to a seat, or away from theirs."""


@dataclass(frozen=True)
class Seating:
    """The tables of a night: their number, their seats and players, and the further facts about them.

    ``usual`` is the number of seats of an uncounted table. ``last_move`` is the id of the fact that an undo takes back,
    None without one. ``used`` are all seats that a player has had; ``chipless`` are the players without chips yet.
    """

    usual: int = 11
    tables: int = 1
    sizes: Mapping[int, int] = field(default_factory=dict)
    spots: Mapping[int, Spot] = field(default_factory=dict)
    buttons: Mapping[int, Button] = field(default_factory=dict)
    wishes: tuple[Wish, ...] = ()
    away: Mapping[int, datetime] = field(default_factory=dict)
    missed: Mapping[int, Missed] = field(default_factory=dict)
    entries: Mapping[int, Entered] = field(default_factory=dict)
    used: frozenset[Spot] = frozenset()
    chipless: frozenset[int] = frozenset()
    last_move: int | None = None

    def only(self, present: Present) -> "Seating":
        """Return the same tables with the present players only: players who left the night have left their seats, too.

        A player who comes back to a removed chair has no seat either. A player who comes back is not away, has no wish
        and comes in anew; they still owe their missed blinds (dave, *Blinds*: a player who wishes to rejoin the game
        posts them).
        """
        here = frozenset(present.here)

        def holds(number: int, at: datetime) -> bool:
            return number in here and (number not in present.back or at >= present.back[number])

        return replace(
            self,
            spots={number: spot for number, spot in self.spots.items() if number in here and self.has(spot)},
            wishes=tuple(wish for wish in self.wishes if holds(wish.player, wish.at)),
            away={number: since for number, since in self.away.items() if holds(number, since)},
            missed={number: blinds for number, blinds in self.missed.items() if number in here},
            entries={number: how for number, how in self.entries.items() if holds(number, how.at)},
            chipless=present.without_chips,
        )

    def numbers(self) -> range:
        return range(1, self.tables + 1)

    def seats(self, table: int) -> int:
        """Return the number of seats of a table: if uncounted, at least those that were used."""
        used = (spot.seat for spot in self.used if spot.table == table)
        return self.sizes.get(table) or max(self.usual, *used, 0)

    def has(self, spot: Spot) -> bool:
        return spot.table in self.numbers() and 1 <= spot.seat <= self.seats(spot.table)

    def at(self, spot: Spot) -> int | None:
        """Return the number of the player at a seat."""
        return next((number for number, taken in self.spots.items() if taken == spot), None)

    def sitting(self, table: int) -> dict[int, int]:
        """Return the players at a table by seat, in the order of the seats."""
        taken = sorted((spot, number) for number, spot in self.spots.items() if spot.table == table)
        return {spot.seat: number for spot, number in taken}

    def free(self, table: int) -> list[int]:
        """Return the free seats of a table."""
        taken = self.sitting(table)
        return [seat for seat in range(1, self.seats(table) + 1) if seat not in taken]

    def count(self, table: int) -> int:
        return len(self.sitting(table))

    def unseated(self, here: Sequence[int]) -> list[int]:
        """Return the players without a seat, in their order."""
        return [number for number in here if number not in self.spots]

    def after(self, moves: Moves) -> "Seating":
        """Return the tables after those moves, all made at once.

        A player whose seat goes to another player has no seat then.
        """
        moved = {number for number, _ in moves}
        taken = {spot for _, spot in moves if spot is not None}
        kept = {number: spot for number, spot in self.spots.items() if number not in moved and spot not in taken}
        return replace(self, spots={**kept, **{number: spot for number, spot in moves if spot is not None}})

    def dealt_in(self, table: int, *, away_too: bool) -> dict[int, int]:
        """Return the dealt-in players of a table by seat; with ``away_too`` also the absent ones.

        Players without chips are not dealt in.
        """
        playing = {seat: number for seat, number in self.sitting(table).items() if number not in self.chipless}
        return {seat: number for seat, number in playing.items() if away_too or number not in self.away}

    def left(self, table: int, *, away_too: bool) -> frozenset[int]:
        """Return the seats of a table that had a player, and have no dealt-in player now."""
        dealt_in = self.dealt_in(table, away_too=away_too)
        return frozenset(spot.seat for spot in self.used if spot.table == table and spot.seat not in dealt_in)
