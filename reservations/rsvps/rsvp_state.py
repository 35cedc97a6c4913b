"""The RSVP state of a night: seats, places in line, and answers; a party stays together. Pure.

The cutoffs of an answer (giving up a seat, confirming, the grace) are aware times, cut to the second.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property

from reservations.acts.facts import Mark, Place, ReminderKind, Reply
from reservations.houses.attendance_terms import AttendanceTerms

GIVEN_UP = (Mark.EXCUSED, Mark.NO_SHOW)
"""The marks that cost a player the seat."""


class Held(StrEnum):
    """The reason why only the host can seat a waiting player; "" for players who move up as usual."""

    NOT = ""
    BUMPED = "bumped"
    PASSED = "passed"


@dataclass(frozen=True)
class Rsvp:
    """One player's answer to a night, and its place.

    ``entry`` is the fact of the place, ``expected_at`` the arrival if after the start, ``because`` the last reason
    given for the place. ``seat_since`` is the start of the seat, ``moved_up_at`` that of an automatic seat until the
    next answer; ``ruled``: the host gave the seat against a rule. ``turned_away`` is the reason at the door, "" without
    one. Times are aware.
    """

    player: int
    reply: Reply | None = None
    guests: tuple[str, ...] = ()
    place: Place = Place.NONE
    entry: int = 0
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
        """The seats that the player and the guests need."""
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
        """The number of seats that they keep from others; an offered seat is kept, too."""
        return self.party if self.has_seat or self.has_offer else 0


@dataclass(frozen=True)
class LateChange:
    """A seat given up after the cutoff: its fact and player, and the seats that others have not taken yet."""

    fact: int
    player: int
    at: datetime
    open_seats: int
    was_full: bool


@dataclass(frozen=True)
class RsvpState:
    """A night's reservations; ``seats`` is None if there is no limit.

    ``called_at`` is the time of the last new start, of the return of a cancelled night, or of the decision of its poll;
    ``moved_by`` the fact of the last new start, 0 for none. ``request_at`` is the time of the request to
    confirm. ``settled`` are the late changes that are strikes already. ``ended`` are the reservations that ended with a
    strike, by the fact that ended them. ``invited_at`` is the last invitation by player number, and ``inviters`` the
    names of the inviters. ``reminded`` is the time of every reminder of this start, ``switched`` its switch.
    ``reminded_at`` is the last reminder of every player, for any start.
    """

    seats: int | None
    starts_at: datetime | None
    rsvps: Mapping[int, Rsvp] = field(default_factory=dict)
    cancelled: bool = False
    changes: tuple[LateChange, ...] = ()
    settled: frozenset[int] = frozenset()
    request_at: datetime | None = None
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
        """The numbers of the invited players."""
        return frozenset(self.invited_at)

    @property
    def seated(self) -> list[Rsvp]:
        return [rsvp for rsvp in self.rsvps.values() if rsvp.has_seat]

    @property
    def offered(self) -> list[Rsvp]:
        return [rsvp for rsvp in self.rsvps.values() if rsvp.has_offer]

    @property
    def waiting(self) -> list[Rsvp]:
        """The waiting players in order of request; ``waiting_list.rules.in_order`` has the order for seats."""
        waiting = (rsvp for rsvp in self.rsvps.values() if rsvp.place == Place.WAITING and not rsvp.turned_away)
        return sorted(waiting, key=lambda one: one.entry)

    @property
    def maybes(self) -> list[Rsvp]:
        """The players who answered maybe: they have no seat."""
        return [rsvp for rsvp in self.rsvps.values() if rsvp.reply == Reply.MAYBE and not rsvp.turned_away]

    @property
    def unanswered(self) -> list[int]:
        """The numbers of the invited players without an answer; a lost reservation still has one."""
        mine = (self.of(number) for number in sorted(self.invited))
        return [rsvp.player for rsvp in mine if not (rsvp.reply or rsvp.answered_at or rsvp.turned_away)]

    @cached_property
    def taken(self) -> int:
        """The seats that are taken or kept."""
        return sum(rsvp.takes for rsvp in self.rsvps.values())

    @property
    def free(self) -> int | None:
        """The free seats; None if there is no limit."""
        return None if self.seats is None else max(0, self.seats - self.taken)

    @property
    def filled(self) -> str:
        """The taken seats out of all: "6 of 10", "4 coming"."""
        return f"{self.taken} coming" if self.seats is None else f"{self.taken} of {self.seats}"

    @property
    def over(self) -> int:
        """The taken seats above the number of seats."""
        return 0 if self.seats is None else max(0, self.taken - self.seats)

    def fits(self, party: int) -> bool:
        return self.free is None or party <= self.free

    def lacking(self, rsvp: Rsvp) -> int:
        """Return the number of seats that a party lacks, besides the free ones and those kept for it."""
        return 0 if self.seats is None else max(0, self.taken - rsvp.takes + rsvp.party - self.seats)


def moment(text: str | None) -> datetime | None:
    """Read an aware time in the form of facts; None for None or ""."""
    return datetime.fromisoformat(text) if text else None


def late_from(starts_at: datetime | None, terms: AttendanceTerms) -> datetime | None:
    """Return the last second for giving up a seat without a strike; None without a cutoff."""
    if starts_at is None or terms.late_change_minutes is None:
        return None
    return starts_at - timedelta(minutes=terms.late_change_minutes)


def is_late_change(starts_at: datetime | None, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a seat is given up too late at that time; with exactly the house's minutes left it is not.

    ericn, *Reservations and attendance*: less than two hours before the start. After the start it is too late, too.
    """
    limit = late_from(starts_at, terms)
    return limit is not None and at.replace(microsecond=0) > limit


def costs_strike(rsvp_state: RsvpState, rsvp: Rsvp, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a player who gives up the seat at that time is too late, and had fair notice.

    Fair notice is at least as long as the house's limit. Players who moved up automatically shortly before the cutoff,
    or learnt of a new start only then, had no fair notice.
    """
    limit = late_from(rsvp_state.starts_at, terms)
    learnt = max(filter(None, [rsvp.moved_up_at, rsvp_state.called_at]), default=None)
    if limit is None or not rsvp.has_seat or rsvp.came_at or not is_late_change(rsvp_state.starts_at, at, terms):
        return False
    return learnt is None or learnt <= limit - timedelta(minutes=terms.late_change_minutes or 0)


def counts_as_confirmed(starts_at: datetime | None, at: datetime, terms: AttendanceTerms) -> bool:
    """Tell whether a yes at that time counts as confirmed: the request to confirm has gone out by then."""
    if starts_at is None or terms.confirm_minutes is None:
        return False
    return at >= starts_at - timedelta(minutes=terms.confirm_minutes)


def has_begun(starts_at: datetime | None, now: datetime) -> bool:
    """Tell whether a night has begun by the clock alone; without a start time, see ``nights.queries.has_started``."""
    return starts_at is not None and now >= starts_at


def keeps_until(rsvp: Rsvp, starts_at: datetime | None, terms: AttendanceTerms) -> datetime | None:
    """Return the last second for which a seat is kept: the player's own arrival time, else the start, plus the grace.

    The grace of a seat given after that time begins with the seat.
    """
    expected = rsvp.expected_at or starts_at
    if expected is None:
        return None
    return max(expected, rsvp.seat_since or expected) + timedelta(minutes=terms.grace_minutes)


def not_come(rsvp_state: RsvpState, here: Collection[int], now: datetime) -> list[Rsvp]:
    """Return the players with a seat who are absent after the start: the host records an outcome for them."""
    if rsvp_state.cancelled or (rsvp_state.starts_at is not None and not has_begun(rsvp_state.starts_at, now)):
        return []
    return [rsvp for rsvp in rsvp_state.seated if rsvp.came_at is None and rsvp.player not in here]
