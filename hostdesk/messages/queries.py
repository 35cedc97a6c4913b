"""The nights as letters tell of them, and whether a letter still concerns whom it was written to."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from hostdesk.models import Message
from reservations.acts.fact_queries import said
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.queries import attendance_of
from reservations.messages.letters import LetterKind
from reservations.messages.relevance import Now, concerns
from reservations.messages.text import Occasion
from reservations.models import Fact, House, Night
from reservations.nights.queries import has_started, zone_of
from reservations.players.queries import people_at
from reservations.rsvps.cutoffs import has_begun
from reservations.rsvps.merged_players import People
from reservations.rsvps.queries import people_in, rsvp_state_of
from reservations.rsvps.rsvp_state import RsvpState
from reservations.strikes.queries import strikes_in

READ_FIRST = (LetterKind.STRIKE,)
"""What is never sent by itself: the host reads it first."""

_OVER = timedelta(hours=12)
"""So long after its start a night is over for the letters."""

_NO_NIGHT = RsvpState(None, None)


def occasion_of(night: Night, terms: AttendanceTerms, *, place: str = "") -> Occasion:
    """Return a night of these terms as it is told of; ``place`` only where it is for those who may know it."""
    confirm_by = None
    if night.starts_at is not None and terms.release_minutes is not None:
        confirm_by = night.starts_at - timedelta(minutes=terms.release_minutes)
    return Occasion(
        house=night.house.name,
        date=night.date,
        zone=zone_of(night),
        starts_at=night.starts_at,
        ends_at=night.ends_at,
        seats=night.seats,
        place=place,
        note=night.note,
        says=terms.invitation,
        maybe_until=night.maybe_until,
        confirm_by=confirm_by,
        desk_at=_desk_at(),
    )


def occasion_in(house: House, at: datetime) -> Occasion:
    """Return what letters tell of a house where they are about no single night."""
    zone = timezone.get_current_timezone()
    says = attendance_of(house.newest()).invitation
    return Occasion(house.name, at.astimezone(zone).date(), str(zone), says=says, desk_at=_desk_at())


def _desk_at() -> str:
    """Return the address of the desk where people reach it from home: only behind a proxy that has a name."""
    named = [name for name in settings.NAMED_HOSTS if not name.startswith(".")]
    return f"https://{named[0]}/" if settings.TLS and named else ""


def is_over(night: Night, at: datetime) -> bool:
    """Tell whether a night is over, as far as letters go: some hours after its start, or when its day is over."""
    if night.starts_at is not None:
        return has_begun(night.starts_at, at - _OVER)
    return at.astimezone(ZoneInfo(zone_of(night))).date() > night.date


@dataclass(frozen=True)
class _InHouse:
    """Who may not reserve in a house, by number, and the strikes there that are news: by their facts."""

    barred: frozenset[int]
    strikes: frozenset[int]


@dataclass
class Concerned:
    """Whom letters still concern, as things stand at one moment: every night and house is looked at once."""

    at: datetime = field(default_factory=timezone.now)
    _rolls: dict[int, RsvpState] = field(default_factory=dict)
    _houses: dict[int, _InHouse] = field(default_factory=dict)

    @cached_property
    def _people(self) -> People:
        return people_at()

    def about(self, message: Message) -> bool:
        """Tell whether a message still concerns its player; its fact has a night or a house."""
        fact = message.fact
        night, here = fact.night, self._here(fact)
        number = self._people[message.player_id]
        now = Now(
            at=self.at,
            number=number,
            rsvp_state=self._roll(night) if night else _NO_NIGHT,
            begun=night is not None and has_started(night, self.at),
            over=night is not None and is_over(night, self.at),
            out=number in here.barred,
            strike_counts=fact.pk in here.strikes,
        )
        return concerns(LetterKind(message.kind), said(fact), now)

    def _roll(self, night: Night) -> RsvpState:
        if night.pk not in self._rolls:
            self._rolls[night.pk] = rsvp_state_of(night)
        return self._rolls[night.pk]

    def _here(self, fact: Fact) -> _InHouse:
        """Return how people stand in the house that a fact is about."""
        house = cast(House, fact.house or (fact.night and fact.night.house))
        if house.pk not in self._houses:
            people = people_in(house, attendance_of(house.newest()))
            barred = frozenset(number for number, person in people.items() if person.barred)
            # Whoever has contested a strike knows of it: the letter that asks them to is no news any more.
            strikes = frozenset(each.fact for each in strikes_in(house) if each.counts and not each.contested)
            self._houses[house.pk] = _InHouse(barred, strikes)
        return self._houses[house.pk]
