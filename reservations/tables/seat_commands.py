"""Seats taken, left and swapped, undone moves; the number of seats, and the change between one table and two.

`locked_tables` is the frame of all commands at the tables of a night: the lock, the key, the seats, and the record of a
move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import SystemRandom
from typing import Any

from reservations.acts.commands import command, note_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Refused, RuleViolation, kept_violations, violated_if
from reservations.acts.queries import check_not_merged
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Fact, Night, Player
from reservations.players.queries import player_names
from reservations.rsvps.lock_commands import check_not_cancelled, reread
from reservations.tables import rules
from reservations.tables.balancing import against_seat
from reservations.tables.draws import CardDraw, Cards, WrongCards, draw, kept_cards
from reservations.tables.queries import seating_before, seating_of, seating_terms_of
from reservations.tables.reducers import kept_moves
from reservations.tables.seats import MoveReason, Moves, Present, Seating, Spot

FEWEST_SEATS, MOST_SEATS = 2, 20

_MOVED = (FactKind.MOVE, FactKind.BUTTON, FactKind.DRAW, FactKind.WISH)
UNDOABLE = frozenset((*_MOVED, FactKind.CALL, FactKind.CONDUCT, FactKind.RULED))
"""The kinds of facts at the table that can be taken back."""
SHUFFLE = SystemRandom().shuffle
"""Shuffles with the randomness of the operating system, which nobody can foresee."""


@dataclass(frozen=True)
class LockedTables:
    """The tables of a night under the lock; ``present`` are the present players.

    ``overruled`` are the terms that the stamp's ruling has set aside so far.
    """

    stamp: Stamp
    night: Night
    present: Present
    overruled: list[RuleViolation] = field(default_factory=list, init=False)

    @cached_property
    def everybody(self) -> Seating:
        """The tables with all players who were given a seat, also those who have left since."""
        return seating_of(self.night)

    @cached_property
    def seating(self) -> Seating:
        """The tables with the present players."""
        return self.everybody.only(self.present)

    @cached_property
    def terms(self) -> SeatingTerms:
        return seating_terms_of(self.night)

    def draft(self, kind: FactKind, player: Player | None = None, reason: str = "", **content: Any) -> FactDraft:
        """Return the draft of a fact about the tables, or about a player at them."""
        return FactDraft(kind, self.night, player, reason=reason, content=content)

    def draft_move(self, why: MoveReason, player: Player | None = None, reason: str = "", **content: Any) -> FactDraft:
        return self.draft(FactKind.MOVE, player, reason, why=why.value, **content)

    def once(self, draft: FactDraft, *players: Player) -> FactDraft:
        """Return a new draft.

        Raises the errors of :func:`fact_once`, ``Merged`` for a player who was merged into another, ``Impossible``
        for an absent player, and for a night that is cancelled or closed.
        """
        fact_once(draft, self.stamp)
        check_not_cancelled(self.night)
        if self.present.is_over:
            raise Impossible("The night is closed.")
        check_not_merged([player.number for player in players])
        for player in players:
            if player.number not in self.present.here:
                raise Impossible(f"{player} is not at the tables now.")
        return draft

    def refuse(self, *violations: RuleViolation) -> None:
        """Raise ``Refused`` for violations without a ruling; with a ruling the fact keeps them."""
        if violations and not self.stamp.ruling:
            raise Refused(violations, house=self.night.house.name)
        self.overruled.extend(violations)

    def free(self, spot: Spot, player: Player) -> tuple[RuleViolation, ...]:
        """Return the terms against a seat. Raises ``Impossible`` if it does not exist or is taken."""
        self.check_there(spot)
        taken_by = self.seating.at(spot)
        if taken_by == player.number:
            raise Impossible(f"{player} sits there already: {spot}.")
        if taken_by is not None:
            other = Player.objects.get(pk=taken_by)
            raise Impossible(f"{other} sits there: {spot}. Take a free seat, or swap the two.")
        return against_seat(self.seating, player.number, spot.table, self.terms)

    def check_not_banker(self, player: Player) -> None:
        """Raise ``Impossible`` for the banker, who changes tables only with the bank (dave, *Two tables*)."""
        if player.number == self.present.banker:
            raise Impossible("The banker stays with the bank: hand it over first.")

    def check_there(self, spot: Spot) -> None:
        """Raise ``Impossible`` for a seat that does not exist."""
        if not self.seating.has(spot):
            raise Impossible(f"There is no such seat tonight: {spot}.")

    def spot_of(self, player: Player) -> Spot:
        """Return a player's seat. Raises ``Impossible`` without one."""
        spot = self.seating.spots.get(player.number)
        if spot is None:
            raise Impossible(f"{player} has no seat yet.")
        return spot

    def note(self, draft: FactDraft, remark: str, outcome: Mapping[str, Any] | None = None) -> Noted:
        """Record a fact with its remark and outcome, and with the ruling if one was needed."""
        ruled = {"ruling": self.stamp.ruling, "overruled": kept_violations(self.overruled)} if self.overruled else {}
        return note_fact(draft, self.stamp, remark, **(outcome or {}), **ruled)

    def move(
        self, draft: FactDraft, moves: Moves, remark: str, *, tables: int | None = None, cards: CardDraw | None = None
    ) -> Noted:
        """Record the new and the old seats of players, also of those who left and whose seats are taken now."""
        spots = {spot for _, spot in moves}
        moved = [number for number, _ in moves]
        gone = [number for number, spot in self.everybody.spots.items() if spot in spots and number not in moved]
        was = [(number, self.everybody.spots.get(number)) for number in (*moved, *gone)]
        before = self.seating.tables
        outcome = {"moves": kept_moves(moves), "was": kept_moves(was), "tables": [before, tables or before]}
        return self.note(draft, remark, {**outcome, **({"cards": cards.kept()} if cards else {})})

    def draw(self, players: Sequence[int], cards: Cards, *, top: int | None = None) -> CardDraw:
        """Let players draw, with the house's ranking of cards. Raises ``Impossible`` with the names of the players."""
        try:
            return draw(players, cards, suits_rank=self.terms.suits_rank, top=top)
        except WrongCards as problem:
            names = player_names(problem.numbers)
            whom = ", ".join(names[number] for number in problem.numbers)
            raise Impossible(problem.sentence.format(whom)) from problem

    def swap(self, draft: FactDraft, player: Player, other: Player) -> Noted:
        """Record that two players change seats. Raises ``Impossible`` if one of them has none."""
        mine, theirs = self.spot_of(player), self.spot_of(other)
        moves = [(player.number, theirs), (other.number, mine)]
        return self.move(draft, moves, f"{player} and {other} have changed seats.")


def locked_tables(stamp: Stamp, night: Night, present: Present) -> LockedTables:
    """Return the tables of a night, read again under the lock: an earlier read may be out of date."""
    return LockedTables(stamp, reread(night), present)


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
    the house's maximum of players, or the player should go to the other table.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(why, player, reason, seat=[spot.table, spot.seat]), player)
    on.refuse(*on.free(spot, player))
    return on.move(draft, [(player.number, spot)], f"{player} sits at table {spot.table}, seat {spot.seat}.")


@command
def seat_everybody(*, stamp: Stamp, night: Night, present: Present, cards: Cards | None = None) -> Noted:
    """Seat all players without a seat, at the table with fewer players: first come, first served, or by ``cards``.

    By cards the highest go first; the fact keeps all drawn cards. Nobody else moves, so a seated banker stays with the
    bank. Source: dave, *Two tables*. Raises ``Impossible`` if everybody has a seat, if no seat is free, and for
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
    """Record the number of seats of a table.

    Raises ``Impossible`` unless it is 2 to 20, and if a removed seat is taken.
    """
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
    """Undo a fact at the table.

    Only the last move can be undone; then everybody sits as before it. Raises ``Impossible`` for a fact that cannot be
    undone, for an undone fact, and for a move before others.
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
    """Split one table into two: volunteers move, cards decide the others, the banker stays.

    The highest cards move. The fact keeps all drawn cards. Source: dave, *Two tables*.

    Raises ``Impossible`` if there are two already, for volunteers who cannot move and for ``cards`` of the table that
    do not fit; ``Refused`` with fewer players than the house's number for a split.
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
    sentence = f"One table becomes two when {on.terms.split_at} are here; now there are {here}."
    too_few = violated_if(not rules.must_split(on.seating, present, on.terms), "when tables split", sentence)
    on.refuse(*too_few, *rules.check_table(1, on.terms.most, stay))
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
    """Merge two tables into one; the seats go first come, first served, or are drawn. Source: dave, *Two tables*.

    Afterwards the button is unknown: draw it. Raises ``Impossible`` if there is only one table, if its seats are too
    few and for ``cards`` of the table that do not fit; ``Refused`` with more players than the house's number for a
    merge.
    """
    on = locked_tables(stamp, night, present)
    draft = on.once(on.draft_move(MoveReason.MERGE, order=order.value, **kept_cards(cards)))
    if on.seating.tables == 1:
        raise Impossible("There is one table already.")
    most, here = on.terms.merge_at, len(present.here)
    sentence = f"Two tables become one when {most} or fewer are left; now there are {here}."
    on.refuse(*violated_if(not rules.must_merge(on.seating, present, on.terms), "when tables merge", sentence))
    drawn = order == rules.MergeOrder.DRAWN and present.here
    drawing = on.draw(present.here, cards) if drawn else None
    moves = rules.merged(on.seating, present, drawing.order if drawing else ())
    return on.move(draft, moves, "One table. Draw the button anew.", tables=1, cards=drawing)
