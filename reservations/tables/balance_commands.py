"""Changes of table: to balance the tables, by a granted wish, or by a swap of two wishes."""

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.tables.balancing import has_to_be_asked, imbalance, is_open, proposal_for
from reservations.tables.lock_commands import LockedTables, locked_tables
from reservations.tables.seats import MoveReason, Present, Spot, Wish


@command
def balance(*, stamp: Stamp, night: Night, player: Player, spot: Spot, present: Present) -> Noted:
    """Move a player from the larger to the smaller table. Source: dave, *Two tables*.

    The remark gives the proposal's reason, if the buttons are known. Raises ``Impossible`` if the tables are even
    (another player has moved meanwhile), for the banker, and for a player or seat that does not make them more even.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.BALANCE, player, seat=[spot.table, spot.seat]), player)
    uneven = imbalance(on.seating)
    if uneven is None:
        raise Impossible("The tables are balanced.")
    on.check_not_banker(player)
    if on.spot_of(player).table != uneven.larger or spot.table != uneven.smaller:
        raise Impossible(f"Choose a move from table {uneven.larger} to table {uneven.smaller}.")
    on.refuse(*on.free(spot, player))
    remark = f"{player} moves to table {spot.table}, seat {spot.seat}."
    if not any(has_to_be_asked(on.seating, table, on.terms, stamp.at) for table in on.seating.numbers()):
        proposed = proposal_for(player.number, on.seating, present, on.terms)
        if proposed and proposed.spot == spot:
            remark = f"{remark} {player} {proposed.words}"
    return on.move(draft, [(player.number, spot)], remark)


@command
def wish(*, stamp: Stamp, night: Night, player: Player, table: int | None, present: Present) -> Noted:
    """Record a player's wish for another table; ``None`` withdraws it.

    Source: dave, *Two tables*. Raises ``Impossible`` for a player without a seat, for the banker, and for a table that
    does not exist or at which the player sits.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft(FactKind.WISH, player, table=table), player)
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
    """Let a player change to the table of their wish. Source: dave, *Two tables*.

    Raises ``Impossible`` for a player without that wish and for a taken seat, ``Refused`` if the tables would not be
    even.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.CHANGE, player, seat=[spot.table, spot.seat]), player)
    on.check_not_banker(player)
    if _wish_of(on, player).table != spot.table:
        raise Impossible(f"{player} has not asked for table {spot.table}.")
    on.refuse(*on.free(spot, player))
    return on.move(draft, [(player.number, spot)], f"{player} changes to table {spot.table}, seat {spot.seat}.")


@command
def swap_wishes(*, stamp: Stamp, night: Night, player: Player, other: Player, present: Present) -> Noted:
    """Let two players with wishes for each other's table change seats.

    Raises ``Impossible`` without such wishes.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.CHANGE, player, other=other.number), player, other)
    on.check_not_banker(player)
    on.check_not_banker(other)
    tables = (_wish_of(on, player).table, _wish_of(on, other).table)
    if tables != (on.spot_of(other).table, on.spot_of(player).table):
        raise Impossible(f"{player} and {other} have not asked for each other's tables.")
    return on.swap(draft, player, other)


def _wish_of(on: LockedTables, player: Player) -> Wish:
    mine = next((one for one in on.seating.wishes if one.player == player.number and is_open(one, on.seating)), None)
    if mine is None:
        raise Impossible(f"{player} has not asked for another table.")
    return mine
