"""Attendance over a period: who was asked, who came, who did not, night by night. A fixed number of queries.

Nights that were cancelled, and those that have not begun, count for nothing. A duplicate's nights are the person's.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from reservations.acts.facts import Cause, FactKind, Mark, Said
from reservations.models import House, Night
from reservations.players.queries import people_at
from reservations.rsvps.merged_players import People
from reservations.rsvps.queries import facts_of_nights
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import RsvpState
from reservations.strikes.outcomes import Attended, Known, outcome_of

Arrivals = Mapping[int, Collection[int]]
"""By the id of a night, the numbers of the people who came to it: by the bank where it was open, else by the door."""


@dataclass(frozen=True)
class Period:
    """Nights from a day on, up to a day, both among them, of one house or of all; ``None`` leaves it open."""

    since: date | None = None
    until: date | None = None
    house: House | None = None


def nights_begun(period: Period, now: datetime, today: date) -> QuerySet[Night]:
    """Return the nights of a period that have begun (``nights.has_started``), ``today`` being where the desk stands."""
    begun = Q(starts_at__lte=now) | Q(starts_at=None) & (Q(rules__isnull=False) | Q(date__lt=today))
    nights = Night.objects.filter(begun, cancelled_at=None).select_related("house").order_by("-date", "-pk")
    if period.since is not None:
        nights = nights.filter(date__gte=period.since)
    if period.until is not None:
        nights = nights.filter(date__lte=period.until)
    return nights if period.house is None else nights.filter(house=period.house)


def attended(nights: Iterable[Night], came: Arrivals) -> list[Attended]:
    """Return what became of everybody who was asked to those nights, answered or came: each person once a night."""
    found = list(nights)
    facts, people = facts_of_nights(found), people_at()
    return [line for night in found for line in _on_night(night, facts[night.pk], came.get(night.pk, ()), people)]


def _on_night(night: Night, facts: Sequence[Said], came: Collection[int], people: People) -> Iterator[Attended]:
    rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
    struck = _Struck.read([people.in_fact(fact) for fact in facts], rsvp_state)
    for player in dict.fromkeys(
        [*rsvp_state.rsvps, *sorted(rsvp_state.invited), *sorted(came), *sorted(struck.players)]
    ):
        rsvp = rsvp_state.of(player)
        known = Known(player in came, cancelled=player in struck.cancelled, no_show=player in struck.no_shows)
        yield Attended(night.pk, player, rsvp.reply, rsvp.guests, outcome_of(rsvp, known))


def _moves(fact: Said) -> bool:
    """Tell whether a fact gave the night another start: nobody is held to what they gave up for the one before."""
    return fact.kind == FactKind.CHANGE and "starts_at" in fact.content


@dataclass(frozen=True)
class _Struck:
    """Who gave a seat up late on a night and who did not show up, as nobody has taken back."""

    cancelled: frozenset[int]
    no_shows: frozenset[int]

    @property
    def players(self) -> frozenset[int]:
        """All of them."""
        return self.cancelled | self.no_shows

    @classmethod
    def read(cls, facts: Sequence[Said], rsvp_state: RsvpState) -> "_Struck":
        """Return what a night's strikes say, and its late changes and marks of which no strike was made."""
        moved = max((fact.id for fact in facts if _moves(fact)), default=0)
        strikes = [fact for fact in facts if fact.kind == FactKind.STRIKE and fact.id > moved]
        taken_back = {fact.about for fact in facts if fact.kind == FactKind.UNMARK}
        found: dict[Cause, set[int]] = {cause: set() for cause in Cause}
        for fact in strikes:
            if fact.id not in taken_back:
                found[Cause(fact.content["cause"])].add(fact.player or 0)
        told = {(fact.player, fact.content["cause"]) for fact in strikes}
        late = {change.player for change in rsvp_state.changes if (change.player, Cause.LATE_CANCEL) not in told}
        away = {each.player for each in rsvp_state.rsvps.values() if each.mark == Mark.NO_SHOW}
        away = {player for player in away if (player, Cause.NO_SHOW) not in told}
        return cls(frozenset(found[Cause.LATE_CANCEL] | late), frozenset(found[Cause.NO_SHOW] | away))
