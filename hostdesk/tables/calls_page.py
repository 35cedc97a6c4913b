"""What the tables call for at the moment: a split, balancing, a merge, a button, a table change; and a running call."""

from dataclasses import dataclass
from datetime import datetime

from hostdesk.clock.queries import CalledPlayer
from hostdesk.tables.page import NightTables, are
from reservations.tables.balancing import imbalance, volunteer, wishes_of
from reservations.tables.rules import must_merge, must_split, split_sizes


@dataclass(frozen=True)
class TableCall:
    """What is called for, in words: ``before`` the names, the names, and the words after; ``until`` is counted down to.

    ``page`` is the name of the page that does it, and ``table`` its table, 0 for none.
    """

    page: str
    words: str = ""
    names: tuple[str, ...] = ()
    before: str = ""
    table: int = 0
    until: datetime | None = None


def calls_of(tables: NightTables, called: CalledPlayer | None = None) -> tuple[TableCall, ...]:
    """Return what is called for, the most urgent first; () if nothing is.

    ``called`` is on whom the clock is called.
    """
    calls: list[TableCall] = []
    if called:
        calls.append(TableCall("tonight_conduct", names=(called.name,), before="Clock called on", until=called.until))
    seating, count = tables.seating, len(tables.present.here)
    if must_split(seating, tables.present, tables.terms):
        stay, move = split_sizes(count)
        sizes = f"two tables of {stay}" if stay == move else f"tables of {stay} and {move}"
        calls.append(TableCall("tonight_split", f"{are(count)} here: split into {sizes}"))
    elif must_merge(seating, tables.present, tables.terms):
        calls.append(TableCall("tonight_merge", f"{are(count)} left: one table"))
    elif uneven := imbalance(seating):
        more, fewer = seating.count(uneven.larger), seating.count(uneven.smaller)
        counts = f"Table {uneven.larger} has {more}, table {uneven.smaller} has {fewer}:"
        # A player who asks for the smaller table is the first to move.
        asks = volunteer(seating, tables.present)
        if asks is None:
            calls.append(TableCall("tonight_balance", f"{counts} balance"))
        else:
            calls.append(TableCall("tonight_balance", "asks to change: balance", (tables.names[asks],), before=counts))
    elif tables.asks_button:
        calls.append(TableCall("tonight_button", "Draw the new button", table=1))
    return (*calls, *_wishes_to_meet(tables))


def _wishes_to_meet(tables: NightTables) -> list[TableCall]:
    """Return the table changes that can be had now: a swap once for the two of them."""
    calls, swapped = list[TableCall](), set[int]()
    for state in wishes_of(tables.seating, tables.terms):
        name = tables.names[state.wish.player]
        if state.wish.player in swapped:
            continue
        if state.swaps_with is not None:
            swapped.add(state.swaps_with)
            calls.append(TableCall("tonight_wishes", names=(name, tables.names[state.swaps_with]), before="Swap:"))
        elif state.can_be_granted:
            calls.append(TableCall("tonight_wishes", f"can change to table {state.wish.table}", (name,)))
    return calls
