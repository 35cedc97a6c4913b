"""Build the report of a consolidation out of the ledger: of one that was made, and as it would be now."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from django.db.models import Q
from django.utils import timezone

from ledger.book.queries import BookEntry, ages, entries
from ledger.book.standing_queries import moved_until
from ledger.models import Bank
from ledger.months.queries import Consolidation, added, carried, consolidation_of, frozen, latest, progress, zone_called
from ledger.months.report import MonthLine, MonthPayment, MonthReport, PlanShare, PlayerMonth, RolledPayment
from ledger.night.queries import last_act
from ledger.night.text import said, with_its_act
from ledger.reports.winnings_queries import winnings
from ledger.settle.fewest_payments import settle, through_hub
from reservations.acts.queries import act_numbers
from reservations.models import Act, Night
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key
from reservations.players.queries import persons_names_as_of


@dataclass(frozen=True, order=True)
class _Source:
    """What changed standings: a night, by its id, or an act of no night, by its number."""

    night: int = 0
    act: int = 0


def would_be(until: date, hub: int | None, today: date) -> Consolidation:
    """Return the consolidation up to that day as it would be made now, through the player of number ``hub`` if any.

    Nothing is recorded: its number is the next one. Raises ``Impossible`` as the command would.
    """
    before, previous, last = frozen(until, today), latest(), last_act()
    return Consolidation(
        number=(last.number if last else 0) + 1,
        key="",
        at=timezone.now(),
        by="",
        until=until,
        before=before,
        plan=settle(before) if hub is None else through_hub(before, hub),
        previous=previous.number if previous else None,
        since=previous.until if previous else None,
        zone=timezone.get_current_timezone_name(),
        since_zone=previous.zone if previous else "",
    )


def month_preview(made: Consolidation) -> MonthReport:
    """Return the report of a consolidation that would be."""
    return replace(_report(made, made.seen), is_preview=True)


def month_report(consolidation: Consolidation) -> MonthReport:
    """Return the report of a consolidation, which does not change any more."""
    return _report(consolidation, consolidation.number)


def recorded_after(of: Consolidation) -> list[MonthLine]:
    """Return what was recorded later for its period, each with all that it moved: it rolls into the next one."""
    zone = zone_called(of.zone)
    counted = moved_until(of.until, of.seen, zone).values("pk")
    late = entries(moved_until(of.until, zone=zone).exclude(pk__in=counted))
    last = last_act()
    told, changes = _told(late, last.number if last else 0, since=None), _changes(late)
    moved: dict[_Source, int] = defaultdict(int)
    for theirs in changes.values():
        for source, cents in theirs.items():
            moved[source] += max(0, cents)
    return [replace(told[source], cents=cents) for source, cents in sorted(moved.items()) if source in told]


def _report(of: Consolidation, number: int) -> MonthReport:
    names, counted = persons_names_as_of(of.seen), added(of)
    previous = consolidation_of(of.previous) if of.previous else None
    nights = _by_night(counted)
    return MonthReport(
        title=of.title,
        until=of.until,
        since=of.since,
        number=number,
        seen=of.seen,
        head=Act.objects.get(number=number).head,
        by=of.by,
        previous=previous.title if previous else "",
        people=tuple(_people(of, counted, names)),
        payments=tuple(
            MonthPayment(place, names[each.payer], names[each.payee], each.cents)
            for place, each in enumerate(of.plan.payments, start=1)
        ),
        sentence=of.plan.sentence,
        hub="" if of.plan.hub is None else names[of.plan.hub],
        nights_count=len(nights),
        alone_count=sum(_fewest(tuple(sorted(changes.items()))) for changes in nights.values()),
        open_nights=tuple(_open_nights(of)),
        rolled=tuple(_rolled(previous, of, names)) if previous else (),
    )


def _source(entry: BookEntry) -> _Source:
    return _Source(act=entry.act) if entry.night is None else _Source(night=entry.night)


def _changes(counted: Iterable[BookEntry]) -> dict[int, dict[_Source, int]]:
    """Return what each night and act did to the standing of each person."""
    changes: dict[int, dict[_Source, int]] = defaultdict(lambda: defaultdict(int))
    for each in counted:
        changes[each.player][_source(each)] += each.cents
    return changes


def _by_night(counted: Iterable[BookEntry]) -> dict[int, dict[int, int]]:
    """Return what each night did to standings, by its id and by person."""
    nights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for each in counted:
        if each.night is not None:
            nights[each.night][each.player] += each.cents
    return {night: dict(changes) for night, changes in nights.items() if any(changes.values())}


@lru_cache(maxsize=256)
def _fewest(changes: tuple[tuple[int, int], ...]) -> int:
    return len(settle(dict(changes)).payments)


def _people(of: Consolidation, counted: list[BookEntry], names: Mapping[int, str]) -> Iterator[PlayerMonth]:
    """Yield everybody who had something in THE BOOK in that period, by name."""
    changes, before, results = _changes(counted), carried(of), _results(of)
    told = _told(counted, of.seen, of.since, nights={night for theirs in results.values() for night in theirs})
    aged = ages(of.until, seen=of.seen, zone=zone_called(of.zone))
    oldest = {player: theirs[0].day for player, theirs in aged.items() if theirs[0].cents < 0}
    everybody = before.keys() | changes.keys() | of.before.keys()
    for player in sorted(everybody, key=lambda number: (name_key(names[number]), number)):
        mine = {_Source(night=night): 0 for night in results[player]} | changes.get(player, {})
        lines = [
            replace(
                told[source], cents=cents, result_cents=results[player].get(source.night, told[source].result_cents)
            )
            for source, cents in mine.items()
            if source in told
        ]
        yield PlayerMonth(
            number=player,
            name=names[player],
            carried_cents=before.get(player, 0),
            added=tuple(sorted(lines, key=lambda line: (line.day, line.act))),
            frozen_cents=of.before.get(player, 0),
            pays=tuple(PlanShare(names[each.payee], each.cents) for each in of.plan.payments if each.payer == player),
            gets=tuple(PlanShare(names[each.payer], each.cents) for each in of.plan.payments if each.payee == player),
            owing_since=oldest.get(player),
        )


def _told(
    counted: Iterable[BookEntry], seen: int, since: date | None, nights: Collection[int] = ()
) -> dict[_Source, MonthLine]:
    """Return in words what those entries are of, and ``nights``, without cents; what was undone again is left out."""
    sources = {_source(each): each for each in counted}
    wanted = {source.night for source in sources if source.night}.union(nights)
    told = {
        _Source(night=night.pk): MonthLine(night.date, night.house.name, 0, night.bank.closed_id or 0, night.pk, 0)
        for night in Night.objects.select_related("house", "bank").in_bulk(wanted).values()
    }
    told |= {
        source: MonthLine(sources[source].day, text, 0, source.act)
        for source, text in _texts([source.act for source in sources if source.act], seen)
    }
    return {source: replace(each, late=since is not None and each.day <= since) for source, each in told.items()}


def _texts(numbers: list[int], seen: int) -> Iterator[tuple[_Source, str]]:
    acts = Act.objects.select_related("reversed_by").in_bulk(numbers)
    contents = {number: json.loads(act.content) for number, act in acts.items()}
    names = persons_names_as_of(seen)
    about = act_numbers(content["of"] for content in contents.values() if "of" in content)
    for number, act in acts.items():
        undone_by = getattr(act, "reversed_by", None)
        if act.reverses_id not in acts and (undone_by is None or undone_by.number not in acts):
            yield _Source(act=number), said(act.kind, with_its_act(contents[number], about), names)


def _results(of: Consolidation) -> dict[int, dict[int, int]]:
    """Return what people won and lost on the nights that it counted and the one before did not, by person and night."""
    counted = Bank.objects.filter(closed__lte=of.seen, night__date__lte=of.until)
    if of.previous is not None and of.since is not None:
        counted = counted.exclude(closed__lt=of.previous, night__date__lte=of.since)
    nights = set(counted.values_list("pk", flat=True))
    results: dict[int, dict[int, int]] = defaultdict(dict)
    for each in winnings(seen=of.seen):
        if each.night in nights:
            results[each.player][each.night] = each.result_cents
    return results


def _open_nights(of: Consolidation) -> Iterator[str]:
    """Yield the nights of its period that were still open when it was made."""
    banks = Bank.objects.filter(Q(closed=None) | Q(closed__gt=of.seen), opened__lte=of.seen, night__date__lte=of.until)
    for bank in banks.select_related("night__house").order_by("night__date", "night"):
        yield f"{day_of(bank.night.date)}, {bank.night.house}"


def _rolled(previous: Consolidation, of: Consolidation, names: Mapping[int, str]) -> Iterator[RolledPayment]:
    """Yield what was left of the plan before, with its age at the end of the period."""
    for each in progress(previous):
        if each.left_cents:
            proposed = previous.plan.payments[each.place - 1]
            payer, payee = names[proposed.payer], names[proposed.payee]
            yield RolledPayment(payer, payee, each.left_cents, each.paid_cents, (of.until - previous.until).days)
