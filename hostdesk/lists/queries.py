"""What the lists show: nights, players, a player's nights and a night's acts, each in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from django.db.models import BigIntegerField, Case, CharField, F, IntegerField, Min, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger.models import Bank
from ledger.night.queries import acts_told
from ledger.night.text import decided
from ledger.reports.winnings_queries import Winning, over_on_night, players_of_night, sold_on_night, winnings
from reservations.acts.kinds import PLAYER_FIELDS, Kind
from reservations.models import Act, Night, Player, PlayerQuerySet, Series
from reservations.nights.queries import repeats_of
from reservations.parsing.names import name_key
from reservations.players.queries import fields_by_person, persons_names_as_of


class NightState(StrEnum):
    """The state of a night."""

    PLANNED = "planned"
    OPEN = "open"
    CLOSED = "closed"
    CANCELLED = "cancelled"


_OPEN, _AHEAD, _PAST = range(3)


def nights() -> QuerySet[Night]:
    """Return all nights with what a list shows of them: ``state``, ``players``, ``sold_cents``, ``over_cents``."""
    listed = with_state().select_related("house", "bank__banker").order_by("-date", "-pk")
    return listed.annotate(
        players=_once_opened(players_of_night()),
        sold_cents=_once_opened(sold_on_night()),
        over_cents=_once_opened(over_on_night()),
    )


def with_state() -> QuerySet[Night]:
    """Return all nights, each with its ``state``."""
    state = Case(
        When(cancelled_at__isnull=False, then=Value(NightState.CANCELLED)),
        When(bank=None, then=Value(NightState.PLANNED)),
        When(bank__closed=None, then=Value(NightState.OPEN)),
        default=Value(NightState.CLOSED),
        output_field=CharField(),
    )
    return Night.objects.annotate(state=state)


def soonest_first(listed: QuerySet[Night], today: date) -> QuerySet[Night]:
    """Return :func:`nights`: open ones, then from ``today`` on the nearest first, then the past, newest first."""
    rank = Case(
        When(state=NightState.OPEN, then=Value(_OPEN)),
        When(bank=None, date__gte=today, then=Value(_AHEAD)),
        default=Value(_PAST),
        output_field=IntegerField(),
    )
    nearest = Case(When(rank=_AHEAD, then=F("date")))
    return listed.annotate(rank=rank).order_by("rank", nearest, "-date", "-pk")


def beyond(listed: QuerySet[Night], today: date, most: int) -> list[int]:
    """Return the ids of the planned nights from ``today`` on that are not among the nearest ``most``."""
    planned = listed.filter(bank=None, cancelled_at=None, date__gte=today).order_by("date", "-pk")
    return list(planned.values_list("pk", flat=True)[most:])


def _once_opened(figure: Subquery) -> Case:
    """Return a figure of a night: None before its opening, then 0 until there is more."""
    return Case(When(bank=None, then=None), default=Coalesce(figure, 0), output_field=BigIntegerField())


def state_of(night: Night) -> NightState:
    """Return the state of a night."""
    if night.cancelled_at is not None:
        return NightState.CANCELLED
    bank = Bank.objects.filter(pk=night.pk).first()
    if bank is None:
        return NightState.PLANNED
    return NightState.OPEN if bank.closed_id is None else NightState.CLOSED


@dataclass(frozen=True)
class RunningSeries:
    """A series without an end or with nights ahead; ``next`` is the day of the nearest, None if none is planned."""

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


@dataclass(frozen=True)
class PlayerRow:
    """A player with the number and result of their closed nights, in cents, and the day of their last night."""

    player: Player
    nights: int
    result_cents: int
    last_seen: date | None


def player_rows(players: PlayerQuerySet) -> list[PlayerRow]:
    """Return the rows of those players, with the nights of all their numbers."""
    lines: dict[int, list[Winning]] = defaultdict(list)
    for line in winnings():
        lines[line.player].append(line)
    found = Night.objects.values_list("pk", "date", "bank__closed")
    days = {pk: (day, closed is not None) for pk, day, closed in found}
    rows = []
    for player in players.with_inviters().order_by("name_key"):
        played = lines[player.number]
        closed = [line for line in played if days[line.night][1]]
        nights, result_cents = len({line.night for line in closed}), sum(line.result_cents for line in closed)
        last_seen = max((days[line.night][0] for line in played), default=None)
        rows.append(PlayerRow(player, nights, result_cents, last_seen))
    return rows


@dataclass(frozen=True)
class PlayerNight:
    """One night of a player, in cents; only a closed one has a result."""

    night: int
    date: date
    house: str
    is_closed: bool
    bought_cents: int
    received_cents: int

    @property
    def result_cents(self) -> int | None:
        """What the player won (+) or lost (-); None while the night is open."""
        return self.received_cents - self.bought_cents if self.is_closed else None

    @property
    def state(self) -> NightState:
        """The state of the night."""
        return NightState.CLOSED if self.is_closed else NightState.OPEN


def nights_of(player: Player) -> list[PlayerNight]:
    """Return the nights of one person, by all the numbers they have had, the newest first."""
    lines = {line.night: line for line in winnings(player.number)}
    found = Night.objects.filter(pk__in=lines).select_related("house", "bank").order_by("-date", "-pk")
    rows = []
    for night in found:
        line, is_closed = lines[night.pk], night.bank.closed_id is not None
        cents = (line.bought_cents, line.received_cents)
        rows.append(PlayerNight(night.pk, night.date, night.house.name, is_closed, *cents))
    return rows


def result_of(played: Iterable[PlayerNight]) -> int:
    """Return what all closed nights come to, in cents."""
    return sum(each.result_cents or 0 for each in played)


@dataclass(frozen=True)
class ActRow:
    """An act for people: what undid it, who ruled why, and its cents (of THE BOOK: what changed sides)."""

    number: int
    at: datetime
    kind: str
    text: str
    players: tuple[int, ...]
    names: str
    cents: int | None
    by: str
    undone_by: int | None
    rulings: tuple[str, ...]

    @property
    def day(self) -> date:
        """The day it was recorded on, where the desk stands."""
        return timezone.localdate(self.at)

    @classmethod
    def of(cls, act: Act, players: Iterable[int], names: Mapping[int, str], **told: Any) -> "ActRow":
        """Return an act with the names of the players in it, each once; ``told``: its text, cents and rulings."""
        players = tuple(dict.fromkeys(players))
        return cls(
            number=act.number,
            at=act.at,
            kind=act.kind,
            players=players,
            names=", ".join(names[player] for player in players),
            by=act.by,
            undone_by=getattr(getattr(act, "reversed_by", None), "number", None),
            **told,
        )


def act_rows(night: Night, acts: QuerySet[Act]) -> list[ActRow]:
    """Return the rows of some acts of a night, with the names that its report has."""
    # The acts of the night are read after these, so one that is recorded in between is not missing there.
    found = list(acts)
    read = NightActs.of(night)
    told, rows = acts_told(found, read.names), []
    for act in found:
        content = read.contents[act.key]
        row = ActRow.of(
            act,
            read.players(content),
            read.names,
            text=told[act.number].text,
            cents=told[act.number].cents,
            rulings=decided(act.ruling, act.count_ruling),
        )
        rows.append(row)
    return rows


@dataclass(frozen=True)
class NightActs:
    """The acts of a night by key, with names and merged players as of its close, or of the last act so far."""

    names: Mapping[int, str]
    contents: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, night: Night) -> "NightActs":
        """Read the acts of a night."""
        # Its close, or the newest act of all while it is open.
        acts = Act.objects.filter(night=night)
        close = Bank.objects.filter(pk=night.pk, closed__isnull=False).values_list("closed_id", flat=True).first()
        last = close or Act.objects.order_by("-number").values_list("number", flat=True).first() or 0
        found = list(acts.values_list("key", "content"))
        contents = fields_by_person((content for *_, content in found), until=last)
        return cls(
            names=persons_names_as_of(last),
            contents={key: content for (key, _), content in zip(found, contents, strict=True)},
        )

    def players(self, content: Mapping[str, Any]) -> list[int]:
        """Return the people an act is about; of an act about another, those of that one."""
        return players_in(content) or players_in(self.contents.get(content.get("of", ""), {}))


def players_in(content: Mapping[str, Any]) -> list[int]:
    """Return the players an act is about, by number, each once."""
    return list(dict.fromkeys(content[field] for field in PLAYER_FIELDS if field in content))


def kinds_of(night: Night) -> list[Kind]:
    """Return the kinds of act that a night has, in the order in which a night has them."""
    found = set(Act.objects.filter(night=night).order_by().values_list("kind", flat=True).distinct())
    return [kind for kind in Kind if kind in found]


def players_of(night: Night) -> list[tuple[int, str]]:
    """Return the people who are in an act of a night, by name: number, and name as its report has it."""
    read = NightActs.of(night)
    numbers = {player for content in read.contents.values() for player in read.players(content)}
    return sorted(((number, read.names[number]) for number in numbers), key=lambda each: name_key(each[1]))
