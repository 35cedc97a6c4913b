"""The number of times that each rule of a house was set aside; in a fixed number of queries."""

import json
from collections import Counter
from dataclasses import dataclass

from django.db.models import QuerySet

from hostdesk.table.conduct.rule_fields import anchor_of, rule_names
from ledger.bank.text import PLAYED_ONLINE
from ledger.reports.ruling_queries import ruled_facts, rulings_of_facts
from reservations.acts.problems import read_violations
from reservations.models import Act, Fact, House, Night
from reservations.players.queries import said_by_people


@dataclass(frozen=True)
class RuleCount:
    """The number of times that a rule of a house was set aside; ``anchor`` is the id of its field, "" for none."""

    house: House
    rule: str
    times: int
    anchor: str


def rule_counts(acts: QuerySet[Act], facts: QuerySet[Fact]) -> list[RuleCount]:
    """Return how often each rule of each house was set aside by acts and facts in effect, the most often first.

    Disputes set no rule aside, and an online night says nothing about the rules of a table.
    """
    counted = Counter[tuple[int, str]]()
    stand = acts.exclude(overruled="[]").exclude(ruling=PLAYED_ONLINE).filter(reversed_by=None, night__isnull=False)
    for house, overruled in stand.order_by().values_list("night__house", "overruled"):
        counted.update((house, rule) for rule in rule_names(read_violations(json.loads(overruled))))
    houses_of = dict(Night.objects.values_list("pk", "house"))
    for fact, line in rulings_of_facts(said_by_people(ruled_facts() & facts), {}):
        if fact.night:
            counted.update((houses_of[fact.night], rule) for rule in rule_names(line.refused))
    houses = House.objects.in_bulk({house for house, _ in counted})
    found = [RuleCount(houses[house], rule, times, anchor_of(rule)) for (house, rule), times in counted.items()]
    return sorted(found, key=lambda rulings: (-rulings.times, rulings.rule, rulings.house.name_key))
