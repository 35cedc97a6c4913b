"""Notes on the tables are taken back from the pages, after one look at them."""

import pytest

from reservations.models import Fact
from reservations.players.queries import player_named
from reservations.tables.seats import Spot
from tests.hostdesk.two_tables import Tables, sends

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables():
    return Tables(7).sits(one="Ann Bo Cy Fay", two="Gil Di Eve")


@pytest.fixture
def moved(tables):
    return tables.does("take_seat", player=player_named("Bo"), spot=Spot(2, 7))


def url(tables, fact):
    return f"{tables.url}take-back/{fact.pk}/"


def test_it_is_shown_before_it_is_taken_back(desk, tables, moved):
    page = desk.opens(url(tables, moved))

    assert "Bo sits at table 2, seat 7." in page.text
    assert "Seats after that: Table 1 Bo Table 1, seat 2" in page.text
    assert tables.table(2)[7] == "Bo"


def test_everybody_sits_as_before(desk, tables, moved):
    page = sends(desk, url(tables, moved))

    assert tables.table(1)[2] == "Bo"
    assert page.url == f"{tables.url}seats/?noted={Fact.objects.latest('pk').pk}"


def test_it_is_taken_back_once(desk, tables, moved):
    form = desk.opens(url(tables, moved)).form(url(tables, moved))
    sends(desk, url(tables, moved))

    page = desk.sends(form, key="another-key")

    assert (page.status, "Already undone." in page.text) == (422, True)
    assert "Already undone." in page.text


def test_once_somebody_else_has_moved_it_is_too_late(desk, tables, moved):
    tables.does("take_seat", player=player_named("Cy"), spot=Spot(1, 9))

    page = sends(desk, url(tables, moved))

    assert (page.status, tables.table(2)[7]) == (422, "Bo")
    assert "Another move came later: undo that first." in page.text


def test_a_wish_is_taken_back(desk, tables):
    fact = tables.does("wish", player=player_named("Bo"), table=2)

    page = sends(desk, url(tables, fact))

    assert page.status == 200
    assert "No table changes." in desk.opens(f"{tables.url}wishes/").text


def test_what_is_not_of_the_table_or_of_another_night_is_not_there(desk, tables, moved):
    taken_back = tables.does("take_back", fact=moved.pk)
    other = url(tables, moved)
    tables.opens("mike")

    assert desk.opens(other.replace(str(moved.pk), str(taken_back.pk))).status == 404
    assert desk.opens(f"/nights/{tables.night.pk}/tonight/take-back/{moved.pk}/").status == 404
