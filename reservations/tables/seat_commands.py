"""Seats taken, left and swapped, moves taken back; the number of seats, and one table or two."""

from collections.abc import Sequence

from reservations.acts.commands import command
from reservations.acts.fact_queries import FactDraft, Noted
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, RuleViolation
from reservations.models import Fact, Night, Player
from reservations.tables import rules
from reservations.tables.draws import Cards, kept_cards
from reservations.tables.lock_commands import SHUFFLE, locked_tables
from reservations.tables.queries import seating_before
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

    Raises ``Impossible`` if the seat does not exist or is taken, and for an absent player; ``Refused`` if the table has
    as many players as the house wants at one, or the other one should have them.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(why, player, reason, seat=[spot.table, spot.seat]), player)
    on.refuse(*on.free(spot, player))
    return on.move(draft, [(player.number, spot)], f"{player} sits at table {spot.table}, seat {spot.seat}.")


@command
def seat_everybody(*, stamp: Stamp, night: Night, present: Present, cards: Cards | None = None) -> Noted:
    """Give every player without a seat one, at the table with fewer players: first come, first served, or by ``cards``.

    By cards the highest go first; the fact keeps all drawn cards. Nobody else moves, so a banker who sits stays with
    the bank. Source: dave, *Two tables*. Raises ``Impossible`` if everybody has a seat, if no seat is free, and for
    ``cards`` of the table that do not fit.
    """
    on = locked_tables(stamp, night, present)
    why = MoveReason.ARRIVAL if cards is None else MoveReason.DRAWN
    draft = on.once(on.draft_move(why, **kept_cards(cards)))
    unseated = on.seating.unseated(on.present.here)
    if not unseated:
        raise Impossible("Everybody has a seat.")
    if rules.proposed_spot(on.seating, on.terms) is None:
        raise Impossible("All seats are taken.")
    drawing = on.draw(unseated, cards) if cards is not None else None
    moves = rules.first_come(on.seating, drawing.order if drawing else unseated, on.terms)
    remark = f"{'1 has' if len(moves) == 1 else f'{len(moves)} have'} a seat."
    if left_over := len(unseated) - len(moves):
        remark = f"{remark} {left_over} found none."
    return on.move(draft, moves, remark, cards=drawing)


@command
def swap_seats(*, stamp: Stamp, night: Night, player: Player, other: Player, present: Present) -> Noted:
    """Let two players change seats. Raises ``Impossible`` if one of them has none."""
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.SWAP, player, other=other.number), player, other)
    if player.number == other.number:
        raise Impossible(f"{player} sits there already.")
    return on.swap(draft, player, other)


@command
def stand_up(*, stamp: Stamp, night: Night, player: Player, present: Present) -> Noted:
    """Let a player leave their seat and stay here. Raises ``Impossible`` if they have none."""
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.UP, player), player)
    on.spot_of(player)
    return on.move(draft, [(player.number, None)], f"{player} has no seat now.")


@command
def size_table(*, stamp: Stamp, night: Night, table: int, seats: int, present: Present) -> Noted:
    """Record the seats of a table. Raises ``Impossible`` for other than 2 to 20, or if one too many is taken."""
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft(FactKind.SIZE, table=table, seats=seats))
    if table not in on.seating.numbers():
        raise Impossible(f"There is no table {table} tonight.")
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Impossible(f"A table has {FEWEST_SEATS} to {MOST_SEATS} seats.")
    if last := [seat for seat in on.seating.sitting(table) if seat > seats]:
        raise Impossible(f"Seat {last[-1]} is taken: move the player first.")
    return on.note(draft, f"Table {table} has {seats} seats.")


@command
def take_back(*, stamp: Stamp, night: Night, fact: int, present: Present) -> Noted:
    """Undo a fact at the table: of the moves only the last one, and everybody then sits as before it.

    Raises ``Impossible`` for a fact that cannot be undone, or was already, and for a move before others.
    """
    on = locked_tables(stamp, night, present)
    about = Fact.objects.filter(pk=fact, night=on.night, kind__in=UNDOABLE).first()
    if about is None:
        raise Impossible("This cannot be undone.")
    draft = on.once(FactDraft(FactKind.TAKE_BACK, on.night, about=about))
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


@command
def split_table(
    *, stamp: Stamp, night: Night, volunteers: Sequence[Player], present: Present, cards: Cards = SHUFFLE
) -> Noted:
    """Make two tables of one: volunteers move, cards decide the others, the banker stays.

    The highest cards move. The fact keeps all drawn cards. Source: dave, *Two tables*.

    Raises ``Impossible`` if there are two already, for volunteers who cannot move and for ``cards`` of the table that
    do not fit; ``Refused`` with fewer players than the house splits at.
    """
    on = locked_tables(stamp, night, present)
    numbers, here = [player.number for player in volunteers], len(present.here)
    draft = on.once(on.draft_move(MoveReason.SPLIT, volunteers=numbers, **kept_cards(cards)), *volunteers)
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
    drawing = on.draw(drawers, cards, top=missing) if drawers else None
    movers = [*numbers, *(drawing.order[:missing] if drawing else ())]
    remark = f"Two tables: {here - len(movers)} stay, {len(movers)} move to table 2."
    return on.move(draft, rules.split(on.seating, present, movers), remark, tables=2, cards=drawing)


@command
def merge_tables(
    *, stamp: Stamp, night: Night, order: rules.MergeOrder, present: Present, cards: Cards = SHUFFLE
) -> Noted:
    """Make one table of two; the seats go first come, first served, or are drawn. Source: dave, *Two tables*.

    The button is unknown then: draw it. Raises ``Impossible`` if there is only one table, if its seats are too few and
    for ``cards`` of the table that do not fit; ``Refused`` with more players than the house merges at.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.MERGE, order=order.value, **kept_cards(cards)))
    if on.seating.tables == 1:
        raise Impossible("There is one table already.")
    if not rules.must_merge(on.seating, present, on.terms):
        most, here = on.terms.merge_at, len(present.here)
        sentence = f"Two tables become one when {most} or fewer are left; now there are {here}."
        on.refuse(RuleViolation("when tables merge", sentence))
    drawn = order == rules.MergeOrder.DRAWN and present.here
    drawing = on.draw(present.here, cards) if drawn else None
    moves = rules.merged(on.seating, present, drawing.order if drawing else ())
    return on.move(draft, moves, "One table. Draw the button anew.", tables=1, cards=drawing)
