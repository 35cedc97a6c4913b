"""Keeping two tables even: who moves, to which seat, and why; and who may change tables because they ask to. Pure.

A difference of two or more is an imbalance. A volunteer (first of all whoever asks for the smaller table anyway), or
else whoever takes the big blind next at the larger table, moves to the seat of equivalent or later position at the
smaller one (houses: dave, *Two tables*). A position is the number of hands until the big blind reaches the seat
(``reservations.tables.positions``). The banker stays with the bank.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.positions import hands_from, hands_until
from reservations.tables.rules import has_room
from reservations.tables.seats import Button, Present, Seating, Spot, Wish

UNEVEN = 2
"""From this difference on tables are not balanced."""

_SO_MANY = {1: ("somebody comes", "somebody leaves"), 2: ("two come", "two leave")}

_FIRST_TO_MOVE = "The tables have to be balanced: whoever asks to change is the first to move."

BUTTON_HOLDS = timedelta(minutes=5)
"""For so long what somebody said of a button is taken as known: in a few hands it is somewhere else."""


@dataclass(frozen=True)
class Imbalance:
    """Two tables that are not even, and how many have to move until they are."""

    larger: int
    smaller: int
    needed: int


@dataclass(frozen=True)
class BalanceMove:
    """Somebody who could move. ``here`` and ``there`` are hands until the big blind, where they sit and where they go.

    ``asks``: they ask for that table anyway. ``follows_banker``: only the banker, who stays, has it right before them.
    ``others`` are the further seats they could have, the better one first. ``no_hand_here``, ``no_hand_there``: at that
    table fewer than two are dealt in, so nobody has a blind.
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
        """Why this player and this seat, without a name: what follows "Bo" or "They"."""
        blind, there = "the big blind" if self.asks else "it", _in_hands(self.there)
        where = f"{self.spot} is the first where {blind} comes no sooner: {there}."
        if self.no_hand_here or self.no_hand_there:
            where = f"{self.spot} is free."
        elif not self.is_later:
            seat = f"table {self.spot.table}, seat {self.spot.seat}"
            where = f"No free seat is as late: at {seat} {blind} comes {there}."
        return f"{self._why}{', but is away' if self.is_away else ''}. {where}"

    @property
    def _why(self) -> str:
        if self.asks:
            return f"asks for table {self.spot.table} anyway"
        if self.no_hand_here:
            return "may move as well as anybody: no hand is dealt at their table yet"
        if self.has_no_chips:
            return "has no blind before they have chips"
        who = "has the next big blind" if self.here == 1 else f"has the big blind in {self.here} hands"
        return f"{who}, right after the banker, who stays" if self.follows_banker else who


def _in_hands(hands: int) -> str:
    return "at the next hand" if hands == 1 else f"in {hands} hands"


def imbalance(seating: Seating) -> Imbalance | None:
    """Return which tables are not even; nothing where they are, or where there is only one."""
    tables = sorted(seating.numbers(), key=lambda table: (-seating.count(table), table))
    larger, smaller = tables[0], tables[-1]
    difference = seating.count(larger) - seating.count(smaller)
    return Imbalance(larger, smaller, difference // UNEVEN) if difference >= UNEVEN else None


def known_button(seating: Seating, table: int, now: datetime) -> Button | None:
    """Return where the button of a table is; nothing where nobody said so in the last few minutes."""
    button = seating.buttons.get(table)
    return button if button is not None and now - button.at <= BUTTON_HOLDS else None


def has_to_be_asked(seating: Seating, table: int, terms: SeatingTerms, now: datetime) -> bool:
    """Tell whether positions at a table hang on where the button is, and nobody has said so lately."""
    return known_button(seating, table, now) is None and not _are_all_alike(seating, table, terms)


def _are_all_alike(seating: Seating, table: int, terms: SeatingTerms) -> bool:
    """Tell whether all positions at a table are the same: fewer than two are dealt in."""
    return len(seating.dealt_in(table, away_too=terms.away_dealt_in)) < 2


def proposals(seating: Seating, present: Present, terms: SeatingTerms) -> tuple[BalanceMove, ...]:
    """Return who could move to the smaller table, the one to move first.

    First whoever asks for that table, the oldest wish first; then whoever takes the big blind next, and so on round the
    table; whoever has no chips yet comes after them, and whoever is away last. Nobody where the tables are even, where
    nobody ever said where a button is that matters, or where the smaller table has no seat for one more. How old what
    was said may be is for whoever asks (:func:`known_button`).
    """
    uneven = imbalance(seating)
    if uneven is None or not _can_be_placed(seating, uneven, terms):
        return ()
    asking = _asking(seating, uneven.smaller)
    moves = _moves(seating, uneven, present, terms)

    def turn(move: BalanceMove) -> tuple[bool, int, bool, int]:
        return move.is_away, asking.get(move.player, len(asking)), move.has_no_chips, move.here

    order = sorted(moves, key=turn)
    return tuple(replace(move, asks=move.player in asking) for move in order)


def _asking(seating: Seating, table: int) -> dict[int, int]:
    """Return who asks for a table, each with the place of their wish: the oldest has the first."""
    return {wish.player: place for place, wish in enumerate(each for each in seating.wishes if each.table == table)}


def proposal_for(player: int, seating: Seating, present: Present, terms: SeatingTerms) -> BalanceMove | None:
    """Return where somebody of the larger table goes who volunteers; nothing where :func:`proposals` has them not."""
    return next((move for move in proposals(seating, present, terms) if move.player == player), None)


def volunteer(seating: Seating, present: Present) -> int | None:
    """Return who of the larger table asks for the smaller one anyway, the oldest wish first; nobody where tables are
    even. Whoever is away or has the bank does not count.
    """
    uneven = imbalance(seating)
    stays = {present.banker, *seating.away}
    table = uneven.smaller if uneven else 0
    asking = (wish.player for wish in seating.wishes if wish.table == table and is_open(wish, seating))
    return next((player for player in asking if player not in stays), None)


def _can_be_placed(seating: Seating, uneven: Imbalance, terms: SeatingTerms) -> bool:
    tables = (uneven.larger, uneven.smaller)
    known = all(table in seating.buttons or _are_all_alike(seating, table, terms) for table in tables)
    return known and has_room(seating, uneven.smaller, terms)


def _moves(seating: Seating, uneven: Imbalance, present: Present, terms: SeatingTerms) -> Iterator[BalanceMove]:
    table, sitting = uneven.larger, seating.sitting(uneven.larger)
    dealt_in = seating.dealt_in(table, away_too=terms.away_dealt_in)
    hands = {number: _hands(seating, Spot(table, seat), terms) for seat, number in sitting.items()}
    idle = [_are_all_alike(seating, each, terms) for each in (table, uneven.smaller)]
    for seat, number in sitting.items():
        if number == present.banker:
            continue
        ranked = _ranked_seats(seating, uneven.smaller, hands[number], terms)
        there, spot = ranked[0]
        follows = present.banker in dealt_in.values() and hands.get(present.banker or 0) == hands[number] - 1
        others = tuple(other for _, other in ranked[1:])
        yield BalanceMove(
            player=number,
            spot=spot,
            here=hands[number],
            there=there,
            is_away=number in seating.away and seat not in dealt_in,
            follows_banker=follows,
            others=others,
            has_no_chips=number in seating.chipless,
            no_hand_here=idle[0],
            no_hand_there=idle[1],
        )


def _ranked_seats(seating: Seating, table: int, here: int, terms: SeatingTerms) -> list[tuple[int, Spot]]:
    """Return the free seats of a table with the hands until the big blind there, the best for that position first.

    The best is the earliest that is not earlier; if all are earlier, the latest of them.
    """
    found = [(_hands(seating, spot, terms), spot) for spot in (Spot(table, seat) for seat in seating.free(table))]
    return sorted(found, key=lambda each: (each[0] < here, abs(each[0] - here), each[1].seat))


def _hands(seating: Seating, spot: Spot, terms: SeatingTerms) -> int:
    """Return after how many hands the big blind reaches a seat; 1 where too few play for one."""
    button, seats = seating.buttons.get(spot.table), seating.seats(spot.table)
    dealt_in = seating.dealt_in(spot.table, away_too=terms.away_dealt_in)
    if button is None or _are_all_alike(seating, spot.table, terms):
        return 1
    if button.big is not None:
        return hands_from(button.big, spot.seat, dealt_in, seats)
    return hands_until(spot.seat, button.seat, dealt_in, seats)


@dataclass(frozen=True)
class WishState:
    """A wish, whether it can be granted now, in words what it waits for, and whose wish could be met with it.

    ``is_balance``: the tables are not even, and whoever asks is the first to move when they are balanced.
    """

    wish: Wish
    can_be_granted: bool
    words: str
    swaps_with: int | None = None
    is_balance: bool = False


def wishes_of(seating: Seating, terms: SeatingTerms) -> tuple[WishState, ...]:
    """Return the wishes, the oldest first, each with what it waits for."""
    return tuple(_state(wish, seating, terms) for wish in seating.wishes if is_open(wish, seating))


def is_open(wish: Wish, seating: Seating) -> bool:
    """Tell whether somebody still sits elsewhere than at the table they ask for."""
    spot = seating.spots.get(wish.player)
    return spot is not None and spot.table != wish.table and wish.table in seating.numbers()


def would_be_uneven(seating: Seating, player: int, table: int) -> bool:
    """Tell whether the two tables are not even once somebody has changed to that one."""
    return difference_after(seating, player, table) >= UNEVEN


def difference_after(seating: Seating, player: int, table: int) -> int:
    """Return how many more players one table has than the other once somebody has changed to that one."""
    from_table = seating.spots[player].table
    return abs(seating.count(from_table) - 1 - (seating.count(table) + 1))


def _state(wish: Wish, seating: Seating, terms: SeatingTerms) -> WishState:
    swaps = next((each.player for each in seating.wishes if _swaps(each, wish, seating)), None)
    if not has_room(seating, wish.table, terms):
        return WishState(wish, False, f"Waits for a seat at table {wish.table}.", swaps)
    uneven = imbalance(seating)
    if uneven is not None and uneven.smaller == wish.table:
        return WishState(wish, False, _FIRST_TO_MOVE, swaps, is_balance=True)
    if not would_be_uneven(seating, wish.player, wish.table):
        return WishState(wish, True, "Can change now.", swaps)
    return WishState(wish, False, _waits_for(wish, seating), swaps)


def _swaps(other: Wish, wish: Wish, seating: Seating) -> bool:
    here = seating.spots[wish.player].table
    return is_open(other, seating) and other.table == here and seating.spots[other.player].table == wish.table


def _waits_for(wish: Wish, seating: Seating) -> str:
    here = seating.spots[wish.player].table
    more = 1 - (seating.count(here) - seating.count(wish.table))
    come, leave = _SO_MANY.get(more, (f"{more} come", f"{more} leave"))
    return f"Waits until {come} to table {here}, or {leave} table {wish.table}, or for a swap."
