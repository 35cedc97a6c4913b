"""Names in a file: first the host's choice, then the player of that name, else a question or a new player."""

import pytest

from hostdesk.imports.ways_in.queries import NEW, field_of, names_in, totals_of, undone_keys
from ledger.undoing.commands import reverse
from reservations.models import Act
from reservations.players.queries import Roster, player_named
from tests.hostdesk.imports.results.winter import brings, knows, stamp

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def players(db):
    knows("Ann", "Bo", "bokeller")


def name_in(text, said=""):
    [found] = names_in([text], {field_of(text): said}, Roster())
    return found


def number(name):
    return player_named(name).number


def test_a_known_name_is_its_player():
    found = name_in("ANN")

    assert (found.player, found.likely, found.near, found.who) == (
        player_named("Ann"),
        player_named("Ann"),
        (),
        str(number("Ann")),
    )


def test_the_host_may_say_otherwise():
    found = name_in("Ann", str(number("Bo")))

    assert (found.person, found.player, found.who) == (player_named("Ann"), player_named("Bo"), str(number("Bo")))


@pytest.mark.parametrize(("said", "who"), [(NEW, "ann k"), ("", ""), ("999", ""), ("nobody", "")])
def test_a_similar_name_is_a_question_until_the_host_has_said_who_it_is(said, who):
    found = name_in("Ann K", said)

    assert (found.player, found.who, [each.name for each in found.near]) == (None, who, ["Ann"])


def test_a_name_like_no_other_is_a_new_player():
    found = name_in("Zoe")

    assert (found.player, found.choice, found.who) == (None, NEW, "zoe")


def test_a_name_that_differs_in_spaces_is_likely_that_player_unless_the_host_says_new():
    assert name_in("Bo Keller").likely == player_named("bokeller")
    assert name_in("Bo Keller", NEW).likely is None


def test_totals_count_a_night_once_and_the_highest_comes_first():
    nights = [[("Ann", 200), ("Bo", -500), ("Ann", 300)], [("Ann", -100), ("Bo", 100)]]

    assert totals_of(nights) == [("Ann", 2, 400), ("Bo", 2, -400)]


def test_the_keys_of_undone_acts_are_free_again():
    brings(key="results.one", Ann=100, Bo=-100)
    [act] = Act.objects.filter(kind="results")

    before = undone_keys("results.")
    reverse(stamp=stamp("undo"), of=act.key, reason="a slip")

    assert (before, undone_keys("results."), undone_keys("shared-")) == (frozenset(), frozenset([act.key]), frozenset())
