"""Plan a night or a series of them, and roll the series on."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Q

from reservations.acts.chain import instant
from reservations.acts.commands import command, lock_desk, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, known_fact
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.models import House, Night, Series
from reservations.nights.plans import OF_A_SERIES, Plan
from reservations.nights.queries import plan_in, repeats_of
from reservations.nights.recurring import Repeats

MOST_INTERVAL = 12
_A_DAY = timedelta(days=1)


def new_nights(*, stamp: Stamp, house: House, plan: Plan, repeats: Repeats | None = None) -> Noted:
    """Plan a night, or a series that begins with it, inside a command that has locked the desk.

    The outcome has the id of the night as ``night``. A series begins today or later; days that have a night of the
    house already are left out, which the remark says. Raises ``Malformed`` for times that cannot be, and ``Impossible``
    when a night of the house is planned on the day already.
    """
    columns = plan.columns()
    content: dict[str, Any] = {"house": house.pk, **as_said(columns)}
    if repeats is not None:
        content |= as_said({"every": repeats.every, "interval": repeats.interval, "until": repeats.until})
    draft = FactDraft(FactKind.PLAN, house=house, content=content)
    if known := known_fact(draft, stamp):
        return known
    check_day(house, plan.day)
    if repeats is None:
        night, remark = Night.objects.create(house=house, **columns), ""
    else:
        _check_series(plan, repeats, stamp.at)
        night, remark = _new_series(house, plan, repeats, stamp.at)
    return Noted(record_fact(draft, stamp, {"night": night.pk, "remark": remark}), remark=remark)


def as_said(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns of a night as the content of a fact has them: days and UTC instants as text."""
    moments = {name: instant(value) for name, value in columns.items() if isinstance(value, datetime)}
    days = {name: value.isoformat() for name, value in columns.items() if isinstance(value, date)}
    return {**columns, **days, **moments}


def check_day(house: House, day: date) -> None:
    """Raise ``Impossible`` when a night of that house is planned on that day."""
    if Night.objects.planned().filter(house=house, date=day).exists():
        raise Impossible(f"A night at {house} is planned on {day} already: change that one.")


def _check_series(plan: Plan, repeats: Repeats, at: datetime) -> None:
    if plan.starts is None:
        raise Malformed("Say when the nights start.")
    if plan.maybe_on is not None:
        raise Malformed('For a series, say how many hours before each night "maybe" closes, not on which day.')
    if not 1 <= repeats.interval <= MOST_INTERVAL:
        raise Malformed(f"Nights repeat every 1 to {MOST_INTERVAL} weeks or months.")
    if repeats.until is not None and repeats.until < repeats.first:
        raise Malformed("The last night cannot be before the first.")
    if plan.day < _today(plan.zone, at):
        raise Impossible("A series begins today or later.")


def _today(zone: str, at: datetime) -> date:
    return at.astimezone(ZoneInfo(zone)).date()


def _new_series(house: House, plan: Plan, repeats: Repeats, at: datetime) -> tuple[Night, str]:
    """Make a series with its nights ahead; return the first, and which days were left out."""
    series = Series.objects.create(
        house=house,
        every=repeats.every,
        interval=repeats.interval,
        first=repeats.first,
        until=repeats.until,
        time_zone=plan.zone,
        **{name: getattr(plan, name) for name in OF_A_SERIES},
    )
    days = repeats.ahead(_today(plan.zone, at))
    taken = set(Night.objects.planned().filter(house=house, date__in=days).values_list("date", flat=True))
    nights = _plan_days(series, [day for day in days if day not in taken])
    remark = f"Planned: {counted_nights(len(nights))}. Later ones follow by themselves."
    if taken:
        remark += f" Left out, since a night is planned there already: {', '.join(map(str, sorted(taken)))}."
    return nights[0], remark


def _plan_days(series: Series, days: Collection[date]) -> list[Night]:
    return [
        Night.objects.create(house=series.house, series=series, series_day=day, **plan_in(series, day).columns())
        for day in days
    ]


def counted_nights(count: int) -> str:
    """Say how many nights."""
    return "1 night" if count == 1 else f"{count} nights"


def extend_series(*, now: datetime) -> int:
    """Plan the nights of all series that have come within reach by now; return how many.

    A day on which its house has a night already, be it a cancelled one, is passed over. The desk is locked only for a
    series that has a night to be planned, and asked again then: two who do this at once plan everything once.
    """
    going_on = Series.objects.filter(Q(until=None) | Q(until__gte=(now - _A_DAY).date())).select_related("house")
    return sum(_extend(series=series, now=now) for series in going_on if _due(series, now))


@command
def _extend(*, series: Series, now: datetime) -> int:
    lock_desk()
    series = Series.objects.select_related("house").get(pk=series.pk)
    return len(_plan_days(series, _due(series, now)))


def _due(series: Series, now: datetime) -> list[date]:
    last = series.nights.aggregate(last=Max("series_day"))["last"]
    days = repeats_of(series).ahead(_today(series.time_zone, now), planned=last)
    taken = Night.objects.filter(house=series.house, date__in=days).values_list("date", flat=True) if days else ()
    return [day for day in days if day not in set(taken)]
