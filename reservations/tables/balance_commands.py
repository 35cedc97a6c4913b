"""Tables that are not even: somebody moves from the larger to the smaller one."""

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.tables.balancing import has_to_be_asked, imbalance, proposal_for
from reservations.tables.move_commands import LockedTables, lock_tables, move_draft
from reservations.tables.seats import MoveReason, Present, Spot


@command
def balance(*, stamp: Stamp, night: Night, player: Player, spot: Spot, present: Present) -> Noted:
    """Move somebody from the larger to the smaller table. Source: dave, *Two tables*.

    Raises ``Impossible`` where the tables are even (somebody else has moved meanwhile), for the banker, and for
    a player or seat that does not make them more even.
    """
    on = lock_tables(stamp, night, present)
    draft = move_draft(on, MoveReason.BALANCE, player, seat=[spot.table, spot.seat])
    if known := on.known(draft, player):
        return known
    uneven = imbalance(on.seating)
    if uneven is None:
        raise Impossible("The tables are even: nobody has to move.")
    on.check_not_banker(player)
    if on.spot_of(player).table != uneven.larger or spot.table != uneven.smaller:
        raise Impossible(f"Somebody has to move from table {uneven.larger} to table {uneven.smaller}.")
    on.refuse(*on.free(spot, player))
    return on.move(
        draft,
        [(player.number, spot)],
        f"{player} moves to table {spot.table}, seat {spot.seat}.{_why(on, player, spot)}",
    )


def _why(on: LockedTables, player: Player, spot: Spot) -> str:
    """Say what was proposed, where that was done and the buttons are known."""
    if any(has_to_be_asked(on.seating, table, on.terms, on.stamp.at) for table in on.seating.numbers()):
        return ""
    found = proposal_for(player.number, on.seating, on.present, on.terms)
    return f" {player} {found.words}" if found and found.spot == spot else ""
