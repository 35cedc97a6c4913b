"""Positions at a table: the number of hands until the big blind reaches a seat. Pure.

The big blind goes from one player who is dealt in to the next at every hand, clockwise; empty seats are passed. The
small blind is where the big blind was in the hand before, and the button where the small blind was, even if nobody sits
there any more: both can be dead (houses: dave, *Blinds*; dead-button rule).

If only the button and the dealt-in players are known, the small blind is the first after the button and the big blind
the next (:func:`blinds`); of two players the one with the button has the small blind. If a player left right after
their big blind, the small blind is dead and the first after the button has the big blind: the host has to state this
(:func:`blinds_without_small`), as it looks the same as a departure before the blind.

``seats`` is the number of seats of the table, ``dealt_in`` the seats of the players who get cards.
"""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class BlindSeats:
    """The seats of the blinds of one hand; at ``small`` nobody is dealt in if it is dead."""

    small: int
    big: int


@dataclass(frozen=True)
class HandAhead:
    """The seats of the button and the blinds in a hand to come; the button and the small blind can be dead."""

    button: int
    small: int
    big: int
    is_button_dead: bool
    is_small_dead: bool


def hands_ahead(last: BlindSeats, dealt_in: Collection[int], seats: int, hands: int) -> list[HandAhead]:
    """Return the hands after one with those blinds, with the players who are dealt in now; [] for fewer than two.

    Of two players the one without the big blind has the button and the small blind.
    """
    found: list[HandAhead] = []
    while len(dealt_in) > 1 and len(found) < hands:
        big = next(seat for seat in clockwise(last.big, seats) if seat in dealt_in)
        button, small = last.small, last.big
        if len(dealt_in) == 2:
            button = small = next(seat for seat in dealt_in if seat != big)
        found.append(HandAhead(button, small, big, button not in dealt_in, small not in dealt_in))
        last = BlindSeats(small, big)
    return found


def clockwise(start: int, seats: int) -> list[int]:
    """Return all seats in the order in which the deal reaches them after ``start``, which comes last."""
    return [(start - 1 + step) % seats + 1 for step in range(1, seats + 1)]


def blinds(button: int, dealt_in: Collection[int], seats: int) -> BlindSeats | None:
    """Return the present blinds, if the small blind is not dead; None if fewer than two are dealt in."""
    order = [seat for seat in clockwise(button, seats) if seat in dealt_in]
    if len(order) < 2:
        return None
    if len(order) == 2 and button in dealt_in:
        return BlindSeats(button, order[0])
    return BlindSeats(order[0], order[1])


def blinds_without_small(
    button: int, dealt_in: Collection[int], left: Collection[int], seats: int
) -> BlindSeats | None:
    """Return the present blinds if the small blind is dead: the last player in the big blind has left their seat.

    ``left`` are the seats that players have left. None if none of them is between the button and the next player, or if
    fewer than two are dealt in.
    """
    after = clockwise(button, seats)
    big = next((seat for seat in after if seat in dealt_in), button)
    dead = [seat for seat in after[: after.index(big)] if seat in left]
    return BlindSeats(dead[-1], big) if dead and len(dealt_in) > 1 else None


def hands_until(seat: int, button: int, dealt_in: Collection[int], seats: int) -> int:
    """Return the hands until the big blind reaches a seat with a dealt-in player.

    The next hand is 1. The player with the big blind now has a whole round to go. At a free seat the player is new: the
    blinds of this hand stay with their players. If fewer than two play, a player who sits down is next.
    """
    now = blinds(button, dealt_in, seats)
    return 1 if now is None else hands_from(now.big, seat, dealt_in, seats)


def hands_from(big: int, seat: int, dealt_in: Collection[int], seats: int) -> int:
    """Return the same from the present seat of the big blind, with the present players."""
    passed = clockwise(big, seats)
    return sum(passed_seat in dealt_in for passed_seat in passed[: passed.index(seat)]) + 1


def comes_between(seat: int, now: BlindSeats, seats: int) -> bool:
    """Tell whether a new player at that seat would be between the button and the small blind at the next hand.

    At that hand the button is where the small blind is now, and the small blind where the big blind is.
    """
    passed = clockwise(now.small, seats)
    return seat in passed[: passed.index(now.big)]


def hands_to_wait(seat: int, now: BlindSeats, seats: int) -> int:
    """Return the hands that a new player at that seat waits if nobody may come in on the button or at the small blind.

    The player waits until the button has passed, or not at all (houses: ericn, *Blinds*). A player who takes the seat
    that was left at the big blind would have the small blind next, and then the button.
    """
    if seat == now.big:
        return 2
    return 1 if seat == now.small or comes_between(seat, now, seats) else 0
