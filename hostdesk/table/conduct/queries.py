"""Tonight's conduct for its panel: the tally in money, the notes, the player with the clock; and how often
rules were set aside.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from hostdesk.table.conduct.rule_fields import anchor_of, rule_names
from hostdesk.table.open_night.queries import Tonight
from ledger.bank.queries import terms_of
from ledger.bank.text import PLAYED_ONLINE
from ledger.reports.night_queries import tally_of
from ledger.reports.ruling_queries import ruled_facts, rulings_of_facts
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.problems import read_violations
from reservations.clock.rules import in_minutes
from reservations.conduct.rules import KINDS, Conduct, fold_conduct
from reservations.models import Act, Fact, House, Night
from reservations.players.queries import facts_of_people
from reservations.tables.queries import seating_terms_of

_LOOKED_AT = 100  # warnings
_USUAL = (
    "Acted out of turn",
    "Splashed the pot",
    "Slow rolled",
    "Talked about a hand in play",
    "Called the clock at once",
)


def _lines(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> list[dict[str, Any]]:
    """Return all notes about players, the newest first: ``words`` are those of a warning, ``cents`` the penalty."""
    noted = list[tuple[FactValue, str, str, int | None]]()
    for jump in conduct.jumps:
        is_warned = jump.outcome["warning"]
        noted.append((jump, f"jumped the bet{': warned' * is_warned}", "", None if is_warned else penalty_cents))
    noted += [(warning, "warned", warning.reason, None) for warning in conduct.warnings]
    noted += [(call, "had the clock called", "", None) for call in conduct.calls]
    noted.sort(key=lambda line: line[0].id, reverse=True)
    return [
        {"fact": fact.id, "at": fact.at, "name": names[fact.player or 0], "what": what, "words": words, "cents": cents}
        for fact, what, words, cents in noted
    ]


def conduct_now(tonight: Tonight, now: datetime) -> dict[str, Any]:
    """Return tonight's conduct at the aware moment ``now``, for its panel.

    ``players`` are those at the tables. ``is_warned``: the next jumped bet costs the penalty. ``call`` is the call on
    display, of the player ``called``; ``call_length`` is the time to think, as in "1:00", "" without that rule.
    """
    conduct = fold_conduct(tonight.facts.of(KINDS))
    terms, penalty = seating_terms_of(tonight.night), penalty_of(tonight.night)
    call, running = conduct.call_at(now), conduct.running_at(now)
    return {
        "penalty_cents": penalty,
        "players": [p for p in tonight.players if p.state != "left" and p.number not in tonight.turned_away],
        "is_warned": conduct.is_warned(terms.jump_warnings),
        "lines": _lines(conduct, tonight.now.names, penalty),
        "disputes": conduct.rulings[::-1],
        "tally": tally_of(conduct, tonight.now.names, penalty),
        "call": call,
        "called": tonight.now.names[call.player] if call else "",
        "is_time_up": call is not None and running is None,
        "can_call": terms.call_seconds is not None and running is None,
        "call_length": in_minutes(terms.call_seconds) if terms.call_seconds else "",
    }


def recent_warnings(most: int) -> list[str]:
    """Return the words of at most that many warnings: the latest without repetition, newest first, then usual ones."""
    facts = Fact.objects.filter(kind=FactKind.CONDUCT).exclude(reason="").order_by("-pk")
    words = facts.values_list("reason", flat=True)[:_LOOKED_AT]
    return list(dict.fromkeys([*words, *_USUAL]))[:most]


def penalty_of(night: Night) -> int | None:
    """Return the price of a jumped bet on a night whose bank was opened, in cents; None for none."""
    return terms_of(night.kept_rules).jumped_bet_cents


@dataclass(frozen=True)
class RuleCount:
    """The number of times that a rule of a house was set aside; ``anchor`` is the id of its field, "" for none."""

    house: House
    rule: str
    times: int
    anchor: str


def rule_counts(acts: QuerySet[Act], facts: QuerySet[Fact]) -> list[RuleCount]:
    """Return how often the rules of the houses were set aside by acts and facts in effect, the most often first.

    Disputes set no rule aside, and an online night says nothing about the rules of a table.
    """
    counted = Counter[tuple[int, str]]()
    stand = acts.exclude(overruled="[]").exclude(ruling=PLAYED_ONLINE).filter(reversed_by=None, night__isnull=False)
    for house, overruled in stand.order_by().values_list("night__house", "overruled"):
        counted.update((house, rule) for rule in rule_names(read_violations(json.loads(overruled))))
    houses_of = dict(Night.objects.values_list("pk", "house"))
    for fact, line in rulings_of_facts(facts_of_people(ruled_facts() & facts), {}):
        if fact.night:
            counted.update((houses_of[fact.night], rule) for rule in rule_names(line.refused))
    houses = House.objects.in_bulk({house for house, _ in counted})
    found = [RuleCount(houses[house], rule, times, anchor_of(rule)) for (house, rule), times in counted.items()]
    return sorted(found, key=lambda rulings: (-rulings.times, rulings.rule, rulings.house.name_key))
