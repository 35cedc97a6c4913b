"""Two tablets at one table: one warning a session, one call of the clock at a time, and one act for a double tap."""

import threading
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from django.db import connection

from reservations.acts import commands as acts_commands
from reservations.conduct import commands as conduct
from reservations.conduct import commands as conduct_commands
from reservations.conduct.queries import conduct_of
from reservations.tables import seat_commands as seat_commands
from reservations.tables.seats import Present
from tests.faults.racing import ROUNDS, at_once, meeting, opened, stamp, told

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

A_MOMENT = 0.05


@pytest.fixture
def nights(players):
    """Nights at mike's, one for each round."""
    return [opened(players, day) for day in range(1, ROUNDS + 1)]


@pytest.fixture
def slow(monkeypatch):
    """A desk that waits between looking for an earlier warning and writing down the result."""

    def after_a_moment(night):
        found = conduct_of(night)
        threading.Event().wait(A_MOMENT)
        return found

    monkeypatch.setattr(conduct, "conduct_of", after_a_moment)


@pytest.fixture
def unguarded(unlocked, monkeypatch):
    """The desk without its lock, and on SQLite without transactions, in which a writer with a stale read fails."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )


def jumping(night, player, key):
    return lambda: conduct_commands.jump_bet(stamp=stamp(key), night=night, player=player)


def calling(night, player, key):
    return lambda: conduct_commands.call_clock(stamp=stamp(key), night=night, player=player, seconds=60)


def jumped_at_once(night, players):
    """Let all players jump the bet at the same moment; return how many were only warned, and how many paid."""
    at_once(*(jumping(night, player, f"jump-{night.pk}-{player}") for player in players))
    warnings = [jump.outcome["warning"] for jump in conduct_of(night).jumps]
    return warnings.count(True), warnings.count(False)


def test_two_who_jump_at_once_are_warned_once(nights, players):
    assert [jumped_at_once(night, players[:2]) for night in nights] == [(1, 1)] * ROUNDS


def test_a_slow_desk_warns_once_as_well(slow, night, players):
    assert jumped_at_once(night, players) == (1, 2)


def test_without_the_lock_two_are_warned(monkeypatch, unguarded, night, players):
    """Control: on the same desk, all of them find the warning unused before any of them has written."""
    monkeypatch.setattr(conduct, "conduct_of", meeting(conduct_of, len(players)))

    warned, paid = jumped_at_once(night, players)

    assert warned > 1
    assert warned + paid == len(players)


def test_a_double_tap_is_one_jumped_bet(nights, players):
    for night in nights:
        outcomes = at_once(*[jumping(night, players[1], f"tap-{night.pk}")] * 2)

        assert sorted(told(outcomes)) == ["known", "new"]
        assert len(conduct_of(night).jumps) == 1


def test_the_clock_is_called_on_one_of_two(nights, players):
    for night in nights:
        outcomes = at_once(*(calling(night, player, f"call-{night.pk}-{player}") for player in players[1:]))

        assert sorted(told(outcomes)) == ["Impossible", "new"]
        assert len(conduct_of(night).calls) == 1


def test_a_call_that_two_tablets_end_is_ended_once(nights, players):
    for night in nights:
        call = calling(night, players[1], f"call-{night.pk}")().fact.pk
        ending = [
            lambda key=f"end-{night.pk}-{tablet}", night=night, call=call: conduct_commands.end_call(
                stamp=stamp(key), night=night, call=call
            )
            for tablet in (1, 2)
        ]

        assert sorted(told(at_once(*ending))) == ["Impossible", "new"]


def test_a_penalty_that_two_tablets_take_back_is_taken_back_once(nights, players):
    for night in nights:
        fact = jumping(night, players[1], f"jump-{night.pk}")().fact.pk
        taking = [
            lambda key=f"back-{night.pk}-{tablet}", night=night, fact=fact: seat_commands.take_back(
                stamp=stamp(key), night=night, fact=fact, present=Present(())
            )
            for tablet in (1, 2)
        ]

        assert sorted(told(at_once(*taking))) == ["Impossible", "new"]
        assert conduct_of(night).jumps == ()
