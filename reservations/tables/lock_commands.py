"""The frame of all commands at the tables of a night: the lock, the key, the seats, and the record of a move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import SystemRandom
from typing import Any

from reservations.acts.commands import note_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Refused, RuleViolation, kept_violations
from reservations.acts.queries import check_not_merged
from reservations.houses.seating_terms import SeatingTerms
from reservations.models import Night, Player
from reservations.players.queries import player_names
from reservations.rsvps.lock_commands import check_not_cancelled, reread
from reservations.tables.balancing import against_seat
from reservations.tables.draws import CardDraw, Cards, WrongCards, draw
from reservations.tables.queries import seating_of, seating_terms_of
from reservations.tables.reducers import kept_moves
from reservations.tables.seats import MoveReason, Moves, Present, Seating, Spot

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
        """The tables with all who were given a seat, also those who have left since."""
        return seating_of(self.night)

    @cached_property
    def seating(self) -> Seating:
        """The tables with those who are here."""
        return self.everybody.only(self.present)

    @cached_property
    def terms(self) -> SeatingTerms:
        return seating_terms_of(self.night)

    def draft(self, kind: FactKind, player: Player | None = None, reason: str = "", **content: Any) -> FactDraft:
        """Return the draft of a fact about the tables, or about a player at them."""
        return FactDraft(kind, self.night, player, reason=reason, content=content)

    def draft_move(self, why: MoveReason, player: Player | None = None, reason: str = "", **asked: Any) -> FactDraft:
        return self.draft(FactKind.MOVE, player, reason, why=why.value, **asked)

    def once(self, draft: FactDraft, *players: Player) -> FactDraft:
        """Return a new draft.

        Raises the errors of :func:`fact_once`, ``Merged`` for a player who was merged into another one, ``Impossible``
        for an absent one, and for a night that is cancelled or closed.
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
        """Raise ``Refused`` for violations without a ruling; with one the fact keeps them."""
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
        """Raise ``Impossible`` for the banker, who changes tables with the bank alone (dave, *Two tables*)."""
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
        """Let players draw as the house ranks the cards. Raises ``Impossible``, with the names in it."""
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
