"""Record what is due by the clock on every night ahead: offers that end, seats that move on, reminders."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from reservations.acts.commands import command, lock_desk
from reservations.models import Fact, Night
from reservations.nights.commands import extend_series
from reservations.nights.queries import has_started
from reservations.rsvps.due import next_due
from reservations.rsvps.queries import HouseLookups, rsvp_states_of, upcoming
from reservations.rsvps.record_commands import NO_DEBTS, record_due, reread

_LONGEST_SLEEP = timedelta(days=60)


def keep_up(*, now: datetime, arrears: Collection[int] = NO_DEBTS) -> int:
    """Record what is due on the nights ahead at that time, and plan the next nights of series; return how many.

    The desk is locked only for a night on which something is due, and that is asked again then: two who do this at
    once record everything once. A night without any fact has nothing due.
    """
    facts, ahead = Fact.objects.filter(night=OuterRef("pk")), upcoming(now)
    # Nights of earlier days with a late change, if the desk was off over their start.
    late = Exists(facts.filter(outcome__contains='"late":true'))
    earlier = Night.objects.filter(late, cancelled_at=None, date__gte=now.date() - _LONGEST_SLEEP)
    earlier = earlier.exclude(pk__in=ahead.values("pk")).select_related("house", "rules")
    nights = [*ahead.filter(Exists(facts)), *earlier]
    rsvp_states, houses, recorded = rsvp_states_of(nights), HouseLookups(arrears), 0
    due = []
    for night in nights:
        terms = houses.terms(night)
        people, begun = houses.who(night.house, terms), has_started(night, now)
        if next_due(rsvp_states[night.pk], people, terms, now, begun=begun) is not None:
            due.append(night)
    for night in due:
        recorded += _keep_up(night=night, now=now, arrears=arrears)
    return recorded + extend_series(now=now)


@command
def _keep_up(*, night: Night, now: datetime, arrears: Collection[int]) -> int:
    lock_desk()
    return record_due(reread(night), now, arrears)
