"""The RSVP state of nights, everybody with what counts for the priorities, IDs seen, and the nights ahead."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import QuerySet

from reservations.acts.fact_queries import said
from reservations.acts.facts import AT_THE_TABLE, Said
from reservations.houses.attendance_terms import Arrears, AttendanceTerms
from reservations.houses.queries import attendance_of
from reservations.models import Fact, House, Night, Player
from reservations.players.queries import merges_at
from reservations.rsvps.merged_players import as_merged
from reservations.rsvps.rsvp_reducers import fold
from reservations.rsvps.rsvp_state import RsvpState
from reservations.strikes.queries import strike_sums
from reservations.strikes.rules import strike_level
from reservations.waiting_list.rules import Person

_STILL_MEANT = timedelta(days=2)
NO_DEBTS: frozenset[int] = frozenset()


def facts_of(night: Night) -> list[Said]:
    """Return the facts about coming to a night in order, read with the merges of players in effect now."""
    return facts_of_nights([night])[night.pk]


def facts_of_nights(nights: Iterable[Night]) -> Mapping[int, list[Said]]:
    """Return the facts of nights by the night's id, as :func:`facts_of`, in one query."""
    found: dict[int, list[Said]] = {night.pk: [] for night in nights}
    for fact in Fact.objects.filter(night__in=list(found)).exclude(kind__in=AT_THE_TABLE).order_by("id"):
        found[fact.night_id or 0].append(said(fact))
    merges = merges_at()
    return {night: as_merged(facts, merges) for night, facts in found.items()}


def rsvp_state_of(night: Night) -> RsvpState:
    """Return who has a seat on a night, who waits, and who said what."""
    return fold(facts_of(night), seats=night.seats, starts_at=night.starts_at)


def rsvp_states_of(nights: Iterable[Night]) -> dict[int, RsvpState]:
    """Return the RSVP states of nights by the night's id, in a number of queries that does not grow with them."""
    asked = list(nights)
    facts = facts_of_nights(asked)
    return {night.pk: fold(facts[night.pk], seats=night.seats, starts_at=night.starts_at) for night in asked}


def terms_of_night(night: Night) -> AttendanceTerms:
    """Return the attendance terms of a night: those of the version it was opened with, before that the newest."""
    return attendance_of(night.rules or night.house.newest())


def people_for(night: Night, arrears: Collection[int] = NO_DEBTS) -> dict[int, Person]:
    """Return everybody who plays, as :func:`people_in` for the night's house; ``arrears`` are numbers of players."""
    return people_in(night.house, terms_of_night(night), arrears)


def people_in(house: House, terms: AttendanceTerms, arrears: Collection[int] = NO_DEBTS) -> dict[int, Person]:
    """Return everybody who plays, by number, with what counts for the priorities of a house with these terms."""
    strikes, people = strike_sums(house), {}
    for player in Player.objects.people():
        level = strike_level(strikes.get(player.number, 0), terms, house.name)
        owes, barred = player.number in arrears, level.barred
        if owes and terms.arrears == Arrears.OUT:
            barred = barred or "Owes THE BOOK for too long: a seat can be had once that is paid."
        if player.removed:
            barred = "Removed from the group."
        in_debt = owes and terms.arrears == Arrears.BEHIND
        counts = (level.strikes, level.behind, in_debt, barred, player.removed)
        people[player.number] = Person(player.number, player.name, player.regular, *counts)
    return people


class HouseLookups:
    """The terms of houses, and everybody who plays as :func:`people_in`: read once, for many nights."""

    def __init__(self, arrears: Collection[int]) -> None:
        self.arrears = arrears
        self.newest: dict[int, AttendanceTerms] = {}
        self.people: dict[tuple[int, AttendanceTerms], dict[int, Person]] = {}

    def terms(self, night: Night) -> AttendanceTerms:
        """Return the attendance terms of a night, as :func:`terms_of_night`."""
        if night.rules:
            return attendance_of(night.rules)
        if night.house_id not in self.newest:
            self.newest[night.house_id] = attendance_of(night.house.newest())
        return self.newest[night.house_id]

    def who(self, house: House, terms: AttendanceTerms) -> dict[int, Person]:
        """Return everybody who plays, as :func:`people_in`."""
        key = (house.pk, terms)
        if key not in self.people:
            self.people[key] = people_in(house, terms, self.arrears)
        return self.people[key]


def upcoming(now: datetime) -> QuerySet[Night]:
    """Return the nights ahead or being played that are not cancelled, by their start; of today, and a little before."""
    since = (now - _STILL_MEANT).date()
    ahead = Night.objects.filter(date__gte=since, cancelled_at=None).select_related("house", "rules")
    return ahead.order_by("date", "starts_at", "id")
