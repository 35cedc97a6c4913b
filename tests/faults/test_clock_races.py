"""Two servers that check one clock, and a host who raises the blinds: one level is one act."""

import itertools
import threading
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from django.db import connection

from ledger.clock import commands as clock_commands
from ledger.clock.commands import next_level, pause_clock, previous_level, turn_due
from ledger.night import commands as night_commands
from reservations.acts import commands as acts_commands
from reservations.acts.kinds import Stamp
from reservations.models import Act
from tests.faults.racing import at_once, faults, meeting, told
from tests.ledger.clocks import ClockEvening

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = range(3)
A_MOMENT = 0.1


@pytest.fixture
def evening():
    """An evening whose second level is due at this very moment."""
    evening = ClockEvening()
    evening.starts_clock()
    evening.it_is("20:20")
    return evening


@pytest.fixture
def slow(monkeypatch):
    """A desk that waits between reading the clock and posting the level that is due, longer each time."""
    post, turns = clock_commands._post, itertools.count(1)

    def after_a_moment(due, bank):
        threading.Event().wait(A_MOMENT * next(turns))
        return post(due, bank)

    monkeypatch.setattr(clock_commands, "_post", after_a_moment)


@pytest.fixture
def together(slow, monkeypatch):
    """The same desk, where both servers have looked before one of them posts."""
    monkeypatch.setattr(clock_commands, "_clock_of", meeting(clock_commands._clock_of, 2))


@pytest.fixture
def unguarded(unlocked, monkeypatch):
    """The desk without its lock, and on SQLite without transactions, in which a writer with a stale read fails."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )


def ticking(evening):
    return lambda: turn_due(evening.now)


def pressing(command, evening, key, **said):
    return lambda: command(stamp=Stamp(f"{key:_<8}", evening.now), night=evening.night, **said)


def levels(evening):
    """Return the contents of the level acts that stand, in order."""
    acts = Act.objects.filter(night=evening.night, kind="level", reversed_by=None).order_by("number")
    return [each.content for each in acts]


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_servers_post_one_level(evening, slow, round_):
    outcomes = at_once(*[ticking(evening)] * 2)

    assert (sorted(map(str, outcomes)), levels(evening)) == (["0", "1"], ['{"level":2}'])
    assert faults() == []


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_servers_and_a_host_who_presses_next_post_one_level(evening, slow, round_):
    *_, pressed = at_once(*[ticking(evening)] * 2, pressing(next_level, evening, "next", level=2))

    assert (told([pressed]), levels(evening)) == (["Impossible"], ['{"level":2}'])


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_hosts_who_press_next_before_the_time_raise_it_once(evening, slow, round_):
    evening.it_is("20:10")

    outcomes = at_once(*[pressing(next_level, evening, key, level=2) for key in ("one", "two")])

    assert (sorted(told(outcomes)), levels(evening)) == (["Impossible", "new"], ['{"level":2}'])


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_pause_at_the_turn_is_a_pause_of_the_next_level(evening, slow, round_):
    at_once(ticking(evening), pressing(pause_clock, evening, "pause"))

    assert (evening.shows(), levels(evening)) == ("2 20:00 paused", ['{"level":2}'])


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_who_go_back_take_one_level_back(evening, slow, round_):
    evening.next_level(3)

    outcomes = at_once(*[pressing(previous_level, evening, key, level=3) for key in ("one", "two")])

    assert (sorted(told(outcomes)), levels(evening)) == (["Impossible", "new"], ['{"level":2}'])


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_turn_while_the_last_hand_is_played_is_before_it_or_not_at_all(evening, round_):
    at_once(ticking(evening), pressing(night_commands.play_last_hand, evening, "last"))
    evening.it_is("21:00")
    evening.ticks()

    assert levels(evening) == ['{"level":2}']


def test_without_the_lock_the_key_of_a_turn_is_what_keeps_it_single(evening, together, unguarded):
    outcomes = at_once(*[ticking(evening)] * 2)

    assert (sorted(map(str, told(outcomes))), levels(evening)) == (["SetAside", "int"], ['{"level":2}'])


def test_without_lock_and_key_a_level_would_be_posted_twice(evening, together, unguarded, monkeypatch):
    """Control: without lock and key, the race does happen."""
    monkeypatch.setattr(clock_commands, "Stamp", lambda _, at, by: Stamp(f"a-server-{threading.get_ident()}", at, by))

    at_once(*[ticking(evening)] * 2)

    assert levels(evening) == ['{"level":2}'] * 2
