import pytest

from hostdesk.people.players import commands
from reservations.models import Act
from reservations.players.list_queries import read_names
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Ann, Bo, Cy, and Gil, who is Ann's guest."""
    return Evening("mike")


def change(evening, who, **said):
    player = player_named(who)
    asked = {"name": who, "regular": player.regular, "invited_by": None, "mark": "", **said}
    return commands.player_differs(player, **asked), commands.change_player(
        stamp=evening.stamp(), player=player, **asked
    )


@pytest.mark.parametrize(
    ("said", "acts"),
    [
        ({"name": "Bob"}, 1),
        ({"mark": "BOB"}, 1),
        ({"regular": False}, 1),
        ({"name": "Bob", "mark": "BOB", "regular": False}, 3),
    ],
)
def test_each_change_is_an_act_of_its_own(evening, said, acts):
    before = Act.objects.count()

    differs, _ = change(evening, "Bo", **said)

    assert (differs, Act.objects.count() - before) == (True, acts)


def test_a_guest_gets_another_inviter(evening):
    change(evening, "Gil", invited_by=player_named("Bo"))

    assert player_named("Gil").inviter == player_named("Bo")


def test_as_it_is_nothing_differs(evening):
    bo = player_named("Bo")

    assert not commands.player_differs(bo, name="Bo", regular=True, invited_by=None, mark="")


def test_a_list_of_names_is_added(evening):
    commands.add_players(stamp=evening.stamp(), names=read_names("Dee\nEd").new, regular=True, invited_by=None)

    assert [player_named(name).regular for name in ("Dee", "Ed")] == [True, True]
