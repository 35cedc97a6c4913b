"""Players who ask for the other table: the wish, granting it, and two that are met by one swap."""

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.tables.balancing import UNEVEN, difference_after, is_open
from reservations.tables.move_commands import AtTables, at_tables, move_draft
from reservations.tables.seat_commands import swap
from reservations.tables.seats import Present, Spot, Why, Wish
from reservations.tables.violations import LeavesUneven


@command
def wish(*, stamp: Stamp, night: Night, player: Player, table: int | None, present: Present) -> Noted:
    """Note that somebody asks to play at that table, or with ``None`` that they do no more.

    Source: dave, *Two tables*. Raises ``Impossible`` for who has no seat, for the banker, and for a table that is not
    there or theirs.
    """
    on = at_tables(stamp, night, present)
    draft = on.draft(FactKind.WISH, player, table=table)
    if known := on.known(draft, player):
        return known
    if table is None:
        _wish_of(on, player)
        return on.note(draft, f"{player} stays at the table.")
    on.check_not_banker(player)
    if on.spot_of(player).table == table:
        raise Impossible(f"{player} sits at table {table} already.")
    if table not in on.seating.numbers():
        raise Impossible(f"There is no table {table} tonight.")
    return on.note(draft, f"{player} asks for table {table}.")


@command
def grant_wish(*, stamp: Stamp, night: Night, player: Player, spot: Spot, present: Present) -> Noted:
    """Let somebody change to the table they asked for. Source: dave, *Two tables*.

    Raises ``Impossible`` for who has not asked for that table and for a seat that is taken, ``Refused`` where the
    tables would not be even.
    """
    on = at_tables(stamp, night, present)
    draft = move_draft(on, Why.CHANGE, player, seat=[spot.table, spot.seat])
    if known := on.known(draft, player):
        return known
    on.check_not_banker(player)
    if _wish_of(on, player).table != spot.table:
        raise Impossible(f"{player} has not asked for table {spot.table}.")
    full = on.free(spot, player)
    difference = difference_after(on.seating, player.number, spot.table)
    uneven = (LeavesUneven(player.name, spot.table, difference),) if difference >= UNEVEN else ()
    on.refuse(*full, *uneven)
    return on.move(draft, [(player.number, spot)], f"{player} changes to table {spot.table}, seat {spot.seat}.")


@command
def swap_wishes(*, stamp: Stamp, night: Night, player: Player, other: Player, present: Present) -> Noted:
    """Let two people who each asked for the other's table change seats.

    Raises ``Impossible`` where they have not.
    """
    on = at_tables(stamp, night, present)
    draft = move_draft(on, Why.CHANGE, player, other=other.number)
    if known := on.known(draft, player, other):
        return known
    for one in (player, other):
        on.check_not_banker(one)
    wishes = [(one, _wish_of(on, one)) for one in (player, other)]
    tables = [on.spot_of(one).table for one, _ in wishes]
    if [asked.table for _, asked in wishes] != tables[::-1]:
        raise Impossible(f"{player} and {other} have not asked for each other's tables.")
    return swap(on, draft, player, other)


def _wish_of(on: AtTables, player: Player) -> Wish:
    asked = next((one for one in on.seating.wishes if one.player == player.number and is_open(one, on.seating)), None)
    if asked is None:
        raise Impossible(f"{player} has not asked for another table.")
    return asked
