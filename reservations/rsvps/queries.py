"""The RSVP state of nights, the persons with their priorities, and the nights ahead."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import cast
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils.timezone import get_current_timezone, localdate

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import AT_THE_TABLE, FactKind, FactValue
from reservations.acts.moments import read_once
from reservations.houses.attendance_terms import Arrears, AttendanceTerms
from reservations.houses.queries import attendance_of, newest_terms, newest_versions
from reservations.models import Fact, House, Night, Player, Rules
from reservations.players.people import People, as_merged
from reservations.players.queries import merges_at, players_and_merges
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import RsvpState, has_begun
from reservations.strikes.queries import Strike, strike_sums, strikes_in
from reservations.strikes.rules import strike_level
from reservations.waiting_list.rules import Person

_STILL_MEANT = timedelta(days=2)
_LONGEST_SLEEP = timedelta(days=60)
NO_DEBTS: frozenset[int] = frozenset()


def facts_of(night: Night) -> list[FactValue]:
    """Return the facts about coming to a night in order, read with the merges in effect now."""
    facts = Fact.objects.filter(night=night).exclude(kind__in=AT_THE_TABLE).order_by("id")
    return as_merged([fact_value(fact) for fact in facts], merges_at(None))


@read_once
def recorded_on(*nights: int) -> list[FactValue]:
    """Return the facts about coming to nights, by their ids, in order and as recorded."""
    return [*map(fact_value, Fact.objects.filter(night__in=nights).exclude(kind__in=AT_THE_TABLE).order_by("id"))]


def facts_of_nights(nights: Iterable[Night]) -> Mapping[int, list[FactValue]]:
    """Return the facts of nights by night id, as :func:`facts_of`, in one query."""
    found: dict[int, list[FactValue]] = {night.pk: [] for night in nights}
    for fact in recorded_on(*found):
        found[fact.night or 0].append(fact)
    merges = merges_at(None)
    return {night: as_merged(facts, merges) for night, facts in found.items()}


def rsvp_state_of(night: Night) -> RsvpState:
    """Return the RSVP state of a night: seats, places in line, and answers."""
    return fold(facts_of(night), seats=night.seats, starts_at=night.starts_at)


def rsvp_states_of(nights: Iterable[Night]) -> dict[int, RsvpState]:
    """Return the RSVP states of nights by night id, in a fixed number of queries."""
    listed = list(nights)
    facts = facts_of_nights(listed)
    return {night.pk: fold(facts[night.pk], seats=night.seats, starts_at=night.starts_at) for night in listed}


def terms_of_night(night: Night) -> AttendanceTerms:
    """Return the attendance terms of a night: those of the version it was opened with; before that, the newest."""
    return attendance_of(night.rules or night.house.newest())


def people_for(night: Night, arrears: Collection[int] = NO_DEBTS) -> dict[int, Person]:
    """Return all players, as :func:`people_in` for the night's house; ``arrears`` are numbers of players."""
    return people_in(night.house, terms_of_night(night), arrears)


def people_in(house: House, terms: AttendanceTerms, arrears: Collection[int] = NO_DEBTS) -> dict[int, Person]:
    """Return all players, by number, with the priorities of a house with these terms."""
    return _people(Player.objects.people(), terms, house, strike_sums(house), arrears)


def _people(
    players: Iterable[Player],
    terms: AttendanceTerms,
    house: House,
    strikes: Mapping[int, int],
    arrears: Collection[int],
) -> dict[int, Person]:
    return {
        who.number: _person(who, terms, house, strikes=strikes.get(who.number, 0), owes=who.number in arrears)
        for who in players
    }


def _person(player: Player, terms: AttendanceTerms, house: House, *, strikes: int, owes: bool) -> Person:
    level = strike_level(strikes, terms, house.name)
    barred = level.barred
    if owes and terms.arrears == Arrears.OUT:
        barred = barred or "Owes THE BOOK for too long: a seat can be had once that is paid."
    if player.removed:
        barred = "Removed from the group."
    in_debt = owes and terms.arrears == Arrears.BEHIND
    counts = (level.strikes, level.behind, in_debt, barred, player.removed)
    return Person(player.number, player.name, player.regular, *counts)


class HouseLookups:
    """The terms of nights, and the players as in :func:`people_in`: in three queries, however many houses."""

    def __init__(self, arrears: Collection[int] = NO_DEBTS) -> None:
        self._arrears = arrears

    @cached_property
    def newest(self) -> Mapping[int, AttendanceTerms]:
        """The present terms of the houses, by id."""
        return newest_terms()

    def terms(self, night: Night) -> AttendanceTerms:
        """Return the attendance terms of a night, as :func:`terms_of_night`."""
        return attendance_of(night.rules) if night.rules else self.newest[night.house_id]

    def person(self, player: Player, house: House, terms: AttendanceTerms) -> Person:
        """Return one player (not a duplicate) as :func:`people_in`."""
        return _people([player], terms, house, self._sums[house.pk], self._arrears)[player.number]

    def who(self, house: House, terms: AttendanceTerms) -> dict[int, Person]:
        """Return all players, as :func:`people_in`."""
        return _people(self._everybody, terms, house, self._sums[house.pk], self._arrears)

    @cached_property
    def _everybody(self) -> list[Player]:
        return list(Player.objects.people())

    @cached_property
    def strikes(self) -> Sequence[Strike]:
        """All strikes of all houses, the newest first."""
        return _all_strikes()

    @cached_property
    def _sums(self) -> Mapping[int, Mapping[int, int]]:
        return _sums_by_house(self.strikes)


_all_strikes = read_once(strikes_in)


def _sums_by_house(strikes: Iterable[Strike]) -> Mapping[int, Mapping[int, int]]:
    """Return the weights of the strikes in force, by house and person."""
    sums: dict[int, Counter[int]] = defaultdict(Counter)
    for strike in strikes:
        sums[strike.house][strike.player] += strike.weight if strike.counts else 0
    return sums


Owing = Callable[[Mapping[int, int], Iterable[Rules], date], Collection[int]]
"""Tells who is in arrears on a day, by number: of the numbers that are theirs, by the newest rules of all houses."""


class DueNights:
    """The nights with possible due facts at a moment, read in three queries, however long the past.

    They are the nights ahead with facts, and earlier nights with a late change, in case the desk was off at their
    start. Only if a player waits, two more queries read strikes and arrears.
    """

    def __init__(self, now: datetime, owing: Owing) -> None:
        self._owing, self._today = owing, localdate(now)
        since, earliest = (now - _STILL_MEANT).date(), now.date() - _LONGEST_SLEEP
        late = Fact.objects.filter(kind=FactKind.ANSWER, night__date__gte=earliest, outcome__contains='"late":true')
        meant = Q(night__date__gte=since) | Q(night__date__gte=earliest, night__in=late.values("night"))
        facts = Fact.objects.filter(meant, night__cancelled_at=None).exclude(kind__in=AT_THE_TABLE).order_by("id")
        self._facts: dict[int, list[Fact]] = defaultdict(list)
        self.nights: dict[int, Night] = {}
        for fact in facts.select_related("night__house"):
            night = cast(Night, fact.night)
            self.nights.setdefault(night.pk, night)
            self._facts[night.pk].append(fact)
        kept = Rules.objects.filter(pk__in={night.rules_id for night in self.nights.values() if night.rules_id})
        rules = (kept | newest_versions()).order_by("version")
        self._rules = {version.pk: version for version in rules}
        self._newest = {version.house_id: version for version in self._rules.values()}
        self._players, self._merges = players_and_merges()

    def terms(self, night: Night) -> AttendanceTerms:
        """Return the attendance terms of a night, as :func:`terms_of_night`."""
        return attendance_of(self._rules[night.rules_id] if night.rules_id else self._newest[night.house_id])

    def rsvp_state(self, night: Night) -> RsvpState:
        """Return the RSVP state of a night: seats, places in line, and answers."""
        facts = as_merged([fact_value(fact) for fact in self._facts[night.pk]], self._merges)
        return fold(facts, seats=night.seats, starts_at=night.starts_at)

    def people(self, night: Night, rsvp_state: RsvpState) -> dict[int, Person]:
        """Return all players, as :func:`people_in`; strikes and arrears are those of the nights' players."""
        terms, waits = self.terms(night), bool(rsvp_state.waiting)
        strikes = self._strikes[night.house_id] if waits else {}
        owes = self.owing if waits and terms.arrears != Arrears.NOTHING else NO_DEBTS
        return _people(self._players, terms, night.house, strikes, owes)

    @cached_property
    def _entries(self) -> dict[int, int]:
        """The numbers in the facts of the nights, duplicates included, with their persons."""
        people = People.merged(self._merges.values())
        players = {fact.player_id for facts in self._facts.values() for fact in facts if fact.player_id is not None}
        return {number: people[recorded] for recorded in players for number in people.entries(recorded)}

    @cached_property
    def _strikes(self) -> Mapping[int, Mapping[int, int]]:
        """The weights of the strikes in force, by house and person."""
        terms = {house: attendance_of(rules) for house, rules in self._newest.items()}
        people = People.merged(self._merges.values())
        return _sums_by_house(strikes_in(of=self._entries, people=people, terms=terms))

    @cached_property
    def owing(self) -> Collection[int]:
        """The numbers of the players in arrears."""
        return self._owing(self._entries, self._newest.values(), self._today)


def upcoming(now: datetime) -> QuerySet[Night]:
    """Return the nights ahead or in play that are not cancelled, by start, from a little before today on."""
    since = (now - _STILL_MEANT).date()
    ahead = Night.objects.filter(date__gte=since, cancelled_at=None).select_related("house", "rules")
    return ahead.by_start()


def zone_of(night: Night) -> str:
    """Return the time zone of a night, by its IANA name: its own, else the desk's."""
    return night.time_zone or str(get_current_timezone())


def has_started(night: Night, at: datetime) -> bool:
    """Tell whether a night has begun: at its start, by the clock alone.

    A night without a time begins when its bank opens, or at the end of its day.
    """
    if night.starts_at is not None:
        return has_begun(night.starts_at, at)
    return night.rules_id is not None or at.astimezone(ZoneInfo(zone_of(night))).date() > night.date
