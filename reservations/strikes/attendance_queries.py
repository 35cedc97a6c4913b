"""Attendance over a period, night by night: the invited players and the arrivals. A fixed number of queries.

Cancelled nights and nights that have not begun do not count. A merged player's nights are the person's.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from reservations.acts.facts import Cause, FactKind, FactValue, Mark
from reservations.models import House, Night
from reservations.players.people import People
from reservations.players.queries import people_at
from reservations.rsvps.queries import facts_of_nights
from reservations.rsvps.rsvp_reducers import fold
from reservations.strikes.outcomes import Attendance, outcome_of

Arrivals = Mapping[int, Collection[int]]
"""By the id of a night, the numbers of the people who came to it: by the bank where it was open, else by the door."""


@dataclass(frozen=True)
class Period:
    """Nights from a day to a day, both included, of one house or of all; ``None`` leaves it open.

    ``houses`` limits them to the houses of the visitor, by id.
    """

    since: date | None = None
    until: date | None = None
    house: House | None = None
    houses: Collection[int] | None = None


def nights_begun(period: Period, now: datetime, today: date) -> QuerySet[Night]:
    """Return the nights of a period that have begun (``nights.has_started``); ``today`` is the desk's own day."""
    begun = Q(starts_at__lte=now) | Q(starts_at=None) & (Q(rules__isnull=False) | Q(date__lt=today))
    within = {"date__gte": period.since, "date__lte": period.until, "house": period.house}
    only = {name: value for name, value in within.items() if value is not None}
    nights = Night.objects.in_houses(period.houses).filter(begun, cancelled_at=None, **only)
    return nights.select_related("house").order_by("-date", "-pk")


def attended(nights: Iterable[Night], came: Arrivals) -> list[Attendance]:
    """Return the attendance of all who were invited to those nights, answered or came: one line a person and night."""
    found = list(nights)
    facts, people = facts_of_nights(found), people_at()
    return [line for night in found for line in _on_night(night, facts[night.pk], came.get(night.pk, ()), people)]


def _on_night(night: Night, facts: Sequence[FactValue], came: Collection[int], people: People) -> Iterator[Attendance]:
    rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
    noted = [people.in_fact(fact) for fact in facts]
    # Once a night has a new start, seats given up for the old start do not count.
    moved = max((fact.id for fact in noted if fact.kind == FactKind.CHANGE and "starts_at" in fact.content), default=0)
    strikes = [fact for fact in noted if fact.kind == FactKind.STRIKE and fact.id > moved]
    taken_back = {fact.about for fact in noted if fact.kind == FactKind.UNMARK}
    decided = {(fact.player, fact.content["cause"]) for fact in strikes}
    struck = {(fact.player or 0, fact.content["cause"]) for fact in strikes if fact.id not in taken_back}
    # Late changes and marks count too, even if they brought no strike.
    late = {(change.player, Cause.LATE_CANCEL) for change in rsvp_state.changes}
    away = {(rsvp.player, Cause.NO_SHOW) for rsvp in rsvp_state.rsvps.values() if rsvp.mark == Mark.NO_SHOW}
    missed = struck | ((late | away) - decided)
    players = [*rsvp_state.rsvps, *sorted(rsvp_state.invited), *sorted(came), *sorted(player for player, _ in missed)]
    for player in dict.fromkeys(players):
        rsvp, is_here = rsvp_state.of(player), player in came
        cancelled, no_show = ((player, cause) in missed for cause in (Cause.LATE_CANCEL, Cause.NO_SHOW))
        outcome = outcome_of(rsvp, came=is_here, cancelled=cancelled, no_show=no_show)
        yield Attendance(night.pk, player, rsvp.reply, rsvp.guests, outcome)
