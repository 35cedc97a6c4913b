"""Results without a bank: the nights of results only, and the starting results of players."""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from ledger.results.rules import NetResult, difference_of, read_results
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Night, NightQuerySet
from reservations.parsing.days import parse_day
from reservations.players.queries import people_at


def played_nights() -> NightQuerySet:
    """Return the nights with a bank, open or closed, or with results, without those that were taken back."""
    played = Night.objects.exclude(rules=None, results=None)
    return played.filter(bank__closed__reversed_by=None, results__reversed_by=None)


@dataclass(frozen=True)
class BroughtResults:
    """An act that brought results: of a night by its id, or starting results (``night`` is None).

    ``house`` is the key of the house, ``results`` name the players as they were recorded, ``reason`` is that of a
    difference.
    """

    number: int
    night: int | None
    day: date
    house: str
    results: tuple[NetResult, ...]
    reason: str = ""

    @property
    def difference_cents(self) -> int:
        """The sum won beyond the sum lost: nobody's."""
        return difference_of(self.results)


def brought_by(acts: QuerySet[Act]) -> list[BroughtResults]:
    """Return the results of acts in effect, in their order."""
    brought = in_effect(acts.filter(kind=Kind.RESULTS)).order_by("number")
    return [_brought(*row) for row in brought.values_list("number", "night", "content")]


def _brought(number: int, night: int | None, text: str) -> BroughtResults:
    content: dict[str, Any] = json.loads(text)
    day, results = parse_day(content["date"]), read_results(content)
    return BroughtResults(number, night, day, content["house"], results, content.get("reason", ""))


def brought_to(night: Night) -> BroughtResults | None:
    """Return the results of a night that had no bank, also undone ones; None for any other night."""
    return None if night.results is None else _brought(night.results.number, night.pk, night.results.content)


def starting_results() -> list[BroughtResults]:
    """Return the starting results in the order of their record."""
    return brought_by(Act.objects.filter(night=None))


def starting_cents(first: date | None = None, last: date | None = None, house: str | None = None) -> dict[int, int]:
    """Return each person's starting result in a span of days, of one house or of all: signed cents, by number."""
    sums = Counter[int]()
    found = [brought for brought in starting_results() if house is None or brought.house == house]
    people = people_at() if found else {}
    for brought in found:
        if (first is None or first <= brought.day) and (last is None or brought.day <= last):
            for one in brought.results:
                sums[people[one.player]] += one.net_cents
    return sums
