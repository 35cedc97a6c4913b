"""The rulings of all nights, and how often each rule of a house was set aside; in a fixed number of queries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hostdesk.conduct.rule_fields import anchor_of, rule_names
from ledger.night.queries import acts_told
from ledger.night.text import PLAYED_ONLINE
from ledger.reports.night_report import RulingLine
from ledger.reports.ruling_queries import ruled_acts, ruled_facts, rulings_of_acts, rulings_of_facts
from reservations.acts.fact_queries import said_by_people
from reservations.models import House, Night, Player

DISPUTE = "dispute"
"""What stands among the rules for a dispute, which set none aside."""


@dataclass(frozen=True)
class RulingRow:
    """A ruling with its night; None for an act between nights, as a payment in THE BOOK is."""

    place: int
    night: Night | None
    line: RulingLine

    @property
    def house(self) -> House | None:
        """The house whose rule it was."""
        return self.night.house if self.night else None

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules that were set aside, by name; a dispute is one of its own."""
        return rule_names(self.line.refused) or (DISPUTE,)


@dataclass(frozen=True)
class RuleCount:
    """How often a rule of a house was set aside; ``anchor`` is the id of the field that changes it, "" for none."""

    house: House
    rule: str
    times: int
    anchor: str


def all_rulings() -> list[RulingRow]:
    """Return all rulings that stand, the newest first."""
    acts = list(ruled_acts())
    names = dict(Player.objects.values_list("number", "name"))
    nights = {act.number: act.night for act in acts}
    found = [(nights[line.number or 0], line) for line in rulings_of_acts(acts, acts_told(acts, names))]
    facts = said_by_people(ruled_facts())
    played = Night.objects.select_related("house").in_bulk([fact.night for fact in facts if fact.night])
    found += [(played.get(fact.night or 0), line) for fact, line in rulings_of_facts(facts, names)]
    found.sort(key=lambda each: each[1].at, reverse=True)
    return [RulingRow(place, night, line) for place, (night, line) in enumerate(found)]


def rule_counts(rows: Sequence[RulingRow]) -> list[RuleCount]:
    """Return how often each rule of each house was set aside, the most often first.

    Disputes set no rule aside, and a night that was played online says nothing about the rules of a table.
    """
    rows = [row for row in rows if row.line.reason != PLAYED_ONLINE]
    houses = {row.house.pk: row.house for row in rows if row.house}
    counted = Counter((row.house.pk, rule) for row in rows if row.house for rule in row.rules if rule != DISPUTE)
    found = [RuleCount(houses[house], rule, times, anchor_of(rule)) for (house, rule), times in counted.items()]
    return sorted(found, key=lambda each: (-each.times, each.rule, each.house.name_key))
