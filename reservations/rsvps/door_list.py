"""The door list: who is let in, who comes later, who waits, and whose ID is still to be seen. Pure.

It is for the door alone: the order of the waiting list is that of the moment it is asked for, and strikes are marks
that say nothing to whom nobody has explained them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import Person, Waiting

STRIKE = "·"
"""Stands for a strike that counts."""
SEEN, TO_SEE = "seen", "to see"
NOBODY = "Somebody"
"""Stands for a player whom the list was not told the name of."""


@dataclass(frozen=True)
class AtTheDoor:
    """Somebody who may stand at the door: a player, or a guest of theirs.

    ``expected`` is when they come, where that is later than the start, ``identity`` whether their ID was seen (empty
    where the house asks for none), ``strikes`` a mark for each that counts. ``words`` are what to tell those without a
    seat.
    """

    name: str
    guest: bool = False
    expected: str = ""
    identity: str = ""
    strikes: str = ""
    came: bool = False
    words: str = ""


Party = tuple[AtTheDoor, ...]
"""A player, and after them the guests they bring."""


@dataclass(frozen=True)
class Door:
    """What a door list is asked with, beside the answers.

    ``zone`` is the night's own. ``ids`` are the numbers of those whose ID was seen, ``came`` of those who have come in.
    ``fact`` is the newest fact that the list knows and ``fact_at`` its time, ``act`` the newest act once the bank is
    open.
    """

    house: str
    day: date
    zone: tzinfo
    minimum_age: int | None = None
    ids: Collection[int] = ()
    came: Collection[int] = ()
    fact_at: datetime | None = None
    fact: int = 0
    act: int = 0


@dataclass(frozen=True)
class DoorList:
    """Everything that stands on the list; those with a seat by name, those who wait in their order.

    ``known_until`` is when the newest answer was noted that it knows, by the clock of the night.
    """

    house: str
    day: date
    starts: str
    minimum_age: int | None
    cancelled: bool
    seats: int | None
    taken: int
    seated: tuple[Party, ...]
    offered: tuple[Party, ...]
    waiting: tuple[Party, ...]
    maybes: tuple[Party, ...]
    known_until: str
    fact: int
    act: int

    @property
    def has_strikes(self) -> bool:
        """Whether anybody has a mark that has to be explained."""
        parties = (*self.seated, *self.offered, *self.waiting, *self.maybes)
        return any(each.strikes for party in parties for each in party)

    @property
    def seats_in_words(self) -> str:
        """How many seats are taken: "9 of 11 seats are taken", and without a limit "9 come"."""
        if self.seats is None:
            return f"{self.taken} {'comes' if self.taken == 1 else 'come'}"
        return f"{self.taken} of {self.seats} {'seat is' if self.seats == 1 else 'seats are'} taken"

    @property
    def as_of(self) -> str:
        """Up to where the list knows what was said and done; empty before the first of it."""
        known = (f"fact {self.fact}" if self.fact else "", f"act {self.act}" if self.act else "")
        return " · ".join(filter(None, known))


def door_list(rsvp_state: RsvpState, line: Sequence[Waiting], people: Mapping[int, Person], door: Door) -> DoorList:
    """Return the list of a night: its answers, its waiting list as it stands now, and who everybody is."""
    known = {name_key(each.name): number for number, each in people.items()}
    reader = _Reader(people, door, rsvp_state.starts_at, known)
    return DoorList(
        house=door.house,
        day=door.day,
        starts=reader.clock(rsvp_state.starts_at),
        minimum_age=door.minimum_age,
        cancelled=rsvp_state.cancelled,
        seats=rsvp_state.seats,
        taken=rsvp_state.taken,
        seated=reader.parties(reader.by_name(rsvp_state.seated)),
        offered=reader.parties(reader.by_name(rsvp_state.offered)),
        waiting=tuple(reader.party(each.rsvp, each.words) for each in line),
        maybes=reader.parties(reader.by_name(rsvp_state.maybes)),
        known_until=reader.moment(door.fact_at),
        fact=door.fact,
        act=door.act,
    )


@dataclass(frozen=True)
class _Reader:
    """Writes answers as people at the door."""

    people: Mapping[int, Person]
    door: Door
    starts_at: datetime | None
    known: Mapping[str, int]

    def by_name(self, rsvps: Iterable[Rsvp]) -> list[Rsvp]:
        """Return them in the order in which somebody at the door looks for a name."""
        return sorted(rsvps, key=lambda rsvp: (name_key(self.name(rsvp)), rsvp.player))

    def parties(self, rsvps: Iterable[Rsvp]) -> tuple[Party, ...]:
        """Return each with their guests."""
        return tuple(map(self.party, rsvps))

    def party(self, rsvp: Rsvp, words: str = "") -> Party:
        """Return a player and their guests; ``words`` say more of the player."""
        person = self.people.get(rsvp.player)
        player = AtTheDoor(
            name=self.name(rsvp),
            expected=self._expected(rsvp),
            identity=self._identity(rsvp.player),
            strikes=STRIKE * person.strikes if person else "",
            came=rsvp.player in self.door.came,
            words=words or self._kept_until(rsvp),
        )
        return (player, *map(self._guest, rsvp.guests))

    def _guest(self, name: str) -> AtTheDoor:
        """Return a guest. Only who was let in is known to be the player of that name, and not another one."""
        number = self.known.get(name_key(name), 0)
        came = number in self.door.came
        return AtTheDoor(name, guest=True, identity=self._identity(number) if came else self._unseen(), came=came)

    def name(self, rsvp: Rsvp) -> str:
        """Return what a player is called."""
        person = self.people.get(rsvp.player)
        return person.name if person else NOBODY

    def clock(self, at: datetime | None) -> str:
        """Return a time of the night's own day, and on another day that day as well."""
        if at is None:
            return ""
        local = at.astimezone(self.door.zone)
        return f"{local:%H:%M}" if local.date() == self.door.day else f"{local:%a %H:%M}"

    def moment(self, at: datetime | None) -> str:
        """Return a day and a time: "Sat 21 Nov 2026, 13:12"."""
        if at is None:
            return ""
        local = at.astimezone(self.door.zone)
        return f"{day_of(local)}, {local:%H:%M}"

    def _expected(self, rsvp: Rsvp) -> str:
        return "" if rsvp.expected_at == self.starts_at else self.clock(rsvp.expected_at)

    def _identity(self, player: int) -> str:
        asked = self.door.minimum_age is not None
        return SEEN if asked and player in self.door.ids else self._unseen()

    def _unseen(self) -> str:
        return "" if self.door.minimum_age is None else TO_SEE

    def _kept_until(self, rsvp: Rsvp) -> str:
        return f"A seat is kept for you until {self.clock(rsvp.offered_until)}." if rsvp.offered_until else ""
