"""Seats: for new players, for a split into two tables, and for their merge into one. Pure.

All functions take a ``Seating`` of the present players (``Seating.only``). They propose, and change nothing.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

from reservations.acts.problems import Impossible, RuleViolation, violated_if
from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.seats import Moves, Present, Seating, Spot


class MergeOrder(StrEnum):
    """The order in which players take the seats of the one table that is left."""

    ARRIVAL = "first come, first served"
    DRAWN = "drawn"


def best_table(seating: Seating, terms: SeatingTerms) -> int | None:
    """Return the table for a new player: the one with fewer players; None if all are full.

    Source: dave, *Two tables*.
    """
    spot = proposed_spot(seating, terms)
    return None if spot is None else spot.table


def has_room(seating: Seating, table: int, terms: SeatingTerms) -> bool:
    """Tell whether one more player may sit at a table: a seat is free, and the house allows that many there."""
    return bool(seating.free(table)) and seating.count(table) < terms.most


def spots_in_order(seating: Seating, terms: SeatingTerms) -> Iterator[Spot]:
    """Yield the seats for new players, one after the other, until all are taken: always at the best table."""
    free = {table: seating.free(table) for table in seating.numbers()}
    count = Counter(spot.table for spot in seating.spots.values())
    while open_tables := [table for table in free if free[table] and count[table] < terms.most]:
        table = min(open_tables, key=count.__getitem__)
        count[table] += 1
        yield Spot(table, free[table].pop(0))


def proposed_spot(seating: Seating, terms: SeatingTerms) -> Spot | None:
    """Return the first seat shown to a new player; None if all are taken."""
    return next(spots_in_order(seating, terms), None)


def first_come(seating: Seating, people: Sequence[int], terms: SeatingTerms) -> Moves:
    """Seat the players without a seat, one after the other, like new players; some may find no seat."""
    return [*zip(seating.unseated(people), spots_in_order(seating, terms), strict=False)]


def must_split(seating: Seating, present: Present, terms: SeatingTerms) -> bool:
    """Tell whether enough players are here for one table to become two (dave, *Two tables*: when the 12th arrives)."""
    return seating.tables == 1 and len(present.here) >= terms.split_at


def two_tables_matter(seating: Seating, people: int, terms: SeatingTerms) -> bool:
    """Tell whether two tables matter: there are two, or too many people for the seats or the house's maximum of one."""
    return seating.tables > 1 or people >= terms.split_at or people > min(seating.seats(1), terms.most)


def split_sizes(people: int) -> tuple[int, int]:
    """Return the number of players who stay at the main table and of those who move: half of all; an odd one stays."""
    return people - people // 2, people // 2


def check_volunteers(volunteers: Collection[int], present: Present) -> None:
    """Raise ``Impossible`` for volunteers who cannot move: too many, the banker, or an absent player."""
    moving = split_sizes(len(present.here))[1]
    if present.banker in volunteers:
        raise Impossible("The banker stays at the main table with the bank.")
    if not set(volunteers) <= set(present.here):
        raise Impossible("Only players who are here can move to the second table.")
    if len(set(volunteers)) != len(volunteers):
        raise Impossible("A volunteer is named twice.")
    if len(volunteers) > moving:
        raise Impossible(f"Only {moving} move to the second table: choose fewer volunteers.")


def who_draws(volunteers: Collection[int], present: Present) -> list[int]:
    """Return the players who draw for the places at the second table that have no volunteer; [] if all have one."""
    if len(volunteers) == split_sizes(len(present.here))[1]:
        return []
    return [number for number in present.here if number not in volunteers and number != present.banker]


def split(seating: Seating, present: Present, movers: Sequence[int]) -> Moves:
    """Return the moves of a split: the movers to the second table in order, players without a seat to the first.

    Nobody else moves.
    """
    there = [(number, Spot(2, place)) for place, number in enumerate(movers, 1)]
    staying = [number for number in present.here if number not in movers]
    left = seating.after([(number, None) for number in movers])
    free = (Spot(1, seat) for seat in left.free(1))
    here = list(zip(left.unseated(staying), free, strict=False))
    return [*there, *here]


def must_merge(seating: Seating, present: Present, terms: SeatingTerms) -> bool:
    """Tell whether so few players are left that two tables become one (dave, *Two tables*: ten or fewer)."""
    return seating.tables > 1 and len(present.here) <= terms.merge_at


def merged(seating: Seating, present: Present, drawn: Sequence[int] = ()) -> Moves:
    """Return the moves when two tables become one, from seat 1 on in the order ``drawn``, or first come, first served.

    In the second case players at the first table stay, and the others take the free seats in the order of their arrival
    tonight. Raises ``Impossible`` if the seats of the first table are too few.
    """
    if len(present.here) > seating.seats(1):
        raise Impossible(f"Table 1 has {seating.seats(1)} seats, and {len(present.here)} are here.")
    if drawn:
        return [(number, Spot(1, seat)) for seat, number in enumerate(drawn, 1)]
    staying = seating.sitting(1).values()
    others = [number for number in present.here if number not in staying]
    return list(zip(others, (Spot(1, seat) for seat in seating.free(1)), strict=False))


def check_table(table: int, most: int, would_sit: int) -> tuple[RuleViolation, ...]:
    """Check that at most the house's maximum of people sit at one table (dave, *Two tables*)."""
    sentence = f"At most {most} sit at one table; at table {table} it would be {would_sit}."
    return violated_if(would_sit > most, "players at a table", sentence)
