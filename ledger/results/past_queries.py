"""What the desk has of players before results are brought: the nights they played, and what they start with."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ledger.night.closed_queries import closed_nights
from ledger.results.queries import played_nights, starting_results
from ledger.results.rules import NetResult, PastOf
from reservations.players.queries import people_at


def past_of(names: Mapping[int, str]) -> list[PastOf]:
    """Return the past of people, whose names are given by number."""
    people, days = people_at(), dict[int, set[date]]()
    for sums in closed_nights().nights.values():
        for player in sums.results:
            days.setdefault(people[player], set()).add(sums.day)
    starts = {people[one.player]: each.day for each in starting_results() for one in each.results}
    return [PastOf(name, days.get(number, ()), starts.get(number)) for number, name in names.items()]


@dataclass(frozen=True)
class NightThere:
    """A night that the desk has: with its results by person, in cents; None while its bank is open."""

    night: int
    house: str
    results: Mapping[int, int] | None


def nights_there(first: date, last: date) -> dict[date, list[NightThere]]:
    """Return the nights of these days that were played, by day; in three queries at most."""
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


def started_with(results: Mapping[int, NetResult], day: date) -> bool:
    """Tell whether all of these people, by number, start with just that, up to that day."""
    people = people_at()
    known = {people[one.player]: (each.day, one.net_cents) for each in starting_results() for one in each.results}
    return all(known.get(number) == (day, one.net_cents) for number, one in results.items())
