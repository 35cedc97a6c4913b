"""Where the button of a table is: placed by a tap, or drawn by the highest card."""

from reservations.commands.at_tables import SHUFFLE, AtTables, at_tables
from reservations.desk import command
from reservations.draws import Shuffle, draw
from reservations.fact_log import Noted
from reservations.facts import FactKind
from reservations.kinds import Stamp
from reservations.models import Night, Player
from reservations.positions import big_blind
from reservations.problems import Impossible
from reservations.seats import Present, Spot


@command
def place_button(*, stamp: Stamp, night: Night, table: int, seat: int, present: Present) -> Noted:
    """Say where the button of a table is now; nobody has to sit there. Raises ``Impossible`` for no such seat."""
    on = at_tables(stamp, night, present)
    draft = on.draft(FactKind.BUTTON, table=table, seat=seat)
    if known := on.known(draft):
        return known
    on.check_there(Spot(table, seat))
    return on.note(draft, f"The button of table {table} is at seat {seat}.", {"big": _big_blind(on, table, seat)})


@command
def draw_button(*, stamp: Stamp, night: Night, table: int, present: Present, shuffle: Shuffle = SHUFFLE) -> Noted:
    """Let everybody at a table draw a card for the button; where nobody has a seat, everybody who is here.

    Source: ericn and dave, *Two tables*. Raises ``Impossible`` for no such table, or nobody at it.
    """
    on = at_tables(stamp, night, present)
    draft = on.draft(FactKind.DRAW, table=table)
    if known := on.known(draft):
        return known
    if table not in on.seating.numbers():
        raise Impossible(f"There is no table {table} tonight.")
    players = list(on.seating.sitting(table).values()) if on.seating.spots else list(present.here)
    if not players:
        raise Impossible(f"Nobody sits at table {table}.")
    drawing = draw(players, shuffle, suits_rank=on.terms.suits_rank, top=1)
    winner = Player.objects.get(pk=drawing.winner)
    spot = on.seating.spots.get(winner.number)
    place = {"seat": spot.seat, "big": _big_blind(on, table, spot.seat)} if spot else {"seat": 0}
    return on.note(draft, f"{winner} has the button.", {"cards": drawing.kept(), "winner": winner.number, **place})


def _big_blind(on: AtTables, table: int, button: int) -> int | None:
    """Return the seat with the big blind, of those who are here now: who comes or leaves later does not change it."""
    dealt_in = on.seating.dealt_in(table, away_too=on.terms.away_dealt_in)
    return big_blind(button, dealt_in, on.seating.seats(table))
