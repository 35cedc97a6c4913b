"""The RSVP state of a night: who has a seat, who waits, who said what. Pure.

``rsvp_reducers`` makes it of a night's facts. A reservation is one player's, with the guests they bring by name: a
party sits together or waits together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from reservations.acts.facts import Mark, Place, Reply

GIVEN_UP = (Mark.EXCUSED, Mark.NO_SHOW)
"""The marks of somebody whose seat is free after all."""


class Held(StrEnum):
    """Why nobody but the host seats somebody who waits; empty for those who move up as others do."""

    NOT = ""
    BUMPED = "bumped"
    PASSED = "passed"


@dataclass(frozen=True)
class Rsvp:
    """What one player said of a night, and where that put them.

    ``asked`` is the fact by which they got in line, ``expected_at`` when they said they come, where that is after the
    start, ``because`` what was last said to them of their place. ``moved_up_at`` is when a seat came to them by itself,
    as long as they have said nothing since, and ``ruled`` that the host gave it in spite of a rule. Times are aware.
    """

    player: int
    reply: Reply | None = None
    guests: tuple[str, ...] = ()
    place: Place = Place.NONE
    asked: int = 0
    asked_at: datetime | None = None
    answered_at: datetime | None = None
    expected_at: datetime | None = None
    offered_until: datetime | None = None
    favoured: bool = False
    pinned: int | None = None
    held: Held = Held.NOT
    confirmed: bool = False
    came_at: datetime | None = None
    moved_up_at: datetime | None = None
    mark: Mark | None = None
    ruled: bool = False
    because: str = ""

    @property
    def party(self) -> int:
        """How many seats they need: their own and one for each guest."""
        return 1 + len(self.guests)

    @property
    def has_seat(self) -> bool:
        """Whether a seat is theirs; one who was excused or did not show up has none any more."""
        return self.place == Place.SEAT and self.mark not in GIVEN_UP

    @property
    def takes(self) -> int:
        """How many seats nobody else can have because of them: a seat that is offered is kept as well."""
        return self.party if self.has_seat or self.place == Place.OFFERED else 0


@dataclass(frozen=True)
class LateChange:
    """A seat given up too late by the terms of the house: by which fact and whom, and whether others took it up."""

    fact: int
    player: int
    at: datetime
    open_seats: int
    was_full: bool

    @property
    def taken_up(self) -> bool:
        """Whether the whole of it went to others in time; only a night that was full can tell."""
        return self.was_full and self.open_seats == 0


@dataclass(frozen=True)
class RsvpState:
    """A night's reservations; ``seats`` is ``None`` where as many may come as like to.

    ``called_at`` is when the night was last given another time, or called on again. ``ended`` is what those had before
    whose reservation went with a strike, by the fact that ended it.
    """

    seats: int | None
    starts_at: datetime | None
    rsvps: Mapping[int, Rsvp] = field(default_factory=dict)
    cancelled: bool = False
    changes: tuple[LateChange, ...] = ()
    settled: frozenset[int] = frozenset()
    asked_at: datetime | None = None
    reminded: bool = False
    invited: frozenset[int] = frozenset()
    called_at: datetime | None = None
    ended: Mapping[int, Rsvp] = field(default_factory=dict)

    def of(self, player: int) -> Rsvp:
        """Return what a player said; that they said nothing, where they did not."""
        return self.rsvps.get(player, Rsvp(player))

    @property
    def seated(self) -> list[Rsvp]:
        """Who has a seat."""
        return [each for each in self.rsvps.values() if each.has_seat]

    @property
    def offered(self) -> list[Rsvp]:
        """For whom a seat is kept until they say whether they take it."""
        return [each for each in self.rsvps.values() if each.place == Place.OFFERED]

    @property
    def waiting(self) -> list[Rsvp]:
        """Who waits, in order of asking; in which order they come to a seat is up to the house (``waiting.line``)."""
        return sorted((each for each in self.rsvps.values() if each.place == Place.WAITING), key=lambda one: one.asked)

    @property
    def maybes(self) -> list[Rsvp]:
        """Who may come: they have no seat."""
        return [each for each in self.rsvps.values() if each.reply == Reply.MAYBE]

    @property
    def noes(self) -> list[Rsvp]:
        """Who does not come."""
        return [each for each in self.rsvps.values() if each.reply == Reply.NO]

    @cached_property
    def taken(self) -> int:
        """How many seats are taken or kept for somebody."""
        return sum(each.takes for each in self.rsvps.values())

    @property
    def free(self) -> int | None:
        """How many seats are free; ``None`` where there is no limit."""
        return None if self.seats is None else max(0, self.seats - self.taken)

    @property
    def over(self) -> int:
        """How many more seats are taken than there are."""
        return 0 if self.seats is None else max(0, self.taken - self.seats)

    def fits(self, party: int) -> bool:
        """Tell whether so many more can have a seat."""
        return self.free is None or party <= self.free

    def lacking(self, rsvp: Rsvp) -> int:
        """Return how many seats somebody's party is short of, besides those that are free or kept for them."""
        return 0 if self.seats is None else max(0, self.taken - rsvp.takes + rsvp.party - self.seats)

    @property
    def pending(self) -> list[LateChange]:
        """The late changes of which nobody has said yet whether they are strikes, in their order."""
        return [each for each in self.changes if each.fact not in self.settled]


def moment(text: str | None) -> datetime | None:
    """Return an aware time as facts keep it; nothing for none."""
    return datetime.fromisoformat(text) if text else None
