"""One table becomes two, and two become one: by volunteers, by cards, or first come, first served."""

from collections.abc import Sequence

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.rsvps.violations import TableFull, TooFewToSplit, TooManyToMerge
from reservations.tables.draws import CardDraw, Shuffle, draw
from reservations.tables.move_commands import SHUFFLE, LockedTables, lock_tables, move_draft
from reservations.tables.rules import (
    MergeOrder,
    check_volunteers,
    merged,
    must_merge,
    must_split,
    redrawn,
    split,
    split_sizes,
    who_draws,
)
from reservations.tables.seats import MoveReason, Present


@command
def split_table(
    *, stamp: Stamp, night: Night, volunteers: Sequence[Player], present: Present, shuffle: Shuffle = SHUFFLE
) -> Noted:
    """Make two tables out of one: volunteers move, cards decide who else does, the banker stays.

    The highest cards move. Which card everybody drew is kept in the fact. Source: dave, *Two tables*.

    Raises ``Impossible`` where there are two already and for volunteers who cannot move; ``Refused`` with fewer people
    than the house splits at.
    """
    on = lock_tables(stamp, night, present)
    draft = move_draft(on, MoveReason.SPLIT, volunteers=[player.number for player in volunteers])
    if known := on.known(draft, *volunteers):
        return known
    _check_can_split(on)
    numbers = [player.number for player in volunteers]
    check_volunteers(numbers, present)
    drawers = who_draws(numbers, present)
    missing = split_sizes(len(present.here))[1] - len(numbers)
    drawing = draw(drawers, shuffle, suits_rank=on.terms.suits_rank, top=missing) if drawers else None
    movers = [*numbers, *(drawing.order[:missing] if drawing else ())]
    return on.move(draft, split(on.seating, present, movers), _split_in_words(on, movers), tables=2, cards=drawing)


def _check_can_split(on: LockedTables) -> None:
    if on.seating.tables > 1:
        raise Impossible("There are two tables already.")
    if len(on.present.here) < 4:
        raise Impossible("Two tables need four players or more.")
    stay, move = split_sizes(len(on.present.here))
    for table, people in ((1, stay), (2, move)):
        if people > on.seating.seats(table):
            raise Impossible(f"Table {table} has {on.seating.seats(table)} seats, and {people} would sit there.")
    few = (
        ()
        if must_split(on.seating, on.present, on.terms)
        else (TooFewToSplit(len(on.present.here), on.terms.split_at),)
    )
    many = (TableFull(1, on.terms.most, stay),) if stay > on.terms.most else ()
    on.refuse(*few, *many)


def _split_in_words(on: LockedTables, movers: Sequence[int]) -> str:
    return f"Two tables: {len(on.present.here) - len(movers)} stay, {len(movers)} move to table 2."


@command
def merge_tables(
    *, stamp: Stamp, night: Night, order: MergeOrder, present: Present, shuffle: Shuffle = SHUFFLE
) -> Noted:
    """Make one table out of two; the seats go first come, first served, or are drawn. Source: dave, *Two tables*.

    Nobody knows where the button is then: draw it. Raises ``Impossible`` where there is only one table or its seats
    are too few, ``Refused`` with more people than the house merges at.
    """
    on = lock_tables(stamp, night, present)
    draft = move_draft(on, MoveReason.MERGE, order=order.value)
    if known := on.known(draft):
        return known
    if on.seating.tables == 1:
        raise Impossible("There is one table already.")
    if not must_merge(on.seating, present, on.terms):
        on.refuse(TooManyToMerge(len(present.here), on.terms.merge_at))
    drawing = _drawn_seats(on, shuffle) if order == MergeOrder.DRAWN and present.here else None
    moves = redrawn(on.seating, present, drawing.order) if drawing else merged(on.seating, present)
    return on.move(draft, moves, "One table. Draw the button anew.", tables=1, cards=drawing)


def _drawn_seats(on: LockedTables, shuffle: Shuffle) -> CardDraw:
    return draw(on.present.here, shuffle, suits_rank=on.terms.suits_rank)
