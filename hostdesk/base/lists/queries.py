"""The rows of the lists: nights, players and a player's nights, in a fixed number of queries."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Case, CharField, F, IntegerField, Min, Q, QuerySet, Value, When
from django.utils import timezone

from ledger.results.closed_queries import NightSums, closed_nights, open_nights
from ledger.results.queries import brought_by, winnings
from ledger.results.rules import NetResult
from reservations.acts.kinds import PLAYER_FIELDS
from reservations.models import Act, Night, Player, PlayerQuerySet, Series
from reservations.nights.queries import repeats_of
from reservations.players.queries import merges_over_time, people_at, same_person


class NightState(StrEnum):
    """The state of a night."""

    PLANNED = "planned"
    OPEN = "open"
    CLOSED = "closed"
    CANCELLED = "cancelled"
    TAKEN_BACK = "taken back"
    RESULTS = "results only"


_OPEN, _AHEAD, _PAST = range(3)
_STATE = Case(
    When(cancelled_at__isnull=False, then=Value(NightState.CANCELLED)),
    When(results__reversed_by__isnull=False, then=Value(NightState.TAKEN_BACK)),
    When(results__isnull=False, then=Value(NightState.RESULTS)),
    When(bank=None, then=Value(NightState.PLANNED)),
    When(bank__closed=None, then=Value(NightState.OPEN)),
    When(bank__closed__reversed_by=None, then=Value(NightState.CLOSED)),
    default=Value(NightState.TAKEN_BACK),
    output_field=CharField(),
)


def nights(houses: Collection[int] | None = None) -> QuerySet[Night]:
    """Return all nights, or those of these houses, the newest first, with their ``state``."""
    return with_state(houses).select_related("house", "bank__banker").order_by("-date", "-pk")


class NightRow(NamedTuple):
    """A night with its number of players, and its cents; None before its opening.

    A player bought chips or received some.
    """

    night: Night
    state: str
    players: int | None = None
    sold_cents: int | None = None
    over_cents: int | None = None


class NightFigures:
    """The figures of nights in a list: those of closed nights are kept, those of open nights are read at first use.

    Merges count as of a night's close, in an open night as of now.
    """

    def __init__(self) -> None:
        self.closed = closed_nights()
        self._merges, self._opened = merges_over_time(), open_nights(self.closed)

    def row(self, night: Night) -> NightRow:
        """Return the row of a night from :func:`nights`."""
        state = str(getattr(night, "state"))  # noqa: B009  # annotated: no field of the model
        if not hasattr(night, "bank") and night.pk not in self.closed.nights:
            return NightRow(night, state)
        sums = self.closed.nights.get(night.pk) or self._opened.get(night.pk) or NightSums(night.date)
        close = self.closed.closes.get(night.pk)
        people = {
            span.duplicate: span.person
            for span in self._merges
            if (span.until is None if close is None else span.since <= close and (span.until or close + 1) > close)
        }
        players = {people.get(number, number) for number in sums.results}
        if night.results_id is not None:
            return NightRow(night, state, len(players), sums.sold_cents or None)
        return NightRow(night, state, len(players), sums.sold_cents, sums.over_cents)

    def of_all(self, listed: QuerySet[Night], name: str) -> dict[int, int | None]:
        """Return one figure of all nights of a query, by night id."""
        return {night.pk: getattr(self.row(night), name) for night in listed}


def with_state(houses: Collection[int] | None = None) -> QuerySet[Night]:
    """Return all nights, or those of these houses, with their ``state``."""
    return Night.objects.in_houses(houses).annotate(state=_STATE)


def soonest_first(listed: QuerySet[Night], today: date) -> QuerySet[Night]:
    """Sort :func:`nights`: open nights, then from ``today`` on the nearest first, then past nights, newest first."""
    in_play = When(state=NightState.OPEN, then=Value(_OPEN))
    to_come = When(bank=None, results=None, date__gte=today, then=Value(_AHEAD))
    rank = Case(in_play, to_come, default=Value(_PAST), output_field=IntegerField())
    nearest = Case(When(rank=_AHEAD, then=F("date")))
    return listed.annotate(rank=rank).order_by("rank", nearest, "-date", "-pk")


def beyond(listed: QuerySet[Night], today: date, most: int) -> list[int]:
    """Return the ids of the planned nights from ``today`` on beyond the nearest ``most``."""
    planned = listed.filter(bank=None, results=None, cancelled_at=None, date__gte=today).order_by("date", "-pk")
    return list(planned.values_list("pk", flat=True)[most:])


def state_of(night: Night) -> NightState:
    """Return the present state of a night."""
    return NightState(with_state().values_list(_STATE, flat=True).get(pk=night.pk))


class RunningSeries(NamedTuple):
    """A series without an end or with nights ahead; ``next`` is the day of the nearest, None without a planned one."""

    series: Series
    repeats: str
    next: date | None


def running_series(now: datetime, houses: Collection[int] | None = None) -> list[RunningSeries]:
    """Return the running series, the one with the nearest night first; in two queries at most.

    ``houses`` limits them to these houses, by id; None: all.
    """
    rows = Series.objects.select_related("house").order_by("first", "pk")
    if not (every := [series for series in rows if houses is None or series.house_id in houses]):
        return []
    later = Q(starts_at__gt=now) | Q(starts_at=None, date__gte=timezone.localdate(now))
    ahead = Night.objects.planned().filter(later, series__in=every)
    nearest = dict(ahead.order_by().values_list("series").annotate(nearest=Min("date")))
    found = [series for series in every if series.until is None or series.pk in nearest]
    listed = [RunningSeries(series, str(repeats_of(series)), nearest.get(series.pk)) for series in found]
    return sorted(listed, key=lambda running: running.next or date.max)


class PlayerRow(NamedTuple):
    """A player with the number and result of their closed nights, in cents, and the day of their last night."""

    player: Player
    nights: int
    result_cents: int
    last_seen: date | None


def player_rows(players: PlayerQuerySet) -> list[PlayerRow]:
    """Return the rows of those players, with the nights of all their numbers."""
    closed, people = closed_nights(), people_at()
    seen: dict[int, date] = {}
    for sums in open_nights(closed).values():
        for number in sums.results:
            seen[people[number]] = max(sums.day, seen.get(people[number], sums.day))
    rows = []
    for player in players.with_inviters().order_by("name_key"):
        played = [mine for number in people.entries(player.number) if (mine := closed.players.get(number))]
        nights = len(played[0].nights) if len(played) == 1 else len({night for sums in played for night in sums.nights})
        days = [sums.last_day for sums in played if sums.nights]
        days += [seen[player.number]] if player.number in seen else []
        result_cents = sum(sums.result_cents for sums in played)
        rows.append(PlayerRow(player, nights, result_cents, max(days, default=None)))
    return rows


class PlayerNight(NamedTuple):
    """One night of a player, in cents; None is unknown, and an open night has no result.

    ``net_cents`` is the result of a night of results only.
    """

    night: int
    date: date
    house: str
    is_closed: bool
    bought_cents: int | None
    received_cents: int | None
    net_cents: int | None = None

    @property
    def result_cents(self) -> int | None:
        """The player's win (+) or loss (−); None while the night is open."""
        if self.bought_cents is None or self.received_cents is None:
            return self.net_cents
        return self.received_cents - self.bought_cents if self.is_closed else None

    @property
    def state(self) -> NightState:
        """The state of the night."""
        if self.net_cents is not None:
            return NightState.RESULTS
        return NightState.CLOSED if self.is_closed else NightState.OPEN


def nights_of(player: Player) -> list[PlayerNight]:
    """Return the nights of one person under all their numbers, the newest first."""
    mine, brought, past = set(same_person(player)), dict[int, NetResult](), closed_nights().players
    closed = {night for number in mine if number in past for night in past[number].nights}
    for results in brought_by(Act.objects.filter(night__in=closed)):
        for one in results.results:
            if results.night is not None and one.player in mine:
                brought[results.night] = one.and_(brought.get(results.night))
    lines = {line.night: line for line in winnings(player.number)}
    found = Night.objects.filter(pk__in={*lines, *brought}).select_related("house", "bank").order_by("-date", "-pk")
    rows = []
    for night in found:
        had = brought.get(night.pk)
        line = had or lines[night.pk]
        cents = (line.bought_cents, line.received_cents, had.net_cents if had else None)
        is_closed = had is not None or night.bank.closed_id is not None
        rows.append(PlayerNight(night.pk, night.date, night.house.name, is_closed, *cents))
    return rows


def result_of(played: Iterable[PlayerNight]) -> int:
    """Return the sum of all closed nights, in cents."""
    return sum(night.result_cents or 0 for night in played)


def players_in(content: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the players in an act, without repetition."""
    return list(dict.fromkeys(content[field] for field in PLAYER_FIELDS if field in content))
