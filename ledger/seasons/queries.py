"""The nights of a season: every closed night is read once, since it takes no act.

The identity of a night's results is the number and the seal of the act that closed it: another or restored ledger has
another seal there. Merges are applied as of now.
"""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from django.db.models import Q
from django.db.models.functions import Coalesce

from ledger.bank.history import RecordedAct, as_played
from ledger.models import PrivateResults, Season
from ledger.results.closed_queries import AsOf, as_of, closed_nights
from ledger.results.queries import starting_cents
from ledger.results.rules import read_results
from ledger.seasons.report import Entrant, Played, SeasonNight, SeasonReport, season_lines
from ledger.seasons.spans import Span, calendar_span
from reservations.acts.kinds import Kind
from reservations.acts.moments import kept_with_books, read_once
from reservations.acts.queries import in_effect
from reservations.models import Act, House, Night, Player
from reservations.players.queries import people_at

_MADE_OF = (Kind.OPEN, Kind.ARRIVE, Kind.BUY_IN, Kind.CHIP_SALE, Kind.CASH_OUT, Kind.RESULTS)
_CHANGED_BY = (Kind.CLOSE, Kind.RESULTS, Kind.PLAYER, Kind.MERGE, Kind.REVERSE)
_CLOSE, _SEAL = Coalesce("bank__closed", "results"), Coalesce("bank__closed__seal", "results__seal")
_MOST_KEPT = 10_000
_kept_nights: dict[tuple[int, int, str], tuple[tuple[Played, ...], int | None]] = {}
"""Who played, and who came first, by the id of the night and the number and seal of its close."""


@read_once
def own_spans() -> list[Span]:
    """Return the host's own seasons, the latest beginning first."""
    return [span_of(season) for season in Season.objects.order_by("-first", "-pk")]


def span_of(season: Season) -> Span:
    """Return a season of the host as a value."""
    return Span(f"s{season.pk}", season.name, season.first, season.last, season.house_id, season.least_nights)


def span_in_address(key: str, own: Collection[Span], least_nights: int = 1) -> Span | None:
    """Return the season in an address: one of the host's ``own``, or one of the calendar; else None."""
    return next((span for span in own if span.key == key), None) or calendar_span(key, least_nights)


def years_played() -> range:
    """Return the years from the last night's back to the first one's."""
    return Night.objects.exclude(rules=None, results=None).years()


@read_once
def private_players() -> frozenset[int]:
    """Return the numbers of the persons who keep their results private."""
    people = people_at()
    return frozenset(people[number] for number in PrivateResults.objects.values_list("player", flat=True))


def season_report(span: Span) -> SeasonReport:
    """Return the report of a season by now; it is kept until an act is recorded that can change it."""
    return _kept(as_of(_last_change()), span, private_players())


@kept_with_books
def _last_change() -> Act | None:
    return Act.objects.filter(kind__in=_CHANGED_BY).order_by("number").last()


@lru_cache(maxsize=32)
def _kept(_: AsOf, span: Span, private: frozenset[int]) -> SeasonReport:
    people = people_at()
    nights = tuple(night.by_person(people) for night in season_nights(span))
    entrants = {
        player: Entrant(name, regular, player in private)
        for player, name, regular in Player.objects.values_list("number", "name", "regular")
    }
    house = None if span.house is None else House.objects.get(pk=span.house).key
    starting = starting_cents(span.first, span.last, house)
    return SeasonReport(span, nights, season_lines(nights, entrants, starting))


def season_nights(span: Span) -> list[SeasonNight]:
    """Return the closed nights of a span in order, with the players as recorded.

    A night whose close was undone is left out. A night of results only is closed by the act with the results.
    """
    nights = Night.objects.filter(
        Q(bank__closed__isnull=False, bank__closed__reversed_by=None)
        | Q(results__isnull=False, results__reversed_by=None)
    )
    within = {"date__gte": span.first, "date__lte": span.last, "house": span.house}
    nights = nights.filter(**{name: value for name, value in within.items() if value is not None})
    columns = ("pk", "date", "house", "close", "seal", "results")
    rows = list(nights.annotate(close=_CLOSE, seal=_SEAL).order_by("date", "close").values_list(*columns))
    keys = [(night, close, seal) for night, _, _, close, seal, _ in rows]
    kept = {key: _kept_nights[key] for key in keys if key in _kept_nights}
    missing = [key for key in keys if key not in kept]
    found = {} if not missing else read_nights([night for night, _, _ in missing])
    if len(_kept_nights) > _MOST_KEPT:
        _kept_nights.clear()
    fresh = {key: found[key[0]] for key in missing}
    _kept_nights.update(fresh)
    kept |= fresh  # a copy for this page: another page may remove entries meanwhile
    return [
        SeasonNight(night, day, house, close, *kept[night, close, seal], results is not None)
        for night, day, house, close, seal, results in rows
    ]


@dataclass
class _Evening:
    """A player's purchases on a night, and the time they held chips; ``since`` is set while they hold some."""

    bought: list[int] = field(default_factory=list)
    bought_at: list[datetime] = field(default_factory=list)
    since: datetime | None = None
    seconds: int = 0

    def played(self, player: int, result_cents: int) -> Played:
        first_cents, minutes = sum(self.bought[:1]), None if self.since else self.seconds // 60 or None
        bought = (sum(self.bought), first_cents, len(self.bought_at))
        return Played(player, result_cents, *bought, minutes, tuple(self.bought_at))


def read_nights(nights: Collection[int]) -> dict[int, tuple[tuple[Played, ...], int | None]]:
    """Return the players of closed nights, by id, in order of arrival, and the first to arrive besides the banker.

    A player holds chips from a purchase until they cash out without playing on. A player who never cashed out, or
    bought and cashed out at one moment, has no known minutes.
    """
    results = closed_nights().nights
    came: dict[int, dict[int, _Evening]] = {night: {} for night in nights}
    bankers: dict[int, int] = {}
    brought: dict[int, tuple[Played, ...]] = {}
    for night, act in _acts_as_played(nights):
        kind, at, content = act.kind, act.at, act.content
        if kind == Kind.RESULTS:
            brought[night] = tuple(
                Played(one.player, one.net_cents, one.bought_cents, one.bought_cents or 0)
                for one in read_results(content)
            )
            continue
        if kind == Kind.OPEN:
            bankers[night] = content["banker"]
            continue
        mine = came[night].setdefault(content["buyer" if kind == Kind.CHIP_SALE else "player"], _Evening())
        if kind in (Kind.BUY_IN, Kind.CHIP_SALE):
            mine.bought.append(content["amount"])
            if kind == Kind.BUY_IN:
                mine.bought_at.append(at)
            mine.since = mine.since or at
        elif kind == Kind.CASH_OUT and mine.since is not None:
            mine.seconds += int((at - mine.since).total_seconds())
            mine.since = at if content.get("plays_on") else None
    found: dict[int, tuple[tuple[Played, ...], int | None]] = {}
    for night in nights:
        if night in brought:
            found[night] = (brought[night], None)
            continue
        sums = results[night].results if night in results else {}
        evenings = came[night] | {player: _Evening() for player in sums.keys() - came[night].keys()}
        played = tuple(mine.played(who, sums[who]) for who, mine in evenings.items() if who in sums)
        first = next((player for player in came[night] if player != bankers.get(night)), None)
        found[night] = (played, first)
    return found


def _acts_as_played(nights: Collection[int]) -> Iterator[tuple[int, RecordedAct]]:
    """Yield the acts that decide the players of a night, with the ids of their nights."""
    acts = in_effect(Act.objects.filter(night__in=nights, kind__in=_MADE_OF)).order_by("number")
    by_night: dict[int, list[RecordedAct]] = {}
    for night, number, key, kind, at, content in acts.values_list("night", "number", "key", "kind", "at", "content"):
        by_night.setdefault(night, []).append(RecordedAct(number, key, kind, at, json.loads(content)))
    yield from ((night, act) for night, of_night in by_night.items() for act in as_played(of_night))
