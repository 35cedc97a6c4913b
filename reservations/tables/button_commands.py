"""Where the button of a table is: placed by a tap, or drawn by the highest card."""

from reservations.acts.commands import command
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.tables.draws import Shuffle, draw
from reservations.tables.move_commands import SHUFFLE, LockedTables, lock_tables
from reservations.tables.positions import BlindSeats, blinds, blinds_without_small
from reservations.tables.seats import Present, SmallBlind, Spot


@command
def place_button(
    *, stamp: Stamp, night: Night, table: int, seat: int, present: Present, small: SmallBlind = SmallBlind.POSTED
) -> Noted:
    """Say where the button of a table is now; nobody has to sit there.

    The small blind is taken to be the first player after it, unless it is said to be dead. Raises ``Impossible`` for no
    such seat, and for a dead small blind where nobody has left a seat for it.
    """
    on = lock_tables(stamp, night, present)
    is_dead = small is SmallBlind.DEAD
    content = {"table": table, "seat": seat, **({"small": small.value} if is_dead else {})}
    draft = FactDraft(FactKind.BUTTON, on.night, content=content)
    if known := on.known(draft):
        return known
    on.check_there(Spot(table, seat))
    now = _without_small(on, table, seat) if is_dead else _blinds(on, table, seat)
    remark = f"The button of table {table} is at seat {seat}."
    return on.note(draft, f"{remark} The small blind is dead." if is_dead else remark, _kept(now))


@command
def draw_button(*, stamp: Stamp, night: Night, table: int, present: Present, shuffle: Shuffle = SHUFFLE) -> Noted:
    """Let everybody at a table draw a card for the button; where nobody has a seat, everybody who is here.

    Source: ericn and dave, *Two tables*. Raises ``Impossible`` for no such table, or nobody at it.
    """
    on = lock_tables(stamp, night, present)
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
    place = {"seat": spot.seat, **_kept(_blinds(on, table, spot.seat))} if spot else {"seat": 0}
    return on.note(draft, f"{winner} has the button.", {"cards": drawing.kept(), "winner": winner.number, **place})


def _blinds(on: LockedTables, table: int, button: int) -> BlindSeats | None:
    """Return the seats of the blinds, of those who are here now: who comes or leaves later does not change them."""
    dealt_in = on.seating.dealt_in(table, away_too=on.terms.away_dealt_in)
    return blinds(button, dealt_in, on.seating.seats(table))


def _without_small(on: LockedTables, table: int, button: int) -> BlindSeats:
    """Return the seats of the blinds where the small one is dead. Raises ``Impossible`` where it cannot be."""
    away_too = on.terms.away_dealt_in
    dealt_in, left = on.seating.dealt_in(table, away_too=away_too), on.seating.left(table, away_too=away_too)
    found = blinds_without_small(button, dealt_in, left, on.seating.seats(table))
    if found is None:
        raise Impossible("Nobody has left a seat right after the button: the small blind is not dead.")
    return found


def _kept(now: BlindSeats | None) -> dict[str, int | None]:
    """Return the blinds as they are kept in a fact."""
    return {"small": now.small, "big": now.big} if now else {"small": None, "big": None}
