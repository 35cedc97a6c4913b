"""Random evenings: whatever the players do, the proposals make the tables even again in the fewest moves."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.balancing import imbalance, proposals, wishes_of
from reservations.tables.draws import draw
from reservations.tables.positions import hands_until
from reservations.tables.rules import (
    best_table,
    first_come,
    merged,
    must_merge,
    must_split,
    proposed_spot,
    split,
    split_sizes,
    who_draws,
)
from reservations.tables.seats import Button, Present, Seating, Spot, Wish
from tests.reservations.tables.test_positions import hands_played_until

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
BANKER = 1
TERMS = SeatingTerms()


@dataclass
class Walk:
    """A random evening that begins with ten players; it is checked after every step."""

    chance: Random
    terms: SeatingTerms = TERMS
    here: list[int] = field(default_factory=lambda: list(range(BANKER, 11)))
    seating: Seating = field(default_factory=lambda: Seating(spots={each: Spot(1, each) for each in range(BANKER, 11)}))
    known: int = 10

    @property
    def present(self) -> Present:
        """The players present."""
        return Present(tuple(self.here), BANKER)

    def arrives(self) -> None:
        """Let a new player take the proposed seat, at the table with fewer players."""
        self.known += 1
        self.here.append(self.known)
        spot = proposed_spot(self.seating, self.terms)
        if spot is not None:
            assert self.seating.count(spot.table) == min(map(self.seating.count, self.seating.numbers()))
            self.seating = self.seating.after([(self.known, spot)])

    def leaves(self) -> None:
        """Let a player other than the banker go home."""
        if len(self.here) > 1:
            self.here.remove(self.chance.choice(self.here[1:]))
            self.seating = self.seating.only(self.present)

    def leave_together(self) -> None:
        """Let a carload of players from one table go home."""
        table = self.chance.choice(self.seating.numbers())
        crowd = [number for number in self.seating.sitting(table).values() if number != BANKER]
        for number in self.chance.sample(crowd, min(len(crowd), self.chance.randint(2, 4))):
            self.here.remove(number)
        self.seating = self.seating.only(self.present)

    def moves(self) -> None:
        """Let the host move a player to a free seat of the same table."""
        number = self.chance.choice(self.here)
        if number != BANKER and number in self.seating.spots:
            table = self.seating.spots[number].table
            free = self.seating.free(table)
            if free:
                self.seating = self.seating.after([(number, Spot(table, self.chance.choice(free)))])

    def goes_away(self) -> None:
        """Let a player leave the table for a while, or come back to it."""
        number = self.chance.choice(self.here)
        away = {each: NOW for each in self.seating.away if each != number}
        if number not in self.seating.away:
            away[number] = NOW
        self.seating = replace(self.seating, away=away)

    def wishes(self) -> None:
        """Let a player ask for the other table."""
        number = self.chance.choice(self.here)
        if self.seating.tables == 2 and number in self.seating.spots:
            wish = Wish(number, 3 - self.seating.spots[number].table, NOW)
            others = tuple(each for each in self.seating.wishes if each.player != number)
            self.seating = replace(self.seating, wishes=(*others, wish))

    def is_looked_at(self) -> None:
        """Seat players who found no seat before, do what the page proposes, and check it."""
        self.seating = self.seating.after(first_come(self.seating, self.here, self.terms))
        if must_split(self.seating, self.present, self.terms):
            self._split()
        elif must_merge(self.seating, self.present, self.terms):
            self._merge()
        self._balance()
        self._grant()
        self._is_in_order()

    def _split(self) -> None:
        moving = split_sizes(len(self.here))[1]
        volunteers = self.chance.sample(self.here[1:], self.chance.randint(0, moving))
        drawers, left = who_draws(volunteers, self.present), moving - len(volunteers)
        drawn = draw(drawers, self.chance.shuffle, suits_rank=False, top=left).order[:left] if drawers else ()
        banker = self.seating.spots[BANKER]
        movers = (*volunteers, *drawn)
        self.seating = replace(self.seating.after(split(self.seating, self.present, movers)), tables=2)
        assert self.seating.count(1) - self.seating.count(2) == len(self.here) % 2
        assert self.seating.spots[BANKER] == banker
        assert set(volunteers) <= set(self.seating.sitting(2).values())

    def _merge(self) -> None:
        order = draw(self.here, self.chance.shuffle, suits_rank=True).order
        by_cards = merged(self.seating, self.present, order)
        moves = self.chance.choice([merged(self.seating, self.present), by_cards])
        after = self.seating.after(moves)
        kept = {number: spot for number, spot in after.spots.items() if spot.table == 1}
        self.seating = replace(after, tables=1, spots=kept, wishes=())
        assert self.seating.count(1) == len(self.here)

    def _balance(self) -> None:
        uneven, moved = imbalance(self.seating), 0
        banker = self.seating.spots[BANKER]
        while left := imbalance(self.seating):
            self._buttons()
            best = proposals(self.seating, self.present, self.terms)[0]
            self._is_right(best.player, best.spot, left.larger)
            self.seating = self.seating.after([(best.player, best.spot)])
            moved += 1
        assert (moved, self.seating.spots[BANKER]) == (uneven.needed if uneven else 0, banker)

    def _buttons(self) -> None:
        buttons = {table: Button(self.chance.randint(1, self.seating.seats(table)), NOW) for table in (1, 2)}
        self.seating = replace(self.seating, buttons=buttons)

    def _is_right(self, player: int, spot: Spot, table: int) -> None:
        """Check the move with played hands: the player asked for it or has the big blind soonest, and the seat fits."""
        here, there = self._hands(table, self.seating.spots[player].seat), self._hands(spot.table, spot.seat)
        dealt_in = self.seating.dealt_in(table, away_too=False)
        seats = {number: seat for seat, number in dealt_in.items() if number not in (player, BANKER)}
        asking = [each.player for each in self.seating.wishes if each.table == spot.table]
        if player in self.seating.away:
            assert not seats
        elif player in asking:
            assert not [each for each in asking[: asking.index(player)] if each in seats]
        else:
            assert not [each for each in asking if each in seats]
            assert all(self._hands(table, seat) > here for seat in seats.values())
        fitting = [self._hands(spot.table, seat) for seat in self.seating.free(spot.table)]
        assert there == min((hands for hands in fitting if hands >= here), default=max(fitting))

    def _hands(self, table: int, seat: int) -> int:
        dealt_in = tuple(self.seating.dealt_in(table, away_too=False))
        at = (seat, self.seating.buttons[table].seat, dealt_in, self.seating.seats(table))
        assert hands_until(*at) == hands_played_until(*at)
        return hands_until(*at)

    def _grant(self) -> None:
        """Grant the first wish that can be granted, now and then; the tables stay even."""
        able = [each for each in wishes_of(self.seating, self.terms) if each.can_be_granted]
        if able and self.chance.random() < 0.5:
            wish = able[0].wish
            free = self.seating.free(wish.table)[0]
            self.seating = self.seating.after([(wish.player, Spot(wish.table, free))])
            assert imbalance(self.seating) is None

    def _is_in_order(self) -> None:
        spots = list(self.seating.spots.values())
        assert len(set(spots)) == len(spots)
        assert all(self.seating.has(spot) for spot in spots)
        assert set(self.seating.spots) <= set(self.here)
        assert not self.seating.unseated(self.here) or best_table(self.seating, self.terms) is None


STEPS = (
    *(Walk.arrives, Walk.arrives, Walk.arrives, Walk.arrives),
    *(Walk.leaves, Walk.leave_together, Walk.moves, Walk.goes_away, Walk.wishes),
)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.lists(st.integers(0, len(STEPS) - 1), min_size=20, max_size=60))
def test_whatever_happens_two_tables_stay_even(seed, steps):
    walk = Walk(Random(seed))
    for step in steps:
        STEPS[step](walk)
        walk.is_looked_at()
