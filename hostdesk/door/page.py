"""The door of a night at one moment: who is expected and until when, who is here, and who has not come."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, Q

from hostdesk.door.visitor_queries import Brought, Stand, Step, Visitor, why_no_id
from hostdesk.guests.queries import arrears_now, arrived, known_guests
from hostdesk.lists.queries import State, state_of
from ledger.night.queries import history_of
from reservations.acts.facts import Mark
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.models import Act, Fact, Night, Player
from reservations.nights.queries import has_started, zone_of
from reservations.parsing.names import name_key
from reservations.rsvps import door_list
from reservations.rsvps.cutoffs import keeps_until, not_come
from reservations.rsvps.queries import IdSeen, facts_of, ids_seen, people_for, people_in, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import GIVEN_UP, Rsvp, RsvpState
from reservations.strikes.queries import strike_level_of
from reservations.strikes.rules import what_follows
from reservations.strikes.text import means
from reservations.waiting_list.rules import Person, Waiting, line, ordinal


@dataclass(frozen=True)
class ReadAt:
    """Up to where a page knows what was said and done: the newest ``act``, and the newest ``fact`` that concerns it."""

    act: int
    fact: int

    @classmethod
    def of(cls, night: Night) -> "ReadAt":
        """Return how far the books of a night have come."""
        facts = Fact.objects.filter(Q(night=night) | Q(night=None)).aggregate(newest=Max("pk"))
        return cls(Act.objects.aggregate(newest=Max("number"))["newest"] or 0, facts["newest"] or 0)


@dataclass(frozen=True)
class Door:
    """All that the page at the door shows, as of ``now``, in the order of ``since``, when the page was loaded."""

    night: Night
    now: datetime
    since: datetime
    state: State
    terms: AttendanceTerms
    rsvp_state: RsvpState
    visitors: Sequence[Visitor]
    walk_ins: Sequence[Visitor]
    waiting: Sequence[Waiting]
    maybes: Sequence[Person]
    names: Mapping[int, str]
    read_at: ReadAt

    @property
    def changes_at_second(self) -> int:
        """When it reads otherwise by the clock alone, in seconds since 1970; 0 for never."""
        moments = [self.night.starts_at, *(each.rsvp.expected_at for each in self.visitors)]
        moments += [each.keeps_until and each.keeps_until + timedelta(seconds=1) for each in self.visitors]
        return int(min((each.timestamp() for each in moments if each and each > self.now), default=0))

    @property
    def has_seatless(self) -> bool:
        """Whether anybody would like to come and has no seat."""
        return bool(self.kept_for or self.waiting or self.maybes)

    @property
    def takes_arrivals(self) -> bool:
        """Whether somebody can come still."""
        return not self.rsvp_state.cancelled and self.state != State.CLOSED

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
        found = [(self.names[each.player], each.offered_until) for each in self.rsvp_state.offered]
        return [(name, until) for name, until in found if until is not None]

    @property
    def in_line(self) -> list[tuple[int, str, int]]:
        """Who waits, in the order of the house: place, name, and how many they are."""
        return [(each.position, self.names[each.rsvp.player], each.rsvp.party) for each in self.waiting]

    def visitor(self, number: int) -> Visitor | None:
        """Return somebody of that number who has a seat, had one, or came without; None for anybody else."""
        return next((each for each in (*self.visitors, *self.walk_ins) if each.number == number), None)


def door_of(night: Night, now: datetime, since: datetime | None = None) -> Door:
    """Read the door of a night, in a number of queries that does not grow with the people.

    With ``since``, when the page was loaded, everybody stays where they stood then.
    """
    since = (since or now).replace(microsecond=0)
    read_at = ReadAt.of(night)  # Read first: what is said meanwhile comes with the next pulse.
    rsvp_state, terms, state = rsvp_state_of(night), terms_of_night(night), state_of(night)
    people, came = people_in(night.house, terms, arrears_now()), arrived(night)
    table = frozenset() if state == State.PLANNED else history_of(night).taking_part()
    ids = {} if terms.minimum_age is None else ids_seen()
    reader = _Reader(night, now, since, state, terms, rsvp_state, people, came, table, ids, known_guests(rsvp_state))
    seated = [each for each in rsvp_state.rsvps.values() if each.has_seat or each.mark in GIVEN_UP]
    visitors = sorted(map(reader.visitor, seated), key=reader.place)
    shown = {each.number for each in visitors} | {guest.number for each in visitors for guest in each.guests}
    walk_ins = [reader.visitor(rsvp_state.of(number)) for number in came if number in people and number not in shown]
    waiting = [each for each in line(rsvp_state, people, terms) if each.rsvp.player not in came]
    maybes = [people[each.player] for each in rsvp_state.maybes if each.player not in came and each.player in people]
    names = {number: person.name for number, person in people.items()}
    return Door(night, now, since, state, terms, rsvp_state, visitors, walk_ins, waiting, maybes, names, read_at)


@dataclass(frozen=True)
class _Reader:
    """Sees everybody in the light of one moment."""

    night: Night
    now: datetime
    since: datetime
    state: State
    terms: AttendanceTerms
    rsvp_state: RsvpState
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
        rank = 0 if is_due(visitor.rsvp, self.night, self.since) else 1
        if visitor.is_settled or visitor.gave_up:
            rank = 2 if visitor.is_settled else 3
        expected = visitor.rsvp.expected_at
        return (rank, expected.timestamp() if expected else 0, name_key(visitor.name))

    def _step(self, number: int) -> Step:
        is_open = self.state == State.OPEN
        if number not in self.came:
            return Step.NONE if self._is_over else Step.IN
        if number in self.table:
            return Step.AT_TABLE if is_open else Step.NONE
        if is_open:
            return Step.TO_TABLE
        return Step.NONE if self._is_over else Step.NOT_HERE

    @property
    def _is_over(self) -> bool:
        return self.state in (State.CLOSED, State.CANCELLED)

    def _stand(self, rsvp: Rsvp) -> Stand:
        if rsvp.player in self.came:
            return Stand.HERE
        if rsvp.mark in GIVEN_UP:
            return Stand.EXCUSED if rsvp.mark == Mark.EXCUSED else Stand.NO_SHOW
        return Stand.DUE if is_due(rsvp, self.night, self.now) else Stand.EXPECTED

    def _brought(self, name: str) -> Brought:
        number = self.known.get(name_key(name))
        if number is None:
            return Brought(name, None, is_here=False, step=Step.NONE if self._is_over else Step.IN)
        is_here = number in self.came
        no_id = self._no_id(self.rsvp_state.of(number)) if is_here else ""
        return Brought(name, number, is_here, self._step(number), no_id)

    def _no_id(self, rsvp: Rsvp) -> str:
        if rsvp.mark in GIVEN_UP and rsvp.player not in self.came:
            return ""
        return why_no_id(self.ids.get(rsvp.player), self.terms.minimum_age, self.night.date)


def door_list_of(night: Night) -> door_list.DoorList:
    """Return the door list of a night; it knows every fact up to the newest when it was begun."""
    newest, noted_at = Fact.objects.order_by("-pk").values_list("pk", "at").first() or (0, None)
    facts = [fact for fact in facts_of(night) if fact.id <= newest]
    terms, people = terms_of_night(night), people_for(night, arrears_now())
    rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
    # The newest act tells who has come; there is none before the bank is open.
    act = Act.objects.filter(night=night).order_by("-number").values_list("number", flat=True).first() or 0
    door = door_list.Door(
        house=night.house.name,
        day=night.date,
        zone=ZoneInfo(zone_of(night)),
        minimum_age=terms.minimum_age,
        ids=ids_seen(),
        came=arrived(night),
        fact_at=noted_at,
        fact=newest,
        act=act,
    )
    return door_list.door_list(rsvp_state, line(rsvp_state, people, terms), people, door)


def is_due(rsvp: Rsvp, night: Night, now: datetime) -> bool:
    """Tell whether somebody with a seat should be here: the night has begun, and the time they said has passed."""
    return has_started(night, now) and (rsvp.expected_at is None or now >= rsvp.expected_at)


def not_accounted_for(night: Night, now: datetime) -> int:
    """Return of how many with a seat nobody has said what became of them once the night has begun.

    Late says that they come: it stays open until they have.
    """
    return sum(is_due(each, night, now) for each in not_come(rsvp_state_of(night), arrived(night), now))


def no_show_means(player: Player, night: Night) -> tuple[str, ...]:
    """Say what follows when that player is marked as a no-show of that night, a sentence each."""
    terms, strikes = terms_of_night(night), strike_level_of(player, night.house).strikes
    after = strikes + terms.no_show_weight
    counts = "It is a strike" if terms.no_show_weight == 1 else f"It weighs as much as {terms.no_show_weight} strikes"
    total = "" if strikes == 0 else f", and with those before it the {ordinal(after)}"
    return (f"{counts}{total}.", means(player.name, what_follows(after, terms)))
