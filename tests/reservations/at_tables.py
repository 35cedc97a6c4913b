"""A night in play: the players present, their seats, and the host's acts at the tables, all by name."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.models import Fact, House, Night
from reservations.players import commands as players_commands
from reservations.tables.draws import Card, Shuffle
from reservations.tables.queries import seating_of
from reservations.tables.reducers import kept_moves
from reservations.tables.seats import MoveReason, Present, Spot
from tests import all_commands as commands
from tests.reservations.friday import START, named, one

CROWD = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max", "Ned")
"""Ann runs the bank."""


def crowd(*names: str) -> None:
    """Add regulars to the list of players."""
    for name in names:
        players_commands.record_player(stamp=Stamp(f"{name}-is-here", START), name=name, regular=True)


class Evening:
    """A night with players at its tables, the banker first. Every act takes a second."""

    def __init__(self, house: House, *names: str) -> None:
        crowd(*names)
        self.night = Night.objects.create(house=house, rules=house.newest(), date=START.date(), starts_at=START)
        self.here = list(names)
        self.banker: str | None = names[0]
        self.is_over = False
        self.minutes = 0

    @property
    def now(self) -> datetime:
        """The time of the next act: one second after the last, plus the minutes set by the test."""
        return START + timedelta(seconds=Fact.objects.count(), minutes=self.minutes)

    def stamp(self, key: str = "", ruling: str = "") -> Stamp:
        """Return the stamp of the next act, by the host."""
        return Stamp(key or f"table-{self.night.pk}-{Fact.objects.count():04}", self.now, "Ann", ruling)

    @property
    def present(self) -> Present:
        """The players present, by number."""
        banker = one(self.banker).number if self.banker else None
        return Present(tuple(one(name).number for name in self.here), banker, self.is_over)

    def do(self, verb: str, *people: str, key: str = "", ruling: str = "", **said: Any) -> Noted:
        """Run the command of that name, about no player, one player or two."""
        whom = dict(zip(("player", "other"), map(one, people), strict=False))
        command = getattr(commands, verb)
        asked = {"stamp": self.stamp(key, ruling), "night": self.night, "present": self.present, **whom, **said}
        return command(**asked)  # type: ignore[no-any-return]

    def sit(self, name: str, table: int, seat: int, **said: Any) -> Noted:
        """Give a player that seat."""
        return self.do("take_seat", name, spot=Spot(table, seat), **said)

    def seated(self, *tables: Sequence[str]) -> "Evening":
        """Seat players from seat 1 on, at one table or two, as if one move had brought them there."""
        moves = [(one(name).number, Spot(t, s)) for t, names in enumerate(tables, 1) for s, name in enumerate(names, 1)]
        draft = FactDraft(FactKind.MOVE, self.night, content={"why": MoveReason.HOST})
        record_fact(draft, self.stamp(), {"moves": kept_moves(moves), "was": [], "tables": [1, len(tables)]})
        return self

    @property
    def where(self) -> dict[str, tuple[int, int]]:
        """The table and seat of each player present, by name."""
        seating = seating_of(self.night).only(self.present)
        return {named(number): (spot.table, spot.seat) for number, spot in seating.spots.items()}

    def at(self, table: int) -> list[str]:
        """Return the players at a table, in the order of their seats."""
        return [named(number) for number in seating_of(self.night).only(self.present).sitting(table).values()]

    @staticmethod
    def outcome(fact: Fact) -> Any:
        """Return the outcome of a fact."""
        return json.loads(fact.outcome)


def stacked(*codes: str) -> Shuffle:
    """Return a shuffle that puts these cards on top, in this order: "Kc 9d 9s", in one text or several."""
    top = [Card.of(code) for code in " ".join(codes).split()]

    def shuffle(cards: list[Card]) -> None:
        cards[:] = [*top, *(card for card in cards if card not in top)]

    return shuffle


def last_fact() -> Fact:
    """Return the fact that was recorded last."""
    return Fact.objects.latest("id")
