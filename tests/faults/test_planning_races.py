"""Two tablets that plan, change and call off the same night, and a series that two workers extend."""

from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from datetime import time, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.table.tonight.commands import play_tonight
from reservations.acts import commands as acts_commands
from reservations.acts.facts import Reply
from reservations.models import Act, Night, Player, RowSeal
from reservations.nights import commands as nights_commands
from reservations.nights.commands import cancel_night, change_night, extend_series
from reservations.nights.plans import WEEKS, Repeats
from reservations.nights.queries import plan_of
from reservations.players.commands import record_player
from reservations.rsvps.commands import answer
from tests.faults.racing import at_once, faults, meeting, told
from tests.reservations.planned import FRIDAY, NOON, PLAN, a_night, again, comes, friday_game, plans, said_of, stamp

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = range(3)


def planning(key):
    house = friday_game().key
    return lambda: plan_nights(stamp=stamp(key), house=house, plan=PLAN)


def changing(night, key="", **said):
    shown = plan_of(night)
    return lambda: change_night(stamp=stamp(key), night=night, shown=shown, wanted=replace(shown, **said))


def leaving(night, name):
    player = Player.objects.get(name=name)
    return lambda: answer(stamp=stamp(), night=night, player=player, reply=Reply.NO)


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_form_sent_by_two_is_one_night(round_):
    assert sorted(told(at_once(*[planning("the-same")] * 4))) == ["known", "known", "known", "new"]
    assert Night.objects.count() == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_forms_for_one_day_are_one_night(round_):
    assert sorted(told(at_once(*[planning("")] * 4))) == ["Impossible", "Impossible", "Impossible", "new"]
    assert Night.objects.count() == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_tap_to_play_tonight_sent_by_two_is_one_bank_with_everybody_there_once(round_):
    banker = Player.objects.get(pk=record_player(stamp=stamp("key-of-Ann"), name="Ann", regular=True).act.number)
    said: dict[str, Any] = {"date": FRIDAY, "banker": banker, "float_cents": 0, "names": ["Ann", "Bo", "Cy"]}
    house = friday_game().key

    outcomes = at_once(*[lambda: play_tonight(stamp=stamp("the-same"), house=house, **said)] * 2)

    assert sorted(told(outcomes)) == ["known", "new"]
    assert Act.objects.filter(kind="arrive").count() == 3
    assert [Night.objects.count(), Player.objects.count()] == [1, 3]


@pytest.mark.parametrize("round_", ROUNDS)
def test_of_two_who_change_the_same_one_is_told(round_):
    night = a_night()

    outcomes = at_once(changing(night, seats=8), changing(night, seats=12))

    assert (sorted(told(outcomes)), len(said_of(night))) == (["Changed", "new"], 1)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_who_change_different_things_both_get_their_way(round_):
    night = a_night()

    at_once(changing(night, seats=8), changing(night, starts=time(20)))

    assert (again(night).seats, again(night).starts_at.hour, len(said_of(night))) == (8, 19, 2)


@pytest.mark.parametrize("round_", ROUNDS)
def test_what_is_said_at_once_is_sealed_in_one_chain(round_):
    night = a_night()
    comes(night, "Ann", "Bo", "Cy", "Di")
    before = RowSeal.objects.count()

    at_once(changing(night, seats=8), *[leaving(night, name) for name in ("Ann", "Bo", "Cy", "Di")])

    sealed = [*RowSeal.objects.order_by("number").values_list("number", "table")]
    assert [number for number, _ in sealed] == [*range(1, len(sealed) + 1)]
    assert Counter(table for _, table in sealed[before:]) == {"fact": 5, "night": 1}
    assert faults() == []


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_cancel_a_night_once(round_):
    night = a_night()

    outcomes = at_once(*[lambda: cancel_night(stamp=stamp(), night=night, reason="Snow")] * 3)

    assert (sorted(told(outcomes)), len(said_of(night))) == (["Impossible", "Impossible", "new"], 1)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_workers_roll_a_series_on_once(round_):
    plans(repeats=Repeats(WEEKS, 1, FRIDAY))

    planned = at_once(*[lambda: extend_series(now=NOON + timedelta(days=7))] * 4)

    assert sorted(each for each in planned if isinstance(each, int)) == [0, 0, 0, 1]


def test_without_the_lock_one_day_would_have_several_nights(unlocked, monkeypatch):
    """Control: without the lock, the race does happen."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(
            acts_commands, "transaction", SimpleNamespace(atomic=lambda **_: nullcontext(), get_rollback=lambda: False)
        )
    monkeypatch.setattr(nights_commands, "check_day", meeting(nights_commands.check_day, 4))
    friday_game()

    at_once(*[planning("") for _ in range(4)])

    assert Night.objects.count() == 4
