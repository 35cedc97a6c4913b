"""One table becomes two, and two become one: by volunteers, by cards, or first come, first served."""

from collections.abc import Sequence

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, RuleViolation
from reservations.models import Night, Player
from reservations.tables import rules
from reservations.tables.draws import Shuffle, draw
from reservations.tables.move_commands import SHUFFLE, locked_tables
from reservations.tables.seats import MoveReason, Present


@command
def split_table(
    *, stamp: Stamp, night: Night, volunteers: Sequence[Player], present: Present, shuffle: Shuffle = SHUFFLE
) -> Noted:
    """Make two tables out of one: volunteers move, cards decide who else does, the banker stays.

    The highest cards move. Which card everybody drew is kept in the fact. Source: dave, *Two tables*.

    Raises ``Impossible`` if there are two already and for volunteers who cannot move; ``Refused`` with fewer players
    than the house splits at.
    """
    on = locked_tables(stamp, night, present)
    numbers, here = [player.number for player in volunteers], len(present.here)
    draft = on.draft_move(MoveReason.SPLIT, volunteers=numbers)
    if known := on.known(draft, *volunteers):
        return known
    if on.seating.tables > 1:
        raise Impossible("There are two tables already.")
    if here < 4:
        raise Impossible("Two tables need four players or more.")
    stay, move = rules.split_sizes(here)
    for table, people in ((1, stay), (2, move)):
        if people > on.seating.seats(table):
            raise Impossible(f"Table {table} has {on.seating.seats(table)} seats, and {people} would sit there.")
    violations = []
    if not rules.must_split(on.seating, present, on.terms):
        sentence = f"One table becomes two when {on.terms.split_at} are here; now there are {here}."
        violations.append(RuleViolation("when tables split", sentence))
    if stay > on.terms.most:
        violations.append(rules.table_full(1, on.terms.most, stay))
    on.refuse(*violations)
    rules.check_volunteers(numbers, present)
    drawers, missing = rules.who_draws(numbers, present), move - len(numbers)
    drawing = draw(drawers, shuffle, suits_rank=on.terms.suits_rank, top=missing) if drawers else None
    movers = [*numbers, *(drawing.order[:missing] if drawing else ())]
    remark = f"Two tables: {here - len(movers)} stay, {len(movers)} move to table 2."
    return on.move(draft, rules.split(on.seating, present, movers), remark, tables=2, cards=drawing)


@command
def merge_tables(
    *, stamp: Stamp, night: Night, order: rules.MergeOrder, present: Present, shuffle: Shuffle = SHUFFLE
) -> Noted:
    """Make one table out of two; the seats go first come, first served, or are drawn. Source: dave, *Two tables*.

    The button is unknown then: draw it. Raises ``Impossible`` if there is only one table or its seats are too few,
    ``Refused`` with more players than the house merges at.
    """
    on = locked_tables(stamp, night, present)
    draft = on.draft_move(MoveReason.MERGE, order=order.value)
    if known := on.known(draft):
        return known
    if on.seating.tables == 1:
        raise Impossible("There is one table already.")
    if not rules.must_merge(on.seating, present, on.terms):
        most, here = on.terms.merge_at, len(present.here)
        sentence = f"Two tables become one when {most} or fewer are left; now there are {here}."
        on.refuse(RuleViolation("when tables merge", sentence))
    drawn = order == rules.MergeOrder.DRAWN and present.here
    drawing = draw(present.here, shuffle, suits_rank=on.terms.suits_rank) if drawn else None
    moves = rules.redrawn(on.seating, present, drawing.order) if drawing else rules.merged(on.seating, present)
    return on.move(draft, moves, "One table. Draw the button anew.", tables=1, cards=drawing)
