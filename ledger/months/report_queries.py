"""The report of a consolidation from the ledger: of a recorded one, or a preview."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache

from django.db.models import Q
from django.utils import timezone

from ledger.bank.queries import last_act
from ledger.book.queries import BookEntry, act_texts, ages, entries
from ledger.models import Bank
from ledger.months.queries import Consolidation, added, carried, counted_by, frozen, latest, progress, zone_called
from ledger.months.report import MonthLine, MonthReport, PlanShare, PlayerMonth, RolledPayment
from ledger.results.closed_queries import AsOf, as_of
from ledger.results.queries import winnings
from ledger.settle.fewest_payments import Payment, Wishes, planned, settle
from ledger.standings.queries import moved_until
from reservations.models import Act, Night
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key, shown_name
from reservations.players.queries import persons_names_as_of

_NightOrAct = tuple[int, int]
"""The source of a change in standings: a night, by its id, and 0; or 0 and the number of an act of no night."""


def would_be(until: date, wishes: Wishes[int], now: datetime) -> Consolidation:
    """Return the consolidation up to that day as of ``now``, with the plan by the wishes.

    Nothing is recorded: its number is the next one, and it has no key. Raises ``Impossible`` as the command would.
    """
    before, last = frozen(until, timezone.localdate(now)), last_act()
    plan, zone = planned(before, wishes), timezone.get_current_timezone_name()
    number = (last.number if last else 0) + 1
    return Consolidation(*(number, "", now, "", until), before=before, plan=plan, previous=latest(), zone=zone)


def recorded_after(of: Consolidation) -> list[MonthLine]:
    """Return the late records for its period with their movements: the next consolidation counts them."""
    late = entries(moved_until(of.until, zone=zone_called(of.zone)).exclude(pk__in=counted_by(of).values("pk")))
    last = last_act()
    lines_of, changes = _lines(late, last.number if last else 0, since=None), _changes(late)
    moved: dict[_NightOrAct, int] = defaultdict(int)
    for theirs in changes.values():
        for source, cents in theirs.items():
            moved[source] += max(0, cents)
    return [replace(lines_of[source], cents=cents) for source, cents in sorted(moved.items()) if source in lines_of]


def month_report(of: Consolidation) -> MonthReport:
    """Return the report of a consolidation, kept until the next act of no night; for a possible one, a preview."""
    now = as_of(Act.objects.filter(night=None).order_by("number").last())
    return _kept(now, of) if of.key else _kept.__wrapped__(now, of)


@lru_cache(maxsize=32)
def _kept(_: AsOf, of: Consolidation) -> MonthReport:
    number = of.number if of.key else of.seen
    names, counted, previous = persons_names_as_of(of.seen), added(of), of.previous
    nights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for entry in counted:
        if entry.night is not None:
            nights[entry.night][entry.player] += entry.cents
    alone = [_fewest(tuple(sorted(changes.items()))) for changes in nights.values() if any(changes.values())]
    open_then = Q(closed=None) | Q(closed__gt=of.seen)
    banks = Bank.objects.filter(open_then, opened__lte=of.seen, night__date__lte=of.until)
    banks = banks.select_related("night__house").order_by("night__date", "night")
    rolled = []
    if previous is not None:
        days = (of.until - previous.until).days
        for proposed, left in zip(previous.plan.payments, progress(previous), strict=True):
            if left.left_cents:
                payer, payee = names[proposed.payer], names[proposed.payee]
                rolled.append(RolledPayment(payer, payee, left.left_cents, left.paid_cents, days, left.forgiven_cents))
    return MonthReport(
        title=of.title,
        until=of.until,
        number=number,
        seen=of.seen,
        head=Act.objects.get(number=number).head,
        by=shown_name(of.by),
        previous=previous.title if previous else "",
        people=tuple(_people(of, counted, names)),
        payments=tuple(Payment(names[due.payer], names[due.payee], due.cents) for due in of.plan.payments),
        sentence=of.plan.sentence,
        hub=" or ".join(names[hub] for hub in of.plan.wishes.hubs),
        least_cents=of.plan.wishes.least_cents,
        nights_count=len(alone),
        alone_count=sum(alone),
        open_nights=tuple(f"{day_of(bank.night.date)}, {bank.night.house}" for bank in banks),
        rolled=tuple(rolled),
        is_preview=not of.key,
    )


def _source(entry: BookEntry) -> _NightOrAct:
    return (0, entry.act) if entry.night is None else (entry.night, 0)


def _changes(counted: Iterable[BookEntry]) -> dict[int, dict[_NightOrAct, int]]:
    """Return the effect of every night and act on the standing of every person."""
    changes: dict[int, dict[_NightOrAct, int]] = defaultdict(lambda: defaultdict(int))
    for entry in counted:
        changes[entry.player][_source(entry)] += entry.cents
    return changes


@lru_cache(maxsize=256)
def _fewest(changes: tuple[tuple[int, int], ...]) -> int:
    return len(settle(dict(changes)).payments)


def _people(of: Consolidation, counted: list[BookEntry], names: Mapping[int, str]) -> Iterator[PlayerMonth]:
    """Yield the players with anything in THE BOOK in that period, by name."""
    changes, before, results = _changes(counted), carried(of), _results(of)
    stays = of.plan.left(of.before) if of.plan.wishes.least_cents else {}
    lines_of = _lines(counted, of.seen, of.since, nights={night for theirs in results.values() for night in theirs})
    aged = ages(of.until, seen=of.seen, zone=zone_called(of.zone))
    oldest = {player: theirs[0].day for player, theirs in aged.items() if theirs[0].cents < 0}
    plan, everybody = [*enumerate(of.plan.payments, start=1)], before.keys() | changes.keys() | of.before.keys()
    for player in sorted(everybody, key=lambda number: (name_key(names[number]), number)):
        mine = {(night, 0): 0 for night in results[player]} | changes.get(player, {})
        theirs = ((lines_of[source], source[0], cents) for source, cents in mine.items() if source in lines_of)
        lines = [
            replace(line, cents=cents, result_cents=results[player].get(night, line.result_cents))
            for line, night, cents in theirs
        ]
        pays = tuple(PlanShare(names[due.payee], due.cents, due.payee, at) for at, due in plan if due.payer == player)
        gets = tuple(PlanShare(names[due.payer], due.cents, due.payer, at) for at, due in plan if due.payee == player)
        added_lines = tuple(sorted(lines, key=lambda line: (line.day, line.act)))
        standing = (before.get(player, 0), added_lines, of.before.get(player, 0))
        yield PlayerMonth(player, names[player], *standing, pays, gets, oldest.get(player), stays.get(player, 0))


def _lines(
    counted: Iterable[BookEntry], seen: int, since: date | None, nights: Collection[int] = ()
) -> dict[_NightOrAct, MonthLine]:
    """Return the lines of those entries and of ``nights``, without cents and without undone ones."""
    sources = {_source(entry): entry for entry in counted}
    wanted = {night for night, _ in sources if night}.union(nights)
    stood = Night.objects.exclude(bank__closed__reversed_by__lte=seen)
    lines: dict[_NightOrAct, MonthLine] = {
        (night.pk, 0): MonthLine(night.date, night.house.name, 0, night.bank.closed_id or 0, night.pk, 0)
        for night in stood.select_related("house", "bank").in_bulk(wanted).values()
    }
    acts = Act.objects.select_related("reversed_by").in_bulk([act for _, act in sources if act])
    texts = act_texts(acts.values(), seen=seen)
    for number, act in acts.items():
        undone = act.reverses_id in acts or (hasattr(act, "reversed_by") and act.reversed_by.number in acts)
        if not undone:
            lines[0, number] = MonthLine(sources[0, number].day, texts[number], 0, number)
    return {source: replace(line, late=since is not None and line.day <= since) for source, line in lines.items()}


def _results(of: Consolidation) -> dict[int, dict[int, int]]:
    """Return the results of the nights counted by it and not by the one before, by player and night."""
    counted = Bank.objects.filter(closed__lte=of.seen, night__date__lte=of.until)
    if of.previous is not None:
        counted = counted.exclude(closed__lt=of.previous.number, night__date__lte=of.previous.until)
    nights = set(counted.values_list("pk", flat=True))
    results: dict[int, dict[int, int]] = defaultdict(dict)
    for winning in winnings(seen=of.seen):
        if winning.night in nights:
            results[winning.player][winning.night] = winning.result_cents
    return results
