"""The players to move between two tables, and the fold of a long night's facts, each against a bare loop."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle, islice

from reservations.acts.commands import atomic_batch
from reservations.acts.facts import FactKind, Facts
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Player
from reservations.tables.balancing import proposals
from reservations.tables.queries import seating_of, table_facts
from reservations.tables.reducers import fold_tables
from reservations.tables.seats import Present, Seating
from tests.benchmarks.ledgers import start_anew
from tests.benchmarks.timing import Line, ratio_line, side_by_side
from tests.reservations.at_tables import Evening
from tests.reservations.friday import preset

ROUNDS = 200
FACTS, AT_TWO_TABLES = 300, 22
TERMS = SeatingTerms()


def measure() -> Iterator[Line]:
    """Yield both ratios for a night with eleven players at each of two tables, two of whom then leave."""
    start_anew()
    with atomic_batch():  # one transaction for all acts
        evening = _two_full_tables()
        for do in islice(_what_goes_on(evening), FACTS - len(table_facts(evening.night))):
            do()
    facts = table_facts(evening.night)
    fold = partial(fold_tables, facts, usual=TERMS.most)
    yield ratio_line(
        f"tables after {len(facts)} facts",
        "one plain loop over them",
        side_by_side(ROUNDS, fold, partial(_loop, facts)),
    )
    present, seating = _two_have_left(evening)
    if not proposals(seating, present, TERMS):
        raise RuntimeError("The tables are balanced.")
    times = side_by_side(ROUNDS, partial(proposals, seating, present, TERMS), partial(_pairs, seating))
    yield ratio_line(f"who could move, {len(present.here)} at two tables", "a loop over players and free seats", times)


def _two_have_left(evening: Evening) -> tuple[Present, Seating]:
    seating = seating_of(evening.night).only(evening.present)
    gone = [*seating.sitting(2).values()][:2]
    present = replace(evening.present, here=tuple(each for each in evening.present.here if each not in gone))
    return present, seating.only(present)


def _two_full_tables() -> Evening:
    """Return a night with eleven players at each of two tables."""
    names = [f"Seat-{number:02}" for number in range(AT_TWO_TABLES)]
    evening = Evening(preset("dave-2018"), *names)
    evening.here = names[: TERMS.split_at]
    evening.do("seat_everybody", ruling="all at once")
    evening.do("split_table", volunteers=[_one(name) for name in names[1:7]])
    evening.here = names
    evening.do("seat_everybody")
    for table in (1, 2):
        evening.do("place_button", table=table, seat=1)
    return evening


def _what_goes_on(evening: Evening) -> Iterator[Callable[[], object]]:
    """Yield the acts of the hours that follow, without end: buttons, players away and back, and swapped seats."""
    others = cycle(evening.here[1:])
    for hand in cycle(range(1, TERMS.most + 1)):
        name, other = next(others), next(others)
        yield partial(evening.do, "place_button", table=1 + hand % 2, seat=hand)
        yield partial(evening.do, "set_away", name, away=True)
        yield partial(evening.do, "set_away", name, away=False)
        yield partial(evening.do, "swap_seats", name, other)


def _one(name: str) -> Player:
    return Player.objects.get(name=name)


def _loop(facts: Facts) -> dict[int, list[int]]:
    """Follow the moves alone, without undoing."""
    spots: dict[int, list[int]] = {}
    for fact in facts:
        if fact.kind == FactKind.MOVE:
            spots |= {number: [table, seat] for number, table, seat in fact.outcome["moves"]}
    return spots


def _pairs(seating: Seating) -> list[tuple[int, int, int]]:
    """Pair every player at one table with every free seat of the other, sorted by distance from the buttons."""
    buttons = {table: button.seat for table, button in seating.buttons.items()}
    return sorted(
        (abs(seat - buttons[1]), abs(free - buttons[2]), number)
        for seat, number in seating.sitting(1).items()
        for free in seating.free(2)
    )
