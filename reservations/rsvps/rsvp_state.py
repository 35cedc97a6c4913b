"""The RSVP state of a night: who has a seat, who waits, who said what; a party stays together. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from reservations.acts.facts import Mark, Place, ReminderKind, Reply

GIVEN_UP = (Mark.EXCUSED, Mark.NO_SHOW)
"""The marks that cost a player the seat."""


class Held(StrEnum):
    """Why only the host can seat a player who waits; "" for players who move up as usual."""

    NOT = ""
    BUMPED = "bumped"
    PASSED = "passed"


@dataclass(frozen=True)
class Rsvp:
    """One player's answer to a night, and the place it got them.

    ``asked`` is the fact by which they got in line, ``expected_at`` when they come, if after the start, ``because`` the
    last reason given to them for their place. ``seat_since`` is when they got the seat, ``moved_up_at`` when they moved
    up automatically, as long as they have not answered since; ``ruled``: the host gave the seat in spite of a rule.
    ``turned_away`` says why they were at the door, "" if they were not. Times are aware.
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
    seat_since: datetime | None = None
    moved_up_at: datetime | None = None
    mark: Mark | None = None
    turned_away: str = ""
    ruled: bool = False
    because: str = ""

    @property
    def party(self) -> int:
        """How many seats they need: one each for the player and the guests."""
        return 1 + len(self.guests)

    @property
    def has_seat(self) -> bool:
        """Whether they have a seat; players marked excused or no-show, or turned away, have none."""
        return self.place == Place.SEAT and self.mark not in GIVEN_UP and not self.turned_away

    @property
    def has_offer(self) -> bool:
        """Whether a seat is kept for them."""
        return self.place == Place.OFFERED and not self.turned_away

    @property
    def takes(self) -> int:
        """How many seats nobody else can have because of them; an offered seat is kept as well."""
        return self.party if self.has_seat or self.has_offer else 0


@dataclass(frozen=True)
class LateChange:
    """A seat given up after the cutoff: by which fact and player, and how much of it others have not taken yet."""

    fact: int
    player: int
    at: datetime
    open_seats: int
    was_full: bool


@dataclass(frozen=True)
class RsvpState:
    """A night's reservations; ``seats`` is None if there is no limit.

    ``called_at`` is when the night last got another start, was put on again, or was made of a poll for its date;
    ``moved_by`` the fact that last gave it another start, 0 for none. ``settled`` are the late changes that are strikes
    already. ``ended`` are the reservations that ended with a strike, by the fact that ended each. ``invited_at`` is
    when each was last invited, by number, and ``inviters`` the names of those who invited. ``reminded`` is when each
    reminder of this start went out, ``switched`` whether it is to. ``reminded_at`` is when each player was last
    reminded, whatever the start was then.
    """

    seats: int | None
    starts_at: datetime | None
    rsvps: Mapping[int, Rsvp] = field(default_factory=dict)
    cancelled: bool = False
    changes: tuple[LateChange, ...] = ()
    settled: frozenset[int] = frozenset()
    asked_at: datetime | None = None
    reminded: Mapping[ReminderKind, datetime] = field(default_factory=dict)
    switched: Mapping[ReminderKind, bool] = field(default_factory=lambda: {ReminderKind.SEATED: True})
    reminded_at: Mapping[int, datetime] = field(default_factory=dict)
    invited_at: Mapping[int, datetime] = field(default_factory=dict)
    inviters: frozenset[str] = frozenset()
    called_at: datetime | None = None
    moved_by: int = 0
    ended: Mapping[int, Rsvp] = field(default_factory=dict)

    def of(self, player: int) -> Rsvp:
        """Return the RSVP of a player; an empty one if there is none."""
        return self.rsvps.get(player, Rsvp(player))

    @property
    def invited(self) -> frozenset[int]:
        """Who was invited, by number."""
        return frozenset(self.invited_at)

    @property
    def seated(self) -> list[Rsvp]:
        return [each for each in self.rsvps.values() if each.has_seat]

    @property
    def offered(self) -> list[Rsvp]:
        return [each for each in self.rsvps.values() if each.has_offer]

    @property
    def waiting(self) -> list[Rsvp]:
        """Who waits, in order of asking; the order in which they move up is ``waiting_list.rules.in_order``."""
        waiting = (each for each in self.rsvps.values() if each.place == Place.WAITING and not each.turned_away)
        return sorted(waiting, key=lambda one: one.asked)

    @property
    def maybes(self) -> list[Rsvp]:
        """Who answered maybe: they have no seat."""
        return [each for each in self.rsvps.values() if each.reply == Reply.MAYBE and not each.turned_away]

    @property
    def unanswered(self) -> list[int]:
        """Who was invited and has not answered, by number; not who answered and lost the reservation."""
        mine = (self.of(number) for number in sorted(self.invited))
        return [each.player for each in mine if not (each.reply or each.answered_at or each.turned_away)]

    @cached_property
    def taken(self) -> int:
        """How many seats are taken or kept."""
        return sum(each.takes for each in self.rsvps.values())

    @property
    def free(self) -> int | None:
        """How many seats are free; None if there is no limit."""
        return None if self.seats is None else max(0, self.seats - self.taken)

    @property
    def over(self) -> int:
        """How many more seats are taken than there are."""
        return 0 if self.seats is None else max(0, self.taken - self.seats)

    def fits(self, party: int) -> bool:
        return self.free is None or party <= self.free

    def lacking(self, rsvp: Rsvp) -> int:
        """Return how many seats a party is short of, besides those that are free or kept for it."""
        return 0 if self.seats is None else max(0, self.taken - rsvp.takes + rsvp.party - self.seats)


def moment(text: str | None) -> datetime | None:
    """Read an aware time as facts keep it; None for None or ""."""
    return datetime.fromisoformat(text) if text else None
