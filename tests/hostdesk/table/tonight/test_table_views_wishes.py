"""Wishes to play at the other table, from the pages: why a wish waits, and the wishes that can be granted now."""

import pytest

from reservations.models import Fact
from reservations.players.queries import player_named
from tests.hostdesk.two_tables import Tables, sends

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def tables():
    """Tables of six and six."""
    return Tables(12).sits(one="Ann Bo Cy Gil Jo Kim", two="Di Eve Fay Hal Ivy Lou")


@pytest.fixture
def uneven():
    """Tables of six and five: a move to the second table makes them no more uneven."""
    return Tables(11).sits(one="Ann Bo Cy Gil Jo Kim", two="Di Eve Fay Hal Ivy")


def wants(tables, name, table=2):
    tables.does("wish", player=player_named(name), table=table)
    return f"{tables.url}wishes/"


def test_nobody_asks_for_another_table(desk, tables):
    page = desk.opens(f"{tables.url}wishes/")

    assert "No table changes." in page.text


def test_while_tables_are_uneven_a_wish_for_the_smaller_one_leads_to_the_balance(desk):
    tables = Tables(12).plays().sits(one="Ann Bo Cy Gil Jo Kim Lou", two="Di Eve Fay Hal Ivy").buttons(one=1, two=1)

    page = desk.opens(wants(tables, "Jo"))
    called = desk.opens(tables.url)

    assert page.links["Balance the tables"] == f"{tables.url}balance/"
    assert called.receipt == "1 7 2 5"
    assert "can change to table 2" not in called.text


def test_a_wish_that_can_be_had_is_granted_with_one_tap(desk, uneven):
    url = wants(uneven, "Bo")
    called = desk.opens(uneven.url)

    page = sends(desk, url, "/grant/", spot="2-6")

    assert "Bo can change to table 2" in called.text
    assert uneven.table(2)[6] == "Bo"
    assert "Bo changes to table 2, seat 6." in page.text


def test_a_wish_that_waits_says_what_for(desk, tables):
    page = desk.opens(wants(tables, "Bo"))

    assert "Waits until a player comes to table 1, or a player leaves table 2, or for a swap." in page.text
    assert "can change" not in desk.opens(tables.url).text


def test_where_an_imbalance_would_result_it_takes_a_ruling(desk, tables):
    refused = sends(desk, wants(tables, "Bo"), "/grant/", spot="2-7")

    page = desk.sends(refused.form("/grant/"), ruling="sits by the fire")

    assert (refused.status, "says no." in refused.text) == (422, True)
    assert (page.status, tables.table(2)[7]) == (200, "Bo")


def test_two_wishes_are_met_by_one_tap(desk, tables):
    wants(tables, "Bo")
    url = wants(tables, "Hal", 1)
    called, asked = desk.opens(tables.url), desk.opens(url)

    page = sends(desk, url, "/grant/", other=str(player_named("Hal").number))

    assert ("Bo and Hal can swap" in called.text, asked.text.count("Swap their seats")) == (True, 1)
    assert (tables.table(1)[2], tables.table(2)[4]) == ("Hal", "Bo")
    assert "Bo and Hal have changed seats." in page.text
    assert "No table changes." in page.text


def test_a_swap_that_nobody_asked_for_is_impossible(desk, tables):
    page = sends(desk, wants(tables, "Bo"), "/grant/", other=str(player_named("Di").number))

    assert (page.status, tables.table(1)[2]) == (422, "Bo")
    assert "Di has not asked for another table." in page.text


def test_a_form_that_names_neither_seat_nor_player_is_told(desk, tables):
    page = sends(desk, wants(tables, "Bo"), "/grant/")

    assert page.status == 422
    assert "Choose a seat at the other table" in page.text


def test_pressed_twice_it_is_granted_once(desk, uneven):
    form = desk.opens(wants(uneven, "Bo")).form("/grant/")
    before = Fact.objects.count()

    pages = [desk.sends(form, spot="2-6") for _ in range(2)]

    assert ([page.status for page in pages], Fact.objects.count()) == ([200, 200], before + 1)


def test_a_wish_is_given_up(desk, tables):
    page = sends(desk, wants(tables, "Bo"), "/wish/")

    assert page.status == 200
    assert "No table changes." in desk.opens(f"{tables.url}wishes/").text
