"""Who comes to a night, as the host sees it: seats, the waiting list in its order, and who has said nothing yet."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone

from hostdesk.door.queries import ids_seen
from hostdesk.guests.queries import arrived
from hostdesk.lists.queries import NightState, state_of
from reservations.acts.facts import FactKind, Mark, Reply
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.houses.statement import duration
from reservations.models import Fact, Night, Player
from reservations.nights.queries import has_started
from reservations.rsvps.cutoffs import is_late_change
from reservations.rsvps.queries import people_for, rsvp_state_of, rsvp_states_of, terms_of_night
from reservations.rsvps.rsvp_state import GIVEN_UP, Rsvp, RsvpState
from reservations.waiting_list.rules import Person, WayUp, line, ordinal, way_up

REASONED = (FactKind.SEAT, FactKind.BUMP, FactKind.RELEASE, FactKind.PIN, FactKind.FAVOUR)
"""What the host decides with a reason."""

_USUAL: Mapping[str, tuple[str, ...]] = {
    FactKind.SEAT: ("There is room after all", "Agreed with everybody"),
    FactKind.BUMP: ("Offered to wait", "Too many seats were given"),
    FactKind.RELEASE: ("Asked me to take it back", "A mistake of mine"),
    FactKind.PIN: ("Asked me first", "Promised last time"),
    FactKind.FAVOUR: ("Promised last time", "Helps with the game"),
}
_NEXT = {
    WayUp.SEAT: "is next in line and moves up.",
    WayUp.OFFER: "is next in line: the seat is kept for them to take.",
    WayUp.HOST: "is next in line, but nobody moves up automatically now.",
}
_STARTED = "The night has started: nobody moves up automatically. From now on you give the seats."
_OFFERED_REASONS, _LOOKED_AT = 4, 100
_MOST_DOTS = 24


@dataclass(frozen=True)
class Invitee:
    """Somebody who could come: who they are to the house, what they said, and where that put them.

    ``position`` and ``words`` are those of the waiting list; ``no_id`` is true where the house has a minimum age and
    nobody has seen their ID. ``here_since`` is when they came, as the door or the bank says.
    """

    person: Person
    rsvp: Rsvp
    position: int | None = None
    words: str = ""
    no_id: bool = False
    invited: bool = False
    here_since: datetime | None = None

    @property
    def number(self) -> int:
        """The number of the player."""
        return self.person.number

    @property
    def name(self) -> str:
        """What they are called."""
        return self.person.name

    @property
    def place(self) -> str:
        """Their place in line as people say it: 3rd."""
        return ordinal(self.position) if self.position else ""

    @property
    def pinned(self) -> str:
        """The place that the host has given them, if any: 1st."""
        return ordinal(self.rsvp.pinned) if self.rsvp.pinned else ""

    @property
    def stays_away(self) -> str:
        """What the host marked who had a seat and has none any more: excused, or no-show."""
        return self.rsvp.mark.value if self.rsvp.mark in GIVEN_UP and self.rsvp.mark else ""

    @property
    def is_late(self) -> bool:
        """Whether they come late, as they said or as the host marked."""
        return self.rsvp.expected_at is not None or self.rsvp.mark == Mark.LATE


@dataclass(frozen=True)
class Guests:
    """All that the page of a night's reservations shows, of one moment."""

    night: Night
    now: datetime
    state: NightState
    terms: AttendanceTerms
    rsvp_state: RsvpState
    everybody: Mapping[int, Invitee]
    removed: frozenset[int]

    @property
    def takes_changes(self) -> bool:
        """Whether anything can be changed about who comes: not once the night is off, or closed."""
        return not self.rsvp_state.cancelled and self.state != NightState.CLOSED

    @property
    def has_started(self) -> bool:
        """Whether the night has begun."""
        return has_started(self.night, self.now)

    @property
    def seated(self) -> list[Invitee]:
        """Who has a seat, in the order of asking."""
        return self._those(sorted(self.rsvp_state.seated, key=lambda each: each.asked))

    @property
    def offered(self) -> list[Invitee]:
        """For whom a seat is kept."""
        return self._those(self.rsvp_state.offered)

    @property
    def waiting(self) -> list[Invitee]:
        """Who waits, in the order of the house."""
        found = (each for each in self.everybody.values() if each.position is not None)
        return sorted(found, key=lambda each: each.position or 0)

    @property
    def maybes(self) -> list[Invitee]:
        """Who may come."""
        return self._those(self.rsvp_state.maybes)

    @property
    def noes(self) -> list[Invitee]:
        """Who does not come, whether they said so or the host did."""
        return [each for each in self.everybody.values() if each.rsvp.reply == Reply.NO or each.stays_away]

    @property
    def silent(self) -> list[Invitee]:
        """The regulars and the invited who have no answer in, by name."""
        found = (each for each in self.everybody.values() if each.rsvp.reply is None)
        asked = (each for each in found if each.person.regular or each.invited or each.rsvp.because)
        return sorted((each for each in asked if each.number not in self.removed), key=_by_name)

    @property
    def to_invite(self) -> list[Invitee]:
        """The regulars who have not answered, may come, and have no invitation yet."""
        return [each for each in self.silent if each.person.regular and not each.invited and not each.person.barred]

    @property
    def others(self) -> list[Invitee]:
        """Everybody else who could come, by name: guests of earlier nights."""
        shown = {each.number for each in self.silent}
        found = (each for each in self.everybody.values() if each.rsvp.reply is None and each.number not in shown)
        return sorted((each for each in found if each.number not in self.removed), key=_by_name)

    @property
    def seat_dots(self) -> list[str]:
        """A mark for each seat: taken, kept or free; [] if there are too many to draw."""
        if self.rsvp_state.seats is None or max(self.rsvp_state.seats, self.rsvp_state.taken) > _MOST_DOTS:
            return []
        kept = sum(each.takes for each in self.rsvp_state.offered)
        return ["taken"] * (self.rsvp_state.taken - kept) + ["kept"] * kept + ["free"] * (self.rsvp_state.free or 0)

    @property
    def said(self) -> str:
        """How full the night is: 7 of 9 seats taken · 2 waiting."""
        return said_of(self.rsvp_state)

    @property
    def moves(self) -> str:
        """How somebody who waits comes to a free seat now."""
        return _STARTED if self.has_started else moves_of(self.terms, self.rsvp_state.starts_at, self.now)

    @property
    def is_late_now(self) -> bool:
        """Whether a seat that is given up now is given up too late by the terms of the house."""
        return is_late_change(self.rsvp_state.starts_at, self.now, self.terms)

    @property
    def late_span(self) -> str:
        """How long before the start a seat has to be given up: 2 hours."""
        return duration(self.terms.late_change_minutes or 0)

    @property
    def next_words(self) -> str:
        """Who comes to a seat that is given up, and whether by themselves."""
        able = (each for each in self.waiting if not each.rsvp.held and not each.person.barred)
        following = next(able, None)
        if following is None:
            return "Nobody on the waiting list moves up automatically."
        way = WayUp.HOST if self.has_started else way_up(self.terms, self.rsvp_state.starts_at, self.now)
        return f"{following.name} {_NEXT[way]}"

    @property
    def takes_maybes(self) -> bool:
        """Whether maybe is an answer still."""
        until = self.night.maybe_until
        return not self.has_started and (until is None or self.now <= until)

    def lacking_for(self, invitee: Invitee) -> int:
        """Return how many seats others have to give up for a party."""
        return self.rsvp_state.lacking(invitee.rsvp)

    def could_make_room_for(self, invitee: Invitee) -> list[Invitee]:
        """Return who could give up their seat for somebody, those first who asked last."""
        return [each for each in reversed(self.seated) if each.number != invitee.number]

    def invitee(self, number: int) -> Invitee | None:
        """Return somebody by number; None if nobody has it."""
        return self.everybody.get(number)

    def _those(self, rsvps: Iterable[Rsvp]) -> list[Invitee]:
        return [self.everybody[each.player] for each in rsvps]


def _by_name(invitee: Invitee) -> str:
    return invitee.name.casefold()


def guests_of(night: Night, now: datetime, arrears: Collection[int] = frozenset()) -> Guests:
    """Return who comes to a night; ``arrears`` are the numbers of those who owe for too long."""
    terms, rsvp_state, people = terms_of_night(night), rsvp_state_of(night), people_for(night, arrears)
    here = arrived(night)
    seen = ids_seen() if terms.minimum_age is not None else {}
    everybody = {
        number: Invitee(
            person,
            rsvp_state.of(number),
            no_id=terms.minimum_age is not None and number not in seen,
            invited=number in rsvp_state.invited,
            here_since=here.get(number),
        )
        for number, person in people.items()
    }
    for each in line(rsvp_state, people, terms):
        waits = everybody[each.rsvp.player]
        everybody[waits.number] = replace(waits, position=each.position, words=each.words)
    removed = frozenset(Player.objects.filter(removed=True).values_list("number", flat=True))
    return Guests(night, now, state_of(night), terms, rsvp_state, everybody, removed)


def said_of(rsvp_state: RsvpState) -> str:
    """Say how full a night is: "7 of 9 seats taken · 2 waiting", "4 coming"."""
    if rsvp_state.seats is None:
        taken = f"{rsvp_state.taken} coming" if rsvp_state.taken else "nobody is coming yet"
    else:
        taken = f"{rsvp_state.taken} of {rsvp_state.seats} {'seat' if rsvp_state.seats == 1 else 'seats'} taken"
    waiting = len(rsvp_state.waiting)
    return f"{taken} · {waiting} waiting" if waiting else taken


def with_seats_said(nights: Iterable[Night]) -> list[tuple[Night, str]]:
    """Return each night with how full it is, in a number of queries that does not grow with them."""
    asked = list(nights)
    rsvp_states = rsvp_states_of(asked)
    return [(night, said_of(rsvp_states[night.pk])) for night in asked]


def moves_of(terms: AttendanceTerms, starts_at: datetime | None, now: datetime) -> str:
    """Say how somebody who waits comes to a free seat before the start, in the active time zone."""
    way, minutes = way_up(terms, starts_at, now), terms.offer_minutes
    if way == WayUp.HOST:
        return "Nobody moves up automatically now: free seats are yours to give."
    if way == WayUp.OFFER:
        return f"A seat that becomes free is kept for the next in line for {minutes} minutes."
    if starts_at is None or terms.moves_up != MovesUp.AUTOMATIC:
        return "When a seat becomes free, the next in line moves up automatically."
    until = timezone.localtime(starts_at - timedelta(minutes=terms.cutoff_minutes))
    after = f"from then on it is kept for the next for {minutes} minutes" if minutes else "from then on seats are yours"
    day = "" if until.date() == timezone.localtime(starts_at).date() else f"{until:%a} {until.day} {until:%b}, "
    return f"When a seat becomes free, the next moves up automatically until {day}{until:%H:%M}; {after}."


def recent_reasons() -> dict[str, list[str]]:
    """Return what hosts said lately when they decided, by the kind of fact and the newest first; else usual reasons."""
    facts = Fact.objects.filter(kind__in=REASONED).exclude(reason="").exclude(by="")
    said: dict[str, list[str]] = defaultdict(list)
    for kind, reason in facts.order_by("-pk").values_list("kind", "reason")[:_LOOKED_AT]:
        said[kind].append(reason)
    return {kind.value: list(dict.fromkeys([*said[kind], *_USUAL[kind]]))[:_OFFERED_REASONS] for kind in REASONED}
