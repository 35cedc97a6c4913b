"""A player takes another name and keeps the old one, which no other player ever gets."""

import pytest

from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import KeyTaken
from reservations.models import Act, Player
from reservations.parsing.names import BadName
from reservations.players import queries as players_queries
from reservations.players.commands import record_player, rename_player
from tests.reservations.regulars import NOON, add, player

pytestmark = pytest.mark.django_db


def rename(name, to, key=""):
    number = Act.objects.count() + 1
    return rename_player(stamp=Stamp(key or f"player-{number:02}", NOON), player=player(name), name=to)


@pytest.fixture(autouse=True)
def bob():
    """Add Ann as player 1 and Bob as player 2."""
    add("Ann", regular=True)
    add("Bob", regular=True, mark="BOB")


def test_a_renamed_player_keeps_number_and_everything_else():
    rename("Bob", " Bo  Diddley ")

    renamed = Player.objects.get(number=2)
    assert (renamed.name, renamed.name_key, renamed.regular, renamed.mark) == ("Bo Diddley", "bo diddley", True, "BOB")
    assert Act.objects.get(number=3).content == '{"formerly":2,"name":"Bo Diddley"}'


def test_an_old_name_still_finds_its_player():
    rename("Bob", "Bo")
    rename("Bo", "Boris")

    assert [players_queries.player_named(name).number for name in ("BOB", "bo", "Boris")] == [2, 2, 2]
    assert players_queries.carried_names() == {"ann": 1, "bob": 2, "bo": 2, "boris": 2}


def test_names_are_as_they_were_written_then():
    rename("Bob", "Bo")
    add("BO", mark="BOF")

    assert [players_queries.names_as_of(number)[2] for number in (2, 3, 4)] == ["Bob", "Bo", "BO"]


def test_marks_are_as_they_were_written_then():
    rename("Bob", "Bo")
    add("BO", mark="BOF")

    assert [players_queries.marks_as_of(number) for number in (1, 3, 4)] == [{}, {2: "BOB"}, {2: "BOF"}]


@pytest.mark.parametrize("name", ["BOB", "Bobby"])
def test_a_player_may_take_an_own_name_again_or_write_it_otherwise(name):
    rename("Bob", "Bobby")
    rename("Bobby", "Bob")

    rename("Bob", name)

    assert Player.objects.get(number=2).name == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ANN", "Ann is another player: take another name for Bo."),
        ("anna", "anna is what Ann was called before: take another name for Bo."),
        ("Bo", "Bo has that name already."),
    ],
)
def test_a_name_that_is_not_free(name, sentence):
    rename("Bob", "Bo")
    rename("Ann", "Anna")
    rename("Anna", "Ann")

    with pytest.raises(Impossible) as refusal:
        rename("Bo", name)

    assert str(refusal.value) == sentence
    assert Act.objects.count() == 5


def test_nobody_new_comes_under_a_name_that_somebody_carried():
    rename("Bob", "Bo")

    with pytest.raises(Impossible) as refusal:
        add("BOB", regular=True)

    assert str(refusal.value) == "BOB is now called Bo: take that name, or another one for a new player."
    assert Player.objects.count() == 2


def test_what_is_no_name():
    with pytest.raises(BadName):
        rename("Bob", "\u200b")


def test_a_key_that_comes_again_renames_nobody():
    rename("Bob", "Bo", key="rename-01")
    rename("Bo", "Boris")

    again = rename_player(stamp=Stamp("rename-01", NOON), player=player("Boris"), name="BO")

    assert (again.known, again.act.number, player("Boris").number) == (True, 3, 2)
    with pytest.raises(KeyTaken):
        rename_player(stamp=Stamp("rename-01", NOON), player=player("Ann"), name="Bo")


def test_a_known_act_under_the_old_name_is_still_known():
    rename("Bob", "Bo")

    again = record_player(stamp=Stamp("player-02", NOON), name="Bob", regular=True, mark="BOB")

    assert (again.known, again.act.number) == (True, 2)
