"""The tables of a night as they stand in the books."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reservations.fact_log import said
from reservations.facts import AT_THE_TABLE, FactKind, Said
from reservations.models import Fact, Night
from reservations.queries import people_at, seating_terms_of_rules
from reservations.seating_terms import SeatingTerms
from reservations.seats import Seating
from reservations.table_steps import fold_tables


def seating_of(night: Night) -> Seating:
    """Return the tables of a night with everybody who was given a seat, also those who have left since."""
    return fold_tables(table_facts(night), usual=seating_terms_of(night).most)


def seating_before(night: Night, move: int) -> Seating:
    """Return the tables of a night as they are once the move of that id is taken back, the last one."""
    facts = table_facts(night)
    undone = Said(0, FactKind.TAKE_BACK, facts[-1].at, about=move)
    return fold_tables([*facts, undone], usual=seating_terms_of(night).most)


def seating_terms_of(night: Night) -> SeatingTerms:
    """Return the seating terms of a night: those of the version it was opened with, before that the newest."""
    return seating_terms_of_rules(night.rules or night.house.newest())


def table_facts(night: Night, *kinds: FactKind) -> list[Said]:
    """Return the facts of a night at the table in their order, of these kinds or of all.

    What a twin did was done by whom they were merged into; ``rows`` of a move are the numbers under which it was said.
    """
    people = people_at()
    found = Fact.objects.filter(night=night, kind__in=kinds or AT_THE_TABLE).order_by("id")
    return [_of_people(said(fact), people) for fact in found]


def _of_people(fact: Said, people: Mapping[int, int]) -> Said:
    player = None if fact.player is None else people.get(fact.player, fact.player)
    return replace(fact, player=player, outcome=_with_people(fact.outcome, people))


def _with_people(outcome: Mapping[str, Any], people: Mapping[int, int]) -> Mapping[str, Any]:
    if "moves" not in outcome:
        return outcome
    moves = [[people.get(number, number), table, seat] for number, table, seat in outcome["moves"]]
    return {**outcome, "moves": moves, "rows": outcome["moves"]}
