"""Two tables become one, from the pages: seats by "first come, first served" or by a draw, then the new button."""

import json

import pytest

from reservations.models import Fact
from tests.hostdesk.two_tables import Tables, deals, sends

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def ten():
    return Tables(10).sits(one="Ann Bo Cy Gil Di", two="Eve Fay Hal Ivy Jo")


def test_ten_are_left(desk, ten):
    page = desk.opens(f"{ten.url}merge/")

    assert "10 are left: one table" in page.text
    assert "10 are left : one table at 10 or fewer." in page.text
    assert "Eve Table 1, seat 6" in page.text


def test_first_come_first_served_who_sits_stays(desk, ten):
    sends(desk, f"{ten.url}merge/", order="first come, first served")

    assert list(ten.table(1).values()) == ["Ann", "Bo", "Cy", "Gil", "Di", "Eve", "Fay", "Hal", "Ivy", "Jo"]


def test_the_seats_are_drawn(desk, ten):
    page = sends(desk, f"{ten.url}merge/", order="drawn")

    cards = json.loads(Fact.objects.latest("pk").outcome)["cards"]
    assert (len(cards["order"]), len(ten.table(1))) == (10, 10)
    assert "The highest card sits first." in page.text


def test_the_seats_go_by_cards_dealt_at_the_table(desk, ten):
    names = ["Ann", "Bo", "Cy", "Gil", "Di", "Eve", "Fay", "Hal", "Ivy", "Jo"]
    cards = dict(zip(names, ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "10c", "Jc"], strict=True))

    deals(desk, desk.opens(f"{ten.url}merge/"), **cards)

    assert list(ten.table(1).values()) == names[::-1]


def test_then_the_new_button_is_drawn(desk, ten):
    merged = sends(desk, f"{ten.url}merge/", order="drawn")

    page = desk.sends(merged.form("/tables/1/button/"), draw="yes")

    winner = Fact.objects.latest("pk").outcome
    seat = json.loads(winner)["seat"]
    assert f"{ten.table(1)[seat]} has the button: seat {seat}." in page.text


@pytest.mark.parametrize("said", [{"draw": "yes"}, {"seat": "3"}])
def test_the_new_button_is_called_for_until_it_is_drawn_or_placed(desk, ten, said):
    before = desk.opens(ten.url)
    sends(desk, f"{ten.url}merge/", order="first come, first served")
    called = desk.opens(ten.url)

    sends(desk, f"{ten.url}tables/1/button/", **said)

    told = ["Draw the new button" in page.text for page in (before, called, desk.opens(ten.url))]
    assert told == [False, True, False]


def test_a_merge_that_was_taken_back_calls_for_no_button(desk, ten):
    sends(desk, f"{ten.url}merge/", order="drawn")
    sends(desk, f"{ten.url}take-back/{Fact.objects.latest('pk').pk}/")

    assert "Draw the new button" not in desk.opens(ten.url).text


def test_eleven_go_on_at_two_tables_unless_the_host_overrules(desk):
    tables = Tables(11).sits(one="Ann Bo Cy Gil Di Eve", two="Fay Hal Ivy Jo Kim")

    refused = sends(desk, f"{tables.url}merge/", order="drawn")
    page = desk.sends(refused.form("/merge/"), ruling="one lamp is broken")

    assert (refused.status, "says no." in refused.text) == (422, True)
    assert (page.status, len(tables.table(1))) == (200, 11)


def test_one_table_is_one_already(desk):
    tables = Tables(4).sits(one="Ann Bo Cy Gil")

    page = desk.opens(f"{tables.url}merge/")

    assert "There is one table already." in page.text
    assert not [form for form in page.forms if form.action.endswith("/merge/")]


def test_where_the_seats_do_not_suffice_that_is_said(desk, ten):
    ten.does("size_table", table=1, seats=9)

    page = desk.opens(f"{ten.url}merge/")

    assert "Table 1 has 9 seats, and 10 are here." in page.text


def test_the_way_the_seats_are_given_has_to_be_said(desk, ten):
    page = sends(desk, f"{ten.url}merge/")

    assert (page.status, "Choose how to give the seats." in page.text) == (422, True)
