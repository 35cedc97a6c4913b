"""The balance of two tables: the player to move, the seat and the reason; and the wishes for another table. Pure.

A difference of two or more is an imbalance. A volunteer (first of all a player with a wish for the smaller table), or
else the player who takes the big blind next at the larger table, moves to the seat of equivalent or later position at
the smaller one (houses: dave, *Two tables*). A position is the number of hands until the big blind reaches the seat
(``reservations.tables.positions``). The banker stays with the bank.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from reservations.acts.problems import RuleViolation, violated_if
from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.positions import hands_from, hands_until
from reservations.tables.rules import best_table, check_table, has_room
from reservations.tables.seats import Button, Present, Seating, Spot, Wish

UNEVEN = 2
"""From this difference on tables are not balanced."""

_SO_MANY = {1: ("a player comes", "a player leaves"), 2: ("two come", "two leave")}

_FIRST_TO_MOVE = "Moves first when the tables are balanced."

BUTTON_HOLDS = timedelta(minutes=5)
"""For so long the button is taken to be where it was noted: in a few hands it is somewhere else."""


@dataclass(frozen=True)
class Imbalance:
    """Two uneven tables, and the number of players to move."""

    larger: int
    smaller: int
    needed: int


@dataclass(frozen=True)
class BalanceMove:
    """A player who could move. ``here`` and ``there`` are hands until the big blind, at the old and the new seat.

    ``asks``: the player has a wish for that table. ``follows_banker``: the banker, who stays, would have the big blind
    right before them. ``others`` are further possible seats, the better one first. ``no_hand_here``, ``no_hand_there``:
    at that table fewer than two are dealt in, so nobody has a blind.
    """

    player: int
    spot: Spot
    here: int
    there: int
    is_away: bool
    follows_banker: bool
    others: tuple[Spot, ...]
    asks: bool = False
    has_no_chips: bool = False
    no_hand_here: bool = False
    no_hand_there: bool = False

    @property
    def is_later(self) -> bool:
        """Whether the new position is equivalent or later."""
        return self.there >= self.here

    @property
    def words(self) -> str:
        """The reason for this player and seat, without a name: the text after "Bo" or "They"."""
        if self.asks:
            why = f"asks for table {self.spot.table} anyway"
        elif self.no_hand_here:
            why = "may move as well as anybody: no hand is dealt at their table yet"
        elif self.has_no_chips:
            why = "has no blind before they have chips"
        else:
            why = "has the next big blind" if self.here == 1 else f"has the big blind in {self.here} hands"
            why += ", right after the banker, who stays" if self.follows_banker else ""
        blind = "the big blind" if self.asks else "it"
        hands = "at the next hand" if self.there == 1 else f"in {self.there} hands"
        where = f"{self.spot} is the first where {blind} comes no sooner: {hands}."
        if self.no_hand_here or self.no_hand_there:
            where = f"{self.spot} is free."
        elif not self.is_later:
            seat = f"table {self.spot.table}, seat {self.spot.seat}"
            where = f"No free seat is as late: at {seat} {blind} comes {hands}."
        return f"{why}{', but is away' if self.is_away else ''}. {where}"


def imbalance(seating: Seating) -> Imbalance | None:
    """Return the imbalance of the tables; None if they are even, or if there is only one."""
    if seating.tables == 1:
        return None
    tables = sorted(seating.numbers(), key=lambda table: (-seating.count(table), table))
    larger, smaller = tables[0], tables[-1]
    difference = seating.count(larger) - seating.count(smaller)
    return Imbalance(larger, smaller, difference // UNEVEN) if difference >= UNEVEN else None


def known_button(seating: Seating, table: int, now: datetime) -> Button | None:
    """Return the button of a table; None if it was not noted in the last few minutes."""
    button = seating.buttons.get(table)
    return button if button is not None and now - button.at <= BUTTON_HOLDS else None


def has_unknown_button(seating: Seating, table: int, terms: SeatingTerms, now: datetime) -> bool:
    """Tell whether positions at a table depend on the button, and it was not noted lately."""
    return known_button(seating, table, now) is None and not _has_no_hand(seating, table, terms)


def _has_no_hand(seating: Seating, table: int, terms: SeatingTerms) -> bool:
    """Tell whether fewer than two are dealt in at a table: then all positions are the same."""
    return len(seating.dealt_in(table, away_too=terms.away_dealt_in)) < 2


def proposals(seating: Seating, present: Present, terms: SeatingTerms) -> tuple[BalanceMove, ...]:
    """Return the possible moves to the smaller table, the best one first.

    First come players with a wish for that table, the oldest wish first; then the player who takes the big blind next,
    and so on round the table; then players without chips, and absent players last. () if the tables are even, if a
    button that matters is unknown, or if the smaller table has no seat for one more. The caller checks the age of the
    button (:func:`known_button`).
    """
    uneven = imbalance(seating)
    if uneven is None or not has_room(seating, uneven.smaller, terms):
        return ()
    larger, smaller = uneven.larger, uneven.smaller
    no_hand = {table: _has_no_hand(seating, table, terms) for table in (larger, smaller)}
    if any(table not in seating.buttons and not no_hand[table] for table in no_hand):
        return ()
    asking = [wish.player for wish in seating.wishes if wish.table == smaller]
    sitting, dealt_in = seating.sitting(larger), seating.dealt_in(larger, away_too=terms.away_dealt_in)
    hands = {number: _hands(seating, Spot(larger, seat), terms) for seat, number in sitting.items()}
    # The hand in which the banker, who stays, has the big blind; 0 if the banker is not dealt in there.
    banker_in = hands[present.banker] if present.banker in dealt_in.values() and present.banker else 0
    free = [(_hands(seating, spot, terms), spot) for spot in (Spot(smaller, seat) for seat in seating.free(smaller))]
    moves = []
    for seat, number in sitting.items():
        if number == present.banker:
            continue
        here = hands[number]
        # The best seat is the earliest that is not earlier than theirs; if all are earlier, the latest of them.
        ranked = sorted(free, key=lambda choice: (choice[0] < here, abs(choice[0] - here), choice[1].seat))
        there, spot = ranked[0]
        move = BalanceMove(
            player=number,
            spot=spot,
            here=here,
            there=there,
            is_away=number in seating.away and seat not in dealt_in,
            follows_banker=bool(banker_in) and banker_in == here - 1,
            others=tuple(other for _, other in ranked[1:]),
            asks=number in asking,
            has_no_chips=number in seating.chipless,
            no_hand_here=no_hand[larger],
            no_hand_there=no_hand[smaller],
        )
        turn = asking.index(number) if move.asks else len(asking)
        moves.append(((move.is_away, turn, move.has_no_chips, here), move))
    return tuple(move for _, move in sorted(moves, key=lambda choice: choice[0]))


def proposal_for(player: int, seating: Seating, present: Present, terms: SeatingTerms) -> BalanceMove | None:
    """Return the move of a volunteer from the larger table; None if :func:`proposals` has none for them."""
    return next((move for move in proposals(seating, present, terms) if move.player == player), None)


def volunteer(seating: Seating, present: Present) -> int | None:
    """Return the player at the larger table with the oldest wish for the smaller one, or None.

    Also None if the tables are even. Absent players and the banker do not count.
    """
    uneven = imbalance(seating)
    stays = {present.banker, *seating.away}
    table = uneven.smaller if uneven else 0
    asking = (wish.player for wish in seating.wishes if wish.table == table and is_open(wish, seating))
    return next((player for player in asking if player not in stays), None)


def _hands(seating: Seating, spot: Spot, terms: SeatingTerms) -> int:
    """Return the hands until the big blind reaches a seat; 1 if there are too few players for a hand."""
    button, seats = seating.buttons.get(spot.table), seating.seats(spot.table)
    dealt_in = seating.dealt_in(spot.table, away_too=terms.away_dealt_in)
    if button is None or len(dealt_in) < 2:
        return 1
    if button.big is not None:
        return hands_from(button.big, spot.seat, dealt_in, seats)
    return hands_until(spot.seat, button.seat, dealt_in, seats)


@dataclass(frozen=True)
class WishState:
    """A wish, whether it can be granted now, the obstacle in words, and the player to swap with.

    ``is_balance``: the tables are uneven, and this player is the first to move.
    """

    wish: Wish
    can_be_granted: bool
    words: str
    swaps_with: int | None = None
    is_balance: bool = False


def wishes_of(seating: Seating, terms: SeatingTerms) -> tuple[WishState, ...]:
    """Return the wishes, the oldest first, with their obstacles."""
    wishes, states = [wish for wish in seating.wishes if is_open(wish, seating)], []
    uneven = imbalance(seating) if wishes else None
    for wish in wishes:
        here, there = seating.spots[wish.player].table, wish.table
        back = (wish.player for wish in wishes if wish.table == here and seating.spots[wish.player].table == there)
        swaps = next(back, None)
        if not has_room(seating, there, terms):
            state = WishState(wish, False, f"Waits for a seat at table {there}.", swaps)
        elif uneven is not None and uneven.smaller == there:
            state = WishState(wish, False, _FIRST_TO_MOVE, swaps, is_balance=True)
        elif seating.count(there) < seating.count(here):
            state = WishState(wish, True, "Can change now.", swaps)
        else:
            more = 1 - (seating.count(here) - seating.count(there))
            come, leave = _SO_MANY.get(more, (f"{more} come", f"{more} leave"))
            words = f"Waits until {come} to table {here}, or {leave} table {there}, or for a swap."
            state = WishState(wish, False, words, swaps)
        states.append(state)
    return tuple(states)


def is_open(wish: Wish, seating: Seating) -> bool:
    """Tell whether a player still sits at another table than the one of the wish."""
    spot = seating.spots.get(wish.player)
    return spot is not None and spot.table != wish.table and wish.table in seating.numbers()


def against_seat(seating: Seating, player: int, table: int, terms: SeatingTerms) -> tuple[RuleViolation, ...]:
    """Return the terms against a seat at that table, given in any way (dave, *Two tables*).

    A table has a maximum of players, a new player goes to the table with fewer players, and a change leaves the tables
    even.
    """
    spot, count = seating.spots.get(player), seating.count(table)
    if spot is not None and spot.table == table:
        return ()
    full = check_table(table, terms.most, count + 1)
    if spot is not None:
        left = seating.count(spot.table) - 1
        sentence = f"A change leaves the tables even: table {table} would have {count + 1}, table {spot.table} {left}."
        return (*full, *violated_if(count + 1 - left >= UNEVEN, "table change", sentence))
    best = best_table(seating, terms)
    fewest = count if best is None else seating.count(best)
    sentence = f"New players go to the table with fewer: table {best} has {fewest}, table {table} {count}."
    return (*full, *violated_if(fewest < count, "new players", sentence))
