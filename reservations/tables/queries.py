"""The tables of a night in the books."""

from datetime import datetime

from reservations.acts.facts import AT_THE_TABLE, FactKind, FactValue
from reservations.houses.queries import seating_terms_of_rules
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Fact, Night
from reservations.players.queries import facts_of_people
from reservations.tables.reducers import fold_tables
from reservations.tables.seats import MoveReason, Seating, Spot

PLANNED_AT_TWO_TABLES = Night.objects.filter(tables__gt=1)
EVER_SPLIT = Fact.objects.filter(player=None, kind=FactKind.MOVE, content__contains=MoveReason.SPLIT.value)
"""The nights for more than one table, and the moves by which one table became two, taken back or not."""


def seating_of(night: Night) -> Seating:
    """Return the tables of a night with all players who were given a seat, also those who have left since."""
    return fold_tables(table_facts(night), usual=usual_seats(night, seating_terms_of(night)))


def usual_seats(night: Night, terms: SeatingTerms) -> int:
    """Return the number of seats of an uncounted table.

    A single table has those of the plan, but at most the house's number for a table. A night without a planned number,
    or with two tables, has the house's number.
    """
    return terms.most if night.seats is None or night.tables > 1 else min(night.seats, terms.most)


def seated_since(night: Night, number: int, spot: Spot) -> datetime:
    """Return the time at which a player was last given their present seat."""
    here = [number, spot.table, spot.seat]
    moves = table_facts(night, FactKind.MOVE)
    return max(move.at for move in moves if here in move.outcome["moves"])


def seating_before(night: Night, move: int) -> Seating:
    """Return the tables of a night without its last move, which has that id."""
    facts = table_facts(night)
    undone = FactValue(0, FactKind.TAKE_BACK, facts[-1].at, about=move)
    return fold_tables([*facts, undone], usual=usual_seats(night, seating_terms_of(night)))


def seating_terms_of(night: Night) -> SeatingTerms:
    """Return the seating terms of a night: those of the version it was opened with; before the opening, the newest."""
    return seating_terms_of_rules(night.rules or night.house.newest())


def table_facts(night: Night, *kinds: FactKind) -> list[FactValue]:
    """Return the facts of a night at the table in order, of these kinds or of all, with the present persons."""
    return facts_of_people(Fact.objects.filter(night=night, kind__in=kinds or AT_THE_TABLE).order_by("id"))
