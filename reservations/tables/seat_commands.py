"""Who sits where: seats taken, left and swapped, how many seats a table has, and moves taken back."""

from reservations.acts.commands import command
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Fact, Night, Player
from reservations.tables.draws import Shuffle, draw
from reservations.tables.move_commands import SHUFFLE, LockedTables, locked_tables
from reservations.tables.queries import seating_before
from reservations.tables.rules import first_come, proposed_spot
from reservations.tables.seats import MoveReason, Present, Spot

FEWEST_SEATS, MOST_SEATS = 2, 20

UNDOABLE = frozenset(
    {
        *(FactKind.MOVE, FactKind.BUTTON, FactKind.DRAW, FactKind.WISH),
        *(FactKind.CALL, FactKind.CONDUCT, FactKind.RULED),
    }
)
"""The kinds of facts at the table that can be taken back."""


@command
def take_seat(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    spot: Spot,
    present: Present,
    why: MoveReason = MoveReason.HOST,
    reason: str = "",
) -> Noted:
    """Give a player a seat, or move them to it.

    Raises ``Impossible`` if the seat does not exist or is taken, and for a player who is not here; ``Refused`` if the
    table has as many players as the house wants at one.
    """
    on = locked_tables(stamp, night, present)
    draft = on.draft_move(why, player, reason.strip(), seat=[spot.table, spot.seat])
    if known := on.known(draft, player):
        return known
    on.refuse(*on.free(spot, player))
    return on.move(draft, [(player.number, spot)], f"{player} sits at table {spot.table}, seat {spot.seat}.")


@command
def seat_everybody(*, stamp: Stamp, night: Night, present: Present) -> Noted:
    """Give every player without a seat one: first come, first served, each at the table with fewer players.

    Source: dave, *Two tables*. Raises ``Impossible`` if everybody has a seat, or no seat is free.
    """
    return _seat_all(locked_tables(stamp, night, present), MoveReason.ARRIVAL)


@command
def draw_seats(*, stamp: Stamp, night: Night, present: Present, shuffle: Shuffle = SHUFFLE) -> Noted:
    """Let every player without a seat draw a card, and give them seats: the highest card first, and so on, each at the
    table with fewer players. Nobody else moves, so a banker who sits stays with the bank.

    Which card everybody drew is kept in the fact. Source: dave, *Two tables*. Raises ``Impossible`` if everybody has a
    seat, or no seat is free.
    """
    return _seat_all(locked_tables(stamp, night, present), MoveReason.DRAWN, shuffle)


def _seat_all(on: LockedTables, why: MoveReason, shuffle: Shuffle | None = None) -> Noted:
    """Seat all players without a seat as they came, or in the order in which they draw."""
    draft = on.draft_move(why)
    if known := on.known(draft):
        return known
    unseated = on.seating.unseated(on.present.here)
    if not unseated:
        raise Impossible("Everybody has a seat.")
    if proposed_spot(on.seating, on.terms) is None:
        raise Impossible("All seats are taken.")
    drawing = draw(unseated, shuffle, suits_rank=on.terms.suits_rank) if shuffle else None
    moves = first_come(on.seating, drawing.order if drawing else unseated, on.terms)
    remark = f"{'1 has' if len(moves) == 1 else f'{len(moves)} have'} a seat."
    if left_over := len(unseated) - len(moves):
        remark = f"{remark} {left_over} found none."
    return on.move(draft, moves, remark, cards=drawing)


@command
def swap_seats(*, stamp: Stamp, night: Night, player: Player, other: Player, present: Present) -> Noted:
    """Let two players change seats. Raises ``Impossible`` if one of them has none."""
    on = locked_tables(stamp, night, present)
    draft = on.draft_move(MoveReason.SWAP, player, other=other.number)
    if known := on.known(draft, player, other):
        return known
    if player.number == other.number:
        raise Impossible(f"{player} sits there already.")
    return on.swap(draft, player, other)


@command
def stand_up(*, stamp: Stamp, night: Night, player: Player, present: Present) -> Noted:
    """Let a player leave their seat and stay here. Raises ``Impossible`` if they have none."""
    on = locked_tables(stamp, night, present)
    draft = on.draft_move(MoveReason.UP, player)
    if known := on.known(draft, player):
        return known
    on.spot_of(player)
    return on.move(draft, [(player.number, None)], f"{player} has no seat now.")


@command
def size_table(*, stamp: Stamp, night: Night, table: int, seats: int, present: Present) -> Noted:
    """Note how many seats a table has. Raises ``Impossible`` for other than 2 to 20, or if one too many is taken."""
    on = locked_tables(stamp, night, present)
    draft = on.draft(FactKind.SIZE, table=table, seats=seats)
    if known := on.known(draft):
        return known
    if table not in on.seating.numbers():
        raise Impossible(f"There is no table {table} tonight.")
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Impossible(f"A table has {FEWEST_SEATS} to {MOST_SEATS} seats.")
    if last := [seat for seat in on.seating.sitting(table) if seat > seats]:
        raise Impossible(f"Seat {last[-1]} is taken: move the player first.")
    return on.note(draft, f"Table {table} has {seats} seats.")


@command
def take_back(*, stamp: Stamp, night: Night, fact: int, present: Present) -> Noted:
    """Undo what was recorded at the table: of the moves only the last one; everybody then sits as before it.

    Raises ``Impossible`` for what cannot be undone, or was already, and for a move that others followed.
    """
    on = locked_tables(stamp, night, present)
    about = Fact.objects.filter(pk=fact, night=on.night, kind__in=UNDOABLE).first()
    if about is None:
        raise Impossible("This cannot be undone.")
    draft = FactDraft(FactKind.TAKE_BACK, on.night, about=about)
    if known := on.known(draft):
        return known
    if Fact.objects.filter(about=about, kind=FactKind.TAKE_BACK).exists():
        raise Impossible("Already undone.")
    if about.kind != FactKind.MOVE:
        return on.note(draft, "Taken back.")
    if on.everybody.last_move != about.pk:
        raise Impossible("Another move came later: undo that first.")
    before = seating_before(on.night, about.pk)
    for number, spot in before.spots.items():
        moves = number in on.present.here and spot != on.everybody.spots.get(number)
        if moves and not before.has(spot):
            seats = f"Table {spot.table} has {before.seats(spot.table)} seats now"
            raise Impossible(f"{seats}: add seat {spot.seat} first.")
    return on.note(draft, "Taken back: everybody sits as before.")
