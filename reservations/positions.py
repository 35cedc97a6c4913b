"""Positions at a table: how many hands it takes until the big blind reaches a seat. Pure.

The big blind goes from one player who is dealt in to the next at every hand, clockwise; empty seats are passed. The
button is dead: it stands where the small blind was, also when nobody sits there any more. All that is known here is
where the button is and who is dealt in, so the small blind is the first after the button, and the big blind the next;
of two players the one with the button has the small blind (houses: dave, *Blinds*; dead-button rule).

``seats`` is how many seats the table has, ``dealt_in`` the seats of those who get cards.
"""

from collections.abc import Collection


def clockwise(start: int, seats: int) -> list[int]:
    """Return all seats in the order in which the deal reaches them after ``start``, which comes last."""
    return [(start - 1 + step) % seats + 1 for step in range(1, seats + 1)]


def big_blind(button: int, dealt_in: Collection[int], seats: int) -> int | None:
    """Return the seat with the big blind now; nothing where fewer than two are dealt in."""
    order = [seat for seat in clockwise(button, seats) if seat in dealt_in]
    if len(order) < 2:
        return None
    # Of two players the one with the button has the small blind, so the big blind is the other one: the next.
    return order[0] if len(order) == 2 and button in dealt_in else order[1]


def hands_until(seat: int, button: int, dealt_in: Collection[int], seats: int) -> int:
    """Return after how many hands the big blind reaches a seat, with somebody who is dealt in sitting there.

    The next hand is 1. Whoever has the big blind now has a whole round to go. At a free seat the somebody is new: the
    blinds of this hand stay with those who have them. Where fewer than two play, whoever sits down is next.
    """
    now = big_blind(button, dealt_in, seats)
    return 1 if now is None else hands_from(now, seat, dealt_in, seats)


def hands_from(big: int, seat: int, dealt_in: Collection[int], seats: int) -> int:
    """Return the same where it is known at which seat the big blind is now, whoever has come or left since."""
    passed = clockwise(big, seats)
    return sum(each in dealt_in for each in passed[: passed.index(seat)]) + 1


def comes_between(seat: int, button: int, dealt_in: Collection[int], seats: int) -> bool:
    """Tell whether somebody new at that seat would be between the button and the small blind at the next hand.

    Then the button is where the small blind is now, and the small blind where the big blind is.
    """
    others = [each for each in clockwise(button, seats) if each in dealt_in and each != seat]
    big = big_blind(button, others, seats)
    if big is None:
        return False
    # Of two players the one with the button has the small blind, wherever the other one sits.
    small = next(each for each in reversed(clockwise(big, seats)) if each in others and each != big)
    return seat in _between(small, big, seats)


def hands_to_wait(seat: int, button: int, dealt_in: Collection[int], seats: int) -> int:
    """Return for how many hands somebody new at that seat waits where nobody comes in on the button or at the small
    blind (houses: ericn, *Blinds*): for one, until the button has passed, or for none.
    """
    return 1 if comes_between(seat, button, dealt_in, seats) else 0


def _between(start: int, end: int, seats: int) -> list[int]:
    passed = clockwise(start, seats)
    return passed[: passed.index(end)]
