from dataclasses import replace

import pytest

from hostdesk.people.players import commands
from hostdesk.people.players.queries import who_left
from ledger.standings.queries import standing_of
from reservations.acts.problems import Changed, Impossible
from reservations.models import Act
from reservations.players.queries import player_named, read_names
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


def leaves(evening, standing_cents):
    shown = replace(evening.stamp(), shown={"standing": standing_cents})
    return commands.leave_group(stamp=shown, player=player_named("Bo"))


def test_a_player_leaves_with_the_standing_that_they_saw(evening):
    """Bo owes Cy 10.00 for a pizza: with 0.00 on the page he has to look again, and the debt stays when he leaves."""
    evening.corrects("Bo", "Cy", "10.00")
    with pytest.raises(Changed):
        leaves(evening, 0)

    leaves(evening, -1000)

    assert ([player.name for player, _ in who_left()], player_named("Bo").removed) == (["Bo"], True)
    assert standing_of(player_named("Bo")) == -1000


def test_nobody_leaves_the_group_out_of_an_open_game(evening):
    evening.buy_in("Bo", "20.00")

    with pytest.raises(Impossible):
        leaves(evening, 0)

    assert not player_named("Bo").removed
