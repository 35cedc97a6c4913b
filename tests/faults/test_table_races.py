"""Two tablets at one table: a seat taken twice, a split drawn twice, a balance and an undo at the same moment."""

import threading
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from reservations.acts import commands as acts_commands
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.models import Fact
from reservations.tables import seat_commands
from reservations.tables.draws import CardDraw
from reservations.tables.queries import seating_of
from reservations.tables.seat_commands import SHUFFLE
from reservations.tables.seats import Spot
from tests import all_commands as commands
from tests.faults.racing import ROUNDS, Task, at_once, told
from tests.reservations.at_tables import CROWD, Evening
from tests.reservations.friday import a_house, one

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def both_look_first(monkeypatch):
    """A desk on which no tablet records a move before both have looked at the tables."""
    move, looked = seat_commands.LockedTables.move, threading.Barrier(2)

    def after_both_looked(on: Any, *args: Any, **said: Any) -> Any:
        looked.wait(timeout=20)
        return move(on, *args, **said)

    monkeypatch.setattr(seat_commands.LockedTables, "move", after_both_looked)


@pytest.fixture
def unguarded(unlocked, monkeypatch):
    """The desk without its lock, and on SQLite without transactions, in which a writer with a stale read fails."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )


def doing(evening: Evening, verb: str, key: str, **said: Any) -> Task:
    """Return a task of another tablet, which has read beforehand who is here."""
    command, stamp, present = getattr(commands, verb), Stamp(f"{key:_<8}", evening.now), evening.present
    return lambda: command(stamp=stamp, night=evening.night, present=present, **said)


def taking(evening: Evening, name: str, key: str, spot: Spot) -> Task:
    return doing(evening, "take_seat", key, player=one(name), spot=spot)


def both_take_one_seat(evening: Evening, again: int) -> list[str]:
    spot = Spot(1, again + 1)
    return told(at_once(*(taking(evening, name, f"{name}-{again}", spot) for name in ("Bo", "Cy"))))


def test_one_of_two_has_the_seat_and_the_other_is_told():
    evening = Evening(a_house(), "Ann", "Bo", "Cy")

    for again in range(ROUNDS):
        assert sorted(both_take_one_seat(evening, again)) == ["Impossible", "new"]
    assert len(set(evening.where.values())) == len(evening.where)


def test_without_the_lock_both_are_told_that_they_have_it(both_look_first, unguarded):
    """Control: on the same desk, both find the seat free before either has written."""
    assert both_take_one_seat(Evening(a_house(), "Ann", "Bo", "Cy"), 0) == ["new", "new"]


def test_a_double_tap_of_a_swap_swaps_once():
    evening = Evening(a_house(), "Ann", "Bo", "Cy").seated(["Ann", "Bo", "Cy"])
    swap = doing(evening, "swap_seats", "swap-once", player=one("Bo"), other=one("Cy"))

    assert sorted(told(at_once(swap, swap))) == ["known", "new"]
    assert evening.where == {"Ann": (1, 1), "Bo": (1, 3), "Cy": (1, 2)}


def test_two_tablets_split_once_and_draw_once():
    evening = Evening(a_house(), *CROWD[:12])

    outcomes = told(at_once(*(doing(evening, "split_table", f"split-{tablet}", volunteers=[]) for tablet in "ab")))

    moved = Fact.objects.get(night=evening.night, kind=FactKind.MOVE)
    assert sorted(outcomes) == ["Impossible", "new"]
    assert (len(evening.at(1)), len(evening.at(2))) == (6, 6)
    assert len(CardDraw.of(evening.outcome(moved)["cards"]).order) == 11


def test_two_tablets_draw_seats_once():
    evening = Evening(a_house(), *CROWD[:8])

    outcomes = told(at_once(*(doing(evening, "seat_everybody", f"draw-{tablet}", cards=SHUFFLE) for tablet in "ab")))

    drawn = Fact.objects.get(night=evening.night, kind=FactKind.MOVE)
    assert sorted(outcomes) == ["Impossible", "new"]
    assert sorted(evening.where.values()) == [(1, seat) for seat in range(1, 9)]
    assert len(CardDraw.of(evening.outcome(drawn)["cards"]).order) == 8


def test_two_tablets_balance_by_one_move():
    evening = Evening(a_house(), *CROWD[:6]).seated(["Ann", "Bo", "Cy", "Di"], ["Eve", "Fay"])
    moves = [
        doing(evening, "balance", f"move-{name}", player=one(name), spot=Spot(2, seat))
        for seat, name in enumerate(("Bo", "Cy"), 3)
    ]

    assert sorted(told(at_once(*moves))) == ["Impossible", "new"]
    assert (len(evening.at(1)), len(evening.at(2))) == (3, 3)


def test_two_newcomers_at_once_do_not_both_sit_at_one_table():
    """Six players each: the second newcomer would make it 8 to 6, and is told to go to the other table."""
    evening = Evening(a_house(), *CROWD).seated(CROWD[:6], CROWD[6:12])

    outcomes = at_once(
        *(taking(evening, name, f"new-{name}", Spot(1, seat)) for seat, name in ((8, "Max"), (9, "Ned")))
    )

    assert sorted(told(outcomes)) == ["Refused", "new"]
    assert (len(evening.at(1)), len(evening.at(2))) == (7, 6)


def test_a_move_is_taken_back_once():
    evening = Evening(a_house(), "Ann", "Bo").seated(["Ann", "Bo"])
    moved = evening.sit("Bo", 1, 7).fact.pk

    outcomes = at_once(*(doing(evening, "take_back", f"back-{tablet}", fact=moved) for tablet in "ab"))

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert (evening.where["Bo"], seating_of(evening.night).last_move is not None) == ((1, 2), True)
