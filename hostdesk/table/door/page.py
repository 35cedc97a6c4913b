"""The door of a night at one moment: expected, present and absent players; and its list."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from zlib import crc32

from hostdesk.base.lists.queries import NightState, state_of
from hostdesk.invitations.guests.page import WithPerson
from hostdesk.invitations.strikes.page import nights_to_come
from hostdesk.standings.book.standing_queries import arrears_now
from hostdesk.table.requests.queries import OpenRequest, open_requests_on
from ledger.bank.queries import history_of
from reservations.acts.facts import Mark, Place
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.models import Night, Player
from reservations.parsing.names import name_key
from reservations.rsvps.door_queries import IdSeen, arrived, ids_seen, is_due, known_guests, turned_away, why_no_id
from reservations.rsvps.queries import has_started, people_in, rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import GIVEN_UP, Rsvp, RsvpState, keeps_until
from reservations.strikes.queries import strike_level_of
from reservations.strikes.rules import what_follows
from reservations.strikes.text import means, strike_ahead
from reservations.waiting_list.rules import Person, Waiting, line


class VisitorStatus(StrEnum):
    """The states of a player with a seat; ``due``: the expected time has passed."""

    EXPECTED = "expected"
    DUE = "due"
    HERE = "here"
    EXCUSED = "excused"
    NO_SHOW = "no-show"
    TURNED_AWAY = "turned-away"


class DoorAction(StrEnum):
    """The actions of one tap: let a visitor in, send them to the table, show them there, or take an arrival back."""

    NONE = ""
    IN = "in"
    TO_TABLE = "to the table"
    AT_TABLE = "at the table"
    NOT_HERE = "not here after all"


@dataclass(frozen=True)
class BroughtGuest:
    """A player's guest, by name; ``number`` if a player has that name.

    ``no_id`` is the reason for an ID check of a present guest, ``turned_away`` the reason why they may not come in.
    """

    name: str
    number: int | None
    is_here: bool
    action: DoorAction = DoorAction.NONE
    no_id: str = ""
    turned_away: str = ""


@dataclass(frozen=True)
class Visitor(WithPerson):
    """A player at the door, with the RSVP and the time of their arrival (aware), if any.

    ``keeps_until`` is the last second for which the seat is kept, ``no_id`` the reason for an ID check; ``turned_away``
    the reason why they may not come in. ``is_settled``: they had come when the page was loaded. ``next_night`` is the
    next one on which a no-show has a seat, ``sits_then``, or waits for one.
    """

    rsvp: Rsvp
    status: VisitorStatus
    came_at: datetime | None = None
    keeps_until: datetime | None = None
    is_kept: bool = True
    guests: tuple[BroughtGuest, ...] = ()
    no_id: str = ""
    turned_away: str = ""
    action: DoorAction = DoorAction.NONE
    is_settled: bool = False
    next_night: Night | None = None
    sits_then: bool = False

    @property
    def reads(self) -> str:
        """A short word that changes with anything shown of this visitor."""
        return f"{crc32(repr(self).encode()):x}"

    @property
    def gave_up(self) -> bool:
        """Whether they are marked excused or no-show."""
        return self.rsvp.mark in GIVEN_UP


@dataclass(frozen=True)
class Door:
    """All data of the page at the door, as of ``now``, in the order of ``since``, when the page was loaded.

    ``came`` has the arrivals by player, ``table`` the players at the table, ``known`` the numbers of players by the
    name keys of guests, ``away`` the reasons why players may not come in, ``requests`` those of players at the table.
    ``to_come`` are later nights of the house with their reservations, if somebody is a no-show.
    """

    night: Night
    now: datetime
    since: datetime
    state: NightState
    terms: AttendanceTerms
    rsvp_state: RsvpState
    people: Mapping[int, Person]
    came: Mapping[int, datetime]
    table: Collection[int]
    ids: Mapping[int, IdSeen]
    away: Mapping[int, str]
    known: Mapping[str, int]
    requests: Sequence[OpenRequest]
    to_come: Sequence[tuple[Night, RsvpState]] = ()

    @cached_property
    def visitors(self) -> list[Visitor]:
        """The players with a seat, now or before: due when the page was loaded, to come, here, marked."""
        seated = [rsvp for rsvp in self.rsvp_state.rsvps.values() if self._is_listed(rsvp)]
        return sorted(map(self._visitor, seated), key=self._place)

    @cached_property
    def walk_ins(self) -> list[Visitor]:
        """The players who came without a seat."""
        shown = {visitor.number for visitor in self.visitors} | {guest.number for guest in self._guests}
        numbers = [number for number in self.came if number in self.people and number not in shown]
        return [self._visitor(self.rsvp_state.of(number)) for number in numbers]

    @cached_property
    def waiting(self) -> list[Waiting]:
        """The waiting players who have not come, in the order of the house."""
        return [place for place in line(self.rsvp_state, self.people, self.terms) if place.rsvp.player not in self.came]

    @property
    def maybes(self) -> list[Person]:
        """The players who may come, and have not."""
        numbers = [maybe.player for maybe in self.rsvp_state.maybes if maybe.player not in self.came]
        return [self.people[number] for number in numbers if number in self.people]

    @property
    def changes_at(self) -> datetime | None:
        """The next change by the clock alone; None for never."""
        moments = [self.night.starts_at, *(visitor.rsvp.expected_at for visitor in self.visitors)]
        moments += [visitor.keeps_until and visitor.keeps_until + timedelta(seconds=1) for visitor in self.visitors]
        return min((moment for moment in moments if moment and moment > self.now), default=None)

    @property
    def takes_arrivals(self) -> bool:
        """Whether anybody can still come."""
        return not self.rsvp_state.cancelled and self.state not in (NightState.CLOSED, NightState.TAKEN_BACK)

    @property
    def turned_away(self) -> list[int]:
        """The players turned away by a tap, which a tap undoes; a birth date is not undone so."""
        return [rsvp.player for rsvp in self.rsvp_state.rsvps.values() if rsvp.turned_away]

    @property
    def is_open(self) -> bool:
        """Whether the bank is open, so that an arrival is an act of the night."""
        return self.state == NightState.OPEN

    @property
    def has_started(self) -> bool:
        return has_started(self.night, self.now)

    @property
    def missing(self) -> list[Visitor]:
        """The absent players who should be here."""
        return [visitor for visitor in self.visitors if visitor.status == VisitorStatus.DUE]

    @property
    def who_else(self) -> str:
        """State that nobody else comes; "" while somebody with a seat does. "Everybody" is without a no-show."""
        found = {visitor.status for visitor in self.visitors}
        if found & {VisitorStatus.EXPECTED, VisitorStatus.DUE}:
            return ""
        return "Everybody is here." if found == {VisitorStatus.HERE} else "Nobody else is expected."

    @property
    def is_folded(self) -> bool:
        """Whether those here when the page was loaded, and their guests, are all in and have shown their IDs."""
        settled = [visitor for visitor in (*self.visitors, *self.walk_ins) if visitor.is_settled]
        shown: list[Visitor | BroughtGuest] = [*settled, *(guest for visitor in settled for guest in visitor.guests)]
        return not any(visitor.no_id or visitor.action in (DoorAction.IN, DoorAction.TO_TABLE) for visitor in shown)

    @property
    def here(self) -> int:
        """The number of arrivals: with a seat, as a guest, or without."""
        seated = {visitor.number for visitor in self.visitors if visitor.status == VisitorStatus.HERE}
        walked_in = {visitor.number for visitor in self.walk_ins if visitor.status == VisitorStatus.HERE}
        return len(walked_in | seated | {guest.number for guest in self._guests if guest.is_here})

    @property
    def without_id(self) -> int:
        """The number of ID checks for players who are here or still to come."""
        shown: list[Visitor | BroughtGuest] = [*self.walk_ins, *self.visitors, *self._guests]
        return len({visitor.number for visitor in shown if visitor.no_id})

    @property
    def here_without_id(self) -> dict[int, str]:
        """The names of present players without a shown ID, by number."""
        here = [visitor for visitor in (*self.walk_ins, *self.visitors) if visitor.status == VisitorStatus.HERE]
        shown: list[Visitor | BroughtGuest] = [*here, *(guest for guest in self._guests if guest.is_here)]
        return {visitor.number: visitor.name for visitor in shown if visitor.no_id and visitor.number is not None}

    @property
    def _guests(self) -> list[BroughtGuest]:
        return [guest for visitor in self.visitors for guest in visitor.guests]

    @property
    def kept_for(self) -> list[tuple[str, datetime]]:
        """The players with an offer, and its end."""
        found = [(self.people[rsvp.player].name, rsvp.offered_until) for rsvp in self.rsvp_state.offered]
        return [(name, until) for name, until in found if until is not None]

    @property
    def in_line(self) -> list[tuple[int, str, int, str]]:
        """The waiting list in its order: place, name, size of the party, and the reason to tell them."""
        names = {place.rsvp.player: self.people[place.rsvp.player].name for place in self.waiting}
        return [(place.position, names[place.rsvp.player], place.rsvp.party, place.words) for place in self.waiting]

    def visitor(self, number: int) -> Visitor | None:
        """Return the player of that number with a seat, now or before, or without one at the door; None for others."""
        return next((visitor for visitor in (*self.visitors, *self.walk_ins) if visitor.number == number), None)

    def _is_listed(self, rsvp: Rsvp) -> bool:
        """Tell whether a player has a seat or had one; a player turned away is listed, if not as somebody's guest."""
        if rsvp.turned_away:
            return rsvp.reply is not None or rsvp.player not in self.known.values()
        return rsvp.has_seat or rsvp.mark in GIVEN_UP

    def _visitor(self, rsvp: Rsvp) -> Visitor:
        until, came_at = keeps_until(rsvp, self.night.starts_at, self.terms), self.came.get(rsvp.player)
        if rsvp.player in self.away:
            status = VisitorStatus.TURNED_AWAY
        elif came_at is not None:
            status = VisitorStatus.HERE
        elif rsvp.mark in GIVEN_UP:
            status = VisitorStatus.EXCUSED if rsvp.mark == Mark.EXCUSED else VisitorStatus.NO_SHOW
        else:
            status = VisitorStatus.DUE if is_due(rsvp, self.night, self.now) else VisitorStatus.EXPECTED
        ahead = self.to_come if status == VisitorStatus.NO_SHOW else ()
        later = [(night, then) for night, state in ahead if (then := state.of(rsvp.player)).place != Place.NONE]
        return Visitor(
            person=self.people[rsvp.player],
            rsvp=rsvp,
            status=status,
            came_at=came_at,
            keeps_until=until,
            is_kept=until is None or self.now.replace(microsecond=0) <= until,
            guests=tuple(map(self._brought, rsvp.guests)),
            no_id=self._no_id(rsvp),
            turned_away=self.away.get(rsvp.player, ""),
            action=self._action(rsvp.player),
            is_settled=came_at is not None and came_at <= self.since,
            next_night=later[0][0] if later else None,
            sits_then=bool(later) and later[0][1].has_seat,
        )

    def _place(self, visitor: Visitor) -> tuple[int, float, str]:
        rank = 0 if is_due(visitor.rsvp, self.night, self.since) else 1
        if visitor.is_settled or visitor.gave_up or visitor.turned_away:
            rank = 3 if visitor.is_settled else 2
        expected = visitor.rsvp.expected_at
        return (rank, expected.timestamp() if expected else 0, name_key(visitor.name))

    def _action(self, number: int | None) -> DoorAction:
        """Return the action of a tap on a player; None: a guest who is not on the list of players yet."""
        is_over = self.state in (NightState.CLOSED, NightState.CANCELLED, NightState.TAKEN_BACK) or number in self.away
        if number not in self.came:
            return DoorAction.NONE if is_over else DoorAction.IN
        if number in self.table:
            return DoorAction.AT_TABLE if self.is_open else DoorAction.NONE
        if self.is_open:
            return DoorAction.TO_TABLE
        return DoorAction.NONE if is_over else DoorAction.NOT_HERE

    def _brought(self, name: str) -> BroughtGuest:
        number = self.known.get(name_key(name))
        is_here = number is not None and number in self.came and number not in self.away
        no_id = self._no_id(self.rsvp_state.of(number)) if number is not None and is_here else ""
        return BroughtGuest(name, number, is_here, self._action(number), no_id, self.away.get(number or 0, ""))

    def _no_id(self, rsvp: Rsvp) -> str:
        if rsvp.player in self.away or (rsvp.mark in GIVEN_UP and rsvp.player not in self.came):
            return ""
        return why_no_id(self.ids.get(rsvp.player), self.terms.minimum_age, self.night.date)


def door_of(night: Night, now: datetime, since: datetime | None = None) -> Door:
    """Read the door of a night, in a number of queries that does not grow with the people.

    With ``since``, when the page was loaded, everybody keeps their place on the page.
    """
    rsvp_state, terms, state = rsvp_state_of(night), terms_of_night(night), state_of(night)
    has_no_show = any(rsvp.mark == Mark.NO_SHOW for rsvp in rsvp_state.rsvps.values())
    return Door(
        night=night,
        now=now,
        since=(since or now).replace(microsecond=0),
        state=state,
        terms=terms,
        rsvp_state=rsvp_state,
        people=people_in(night.house, terms, arrears_now()),
        came=arrived(night),
        table=frozenset() if state == NightState.PLANNED else history_of(night).arrivals,
        ids={} if terms.minimum_age is None else ids_seen(),
        away=turned_away(night, terms),
        known=known_guests(rsvp_state),
        requests=open_requests_on(night) if state == NightState.OPEN else (),
        to_come=nights_to_come([night.house_id], now) if has_no_show else (),
    )


def no_show_means(player: Player, night: Night) -> tuple[str, ...]:
    """Return the consequences of marking that player a no-show of that night, in sentences."""
    terms, strikes = terms_of_night(night), strike_level_of(player, night.house).strikes
    follows = what_follows(strikes + terms.no_show_weight, terms)
    return (f"It counts: {strike_ahead(strikes, terms.no_show_weight)}.", means(player.name, follows))
