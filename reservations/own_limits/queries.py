"""The limits that players set for themselves, as in force at a moment."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.utils import timezone

from reservations.acts.kept_queries import ANY_NUMBER, KeptQuery, moment
from reservations.models import OwnLimitSaid
from reservations.own_limits.rules import Limited, LimitSet, OwnLimit, limit_at, paused_until
from reservations.parsing.days import day_of
from reservations.players.queries import people_at

_SAID = KeptQuery(
    lambda player: OwnLimitSaid.objects.filter(player=player).values_list("pk", "what", "figure", "said_at"), ANY_NUMBER
)


def own_limits(numbers: Collection[int], at: datetime) -> dict[Limited, OwnLimit]:
    """Return the limits of a person in force at an aware time, by all their ``numbers``."""
    by_limit: dict[Limited, list[LimitSet]] = {what: [] for what in Limited}
    for _, what, figure, said_at in sorted(row for number in numbers for row in _SAID.all(number)):
        by_limit[Limited(what)].append(LimitSet(figure, moment(said_at)))
    return {what: limit_at(at, settings, what) for what, settings in by_limit.items()}


def figures_in_force(numbers: Collection[int], at: datetime) -> dict[Limited, int]:
    """Return the figures of the limits in force at an aware time for a person, by all their numbers."""
    return {what: limit.figure for what, limit in own_limits(numbers, at).items() if limit.figure is not None}


def not_to_be_invited(numbers: Iterable[int], at: datetime) -> dict[int, str]:
    """Return the players who want no invitation now, by number, with the end of the pause: the day in words.

    Limits under a merged entry count for the person.
    """
    people, wanted = people_at(), {*numbers}
    settings: dict[int, list[LimitSet]] = {}
    limits = OwnLimitSaid.objects.filter(what=Limited.PAUSE).order_by("pk")
    for number, figure, said_at in limits.values_list("player", "figure", "said_at"):
        settings.setdefault(people[number], []).append(LimitSet(figure, said_at))
    today = timezone.localdate(at)
    pauses = {number: limit_at(at, settings.get(people[number], ()), Limited.PAUSE) for number in wanted}
    return {number: day_of(day) for number, limit in pauses.items() if (day := paused_until(limit, today))}
