"""The door of a night at one moment: who is expected and until when, who is here, and who has not come."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hostdesk.attendance.identity import why_no_id
from hostdesk.coming.reserving import arrears_now, arrived
from hostdesk.listing import State, state_of
from ledger.queries import course_of
from reservations.attendance import keeps_until, not_come, what_follows
from reservations.attendance_terms import AttendanceTerms
from reservations.facts import Mark
from reservations.models import Night, Player
from reservations.names import name_key
from reservations.nights import has_started
from reservations.roll import GIVEN_UP, Roll, Rsvp
from reservations.rolls import IdSeen, ids_seen, people_in, roll_of, terms_of_night
from reservations.strikes import standing_with
from reservations.then_words import means
from reservations.waiting import Person, Waiting, line, ordinal


class Stand(StrEnum):
    """How somebody with a seat stands: ``due`` once the time they were expected at has passed."""

    EXPECTED = "expected"
    DUE = "due"
    HERE = "here"
    EXCUSED = "excused"
    NO_SHOW = "no-show"


class Step(StrEnum):
    """What one tap does about somebody: let them in, send them to the table, show them there, or take it back."""

    NONE = ""
    IN = "in"
    TO_TABLE = "to the table"
    AT_TABLE = "at the table"
    NOT_HERE = "not here after all"


@dataclass(frozen=True)
class Brought:
    """A guest who comes with a player, by name; ``number`` where somebody of that name is on the list of players.

    ``no_id`` says of one who is here why their ID is to be looked at.
    """

    name: str
    number: int | None
    is_here: bool
    step: Step = Step.NONE
    no_id: str = ""


@dataclass(frozen=True)
class Visitor:
    """Somebody at the door: a player with what they said, and when they came (aware), if they did.

    ``keeps_until`` is the last second for which their seat is kept, ``no_id`` says why their ID is to be looked at;
    ``at_table``: the bank knows that they came. ``is_settled``: they had come when the page was loaded.
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
    step: Step = Step.NONE
    is_settled: bool = False

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
    """All that the page at the door shows, as of ``now``, in the order of ``since``, when the page was loaded."""

    night: Night
    now: datetime
    since: datetime
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
        return has_started(self.night, self.now)

    @property
    def missing(self) -> list[Visitor]:
        """Who should be here and is not."""
        return [each for each in self.visitors if each.stand == Stand.DUE]

    @property
    def here(self) -> int:
        """How many players came: with a seat, as a guest, or without."""
        seated = {each.number for each in self.visitors if each.stand == Stand.HERE}
        return len(self.walk_ins) + len(seated | {each.number for each in self._guests if each.is_here})

    @property
    def without_id(self) -> int:
        """How many of those who are here or come still have an ID to be looked at."""
        shown: list[Visitor | Brought] = [*self.walk_ins, *self.visitors, *self._guests]
        return len({each.number for each in shown if each.no_id})

    @property
    def _guests(self) -> list[Brought]:
        """Those whom somebody with a seat brings."""
        return [guest for each in self.visitors for guest in each.guests]

    @property
    def kept_for(self) -> list[tuple[str, datetime]]:
        """For whom a seat is kept, and until when."""
        found = [(self.names[each.player], each.offered_until) for each in self.roll.offered]
        return [(name, until) for name, until in found if until is not None]

    @property
    def in_line(self) -> list[tuple[int, str, int]]:
        """Who waits, in the order of the house: place, name, and how many they are."""
        return [(each.position, self.names[each.rsvp.player], each.rsvp.party) for each in self.waiting]

    def visitor(self, number: int) -> Visitor | None:
        """Return somebody of that number who has a seat, had one, or came without; nothing for anybody else."""
        return next((each for each in (*self.visitors, *self.walk_ins) if each.number == number), None)


def door_of(night: Night, now: datetime, since: datetime | None = None) -> Door:
    """Read the door of a night, in a number of queries that does not grow with the people.

    With ``since``, when the page was loaded, everybody stays where they stood then.
    """
    since = (since or now).replace(microsecond=0)
    roll, terms, state = roll_of(night), terms_of_night(night), state_of(night)
    people, came = people_in(night.house, terms, arrears_now()), arrived(night)
    table = frozenset() if state == State.PLANNED else course_of(night).taking_part()
    reader = _Reader(night, now, since, state, terms, roll, people, came, table, _ids(terms), _known(roll))
    seated = [each for each in roll.rsvps.values() if each.has_seat or each.mark in GIVEN_UP]
    visitors = sorted(map(reader.visitor, seated), key=reader.place)
    shown = {each.number for each in visitors} | {guest.number for each in visitors for guest in each.guests}
    walk_ins = [reader.visitor(roll.of(number)) for number in came if number in people and number not in shown]
    waiting = [each for each in line(roll, people, terms) if each.rsvp.player not in came]
    maybes = [people[each.player] for each in roll.maybes if each.player not in came and each.player in people]
    names = {number: person.name for number, person in people.items()}
    return Door(night, now, since, state, terms, roll, visitors, walk_ins, waiting, maybes, names)


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
    since: datetime
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
            step=self._step(rsvp.player),
            is_settled=rsvp.player in self.came and self.came[rsvp.player] <= self.since,
        )

    def place(self, visitor: Visitor) -> tuple[int, float, str]:
        """Return the place on the list: who was due when the page was loaded, who was to come, was here, gave up."""
        expected = visitor.rsvp.expected_at
        return (self._rank(visitor), expected.timestamp() if expected else 0, name_key(visitor.name))

    def _rank(self, visitor: Visitor) -> int:
        if visitor.is_settled:
            return 2
        if visitor.gave_up:
            return 3
        return 0 if is_due(visitor.rsvp, self.night, self.since) else 1

    def _step(self, number: int) -> Step:
        is_open, is_over = self.state == State.OPEN, self.state in (State.CLOSED, State.CANCELLED)
        if number not in self.came:
            return Step.NONE if is_over else Step.IN
        if number in self.table:
            return Step.AT_TABLE if is_open else Step.NONE
        if is_open:
            return Step.TO_TABLE
        return Step.NONE if is_over else Step.NOT_HERE

    def _stand(self, rsvp: Rsvp) -> Stand:
        if rsvp.player in self.came:
            return Stand.HERE
        if rsvp.mark in GIVEN_UP:
            return Stand.EXCUSED if rsvp.mark == Mark.EXCUSED else Stand.NO_SHOW
        return Stand.DUE if is_due(rsvp, self.night, self.now) else Stand.EXPECTED

    def _brought(self, name: str) -> Brought:
        number = self.known.get(name_key(name))
        if number is None:
            return Brought(name, None, is_here=False)
        is_here = number in self.came
        step = self._step(number) if is_here or self.state == State.OPEN else Step.NONE
        return Brought(name, number, is_here, step, self._no_id(self.roll.of(number)) if is_here else "")

    def _no_id(self, rsvp: Rsvp) -> str:
        if rsvp.mark in GIVEN_UP and rsvp.player not in self.came:
            return ""
        return why_no_id(self.ids.get(rsvp.player), self.terms.minimum_age, self.night.date)


def is_due(rsvp: Rsvp, night: Night, now: datetime) -> bool:
    """Tell whether somebody with a seat should be here: the night has begun, and the time they said has passed."""
    return has_started(night, now) and (rsvp.expected_at is None or now >= rsvp.expected_at)


def not_accounted_for(night: Night, now: datetime) -> int:
    """Return of how many with a seat nobody has said what became of them once the night has begun.

    Late says that they come: it stays open until they have.
    """
    return sum(is_due(each, night, now) for each in not_come(roll_of(night), arrived(night), now))


def no_show_means(player: Player, night: Night) -> tuple[str, ...]:
    """Say what follows when that player is marked as a no-show of that night, a sentence each."""
    terms, strikes = terms_of_night(night), standing_with(player, night.house).strikes
    after = strikes + terms.no_show_weight
    counts = "It is a strike" if terms.no_show_weight == 1 else f"It weighs as much as {terms.no_show_weight} strikes"
    total = "" if strikes == 0 else f", and with those before it the {ordinal(after)}"
    return (f"{counts}{total}.", means(player.name, what_follows(after, terms)))
