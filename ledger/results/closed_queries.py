"""The results of closed nights, kept in the process, and the identity of a kept report.

A closed night takes no act, so its results never change, unless the whole night is taken back; results of an open night
are read anew.

Results are kept as of the last close or undoing of one, by the number and the seal of that act: another or restored
database has another seal there, and everything is read again. Merges are applied at display.

It also has the report of a night of results only, and the known results of a day before an import.
"""

from bisect import insort
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from threading import Lock
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.models import AccountKind, Bank, Transfer
from ledger.money.cents import style_now
from ledger.results.queries import brought_by, brought_to, played_nights, starting_results
from ledger.results.rules import PastOf, ResultsReport, result_lines
from ledger.standings.ages import AgedPart, in_order, running
from reservations.acts.kept_queries import ANY_NUMBER, KeptQuery, moment
from reservations.acts.kinds import Kind
from reservations.acts.moments import kept_with_books
from reservations.acts.problems import Impossible
from reservations.acts.queries import in_effect
from reservations.models import Act, Night
from reservations.parsing.names import hidden_names
from reservations.players.queries import people_at, persons_names_as_of

AsOf = tuple[object, ...]
"""A moment: two are equal if nothing has happened between them that can change a report."""


def as_of(last: Act | None, *facts: object) -> AsOf:
    """Return the moment of a report: the ``last`` act that can change it, facts beside it, and the way of reading.

    The head and the seal of that act tell one ledger from another. A new version of the software is a new process.
    """
    known = last and (last.number, last.head, last.seal)
    return *facts, hidden_names(), known, style_now(), str(timezone.get_current_timezone())


_OVER = (Kind.COUNT_DRAWER, Kind.DECLARE_CHIPS)


@dataclass
class NightSums:
    """The sums of a night, in cents, by number of player as recorded; without undone acts and undoings.

    ``results`` are the differences of the players who bought chips or got money for them. ``booked`` is its effect on
    standings (+ owed more), and the last act with one. ``over_cents``: + over, - short, cash and chips together.
    """

    day: date
    sold_cents: int = 0
    over_cents: int = 0
    results: dict[int, int] = field(default_factory=dict)
    booked: dict[int, tuple[int, int]] = field(default_factory=dict)


@dataclass
class PlayerSums:
    """The sums of the closed nights for one player: the nights, their result, the last day, and parts of a standing.

    ``credits`` and ``debts`` hold a part of every night in the order of their days, and ``*_sums`` their running sums.
    """

    nights: list[int] = field(default_factory=list)
    result_cents: int = 0
    last_day: date = date.min
    credits: list[AgedPart] = field(default_factory=list)
    debts: list[AgedPart] = field(default_factory=list)
    book_cents: int = 0
    credit_sums: list[int] = field(default_factory=list)
    debt_sums: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class ClosedNights:
    """The closed nights by id, their closing acts, and their sums for every player; never changed.

    ``number`` and ``seal`` are those of the last act that closed a night, or undid a close. A night of results only is
    closed by the act that brought them. Starting results are in ``players`` and in no night.
    """

    number: int = 0
    seal: str = ""
    closes: Mapping[int, int] = field(default_factory=dict)
    nights: Mapping[int, NightSums] = field(default_factory=dict)
    players: Mapping[int, PlayerSums] = field(default_factory=dict)

    def with_more(self, number: int, seal: str, closes: Mapping[int, int], brought: Collection[int]) -> "ClosedNights":
        """Return them with the nights that those acts closed since, and those with ``brought`` results, by number."""
        found, starting = _summed(_moved_by(Act.objects.filter(night__in=closes))), dict[int, int]()
        for past in brought_by(Act.objects.filter(number__in=brought)) if brought else ():
            if past.night is None:
                for start in past.results:
                    starting[start.player] = starting.get(start.player, 0) + start.net_cents
                continue
            sold_cents = sum(result.bought_cents or 0 for result in past.results)
            results = {result.player: result.net_cents for result in past.results}
            found[past.night] = NightSums(past.day, sold_cents=sold_cents, results=results)
            closes = {**closes, past.night: past.number}
        players = {
            player: PlayerSums(
                [*had.nights], had.result_cents, had.last_day, [*had.credits], [*had.debts], had.book_cents
            )
            for player, had in self.players.items()
        }
        for player, cents in starting.items():
            players.setdefault(player, PlayerSums()).result_cents += cents
        for night, sums in found.items():
            for player, cents in sums.results.items():
                one = players.setdefault(player, PlayerSums())
                one.nights.append(night)
                one.result_cents += cents
                one.last_day = max(one.last_day, sums.day)
            for player, (cents, act) in sums.booked.items():
                one = players.setdefault(player, PlayerSums())
                one.book_cents += cents
                if cents:
                    insort(one.credits if cents > 0 else one.debts, AgedPart(sums.day, act, cents), key=in_order)
        for one in players.values():
            one.credit_sums, one.debt_sums = running(one.credits), running(one.debts)
        return ClosedNights(number, seal, {**self.closes, **closes}, {**self.nights, **found}, players)


_lock = Lock()
_kept = [ClosedNights()]


@kept_with_books
def closed_nights() -> ClosedNights:
    """Return the sums of all closed nights, in one query if none was closed since the last time, else in two or three.

    Nights taken back and undone results are left out; after a night is taken back everything is read again.
    """
    with _lock:
        kept = _kept[0]
        rows = _CLOSES_FROM.all(kept.number)
        is_valid = not kept.number or (bool(rows) and rows[0][:2] == (kept.number, kept.seal))
        if not is_valid or any(number > kept.number and undone for number, _, _, undone, _ in rows):
            kept, rows = ClosedNights(), _CLOSES_FROM.all(0)
        if rows and rows[-1][0] > kept.number:
            taken_back = {undone for _, _, _, undone, _ in rows}
            new = [(number, night, kind) for number, _, night, undone, kind in rows if not undone]
            new = [close for close in new if close[0] > kept.number and close[0] not in taken_back]
            closes = {night: number for number, night, kind in new if kind == Kind.CLOSE}
            brought = [number for number, _, kind in new if kind == Kind.RESULTS]
            kept = kept.with_more(rows[-1][0], rows[-1][1], closes, brought)
        _kept[0] = kept
        return kept


_ENDS = (Kind.CLOSE, Kind.RESULTS)
_CLOSES_FROM = KeptQuery(
    lambda number: (
        Act.objects.filter(Q(kind__in=_ENDS) | Q(reverses__kind__in=_ENDS), number__gte=number)
        .order_by("number")
        .values_list("number", "seal", "night", "reverses", "kind")
    ),
    ANY_NUMBER,
)


def _moved_by(acts: QuerySet[Act], until: int | None = None) -> QuerySet[Transfer, Any]:
    """Return the movements by acts, in order: night, day, act, its time, cents, and on both sides kind and player."""
    moved = Transfer.objects.filter(act__in=in_effect(acts, until=until)).order_by("number")
    return moved.values_list(
        *("act__night", "act__night__date", "act", "act__kind", "act__at", "player", "cents"),
        *("debit__kind", "credit__kind", "debit__player", "credit__player"),
    )


def _summed(rows: Iterable[Any]) -> dict[int, NightSums]:
    found: dict[int, NightSums] = {}
    for night, day, act, kind, _, player, cents, debit, credit, debtor, creditor in rows:
        sums = found.setdefault(night, NightSums(day))
        for account, owner, signed in ((debit, debtor, -cents), (credit, creditor, cents)):
            if account == AccountKind.BOOK:
                sums.booked[owner] = (sums.booked.get(owner, (0, 0))[0] + signed, act)
            elif account == AccountKind.OVER_SHORT and kind in _OVER:
                sums.over_cents += signed
        bought = credit == AccountKind.CHIPS
        if bought and kind == Kind.BUY_IN:
            sums.sold_cents += cents
        is_given = debit == AccountKind.FINAL_POT or (debit == AccountKind.CHIPS and credit != AccountKind.FINAL_POT)
        if player is not None and (bought or is_given):
            sums.results[player] = sums.results.get(player, 0) + cents * (is_given - bought)
    return found


def open_nights(closed: ClosedNights) -> dict[int, NightSums]:
    """Return the sums of the nights that were not closed by then, by id, without nights without movements."""
    return _summed(_OPEN.all(closed.number))


def beside_closed(closed: ClosedNights, until: int) -> tuple[dict[int, NightSums], list[tuple[Any, ...]]]:
    """Return the movements beside the closed nights up to the act ``until``, in one query.

    They are the sums of the nights that were not closed by then, as :func:`open_nights`, and the movements between
    nights without those of merges: act, its time, cents, and the players of both sides.
    """
    rows = _BESIDE.all(closed.number, until)
    between = [
        (act, moment(at), cents, *owners) for night, _, act, _, at, _, cents, _, _, *owners in rows if night is None
    ]
    return _summed(row for row in rows if row[0] is not None), between


def _on_open(close: int) -> Q:
    return Q(night__in=Bank.objects.filter(Q(closed=None) | Q(closed__gt=close)).values("pk"))


_OPEN = KeptQuery(lambda close: _moved_by(Act.objects.filter(_on_open(close))), ANY_NUMBER)
_BESIDE = KeptQuery(
    lambda close, until: _moved_by(Act.objects.filter(_on_open(close) | Q(night=None)).exclude(kind=Kind.MERGE), until),
    ANY_NUMBER,
    ANY_NUMBER - 1,
)


def past_of(names: Mapping[int, str]) -> list[PastOf]:
    """Return the past of people, given by number with their names."""
    people, days = people_at(), dict[int, set[date]]()
    for sums in closed_nights().nights.values():
        for player in sums.results:
            days.setdefault(people[player], set()).add(sums.day)
    starts = {people[one.player]: brought.day for brought in starting_results() for one in brought.results}
    return [PastOf(name, days.get(number, ()), starts.get(number)) for number, name in names.items()]


@dataclass(frozen=True)
class NightThere:
    """A night on the desk: with its results by person, in cents; None while its bank is open."""

    night: int
    house: str
    results: Mapping[int, int] | None


def nights_there(first: date, last: date) -> dict[date, list[NightThere]]:
    """Return the nights played on these days, by day; in at most three queries."""
    closed, people = closed_nights(), people_at()
    played = played_nights().filter(date__gte=first, date__lte=last)
    found: dict[date, list[NightThere]] = {}
    for number, day, house in played.order_by("date", "pk").values_list("pk", "date", "house__name"):
        results: dict[int, int] | None = None
        if number in closed.closes:
            results = {}
            for player, cents in closed.nights[number].results.items() if number in closed.nights else ():
                results[people[player]] = results.get(people[player], 0) + cents
        found.setdefault(day, []).append(NightThere(number, house, results))
    return found


def results_report(night: Night) -> ResultsReport:
    """Return the report of a night of results only, with the names of its time; also of one that was taken back.

    Raises ``Impossible`` for a night that has a bank.
    """
    act, brought = night.results, brought_to(night)
    if act is None or brought is None:
        raise Impossible(f"The {night} has no results without a bank.")
    lines = result_lines(brought.results, persons_names_as_of(act.number))
    difference = (brought.difference_cents, brought.reason)
    return ResultsReport(night.pk, night.house.name, night.date, lines, *difference, act.number, act.head)
