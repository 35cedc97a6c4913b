"""The owners of marks, and the marks that are reserved for the host."""

import json

import pytest

from hostdesk.models import Host
from hostdesk.table.notes.queries import free_mark, marks_kept_from
from hostdesk.table.tonight.commands import give_mark
from reservations.acts.problems import Refused
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


@pytest.fixture
def host():
    return Host.objects.make(name="Ann", password=None)


def signs(evening, name, mark, **said):
    return give_mark(stamp=evening.stamp(**said), name=name, mark=mark)


def test_the_hosts_mark_is_kept_from_everybody_but_the_host(evening, host):
    assert [marks_kept_from(name) for name in ("Bo", "ANN")] == [{"BOG"}, set()]


def test_as_long_as_there_is_no_host_nothing_is_kept(evening):
    assert marks_kept_from("Bo") == set()


def test_a_house_that_keeps_no_mark_keeps_none(host):
    Evening("dave-2018")

    assert marks_kept_from("Bo") == set()


def test_somebody_else_who_takes_it_is_refused(evening, host):
    with pytest.raises(Refused) as refusal:
        signs(evening, "Bo", "bog")

    assert str(refusal.value) == "The register of notes: BOG is the host's mark: Bo signs with another one."
    assert player_named("Bo").mark is None


def test_a_ruling_lets_somebody_else_have_it_and_keeps_it_theirs(evening, host):
    act = signs(evening, "Bo", "BOG", ruling="the host is away").act
    again = signs(evening, "Bo", "BOG").act

    rule = ["the host's mark", "BOG is the host's mark: Bo signs with another one."]
    assert (json.loads(act.overruled), json.loads(again.overruled)) == ([rule], [])
    assert player_named("Bo").mark == "BOG"


def test_the_host_takes_it_and_everything_else_goes_through(evening, host):
    signs(evening, "Ann", "BOG")
    signs(evening, "Bo", "BOB")
    record_player(stamp=evening.stamp(), name="Dee", regular=True)

    assert [player_named(name).mark for name in ("Ann", "Bo", "Dee")] == ["BOG", "BOB", None]


def test_what_is_free_is_neither_somebodys_nor_the_hosts(evening):
    evening.knows("Gus")
    signs(evening, "Bo", "BOC")

    assert [free_mark(player_named(name)) for name in ("Gus", "Cy")] == ["BOU", "BOY"]
