"""The door list: who has a seat, who comes later, who waits, and whose ID is still to be seen. Pure.

It is for the door alone: the order of the waiting list is that of the moment, and strikes are marks that only the
host can read.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from hostdesk.guests.text import said_of
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import Person, Waiting

STRIKE = "·"
"""Stands for a strike that counts."""
SEEN, TO_SEE = "seen", "to see"
NOBODY = "Somebody"
"""Stands for a player whose name is not known."""


@dataclass(frozen=True)
class DoorListEntry:
    """A player on the list, or a guest of theirs.

    ``expected`` is when they come, if that is later than the start, ``identity`` whether their ID was seen ("" if the
    house asks for none), ``strikes`` a mark for each that counts, ``words`` what to tell those without a seat.
    """

    name: str
    guest: bool = False
    expected: str = ""
    identity: str = ""
    strikes: str = ""
    came: bool = False
    words: str = ""


Party = tuple[DoorListEntry, ...]
"""A player, and after them the guests they bring."""


@dataclass(frozen=True)
class DoorNight:
    """What a door list needs of a night besides its answers.

    ``ids`` are the numbers of players whose ID was seen, ``came`` of those who have come. ``fact`` is the newest fact
    on the list and ``fact_at`` its time, ``act`` the newest act once the bank is open.
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
    """Everything on the list; players with a seat by name, the waiting list in its order.

    ``summary`` says how full the night is; ``known_until`` is when the newest answer on it was recorded, by the clock
    of the night.
    """

    house: str
    day: date
    starts: str
    minimum_age: int | None
    cancelled: bool
    summary: str
    seated: tuple[Party, ...]
    offered: tuple[Party, ...]
    waiting: tuple[Party, ...]
    maybes: tuple[Party, ...]
    known_until: str
    fact: int
    act: int

    @property
    def as_of(self) -> str:
        """The newest fact and act on the list; "" before the first."""
        known = (f"fact {self.fact}" if self.fact else "", f"act {self.act}" if self.act else "")
        return " · ".join(filter(None, known))


def door_list(
    rsvp_state: RsvpState, line: Sequence[Waiting], people: Mapping[int, Person], night: DoorNight
) -> DoorList:
    """Return the list of a night: its answers, its waiting list as it is now, and who everybody is."""
    writer = _Writer(
        people, night, rsvp_state.starts_at, {name_key(each.name): each.number for each in people.values()}
    )
    maybes = len(rsvp_state.maybes)
    known_until = night.fact_at.astimezone(night.zone) if night.fact_at else None
    return DoorList(
        house=night.house,
        day=night.day,
        starts=writer.clock(rsvp_state.starts_at),
        minimum_age=night.minimum_age,
        cancelled=rsvp_state.cancelled,
        summary=" · ".join([said_of(rsvp_state), *([f"{maybes} maybe"] if maybes else [])]),
        seated=writer.by_name(rsvp_state.seated),
        offered=writer.by_name(rsvp_state.offered),
        waiting=tuple(writer.party(each.rsvp, each.words) for each in line),
        maybes=writer.by_name(rsvp_state.maybes),
        known_until=f"{day_of(known_until)}, {known_until:%H:%M}" if known_until else "",
        fact=night.fact,
        act=night.act,
    )


@dataclass(frozen=True)
class _Writer:
    """Writes RSVPs as entries of the list; ``known`` are the numbers of players by their name keys."""

    people: Mapping[int, Person]
    night: DoorNight
    starts_at: datetime | None
    known: Mapping[str, int]

    def by_name(self, rsvps: Iterable[Rsvp]) -> tuple[Party, ...]:
        """Return the parties by the name of the player, as the door looks for them."""
        parties = map(self.party, sorted(rsvps, key=lambda rsvp: rsvp.player))
        return tuple(sorted(parties, key=lambda party: name_key(party[0].name)))

    def party(self, rsvp: Rsvp, words: str = "") -> Party:
        """Return a player and their guests; ``words`` say more about the player."""
        night, person = self.night, self.people.get(rsvp.player)
        asked = night.minimum_age is not None
        to_see = TO_SEE if asked else ""
        kept = f"A seat is kept for you until {self.clock(rsvp.offered_until)}." if rsvp.offered_until else ""
        player = DoorListEntry(
            name=person.name if person else NOBODY,
            expected="" if rsvp.expected_at == self.starts_at else self.clock(rsvp.expected_at),
            identity=SEEN if asked and rsvp.player in night.ids else to_see,
            strikes=STRIKE * person.strikes if person else "",
            came=rsvp.player in night.came,
            words=words or kept,
        )
        guests = []
        for name in rsvp.guests:
            # Only a guest who was let in is known to be the player of that name, and not another one.
            number = self.known.get(name_key(name), 0)
            came = number in night.came
            identity = SEEN if asked and came and number in night.ids else to_see
            guests.append(DoorListEntry(name, guest=True, identity=identity, came=came))
        return (player, *guests)

    def clock(self, at: datetime | None) -> str:
        """Return a time of the night's own day, on another day with that day; "" for None."""
        if at is None:
            return ""
        local = at.astimezone(self.night.zone)
        return f"{local:%H:%M}" if local.date() == self.night.day else f"{local:%a %H:%M}"
