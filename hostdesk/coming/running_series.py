"""The series that go on: how often, at which house, since when, and when the next night of each is."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Min, Q
from django.utils import timezone

from reservations.models import Night, Series
from reservations.nights import repeats_of


@dataclass(frozen=True)
class RunningSeries:
    """A series that has nights ahead, or that no day ends; ``next`` is the day of the nearest, where one is planned."""

    series: Series
    repeats: str
    next: date | None


def running_series(now: datetime) -> list[RunningSeries]:
    """Return the series that go on, the one with the nearest night first; in two queries."""
    later = Q(starts_at__gt=now) | Q(starts_at=None, date__gte=timezone.localdate(now))
    ahead = Night.objects.planned().filter(later, series__isnull=False)
    nearest = dict(ahead.order_by().values_list("series").annotate(nearest=Min("date")))
    found = Series.objects.filter(Q(until=None) | Q(pk__in=nearest)).select_related("house").order_by("first", "pk")
    listed = [RunningSeries(each, str(repeats_of(each)), nearest.get(each.pk)) for each in found]
    return sorted(listed, key=lambda each: each.next or date.max)
