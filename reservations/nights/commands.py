"""Plan nights and series, roll a series on, and change, cancel or restore nights."""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Q

from reservations.acts.chain import instant
from reservations.acts.commands import command, note_fact, one_by_one, record_fact, seal_rows
from reservations.acts.fact_queries import FactDraft, FactTaken, Noted, fact_once, known_fact
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed
from reservations.messages.rules import to_notify
from reservations.models import House, Night, Series
from reservations.nights.plans import AFTER_THE_START, OF_A_SERIES, Plan, Repeats
from reservations.nights.queries import ahead, ahead_in, is_underway, plan_of, players_notified, repeats_of
from reservations.parsing.days import day_of
from reservations.parsing.names import counted
from reservations.rsvps.lock_commands import record_due, reread
from reservations.rsvps.queries import NO_DEBTS, rsvp_state_of
from reservations.strikes.commands import give_back_of

MOST_INTERVAL = 12
_A_DAY = timedelta(days=1)


def new_nights(*, stamp: Stamp, house: House, plan: Plan, repeats: Repeats | None = None) -> Noted:
    """Plan a night, or a series that begins with it, inside a command that has locked the desk.

    The outcome has the id of the night as ``night``. A series begins today or later; days with a night of the house are
    left out, and the remark names them. Raises ``Malformed`` for impossible times, and ``Impossible`` if a night of the
    house is planned on that day.
    """
    columns = plan.columns()
    content: dict[str, Any] = {"house": house.pk, **as_content(columns)}
    if repeats is not None:
        content |= as_content({"every": repeats.every, "interval": repeats.interval, "until": repeats.until})
    draft = fact_once(FactDraft(FactKind.PLAN, house=house, content=content), stamp)
    check_day(house, plan.day)
    if repeats is None:
        night, remark = Night.objects.create(house=house, **columns), ""
        seal_rows(Night.objects.filter(pk=night.pk))
    else:
        night, remark = _new_series(house, plan, repeats, stamp.at)
    return note_fact(draft, stamp, remark, night=night.pk)


def as_content(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns of a night in the form of a fact's content: days and UTC instants as text."""
    moments = {name: instant(value) for name, value in columns.items() if isinstance(value, datetime)}
    days = {name: value.isoformat() for name, value in columns.items() if isinstance(value, date)}
    return {**columns, **days, **moments}


def check_day(house: House, day: date) -> None:
    """Raise ``Impossible`` if a night of that house is planned on that day."""
    if Night.objects.planned().filter(house=house, date=day).exists():
        raise Impossible(f"A night at {house} is planned on {day_of(day)} already: change that one.")


def _today(zone: str, at: datetime) -> date:
    return at.astimezone(ZoneInfo(zone)).date()


def _new_series(house: House, plan: Plan, repeats: Repeats, at: datetime) -> tuple[Night, str]:
    """Make a series with its nights ahead; return the first, and the left-out days in words."""
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
    series = Series.objects.create(
        house=house,
        every=repeats.every,
        interval=repeats.interval,
        first=repeats.first,
        until=repeats.until,
        time_zone=plan.zone,
        **{name: getattr(plan, name) for name in OF_A_SERIES},
    )
    seal_rows(Series.objects.filter(pk=series.pk))
    days = repeats.ahead(_today(plan.zone, at))
    taken = set(Night.objects.planned().filter(house=house, date__in=days).values_list("date", flat=True))
    nights = _plan_days(series, [day for day in days if day not in taken])
    remark = f"Planned: {counted(len(nights), 'night')}. Later ones follow by themselves."
    if taken:
        remark += f" Left out, since a night is planned there already: {', '.join(map(str, sorted(taken)))}."
    return nights[0], remark


def _plan_days(series: Series, days: Collection[date]) -> list[Night]:
    kept = {name: getattr(series, name) for name in OF_A_SERIES}
    nights = [
        Night.objects.create(
            house=series.house, series=series, series_day=day, **Plan(day=day, zone=series.time_zone, **kept).columns()
        )
        for day in days
    ]
    seal_rows(Night.objects.filter(pk__in=[night.pk for night in nights]).order_by("pk"))
    return nights


def extend_series(*, now: datetime) -> int:
    """Plan the nights of all series that have come within reach by now; return their number.

    A day on which its house has a night, even a cancelled one, is skipped. The desk is locked only for a series with a
    night to plan, which is then checked again: two processes at once still plan every night only once.
    """
    going_on = Series.objects.filter(Q(until=None) | Q(until__gte=(now - _A_DAY).date())).select_related("house")
    return one_by_one((f"the {series}", partial(_extend_if_due, series, now)) for series in going_on)


def _extend_if_due(series: Series, now: datetime) -> int:
    return _extend(series=series, now=now) if _due(series, now) else 0


@command
def _extend(*, series: Series, now: datetime) -> int:
    series = Series.objects.select_related("house").get(pk=series.pk)
    return len(_plan_days(series, _due(series, now)))


def _due(series: Series, now: datetime) -> list[date]:
    last = series.nights.aggregate(last=Max("series_day"))["last"]
    days = repeats_of(series).ahead(_today(series.time_zone, now), planned=last)
    taken = Night.objects.filter(house=series.house, date__in=days).values_list("date", flat=True) if days else ()
    return [day for day in days if day not in set(taken)]


@command
def change_night(
    *,
    stamp: Stamp,
    night: Night,
    shown: Plan,
    wanted: Plan,
    all_following: bool = False,
    reason: str = "",
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Change a night in the fields in which ``wanted`` differs from ``shown``, the plan on the page of the change.

    With ``all_following`` the later nights of its series change in the same fields, and so does the series for nights
    still to be planned. The content has the columns before and after; every changed night has one fact.

    Raises ``Changed`` if the same field has been changed meanwhile, ``Malformed`` for impossible times, and
    ``Impossible`` for a cancelled night, for a field that is fixed after the start or opening, for fewer seats than are
    taken, for a day with a night of that house, for a past start, and without a difference.
    """
    night = reread(night)
    draft = FactDraft(FactKind.CHANGE, night=night, reason=reason, content=_before_and_after(shown, wanted))
    if known := known_fact(draft, stamp):
        # The number of nights is not part of a fact about one night.
        if json.loads(known.fact.outcome)["all_following"] != all_following:
            raise FactTaken(known.fact, draft)
        return known
    differences = shown.differences(wanted)
    plan = plan_of(night).changed(shown, wanted)
    _check_change(night, plan, differences, stamp.at)
    others = _others(night, differences, stamp.at) if all_following else []
    changes = [(night, plan, draft.content), *others]
    people = {number for planned, _, content in changes for number in to_notify(content, rsvp_state_of(planned))}
    for planned, changed, its_change in changes:
        if planned != night:
            record_fact(replace(draft, night=planned, content=its_change), following(stamp.at, stamp.by))
        columns = changed.columns().items()
        Night.objects.filter(pk=planned.pk).update(**{key: new for key, new in columns if new != getattr(planned, key)})
    if all_following:
        kept = {name: value for name, value in differences.items() if name in OF_A_SERIES}
        Series.objects.filter(nights=night).update(**kept)
        seal_rows(Series.objects.filter(nights=night))
    seal_rows(Night.objects.filter(pk__in=[planned.pk for planned, _, _ in changes]).order_by("pk"))
    following_too = f", and {counted(len(others), 'night')} after it" if all_following else ""
    remark = f"Changed{following_too}. {_notified(len(people))}"
    noted = note_fact(draft, stamp, remark, all_following=all_following)
    for planned, _, _ in changes:
        record_due(reread(planned), stamp.at, arrears)
    give_back_of([planned for planned, _, _ in changes], stamp.at)
    return noted


def _before_and_after(shown: Plan, wanted: Plan) -> dict[str, list[Any]]:
    before, after = as_content(shown.columns()), as_content(wanted.columns())
    return {name: [before[name], after[name]] for name in after if after[name] != before[name]}


def _check_change(night: Night, plan: Plan, differences: Mapping[str, Any], at: datetime) -> None:
    if night.cancelled_at is not None:
        raise Impossible(f"The {night} is cancelled: restore it first.")
    if not differences:
        raise Impossible("Nothing is different from before.")
    if is_underway(night, at) and differences.keys() - {*AFTER_THE_START}:
        raise Impossible(f"The {night} has started: its seats, tables, place and note can still be changed.")
    if plan.day != night.date:
        check_day(night.house, plan.day)
    starts_at = plan.columns()["starts_at"]
    if starts_at != night.starts_at and starts_at is not None and starts_at <= at:
        raise Impossible("That start is past already.")
    _check_seats(night, plan)


def _check_seats(night: Night, plan: Plan) -> None:
    if plan.seats is None or plan.seats == night.seats:
        return
    taken = rsvp_state_of(night).taken
    if taken > plan.seats:
        raise Impossible(f"{taken} seats are taken on the {night}: {taken - plan.seats} must make room first.")


def _others(night: Night, differences: Mapping[str, Any], at: datetime) -> list[tuple[Night, Plan, dict[str, Any]]]:
    """Return the later nights that change in those fields too, with their new plans and differences."""
    if night.series_id is None:
        raise Impossible(f"The {night} is not one of a series.")
    if "day" in differences:
        raise Impossible("A series keeps its day: end it, and plan another one for the other day.")
    if differences.get("maybe_on") is not None:
        raise Impossible("For several nights, say how many hours before each night “maybe” closes.")
    fields = dict(differences) | ({"maybe_on": None} if "maybe_hours" in differences else {})
    plans = [(other, plan_of(other), replace(plan_of(other), **fields)) for other in ahead(night, at)]
    found = [(other, plan, _before_and_after(before, plan)) for other, before, plan in plans]
    changed = [row for row in found if row[2]]
    for other, plan, _ in changed:
        _check_seats(other, plan)
    return changed


@command
def cancel_night(*, stamp: Stamp, night: Night, reason: str) -> Noted:
    """Cancel a night: players with a seat or a place in line get a message, and nobody gets a strike.

    A night of a series stays skipped. Raises ``Impossible`` for an opened or cancelled night.
    """
    night = reread(night)
    draft = fact_once(FactDraft(FactKind.CANCEL, night=night, reason=reason), stamp)
    if night.rules_id is not None:
        raise Impossible(f"The bank of the {night} has been opened: it cannot be cancelled any more.")
    if night.results_id is not None:
        raise Impossible(f"The {night} has its results: it cannot be cancelled any more.")
    if night.cancelled_at is not None:
        raise Impossible(f"The {night} is cancelled already.")
    noted = note_fact(draft, stamp, _notified(len(players_notified([night]))))
    Night.objects.filter(pk=night.pk).update(cancelled_at=stamp.at)
    seal_rows(Night.objects.filter(pk=night.pk))
    give_back_of([night], stamp.at)
    return noted


def _notified(people: int) -> str:
    return {0: "No one to notify.", 1: "1 player is told."}.get(people, f"{people} players are told.")


@command
def restore_night(*, stamp: Stamp, night: Night, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Restore a cancelled night with its seats and places in line.

    Raises ``Impossible`` for a night that is not cancelled, for a night whose start has passed, and if another night of
    the house is planned on that day.
    """
    night = reread(night)
    draft = fact_once(FactDraft(FactKind.RESTORE, night=night), stamp)
    if night.cancelled_at is None:
        raise Impossible(f"The {night} is not cancelled.")
    if is_underway(night, stamp.at):
        raise Impossible(f"The {night} would have started already: plan a new one.")
    check_day(night.house, night.date)
    noted = note_fact(draft, stamp, "The night is on again, with the same seats and waiting list.")
    Night.objects.filter(pk=night.pk).update(cancelled_at=None)
    seal_rows(Night.objects.filter(pk=night.pk))
    record_due(reread(night), stamp.at, arrears)
    return noted


@command
def end_series(*, stamp: Stamp, series: Series, after: date, reason: str = "") -> Noted:
    """End a series after the day ``after``: its later nights are cancelled.

    Nights that have started stay. Raises ``Impossible`` if it ends by then already.
    """
    series = Series.objects.select_related("house").get(pk=series.pk)
    content = {"series": series.pk, "after": after.isoformat()}
    draft = fact_once(FactDraft(FactKind.END, house=series.house, reason=reason, content=content), stamp)
    if series.until is not None and series.until <= after:
        raise Impossible(f"The {series} ends on {day_of(series.until)} already.")
    nights = list(ahead_in(series.pk, stamp.at).filter(date__gt=after))
    remark = f"Cancelled with it: {counted(len(nights), 'night')}. {_notified(len(players_notified(nights)))}"
    for night in nights:
        record_fact(FactDraft(FactKind.CANCEL, night=night, reason=reason), following(stamp.at, stamp.by))
    Night.objects.filter(pk__in=[night.pk for night in nights]).update(cancelled_at=stamp.at)
    Series.objects.filter(pk=series.pk).update(until=after)
    seal_rows(Night.objects.filter(pk__in=[night.pk for night in nights]).order_by("pk"))
    seal_rows(Series.objects.filter(pk=series.pk))
    give_back_of(nights, stamp.at)
    return note_fact(draft, stamp, remark, nights=[night.pk for night in nights])
