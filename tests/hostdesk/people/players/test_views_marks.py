"""A player's mark for signing notes, from the page that changes a player."""

import pytest

from hostdesk.table.tonight.commands import give_mark
from reservations.models import Act
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def form(desk):
    """The form that changes Bo, at a desk with a house that reserves a mark for its host."""
    evening = Evening("mike")
    give_mark(stamp=evening.stamp(), name="Cy", mark="BOC")
    return desk.opens(f"/players/{player_named('Bo').number}/edit/").form("/edit/")


def test_a_mark_is_given_and_stands_on_the_players_page(desk, form):
    page = desk.sends(form, mark=" bob ")

    assert "signs bank notes BOB" in page.text
    assert player_named("Bo").mark == "BOB"


def test_one_that_is_free_is_suggested(desk, form):
    page = desk.opens(form.action)

    assert "Free: BOB." in page.text


def test_name_and_mark_at_once_are_two_acts(desk, form):
    before = Act.objects.count()

    desk.sends(form, name="Bob", mark="BOB")

    assert (Act.objects.count() - before, player_named("Bob").mark) == (2, "BOB")


@pytest.mark.parametrize(
    ("mark", "sentence"),
    [
        ("BOC", "The mark BOC is Cy's: take another one for Bo."),
        ("B-1", "A mark is 2 to 8 letters A-Z or digits"),
        ("BOG", "BOG is the host's mark: Bo signs with another one."),
    ],
)
def test_a_mark_that_will_not_do_is_told(desk, form, mark, sentence):
    page = desk.sends(form, mark=mark)

    assert (page.status, sentence in page.text, player_named("Bo").mark) == (422, True, None)


def test_the_host_may_let_somebody_have_the_hosts_mark(desk, form):
    page = desk.sends(form, mark="BOG")

    ruled = next(form for form in page.forms if "ruling" in form.fields)
    receipt = desk.sends(ruled, ruling="the house is Bo's by now")

    assert "Overruled by the host: the house is Bo's by now" in receipt.text
    assert (player_named("Bo").mark, Act.objects.latest("number").ruling) == ("BOG", "the house is Bo's by now")


def test_a_mark_is_changed_but_never_taken_away(desk, form):
    desk.sends(form, mark="BOB")
    again = desk.opens(form.action).form("/edit/")

    page = desk.sends(again, mark="")
    desk.sends(again, mark="BOBO")

    assert "They sign with BOB." in page.text
    assert player_named("Bo").mark == "BOBO"
