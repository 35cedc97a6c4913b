"""What the clock asks for, on every night ahead: offers that end, seats that go on, people who are to be asked."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from reservations.acts.commands import command, lock_desk
from reservations.models import Fact, Night
from reservations.nights.commands import extend_series
from reservations.nights.queries import has_started
from reservations.rsvps.due import next_due
from reservations.rsvps.queries import Lookups, rolls_of, upcoming
from reservations.rsvps.settling_commands import NO_DEBTS, reread, settle

_LONGEST_SLEEP = timedelta(days=60)


def keep_up(*, now: datetime, arrears: Collection[int] = NO_DEBTS) -> int:
    """Record what is due on the nights ahead at that time, and plan those that a series has come to; return how many.

    The desk is locked for a night only where something is due on it, and asked again then: two who do this at once
    record everything once. A night of which nobody has said anything has nothing due.
    """
    due = _with_something_due([*_spoken_of(now), *_left_open(now)], now, arrears)
    recorded = sum(_keep_up(night=night, now=now, arrears=arrears) for night in due)
    return recorded + extend_series(now=now)


def _with_something_due(nights: list[Night], now: datetime, arrears: Collection[int]) -> list[Night]:
    """Return those of the nights on which something is due: their facts are read once, and people once a house."""
    rsvp_states, houses, found = rolls_of(nights), Lookups(arrears), []
    for night in nights:
        terms = houses.terms(night)
        people, begun = houses.who(night.house, terms), has_started(night, now)
        if next_due(rsvp_states[night.pk], people, terms, now, begun=begun) is not None:
            found.append(night)
    return found


def _spoken_of(now: datetime) -> QuerySet[Night]:
    return upcoming(now).filter(Exists(Fact.objects.filter(night=OuterRef("pk"))))


def _left_open(now: datetime) -> QuerySet[Night]:
    """Return nights of earlier days on which somebody gave up a seat too late, for a desk that slept over the start."""
    late = Fact.objects.filter(night=OuterRef("pk"), outcome__contains='"late":true')
    earlier = Night.objects.filter(Exists(late), cancelled_at=None).exclude(pk__in=upcoming(now).values("pk"))
    return earlier.filter(date__gte=now.date() - _LONGEST_SLEEP).select_related("house", "rules")


@command
def _keep_up(*, night: Night, now: datetime, arrears: Collection[int]) -> int:
    lock_desk()
    return settle(reread(night), now, arrears)
