"""Scenes that are laid down again: they give the same rows and objects, and are played again if they would differ."""

from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.utils import timezone

from ledger.models import Transfer
from reservations.acts.kinds import Stamp
from reservations.models import Act, Desk
from reservations.players.commands import record_player
from tests.played_once import played_once
from tests.running import Ran, run
from tests.signed_in import a_host
from tests.stories.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@contextmanager
def taken_back():
    """Roll the block back; an atomic block of Django's would not let the commands begin theirs."""
    begun = transaction.savepoint()
    yield
    transaction.savepoint_rollback(begun)


def twice(play):
    """Return the two results of a scene, each from blank books, and the number of times it was played for them."""
    played, made = [], []

    @played_once
    def scene():
        played.append(1)
        return play()

    for _ in range(2):
        with taken_back():
            given = scene()
            rows = [list(model.objects.values()) for model in (Act, Transfer)]
            made.append((given, *rows, run("ledger_check"), Desk.objects.get().reached))
    return *made, len(played)


def a_night():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    return evening


def test_a_scene_is_played_once_and_is_the_same_again():
    first, second, times = twice(a_night)

    assert (second[1:], second[3], times) == (first[1:], Ran(0), 1)
    assert second[0] is not first[0]
    assert (second[0].night, second[0].now) == (first[0].night, first[0].now)


def test_a_scene_that_is_laid_down_goes_on():
    scene = played_once(a_night)
    with taken_back():
        scene().buy_in("Cy", "40.00")

    evening = scene()
    evening.buy_in("Cy", "10.00")

    assert list(Act.objects.values_list("number", "key")[6:]) == [(7, "evening-0007")]
    evening.stands(drawer="230.00", chips="30.00")


def a_moment():
    return timezone.now()


def a_day():
    return timezone.localdate()


def a_secret():
    return lambda: "the secret"


@pytest.mark.parametrize("play", [a_moment, a_host, a_secret])
def test_what_would_not_be_the_same_is_played_anew(play):
    assert twice(play)[-1] == 2


def test_what_asks_for_the_day_is_played_once_a_day(monkeypatch):
    days = []
    scene = played_once(played_once(a_day))
    for day in (20, 20, 21, 21, 20):
        monkeypatch.setattr(timezone, "now", lambda day=day: datetime(2026, 11, day, 18, tzinfo=UTC))
        with taken_back():
            days.append(scene().day)

    assert days == [20, 20, 21, 21, 20]


@pytest.mark.parametrize(("play", "times"), [(a_night, 1), (a_day, 1), (a_moment, 2)])
def test_a_scene_within_a_scene_is_as_good_as_what_it_plays(play, times):
    assert twice(played_once(play))[-1] == times


def test_a_scene_is_kept_for_each_value_it_is_called_with():
    houses = []
    scene = played_once(Evening)
    for house in ("dave-2018", "mike", "dave-2018", "mike"):
        with taken_back():
            houses.append(scene(house).night.house.key)

    assert houses == ["dave-2018", "mike", "dave-2018", "mike"]


def test_a_scene_after_something_else_is_played():
    scene = played_once(a_night)
    with taken_back():
        scene()
    record_player(stamp=Stamp("somebody-came", datetime(2026, 11, 20, 19, tzinfo=UTC)), name="Dee", regular=True)

    evening = scene()

    assert evening.knows("Di").act.number == 8
