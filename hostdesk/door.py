"""The door of a night at one moment: who is expected and until when, who is here, and who has not come."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hostdesk.identity import why_no_id
from hostdesk.listing import State, state_of
from hostdesk.reserving import arrears_now, arrived
from ledger.queries import course_of
from reservations.attendance import keeps_until, not_come, what_follows
from reservations.attendance_terms import AttendanceTerms, Then
from reservations.facts import Mark
from reservations.models import Night, Player
from reservations.names import name_key
from reservations.roll import GIVEN_UP, Roll, Rsvp
from reservations.rolls import IdSeen, ids_seen, people_in, roll_of, terms_of_night
from reservations.strikes import standing_with
from reservations.waiting import Person, Waiting, line, ordinal


class Stand(StrEnum):
    """How somebody with a seat stands: ``due`` once the time they were expected at has passed."""

    EXPECTED = "expected"
    DUE = "due"
    HERE = "here"
    EXCUSED = "excused"
    NO_SHOW = "no-show"


@dataclass(frozen=True)
class Brought:
    """A guest who comes with a player, by name; ``number`` where somebody of that name is on the list of players."""

    name: str
    number: int | None
    is_here: bool


@dataclass(frozen=True)
class Visitor:
    """Somebody at the door: a player with what they said, and when they came (aware), if they did.

    ``keeps_until`` is the last second for which their seat is kept, ``no_id`` says why their ID is to be looked at;
    ``at_table``: the bank knows that they came.
    """

    person: Person
    rsvp: Rsvp
    stand: Stand
    came_at: datetime | None = None
    keeps_until: datetime | None = None
    is_kept: bool = True
    guests: tuple[Brought, ...] = ()
    no_id: str = ""
    at_table: bool = False

    @property
    def number(self) -> int:
        """The number of the player."""
        return self.person.number

    @property
    def name(self) -> str:
        """What they are called."""
        return self.person.name

    @property
    def is_asked_about(self) -> bool:
        """Whether it is to be said what became of them: late, excused, or a no-show."""
        return self.stand == Stand.DUE

    @property
    def is_marked(self) -> bool:
        """Whether something was said of them that can be taken back; also where they came after it."""
        return self.rsvp.mark is not None

    @property
    def gave_up(self) -> bool:
        """Whether they are marked as somebody who does not come."""
        return self.rsvp.mark in GIVEN_UP


@dataclass(frozen=True)
class Door:
    """All that the page at the door shows, as of ``now``."""

    night: Night
    now: datetime
    state: State
    terms: AttendanceTerms
    roll: Roll
    visitors: Sequence[Visitor]
    walk_ins: Sequence[Visitor]
    waiting: Sequence[Waiting]
    maybes: Sequence[Person]
    names: Mapping[int, str]

    @property
    def takes_arrivals(self) -> bool:
        """Whether somebody can come still."""
        return not self.roll.cancelled and self.state != State.CLOSED

    @property
    def is_open(self) -> bool:
        """Whether the bank is open, so that coming is an act of the night."""
        return self.state == State.OPEN

    @property
    def has_started(self) -> bool:
        """Whether the night has begun."""
        return has_begun(self.night, self.state, self.now)

    @property
    def missing(self) -> list[Visitor]:
        """Who should be here and is not."""
        return [each for each in self.visitors if each.stand == Stand.DUE]

    @property
    def here(self) -> int:
        """How many players came, with a seat or without."""
        return len(self.walk_ins) + sum(each.stand == Stand.HERE for each in self.visitors)

    @property
    def without_id(self) -> int:
        """How many of those who are here or come still have an ID to be looked at."""
        return sum(bool(each.no_id) for each in (*self.walk_ins, *self.visitors))

    @property
    def in_line(self) -> list[tuple[int, str, int]]:
        """Who waits, in the order of the house: place, name, and how many they are."""
        return [(each.position, self.names[each.rsvp.player], each.rsvp.party) for each in self.waiting]

    def visitor(self, number: int) -> Visitor | None:
        """Return somebody of that number who has a seat, had one, or came without; nothing for anybody else."""
        return next((each for each in (*self.visitors, *self.walk_ins) if each.number == number), None)


def door_of(night: Night, now: datetime) -> Door:
    """Read the door of a night, in a number of queries that does not grow with the people."""
    roll, terms, state = roll_of(night), terms_of_night(night), state_of(night)
    people, came = people_in(night.house, terms, arrears_now()), arrived(night)
    table = frozenset() if state == State.PLANNED else course_of(night).taking_part()
    reader = _Reader(night, now, state, terms, roll, people, came, table, _ids(terms), _known(roll))
    seated = [each for each in roll.rsvps.values() if each.has_seat or each.mark in GIVEN_UP]
    visitors = sorted(map(reader.visitor, seated), key=_by_time)
    with_a_seat = {each.number for each in visitors}
    others = [number for number in came if number in people and number not in with_a_seat]
    walk_ins = [reader.visitor(roll.of(number)) for number in others]
    waiting = [each for each in line(roll, people, terms) if each.rsvp.player not in came]
    maybes = [people[each.player] for each in roll.maybes if each.player not in came and each.player in people]
    names = {number: person.name for number, person in people.items()}
    return Door(night, now, state, terms, roll, visitors, walk_ins, waiting, maybes, names)


def has_begun(night: Night, state: State, now: datetime) -> bool:
    """Tell whether a night has begun: at its start, and one that was planned without a time at its opening."""
    return now >= night.starts_at if night.starts_at is not None else state != State.PLANNED


def _by_time(visitor: Visitor) -> tuple[float, str]:
    """Return the place on the list, which no arrival changes: in time first, then by the times that were said."""
    expected = visitor.rsvp.expected_at
    return (expected.timestamp() if expected else 0, name_key(visitor.name))


def _ids(terms: AttendanceTerms) -> Mapping[int, IdSeen]:
    return {} if terms.minimum_age is None else ids_seen()


def _known(roll: Roll) -> dict[str, int]:
    """Return the players whose names guests have, by name key."""
    keys = [name_key(name) for rsvp in roll.rsvps.values() for name in rsvp.guests]
    found = Player.objects.filter(name_key__in=keys).select_related("merged_into") if keys else []
    return {player.name_key: player.person.number for player in found}


@dataclass(frozen=True)
class _Reader:
    """Sees everybody in the light of one moment."""

    night: Night
    now: datetime
    state: State
    terms: AttendanceTerms
    roll: Roll
    people: Mapping[int, Person]
    came: Mapping[int, datetime]
    table: Collection[int]
    ids: Mapping[int, IdSeen]
    known: Mapping[str, int]

    def visitor(self, rsvp: Rsvp) -> Visitor:
        """Return somebody as the door sees them."""
        until = keeps_until(rsvp, self.night.starts_at, self.terms)
        return Visitor(
            person=self.people[rsvp.player],
            rsvp=rsvp,
            stand=self._stand(rsvp),
            came_at=self.came.get(rsvp.player),
            keeps_until=until,
            is_kept=until is None or self.now.replace(microsecond=0) <= until,
            guests=tuple(map(self._brought, rsvp.guests)),
            no_id=self._no_id(rsvp),
            at_table=rsvp.player in self.table,
        )

    def _stand(self, rsvp: Rsvp) -> Stand:
        if rsvp.player in self.came:
            return Stand.HERE
        if rsvp.mark in GIVEN_UP:
            return Stand.EXCUSED if rsvp.mark == Mark.EXCUSED else Stand.NO_SHOW
        return Stand.DUE if is_due(rsvp, self.night, self.state, self.now) else Stand.EXPECTED

    def _brought(self, name: str) -> Brought:
        number = self.known.get(name_key(name))
        return Brought(name, number, number in self.came)

    def _no_id(self, rsvp: Rsvp) -> str:
        if rsvp.mark in GIVEN_UP and rsvp.player not in self.came:
            return ""
        return why_no_id(self.ids.get(rsvp.player), self.terms.minimum_age, self.night.date)


def is_due(rsvp: Rsvp, night: Night, state: State, now: datetime) -> bool:
    """Tell whether somebody with a seat should be here: the night has begun, and the time they said has passed."""
    return has_begun(night, state, now) and (rsvp.expected_at is None or now >= rsvp.expected_at)


def not_accounted_for(night: Night, now: datetime) -> int:
    """Return of how many with a seat nobody has said what became of them once the night has begun."""
    state = state_of(night)
    if not has_begun(night, state, now):
        return 0
    missing = not_come(roll_of(night), arrived(night), now)
    return sum(each.mark is None and is_due(each, night, state, now) for each in missing)


def no_show_means(player: Player, night: Night) -> tuple[str, ...]:
    """Say what follows when that player is marked as a no-show of that night, a sentence each."""
    terms, strikes = terms_of_night(night), standing_with(player, night.house).strikes
    after = strikes + terms.no_show_weight
    counts = "It is a strike" if terms.no_show_weight == 1 else f"It weighs as much as {terms.no_show_weight} strikes"
    total = "" if strikes == 0 else f", and with those before it the {ordinal(after)}"
    return (f"{counts}{total}.", *_what_follows(player.name, what_follows(after, terms)))


def _what_follows(name: str, then: Then | None) -> Collection[str]:
    if then is None:
        return ("Nothing else follows by itself in this house: it is kept, and the next time is up to you.",)
    return (_FOLLOWS[then].format(name=name),)


_FOLLOWS = {
    Then.REMINDER: (
        "A friendly reminder follows: {name} sees it at the next sign-in, and it is drafted for you to send."
    ),
    Then.BEHIND: "From then on {name} waits behind everybody else.",
    Then.DELETED: "The reservations that {name} has for later nights here are deleted.",
    Then.REMOVED: (
        "{name} is taken out of the group here: reservations for later nights are deleted, "
        "and new ones wait until you take {name} back."
    ),
}
