"""The desk's records before results are brought, by player and day; and the report of a night of results only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ledger.results.closed_queries import closed_nights
from ledger.results.queries import brought_to, played_nights, starting_results
from ledger.results.report import ResultsReport, result_lines
from ledger.results.rules import PastOf
from reservations.acts.problems import Impossible
from reservations.models import Night
from reservations.players.queries import people_at, persons_names_as_of


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
