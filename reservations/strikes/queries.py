"""Strikes: counted from the facts every time they are asked for, never kept as a number."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from reservations.acts.fact_queries import said_by_people
from reservations.acts.facts import Cause, FactKind, Said
from reservations.houses.attendance_terms import AttendanceTerms, Then
from reservations.houses.queries import attendance_of, newest_terms
from reservations.models import Fact, House, Night, Player
from reservations.players.queries import same_person
from reservations.rsvps.cutoffs import StrikeState, after_strike, steps_reached, what_follows

_OF_STRIKES = (FactKind.STRIKE, FactKind.PARDON, FactKind.UNMARK, FactKind.CONTEST, FactKind.REINSTATE)


_NONE = (StrikeState.NOT_A_STRIKE, StrikeState.NIGHT_MOVED)
"""There was no strike after all: another one can be marked for the night."""
_ONCE = "There is one strike for a night, and there was one already."


@dataclass(frozen=True)
class Strike:
    """One strike as it stands: ``fact`` is its id, ``player`` whose it is now; ``at`` is aware.

    ``reason`` is what was said when it was marked, ``why`` what has become of it since, ``contested`` the player's
    words against it.
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
    state: StrikeState
    why: str
    contested: str

    @property
    def counts(self) -> bool:
        """Whether it counts."""
        return self.state == StrikeState.COUNTS


@dataclass(frozen=True)
class StrikeStanding:
    """Where somebody stands in a house: their strikes that count, by weight, what follows, and why they are barred."""

    strikes: int = 0
    behind: bool = False
    then: Then | None = None
    barred: str = ""


def strikes_of(player: Player, house: House | None = None) -> list[Strike]:
    """Return the strikes of a person under all their numbers, the newest first; in one house or in all."""
    return _strikes(same_person(player), house)


def strikes_in(house: House | None = None) -> list[Strike]:
    """Return all strikes in a house, or in all houses, the newest first."""
    return _strikes(None, house)


def strike_numbered(fact: int) -> Strike | None:
    """Return the strike of that fact, as it stands; nothing where the fact is none."""
    row = Fact.objects.filter(pk=fact, kind=FactKind.STRIKE).select_related("player").first()
    if row is None or row.player is None:
        return None
    return next((each for each in strikes_of(row.player) if each.fact == fact), None)


def _strikes(players: Iterable[int] | None, house: House | None) -> list[Strike]:
    facts = Fact.objects.filter(kind__in=_OF_STRIKES)
    if players is not None:
        facts = facts.filter(player__in=list(players))
    rows = said_by_people(facts.order_by("id"))
    strikes = [row for row in rows if row.kind == FactKind.STRIKE]
    if not strikes:
        return []
    nights = Night.objects.filter(pk__in={row.night for row in strikes}).select_related("house").in_bulk()
    wanted = [row for row in strikes if house is None or nights[row.night or 0].house_id == house.pk]
    houses = {night.house_id for night in nights.values()}
    found = _Held(newest_terms(houses), _held(houses), _moved(nights))
    by_person: dict[int, list[Said]] = defaultdict(list)
    for row in rows:
        by_person[row.player or 0].append(row)
    return _one_a_night(_strike(row, by_person[row.player or 0], nights[row.night or 0], found) for row in wanted)


def _one_a_night(strikes: Iterable[Strike]) -> list[Strike]:
    """Return strikes the newest first; of two that entries of one person have of a night only the first is looked at.

    So a pardon of that one is a pardon of the night.
    """
    told: list[Strike] = []
    held: set[tuple[int, int]] = set()
    for strike in strikes:
        again = strike.counts and (strike.player, strike.night) in held
        told.append(replace(strike, state=StrikeState.NOT_A_STRIKE, why=_ONCE) if again else strike)
        if strike.state not in _NONE:
            held.add((strike.player, strike.night))
    return told[::-1]


@dataclass(frozen=True)
class _Held:
    """The terms of houses as they are now, the nights that were held there, and by which fact nights were moved."""

    terms: Mapping[int, AttendanceTerms]
    nights: Mapping[int, list[tuple[date, int]]]
    moved: Mapping[int, int]

    def since(self, night: Night) -> int:
        """Return how many nights the house of that night has held after it."""
        return sum((night.date, night.pk) < each for each in self.nights[night.house_id])


def _held(houses: Iterable[int]) -> Mapping[int, list[tuple[date, int]]]:
    held: dict[int, list[tuple[date, int]]] = defaultdict(list)
    rows = Night.objects.filter(house__in=list(houses)).exclude(rules=None).values_list("house", "date", "pk")
    for house, day, pk in rows:
        held[house].append((day, pk))
    return held


def _moved(nights: Iterable[int]) -> dict[int, int]:
    """Return the last fact that gave each night another start, by the night's id; those left out that kept theirs."""
    changes = Fact.objects.filter(night__in=list(nights), kind=FactKind.CHANGE, content__contains='"starts_at":')
    return dict(changes.order_by("id").values_list("night", "id"))


def _strike(row: Said, rows: list[Said], night: Night, held: _Held) -> Strike:
    """Return a strike as it stands after the facts of its person, ``rows``."""
    here = [each for each in rows if each.house in (None, night.house_id)]
    after = after_strike(
        row.id,
        here,
        night_cancelled=night.cancelled_at is not None,
        night_moved=row.content["cause"] == Cause.LATE_CANCEL and held.moved.get(night.pk, 0) > row.id,
        held_since=held.since(night),
        terms=held.terms[night.house_id],
    )
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
        by=row.by,
        reason=row.reason,
        then=Then(row.outcome["then"]) if row.outcome.get("then") else None,
        state=after.state,
        why=after.why,
        contested=after.contested,
    )


def counted(house: House) -> dict[int, int]:
    """Return the strikes that count in a house, by number of the person, their weights added up; no zeros."""
    sums: dict[int, int] = defaultdict(int)
    for strike in strikes_in(house):
        if strike.counts:
            sums[strike.player] += strike.weight
    return dict(sums)


def standing_with(player: Player, house: House) -> StrikeStanding:
    """Return where a person stands in a house by their strikes."""
    strikes = sum(each.weight for each in strikes_of(player, house) if each.counts)
    return standing_of_strikes(strikes, attendance_of(house.newest()), house.name)


def standing_of_strikes(strikes: int, terms: AttendanceTerms, house: str) -> StrikeStanding:
    """Return what so many strikes mean in a house of these terms."""
    reached = [step.then for step in steps_reached(strikes, terms)]
    barred = f"Removed from the group of {house} after missed nights; only the host takes them back."
    return StrikeStanding(
        strikes=strikes,
        behind=Then.BEHIND in reached,
        then=what_follows(strikes, terms),
        barred=barred if Then.REMOVED in reached else "",
    )


def open_strike(night: Night, player: Player) -> Strike | None:
    """Return the strike that somebody has of that night as it is now; nothing where there is none or it was none."""
    mine = (each for each in strikes_of(player) if each.night == night.pk)
    return next((each for each in mine if each.state not in _NONE), None)
