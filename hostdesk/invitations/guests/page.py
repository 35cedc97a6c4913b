"""The guests of a night for the host: seats, the waiting list in its order, and players without an answer."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.timezone import localtime

from hostdesk.base.lists.queries import NightState, state_of
from hostdesk.invitations.guests import text
from hostdesk.invitations.guests.double_seats import double_seats
from hostdesk.standings.book.standing_queries import arrears_now
from reservations.acts.facts import FactKind, Mark, Reply
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.models import Fact, Night, Player
from reservations.parsing.days import day_of
from reservations.players.queries import NightFacts
from reservations.rsvps import rsvp_state as state_rules
from reservations.rsvps.door_queries import arrived, ids_seen, known_guests, why_no_id
from reservations.rsvps.queries import has_started, people_for, rsvp_state_of, terms_of_night, zone_of
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import GIVEN_UP, Rsvp, RsvpState, costs_strike, keeps_until, late_from
from reservations.strikes.text import strike_ahead
from reservations.waiting_list.rules import Person, WayUp, line, way_up

REASONED = (FactKind.SEAT, FactKind.BUMP, FactKind.RELEASE, FactKind.PIN, FactKind.FAVOUR)
"""Decisions of the host that need a reason."""

_OFFERED_REASONS, _LOOKED_AT = 4, 100
_MOST_DOTS = 24


@dataclass(frozen=True)
class WithPerson:
    """The part about one person on a page of a night."""

    person: Person

    @property
    def number(self) -> int:
        return self.person.number

    @property
    def name(self) -> str:
        return self.person.name


@dataclass(frozen=True)
class Invitee(WithPerson):
    """A possible guest: RSVP, place in line, and arrival; ``no_id``: an ID is needed, and was not seen."""

    rsvp: Rsvp
    position: int | None = None
    words: str = ""
    no_id: bool = False
    invited: bool = False
    here_since: datetime | None = None

    @property
    def stays_away(self) -> str:
        """The reason of a lost seat: "turned away", "excused", "no-show", or ""."""
        if self.rsvp.turned_away:
            return "turned away"
        return self.rsvp.mark.value if self.rsvp.mark in GIVEN_UP and self.rsvp.mark else ""

    @property
    def is_late(self) -> bool:
        """Whether they come late, by their own word or by the mark."""
        return self.rsvp.expected_at is not None or self.rsvp.mark == Mark.LATE


@dataclass(frozen=True)
class Guests:
    """The data of the page of a night's reservations at one moment; every list in the order of the page.

    ``everybody`` are all players by number. ``noes`` includes players marked excused or no-show; ``silent`` are
    regulars and invited players without an answer, ``to_invite`` the regulars among them who can be invited, ``others``
    all other players who could come. ``next_words`` names the next player for a seat that is given up.
    """

    night: Night
    state: NightState
    terms: AttendanceTerms
    rsvp_state: RsvpState
    everybody: Mapping[int, Invitee]
    removed: Collection[int]
    seated: Sequence[Invitee]
    offered: Sequence[Invitee]
    waiting: Sequence[Invitee]
    maybes: Sequence[Invitee]
    noes: Sequence[Invitee]
    silent: Sequence[Invitee]
    to_invite: Sequence[Invitee]
    others: Sequence[Invitee]
    has_started: bool
    takes_changes: bool
    takes_maybes: bool
    filled: str
    moves: str
    next_words: str

    @property
    def parts(self) -> list[tuple[str, str, Sequence[Invitee], str]]:
        """The lists with somebody in them, in their order: name, heading, people, and the text below."""
        until = self.night.maybe_until
        closes = f"“Maybe” closes {day_of(localtime(until))}, {localtime(until):%H:%M}." if until else ""
        parts = [
            ("seats", "Seats", self.seated, ""),
            ("kept", "A seat is kept for", self.offered, ""),
            ("waiting", "Waiting list", self.waiting, self.moves if self.takes_changes else ""),
            ("maybes", "Maybe", self.maybes, closes),
            ("noes", "No", self.noes, ""),
            ("silent", "Not answered", self.silent, ""),
        ]
        return [part for part in parts if part[2]]

    @property
    def seat_dots(self) -> list[str]:
        """A mark for every seat: taken, kept or free; [] if there are too many to draw."""
        if self.rsvp_state.seats is None or max(self.rsvp_state.seats, self.rsvp_state.taken) > _MOST_DOTS:
            return []
        kept = sum(rsvp.takes for rsvp in self.rsvp_state.offered)
        return ["taken"] * (self.rsvp_state.taken - kept) + ["kept"] * kept + ["free"] * (self.rsvp_state.free or 0)


def guests_of(night: Night, now: datetime, arrears: Collection[int] = frozenset()) -> Guests:
    """Return the guests of a night; ``arrears`` are the numbers of players in arrears."""
    terms, rsvp_state, state = terms_of_night(night), rsvp_state_of(night), state_of(night)
    everybody = _invitees(night, rsvp_state, terms, people_for(night, arrears))
    removed = frozenset(Player.objects.filter(removed=True).values_list("number", flat=True))
    started, until = has_started(night, now), night.maybe_until
    waiting = sorted((guest for guest in everybody.values() if guest.position), key=lambda guest: guest.position or 0)
    expected = (guest for guest in everybody.values() if not guest.stays_away and guest.number not in removed)
    unanswered = sorted((guest for guest in expected if not guest.rsvp.reply), key=lambda guest: guest.name.casefold())
    silent = [guest for guest in unanswered if guest.person.regular or guest.invited or guest.rsvp.because]
    listed = {guest.number for guest in silent}
    way = WayUp.HOST if started else way_up(terms, rsvp_state.starts_at, now)
    moves = text.moves_of(terms, rsvp_state.starts_at, now, timezone.get_current_timezone())
    following = next((guest for guest in waiting if not guest.rsvp.held and not guest.person.barred), None)
    return Guests(
        night=night,
        state=state,
        terms=terms,
        rsvp_state=rsvp_state,
        everybody=everybody,
        removed=removed,
        seated=[everybody[rsvp.player] for rsvp in sorted(rsvp_state.seated, key=lambda rsvp: rsvp.entry)],
        offered=[everybody[rsvp.player] for rsvp in rsvp_state.offered],
        waiting=waiting,
        maybes=[everybody[rsvp.player] for rsvp in rsvp_state.maybes],
        noes=[guest for guest in everybody.values() if guest.rsvp.reply == Reply.NO or guest.stays_away],
        silent=silent,
        to_invite=[guest for guest in silent if guest.person.regular and not guest.invited and not guest.person.barred],
        others=[guest for guest in unanswered if guest.number not in listed],
        has_started=started,
        takes_changes=not rsvp_state.cancelled and state not in (NightState.CLOSED, NightState.TAKEN_BACK),
        takes_maybes=not started and (until is None or now <= until),
        filled=text.seats_in_words(rsvp_state),
        moves=text.STARTED if started else moves,
        next_words=text.next_in_line(following.name if following else None, way),
    )


def guests_part(night: Night, now: datetime, number: int = 0) -> dict[str, Any]:
    """Return the context of a night's guests, by the clock of the night, and of the player of that number."""
    with timezone.override(zone_of(night)):
        guests = guests_of(night, now, arrears_now())
    found = double_seats(guests.rsvp_state, known_guests(guests.rsvp_state)) if guests.takes_changes else ()
    doubled = [(double, guests.everybody[double.host.player], guests.everybody[double.also]) for double in found]
    confirmed = sum(guest.rsvp.confirmed for guest in guests.seated)
    part: dict[str, Any] = {"guests": guests, "confirmed": confirmed, "doubled": doubled}
    if one := guests.everybody.get(number):
        lacking, terms = guests.rsvp_state.lacking(one.rsvp), guests.terms
        costs = costs_strike(guests.rsvp_state, one.rsvp, now, terms)
        part |= {
            "invitee": one,
            "lacking": lacking,
            "late_from": late_from(night.starts_at, terms),
            "is_in_time": not state_rules.is_late_change(night.starts_at, now, terms),
            "strike_ahead": strike_ahead(one.person.strikes, terms.late_change_weight) if costs else "",
            # The latest request is named first.
            "could_make_room": [guest for guest in reversed(guests.seated) if guest.number != number],
            "places": range(1, len(guests.waiting) + 1),
            "proposed_place": max(1, (one.position or 1) - 1),
        }
    return part


def _invitees(
    night: Night, rsvp_state: RsvpState, terms: AttendanceTerms, people: Mapping[int, Person]
) -> dict[int, Invitee]:
    here = arrived(night)
    seen = ids_seen() if terms.minimum_age is not None else {}
    places = {place.rsvp.player: place for place in line(rsvp_state, people, terms)}
    found = {}
    for number, person in people.items():
        waits, no_id = places.get(number), terms.minimum_age is not None and number not in seen
        position, words = (waits.position, waits.words) if waits else (None, "")
        is_invited, rsvp = number in rsvp_state.invited, rsvp_state.of(number)
        found[number] = Invitee(person, rsvp, position, words, no_id, is_invited, here.get(number))
    return found


def recent_reasons() -> dict[str, list[str]]:
    """Return reasons to choose from, by the kind of fact: recent ones, the newest first, then usual ones."""
    facts = Fact.objects.filter(kind__in=REASONED).exclude(reason="").exclude(by="")
    reasons: dict[str, list[str]] = defaultdict(list)
    for kind, reason in facts.order_by("-pk").values_list("kind", "reason")[:_LOOKED_AT]:
        reasons[kind].append(reason)
    every = {kind.value: dict.fromkeys([*reasons[kind], *text.USUAL_REASONS[kind]]) for kind in REASONED}
    return {kind: list(of_kind)[:_OFFERED_REASONS] for kind, of_kind in every.items()}


@dataclass(frozen=True)
class Awaited:
    """An expected player: ``word`` is the time, "late" once the seat is no longer kept, or "here" (before the bank).

    ``is_later``: they announced a time that is still to come.
    """

    number: int
    name: str
    word: str
    guests: int = 0
    is_here: bool = False
    is_later: bool = False

    @property
    def note(self) -> str:
        """The text of their tile: "from 21:00", or "expected" if the time is the night's."""
        if self.is_later:
            return f"from {self.word}"
        return "expected" if self.word[:1].isdigit() else self.word or "expected"


@dataclass(frozen=True)
class Expected:
    """The players still to come; it changes by the clock at ``changes_at``.

    ``noes`` are the numbers of all players who stay away; ``regulars`` may come if nobody is awaited.
    """

    awaited: tuple[Awaited, ...] = ()
    regulars: tuple[Awaited, ...] = ()
    noes: frozenset[int] = frozenset()
    waiting: int = 0
    without_id: int = 0
    changes_at: datetime | None = None

    @property
    def people(self) -> tuple[Awaited, ...]:
        """The players of the tiles before the first sale."""
        return self.awaited or self.regulars

    def of(self, number: int) -> Awaited | None:
        """Return an expected player; None for another."""
        return next((guest for guest in self.awaited if guest.number == number), None)


def expected_of(
    night: Night,
    facts: NightFacts,
    here: Collection[int],
    names: Mapping[int, str],
    now: datetime,
    terms: AttendanceTerms,
) -> Expected:
    """Return the players still to come to a night of these terms with an open bank; ``here`` are those at the table."""
    rsvp_state = fold(facts.coming(), seats=night.seats, starts_at=night.starts_at)
    others = [rsvp for rsvp in rsvp_state.rsvps.values() if rsvp.player not in here]
    coming = [(rsvp, rsvp.expected_at or night.starts_at) for rsvp in others if rsvp.came_at or rsvp.has_seat]
    # Present players first, then by time, then by the order of answers.
    coming.sort(key=lambda pair: (pair[0].came_at is None, pair[1].timestamp() if pair[1] else 0, pair[0].entry))
    age = terms.minimum_age
    seen = {} if age is None else ids_seen()
    zone, awaited, changes = ZoneInfo(zone_of(night)), [], []
    for rsvp, due in coming:
        until = keeps_until(rsvp, night.starts_at, terms)
        over_at = until and until + timedelta(seconds=1)
        word = f"{due.astimezone(zone):%H:%M}" if due else ""
        if rsvp.came_at is not None:
            word = "here"
        elif over_at and now >= over_at:
            word = "late"
        elif over_at:
            changes.append(over_at)
        is_here, is_later = rsvp.came_at is not None, rsvp.expected_at is not None and rsvp.expected_at > now
        awaited.append(Awaited(rsvp.player, names[rsvp.player], word, len(rsvp.guests), is_here, is_later))
    return Expected(
        awaited=tuple(awaited),
        noes=frozenset(rsvp.player for rsvp in others if rsvp.reply == Reply.NO or rsvp.mark in GIVEN_UP),
        waiting=sum(rsvp.player not in here for rsvp in rsvp_state.waiting),
        without_id=sum(bool(why_no_id(seen.get(number), age, night.date)) for number in here if age is not None),
        changes_at=min(changes, default=None),
    )
