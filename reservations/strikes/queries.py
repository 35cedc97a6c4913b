"""Strikes: counted from the facts at every use, never stored as a number."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, Subquery

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import Cause, FactKind, FactValue
from reservations.houses.attendance_terms import AttendanceTerms, Then
from reservations.houses.queries import attendance_of, newest_terms
from reservations.houses.text import PHRASES
from reservations.models import Fact, House, Night, Player
from reservations.parsing.names import shown_name
from reservations.players.people import People
from reservations.players.queries import people_at, same_person
from reservations.strikes.rules import StrikeLevel, StrikeOutcome, StrikeState, after_strike, strike_level

_ANSWERED_BY = (FactKind.PARDON, FactKind.UNMARK, FactKind.UPHOLD)
_OF_STRIKES = (FactKind.STRIKE, *_ANSWERED_BY, FactKind.CONTEST, FactKind.REINSTATE)
_NONE = (StrikeState.NOT_A_STRIKE, StrikeState.NIGHT_MOVED)
"""There was no strike after all: another one can be marked for the night."""
_LATER = Q(date__gt=OuterRef("night__date")) | Q(date=OuterRef("night__date"), pk__gt=OuterRef("night"))
_HELD = Night.objects.filter(_LATER, house=OuterRef("night__house")).exclude(rules=None).order_by()
_HELD_SINCE = Subquery(_HELD.values("house").annotate(many=Count("pk")).values("many"))
"""How many nights of the house have been held after that of a fact."""
# The quotes around a word inside a text are escaped.
_MOVES = Fact.objects.filter(night=OuterRef("night"), kind=FactKind.CHANGE, content__contains='"starts_at":')
_MOVED = Exists(_MOVES.filter(pk__gt=OuterRef("pk")))
"""Whether the start of a fact's night was changed after it."""

EVER_STRUCK = Fact.objects.filter(kind=FactKind.STRIKE)
"""The strikes that were ever marked, whatever became of them."""


@dataclass(frozen=True, kw_only=True)
class Strike(StrikeOutcome):
    """One strike: ``fact`` is its id, ``player`` its present person; ``at`` is aware.

    ``reason`` is that of the mark, ``then`` its consequence at that time.
    """

    fact: int
    player: int
    night: int
    date: date
    house: int
    house_name: str
    cause: Cause
    weight: int
    at: datetime
    by: str
    reason: str
    then: Then | None

    @property
    def counts(self) -> bool:
        return self.state == StrikeState.COUNTS

    @property
    def is_disputed(self) -> bool:
        """Whether the player contests it and the host has not answered yet."""
        return self.counts and bool(self.contested) and not self.answered

    @property
    def consequence(self) -> str:
        """Its consequence at the time of the mark; "" without one."""
        return PHRASES[self.then] if self.then else ""


def strikes_of(player: Player, house: House | None = None) -> list[Strike]:
    """Return the strikes of a person under all their numbers, the newest first; in one house or in all."""
    return strikes_in(house, of=same_person(player))


def disputed_strikes(houses: Collection[int] | None = None) -> list[tuple[Strike, Player]]:
    """Return the strikes that wait for the host's answer, the newest first; in the houses of these ids, or in all."""
    if not Fact.objects.filter(kind=FactKind.CONTEST).exists():
        return []
    waiting = [strike for strike in strikes_in() if strike.is_disputed and (houses is None or strike.house in houses)]
    players = Player.objects.in_bulk([strike.player for strike in waiting])
    return [(strike, players[strike.player]) for strike in waiting]


def strike_numbered(fact: int) -> Strike | None:
    """Return the present state of the strike of that fact; None for another fact."""
    row = Fact.objects.filter(pk=fact, kind=FactKind.STRIKE).select_related("player").first()
    if row is None or row.player is None:
        return None
    return next((strike for strike in strikes_of(row.player) if strike.fact == fact), None)


def strikes_in(
    house: House | None = None,
    *,
    of: Iterable[int] | None = None,
    people: People | None = None,
    terms: Mapping[int, AttendanceTerms] | None = None,
) -> list[Strike]:
    """Return the strikes in a house, or in all houses, of everybody or of these numbers, the newest first.

    A caller that has read the persons and the present terms of houses passes them in: then it takes one query.
    """
    facts = Fact.objects.filter(kind__in=_OF_STRIKES).select_related("night__house").order_by("id")
    facts = facts.annotate(held_since=_HELD_SINCE, moved=_MOVED)
    if of is not None:
        facts = facts.filter(player__in=list(of))
    rows = list(facts)
    people = people_at() if people is None else people
    by_person: dict[int, list[FactValue]] = defaultdict(list)
    struck_on: list[tuple[FactValue, Night, Any]] = []
    for row in rows:
        fact = people.in_fact(fact_value(row))
        by_person[fact.player or 0].append(fact)
        if row.kind == FactKind.STRIKE and row.night is not None and house in (None, row.night.house):
            struck_on.append((fact, row.night, row))
    if not struck_on:
        return []
    terms = newest_terms() if terms is None else terms
    found: list[Strike] = []
    # Two merged entries of a person may both have a strike of a night. Only the first counts, and its pardon pardons
    # both.
    struck: set[tuple[int, int]] = set()
    for strike, night, row in struck_on:
        player = strike.player or 0
        after = after_strike(
            strike.id,
            [strike for strike in by_person[player] if strike.house in (None, night.house_id)],
            night_cancelled=night.cancelled_at is not None,
            night_moved=strike.content["cause"] == Cause.LATE_CANCEL and row.moved,
            held_since=row.held_since or 0,
            terms=terms[night.house_id],
        )
        if after.state == StrikeState.COUNTS and (player, night.pk) in struck:
            once = "There is one strike for a night, and there was one already."
            after = StrikeOutcome(StrikeState.NOT_A_STRIKE, once, after.contested)
        elif after.state not in _NONE:
            struck.add((player, night.pk))
        found.append(_strike(strike, night, after))
    return found[::-1]


def _strike(row: FactValue, night: Night, after: StrikeOutcome) -> Strike:
    return Strike(
        fact=row.id,
        player=row.player or 0,
        night=night.pk,
        date=night.date,
        house=night.house_id,
        house_name=night.house.name,
        cause=Cause(row.content["cause"]),
        weight=row.outcome["weight"],
        at=row.at,
        by=shown_name(row.by),
        reason=row.reason,
        then=Then(row.outcome["then"]) if row.outcome.get("then") else None,
        **vars(after),
    )


def strike_sums(house: House | None = None) -> dict[int, int]:
    """Return the weights of the strikes in force in a house or in all, by number of the person; no zeros."""
    sums: dict[int, int] = defaultdict(int)
    for strike in strikes_in(house):
        if strike.counts:
            sums[strike.player] += strike.weight
    return dict(sums)


def strike_level_of(player: Player, house: House) -> StrikeLevel:
    strikes = sum(strike.weight for strike in strikes_of(player, house) if strike.counts)
    return strike_level(strikes, attendance_of(house.newest()), house.name)


def open_strike(night: Night, player: Player) -> Strike | None:
    """Return a player's strike of that night; None without one, or if it was taken back."""
    mine = (strike for strike in strikes_of(player) if strike.night == night.pk)
    return next((strike for strike in mine if strike.state not in _NONE), None)
