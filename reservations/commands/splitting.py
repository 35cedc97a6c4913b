"""One table becomes two, two become one, and people move between them so that they stay even."""

from collections.abc import Sequence

from reservations.balancing import has_to_be_asked, imbalance, proposal_for
from reservations.broken import TableFull, TooFewToSplit, TooManyToMerge
from reservations.commands.at_tables import SHUFFLE, AtTables, at_tables, move_draft
from reservations.desk import command
from reservations.draws import Drawing, Shuffle, draw
from reservations.fact_log import Noted
from reservations.facts import FactKind
from reservations.kinds import Stamp
from reservations.models import Night, Player
from reservations.positions import big_blind
from reservations.problems import Impossible
from reservations.seating import (
    Order,
    check_volunteers,
    merged,
    must_merge,
    must_split,
    redrawn,
    split,
    split_sizes,
    who_draws,
)
from reservations.seats import Present, Spot, Why


@command
def split_table(
    *, stamp: Stamp, night: Night, volunteers: Sequence[Player], present: Present, shuffle: Shuffle = SHUFFLE
) -> Noted:
    """Make two tables out of one: volunteers move, cards decide who else does, the banker stays.

    The highest cards move. Which card everybody drew is kept in the fact. Source: dave, *Two tables*.

    Raises ``Impossible`` where there are two already and for volunteers who cannot move; ``Refused`` with fewer people
    than the house splits at.
    """
    on = at_tables(stamp, night, present)
    draft = move_draft(on, Why.SPLIT, volunteers=[player.number for player in volunteers])
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


def _check_can_split(on: AtTables) -> None:
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


def _split_in_words(on: AtTables, movers: Sequence[int]) -> str:
    return f"Two tables: {len(on.present.here) - len(movers)} stay, {len(movers)} move to table 2."


@command
def balance(*, stamp: Stamp, night: Night, player: Player, spot: Spot, present: Present) -> Noted:
    """Move somebody from the larger to the smaller table. Source: dave, *Two tables*.

    Raises ``Impossible`` where the tables are even (somebody else has moved meanwhile), for the banker, and for
    a player or seat that does not make them more even.
    """
    on = at_tables(stamp, night, present)
    draft = move_draft(on, Why.BALANCE, player, seat=[spot.table, spot.seat])
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


def _why(on: AtTables, player: Player, spot: Spot) -> str:
    """Say what was proposed, where that was done and the buttons are known."""
    if any(has_to_be_asked(on.seating, table, on.terms, on.stamp.at) for table in on.seating.numbers()):
        return ""
    found = proposal_for(player.number, on.seating, on.present, on.terms)
    return f" {player} {found.words}" if found and found.spot == spot else ""


@command
def merge_tables(*, stamp: Stamp, night: Night, order: Order, present: Present, shuffle: Shuffle = SHUFFLE) -> Noted:
    """Make one table out of two; the seats go first come, first served, or are drawn. Source: dave, *Two tables*.

    Nobody knows where the button is then: draw it. Raises ``Impossible`` where there is only one table or its seats
    are too few, ``Refused`` with more people than the house merges at.
    """
    on = at_tables(stamp, night, present)
    draft = move_draft(on, Why.MERGE, order=order.value)
    if known := on.known(draft):
        return known
    if on.seating.tables == 1:
        raise Impossible("There is one table already.")
    if not must_merge(on.seating, present, on.terms):
        on.refuse(TooManyToMerge(len(present.here), on.terms.merge_at))
    drawing = _drawn_seats(on, shuffle) if order == Order.DRAWN and present.here else None
    moves = redrawn(on.seating, present, drawing.order) if drawing else merged(on.seating, present)
    return on.move(draft, moves, "One table. Draw the button anew.", tables=1, cards=drawing)


def _drawn_seats(on: AtTables, shuffle: Shuffle) -> Drawing:
    return draw(on.present.here, shuffle, suits_rank=on.terms.suits_rank)


@command
def place_button(*, stamp: Stamp, night: Night, table: int, seat: int, present: Present) -> Noted:
    """Say where the button of a table is now; nobody has to sit there. Raises ``Impossible`` for no such seat."""
    on = at_tables(stamp, night, present)
    draft = on.draft(FactKind.BUTTON, table=table, seat=seat)
    if known := on.known(draft):
        return known
    on.check_there(Spot(table, seat))
    return on.note(draft, f"The button of table {table} is at seat {seat}.", {"big": _big_blind(on, table, seat)})


def _big_blind(on: AtTables, table: int, button: int) -> int | None:
    """Return the seat with the big blind, of those who are here now: who comes or leaves later does not change it."""
    dealt_in = on.seating.dealt_in(table, away_too=on.terms.away_dealt_in)
    return big_blind(button, dealt_in, on.seating.seats(table))


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
