"""Wins and losses, night by night, in cents; and results without a bank: nights of results only, starting results.

Undone acts and their undoings do not count.
"""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from ledger.models import AccountKind, Bank, Transfer
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

    ``house`` is the key of the house, ``results`` name the players as recorded, ``reason`` explains a difference.
    """

    number: int
    night: int | None
    day: date
    house: str
    results: tuple[NetResult, ...]
    reason: str = ""

    @property
    def difference_cents(self) -> int:
        """The sum won less the sum lost; it belongs to nobody."""
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
    """Return the results of a night without a bank, also if they are undone; None for any other night."""
    return None if night.results is None else _brought(night.results.number, night.pk, night.results.content)


def starting_results() -> list[BroughtResults]:
    """Return the starting results in the order of their record."""
    return brought_by(Act.objects.filter(night=None))


def starting_cents(first: date | None = None, last: date | None = None, house: str | None = None) -> dict[int, int]:
    """Return every person's starting result in a span of days, of one house or of all: signed cents, by number."""
    sums = Counter[int]()
    found = [brought for brought in starting_results() if house is None or brought.house == house]
    people = people_at() if found else {}
    for brought in found:
        if (first is None or first <= brought.day) and (last is None or brought.day <= last):
            for one in brought.results:
                sums[people[one.player]] += one.net_cents
    return sums


_BOUGHT = Q(credit__kind=AccountKind.CHIPS)
_RECEIVED = Q(debit__kind=AccountKind.FINAL_POT) | (
    Q(debit__kind=AccountKind.CHIPS) & ~Q(credit__kind=AccountKind.FINAL_POT)
)


@dataclass(frozen=True)
class Result:
    """The cents that a player gave for chips and got for chips, in any form."""

    bought_cents: int = 0
    received_cents: int = 0

    @property
    def result_cents(self) -> int:
        """The player's win (+) or loss (-)."""
        return self.received_cents - self.bought_cents


@dataclass(frozen=True, kw_only=True)
class Winning(Result):
    """The cents that one person, by number, gave for chips and got for chips on one night."""

    player: int
    night: int


def results(night: Night) -> dict[int, Result]:
    """Return every person's purchases and receipts on a night, by number; undone acts and undoings do not count.

    A merged player counts as their person at the close, in an open night as their present person.
    """
    closed = Bank.objects.filter(pk=night.pk).values_list("closed", flat=True).first()
    found = sorted(winnings(night=night, seen=closed), key=lambda winning: winning.player)
    return {winning.player: Result(winning.bought_cents, winning.received_cents) for winning in found}


def winnings(player: int | None = None, *, night: Night | None = None, seen: int | None = None) -> list[Winning]:
    """Return a line per person (or for that person) and night (or for that night) with chips bought or received.

    People are as merged by the act ``seen``, else as at present.
    """
    people = people_at(seen)
    moved = Transfer.objects.order_by().exclude(act__kind=Kind.REVERSE).filter(act__reversed_by=None)
    moved = moved.filter(_BOUGHT | _RECEIVED, player__isnull=False)
    if player is not None:
        moved = moved.filter(player__in=people.entries(player))
    if night is not None:
        moved = moved.filter(act__night=night)
    sums: dict[tuple[int, int], tuple[int, int]] = {}
    sides = {"bought": _BOUGHT, "received": _RECEIVED}
    sums_of = {name: Coalesce(Sum("cents", filter=side), 0) for name, side in sides.items()}
    rows = moved.values_list("player", "act__night").annotate(**sums_of)
    for number, on, bought_cents, received_cents in rows:
        person = people[number]
        before = sums.get((person, on), (0, 0))
        sums[person, on] = (before[0] + bought_cents, before[1] + received_cents)
    return [Winning(*cents, player=person, night=on) for (person, on), cents in sums.items()]
