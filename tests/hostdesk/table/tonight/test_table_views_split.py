"""One table becomes two, from the pages: the volunteers, the players who are drawn, and the draw card by card."""

import json

import pytest

from reservations.models import Fact
from reservations.players.queries import player_named
from tests.hostdesk.two_tables import NAMES, Tables, sends

pytestmark = [pytest.mark.further, pytest.mark.django_db]

SIX = ["Bo", "Cy", "Gil", "Di", "Eve", "Fay"]


@pytest.fixture
def twelve():
    """Eleven players sit at the main table; Lou, the twelfth, has just arrived."""
    return Tables(12).sits(one=" ".join(NAMES[:11]))


def numbers(*names):
    return [str(player_named(name).number) for name in names]


def test_the_twelfth_splits_the_table(desk, twelve):
    page = desk.opens(f"{twelve.url}split/")

    assert "12 are here : 6 stay and 6 move to table 2. Who volunteers?" in page.text
    assert "Ann the banker, stays" in page.text
    assert "12 are here: split into two tables of 6" in page.text


def test_volunteers_move_and_nobody_draws(desk, twelve):
    page = sends(desk, f"{twelve.url}split/", volunteers=numbers(*SIX))

    assert list(twelve.table(2).values()) == SIX
    assert list(twelve.table(1).values()) == ["Ann", "Lou", "Hal", "Ivy", "Jo", "Kim"]
    assert "draw-card" not in page.html


def test_cards_decide_who_else_moves(desk, twelve):
    page = sends(desk, f"{twelve.url}split/", volunteers=numbers("Bo", "Cy"))

    drawn = json.loads(Fact.objects.latest("pk").outcome)["cards"]["rounds"][0]
    assert page.html.count("data-card") >= len(drawn) == 9
    assert [twelve.table(2)[seat] for seat in (1, 2)] == ["Bo", "Cy"]
    assert "Ann" in twelve.table(1).values()


def test_cards_dealt_at_the_table_decide_who_moves(desk, twelve):
    """Five volunteer and the banker stays; of the other six, the player with the highest card moves."""
    page = desk.opens(f"{twelve.url}split/")
    cards = dict(zip(["Fay", *NAMES[7:12]], ["2c", "3c", "Qs", "5c", "6c", "7c"], strict=True))
    typed = {f"card-{player_named(name).number}": card for name, card in cards.items()}

    desk.sends(page.form("/split/"), volunteers=numbers(*SIX[:5]), **typed)

    assert list(twelve.table(2).values()) == [*SIX[:5], NAMES[8]]


def test_the_cards_of_a_new_draw_are_turned_and_later_lie_open(desk, twelve):
    page = sends(desk, f"{twelve.url}split/")
    later = desk.opens(page.url.removesuffix("?turn"))

    assert ("data-fresh" in page.html, "data-fresh" in later.html) == (True, False)


def test_the_same_form_again_draws_no_second_time(desk, twelve):
    form = desk.opens(f"{twelve.url}split/").form("/split/")

    pages = [desk.sends(form), desk.sends(form)]

    assert Fact.objects.filter(outcome__contains="cards").count() == 1
    assert pages[0].url == f"{pages[1].url}?turn"


def test_too_many_volunteers_are_told_and_kept(desk, twelve):
    page = sends(desk, f"{twelve.url}split/", volunteers=numbers(*SIX, "Hal"))

    assert page.status == 422
    assert page.alert == "6"
    assert page.form("/split/").fields["volunteers"] == numbers(*SIX, "Hal")


def test_eleven_stay_as_they_are_unless_the_host_overrules(desk):
    eleven = Tables(11).sits(one=" ".join(NAMES[:11]))

    refused = sends(desk, f"{eleven.url}split/", volunteers=numbers("Bo"))
    page = desk.sends(refused.form("/split/"), ruling="two games tonight")

    assert (refused.status, "says no." in refused.text) == (422, True)
    assert (page.status, len(eleven.table(2)), eleven.table(2)[1]) == (200, 5, "Bo")


@pytest.mark.parametrize(("names", "offered"), [("Ann Bo Cy", False), ("Ann Bo Cy Gil", True)])
def test_four_can_be_two_tables_of_two_and_three_cannot(desk, names, offered):
    tables = Tables(len(names.split())).sits(one=names)

    page = desk.opens(f"{tables.url}split/")

    assert bool([form for form in page.forms if form.action.endswith("/split/")]) == offered


def test_where_there_are_two_tables_nothing_is_offered(desk):
    tables = Tables(4).sits(one="Ann Bo", two="Cy Gil")

    page = desk.opens(f"{tables.url}split/")

    assert "There are 2 tables already." in page.text
    assert not [form for form in page.forms if form.action.endswith("/split/")]


def test_somebody_who_is_nobody_does_not_volunteer(desk, twelve):
    page = sends(desk, f"{twelve.url}split/", volunteers="99999")

    assert page.status == 422
    assert "A volunteer is not on the list any more." in page.text


def test_a_split_is_undone_from_its_own_page(desk, twelve):
    page = sends(desk, f"{twelve.url}split/")
    undo = f"{twelve.url}take-back/{Fact.objects.latest('pk').pk}/"

    sends(desk, undo)

    assert undo in page.html
    assert list(twelve.table(1).values()) == NAMES[:11]


def test_a_draw_of_another_night_is_not_there(desk, twelve):
    fact = Fact.objects.latest("pk")
    twelve.opens("mike")

    assert desk.opens(f"/nights/{twelve.night.pk}/tonight/draws/{fact.pk}/").status == 404
