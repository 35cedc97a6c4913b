"""A seat becomes free and a player moves up: 60 players in line against 6."""

from collections.abc import Callable, Iterator
from itertools import count

from reservations.acts.kinds import Stamp
from reservations.players.commands import record_player
from tests.benchmarks.ledgers import start_anew
from tests.benchmarks.timing import Line, ratio_line, side_by_side
from tests.reservations.friday import START, Friday, a_house

ROUNDS = 15
SEATS = 10
FEW, MANY = 6, 60
EARLY = 60 * 24 * 30  # minutes before the start


def measure() -> Iterator[Line]:
    """Yield the ratio for ten times the waiting list, and that of the lists; the first should not exceed the second."""
    start_anew()
    for number in range(SEATS + MANY):
        name = _name(number)
        record_player(stamp=Stamp(f"bench-{number:05}", START), name=name, regular=True)
    house = a_house()
    times = side_by_side(ROUNDS, _one_moves_up(Friday(house, SEATS), MANY), _one_moves_up(Friday(house, SEATS), FEW))
    line = ratio_line(f"a seat becomes free, {MANY} wait", f"{FEW} wait", times)
    yield line | {"list": round((SEATS + MANY) / (SEATS + FEW), 2)}


def _one_moves_up(friday: Friday, waiting: int) -> Callable[[], None]:
    """Return a function in which a player gives up a seat and asks for one again: the list keeps its length."""
    before, numbers = count(EARLY, -1), count()
    for number in range(SEATS + waiting):
        friday.yes(_name(number), next(before))

    def moves_up() -> None:
        # The player who has had a seat the longest gives it up, so all players do it in turn.
        name = _name(next(numbers) % (SEATS + waiting))
        friday.no(name, next(before))
        friday.yes(name, next(before))

    return moves_up


def _name(number: int) -> str:
    return f"Player {number:02}"
