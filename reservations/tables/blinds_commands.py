"""The button of a table; players who are away, owe blinds or come in; and moves that balance the tables.

The button is placed or drawn by the highest card. A player changes tables to balance them, by a granted
wish, or by a swap of two.
"""

from typing import Any

from reservations.acts.commands import command
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Night, Player
from reservations.tables.balancing import has_unknown_button, imbalance, is_open, proposal_for
from reservations.tables.draws import Cards, kept_cards
from reservations.tables.entering import against_entry
from reservations.tables.positions import BlindSeats, blinds, blinds_without_small
from reservations.tables.queries import seated_since
from reservations.tables.seat_commands import SHUFFLE, LockedTables, locked_tables
from reservations.tables.seats import HandEntryKind, Missed, MoveReason, Present, SmallBlind, Spot, Wish

_ENTERED = {
    HandEntryKind.NOTHING: "{} comes in without posting.",
    HandEntryKind.WAITS: "{} waits for the big blind, or until the button has passed.",
    HandEntryKind.BUYS: "{} buys the button.",
    HandEntryKind.POSTS: "{} posts to come in.",
}


@command
def place_button(
    *, stamp: Stamp, night: Night, table: int, seat: int, present: Present, small: SmallBlind = SmallBlind.POSTED
) -> Noted:
    """Record the present seat of the button; the seat may be empty.

    The small blind counts as the first player after it, unless ``small`` says it is dead. Raises ``Impossible`` for
    an unknown seat, and for a dead small blind if nobody has left a seat for it.
    """
    on = locked_tables(stamp, night, present)
    is_dead = small is SmallBlind.DEAD
    content: dict[str, Any] = {"table": table, "seat": seat, **({"small": small.value} if is_dead else {})}
    draft = on.once(on.draft(FactKind.BUTTON, **content))
    on.check_there(Spot(table, seat))
    away_too, seats = on.terms.away_dealt_in, on.seating.seats(table)
    dealt_in, left = on.seating.dealt_in(table, away_too=away_too), on.seating.left(table, away_too=away_too)
    remark = f"The button of table {table} is at seat {seat}."
    if not is_dead:
        return on.note(draft, remark, _kept(blinds(seat, dealt_in, seats)))
    now = blinds_without_small(seat, dealt_in, left, seats)
    if now is None:
        raise Impossible("No seat was left right after the button: the small blind is not dead.")
    return on.note(draft, f"{remark} The small blind is dead.", _kept(now))


@command
def draw_button(*, stamp: Stamp, night: Night, table: int, present: Present, cards: Cards = SHUFFLE) -> Noted:
    """Let everybody at a table draw a card for the button; as long as no seats are given, everybody present draws.

    Source: ericn and dave, *Two tables*. Raises ``Impossible`` for an unknown or empty table, and for ``cards`` of
    the table that do not fit.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft(FactKind.DRAW, table=table, **kept_cards(cards)))
    if table not in on.seating.numbers():
        raise Impossible(f"There is no table {table} tonight.")
    players = list(on.seating.sitting(table).values()) if on.seating.spots else list(present.here)
    if not players:
        raise Impossible(f"No players at table {table}.")
    drawing = on.draw(players, cards, top=1)
    winner = Player.objects.get(pk=drawing.winner)
    outcome = {"cards": drawing.kept(), "winner": winner.number, "seat": 0}
    if spot := on.seating.spots.get(winner.number):
        dealt_in = on.seating.dealt_in(table, away_too=on.terms.away_dealt_in)
        outcome |= {"seat": spot.seat, **_kept(blinds(spot.seat, dealt_in, on.seating.seats(table)))}
    return on.note(draft, f"{winner} has the button.", outcome)


def _kept(now: BlindSeats | None) -> dict[str, int | None]:
    """Return the blinds in the form of a fact: those of the players at this moment, whatever changes later."""
    return {"small": now.small, "big": now.big} if now else {"small": None, "big": None}


@command
def set_away(*, stamp: Stamp, night: Night, player: Player, away: bool, present: Present) -> Noted:
    """Record that a player is away from the table, or back. Raises ``Impossible`` for the present state."""
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft(FactKind.AWAY, player, away=away), player)
    if away == (player.number in on.seating.away):
        raise Impossible(f"{player} is away already." if away else f"{player} is not away.")
    return on.note(draft, f"{player} is away." if away else f"{player} is back.")


@command
def note_missed(*, stamp: Stamp, night: Night, player: Player, missed: Missed, present: Present) -> Noted:
    """Record a player's missed blinds; without either they owe none (dave, *Blinds*)."""
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft(FactKind.MISSED, player, small=missed.small, big=missed.big), player)
    which = " and the ".join(filter(None, ["small" if missed.small else "", "big" if missed.big else ""]))
    return on.note(draft, f"{player} has missed the {which} blind." if missed else f"{player} owes no blind.")


@command
def note_entry(*, stamp: Stamp, night: Night, player: Player, how: HandEntryKind, present: Present) -> Noted:
    """Record the way in which a new or returning player comes into the hand (dave and ericn, *Blinds*).

    Raises ``Impossible`` for a player without a seat, ``Refused`` for a player who is dealt in out of turn.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft(FactKind.ENTER, player, how=how.value), player)
    since = seated_since(on.night, player.number, on.spot_of(player))
    on.refuse(*against_entry(on.seating, player.number, how, since, on.terms, stamp.at))
    return on.note(draft, _ENTERED[how].format(player))


@command
def balance(*, stamp: Stamp, night: Night, player: Player, spot: Spot, present: Present) -> Noted:
    """Move a player from the larger to the smaller table. Source: dave, *Two tables*.

    The remark gives the proposal's reason, if the buttons are known. Raises ``Impossible`` if the tables are even
    (another player has moved meanwhile), for the banker, and for a move that does not make them more even.
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
    if not any(has_unknown_button(on.seating, table, on.terms, stamp.at) for table in on.seating.numbers()):
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
    """Let two players with wishes for the other's table swap seats.

    Raises ``Impossible`` without these wishes.
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
