"""Two uneven tables, from the pages: the button, the player who moves and the reason, and the next-best choice."""

import pytest

from reservations.models import Fact
from reservations.players.queries import player_named
from tests.hostdesk.two_tables import Tables, sends

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def tables():
    """Tables of seven and five; with the buttons at seat 1, Cy and Jo have the big blinds."""
    return Tables(12).plays().sits(one="Ann Bo Cy Gil Di Eve Fay", two="Hal Ivy Jo Kim Lou")


@pytest.fixture
def known(tables):
    return tables.buttons(one=1, two=1)


def url(tables, rest=""):
    return f"{tables.url}balance/{rest}"


def taps_seat(desk, page, seat):
    return desk.sends(page.form("/button/"), seat=str(seat))


def test_the_difference_is_called_for_at_once(desk, tables):
    page = desk.opens(tables.url)

    assert "Table 1 has 7, table 2 has 5: balance" in page.text


def test_the_button_of_each_table_is_asked_for_with_one_tap(desk, tables):
    first = desk.opens(url(tables))
    second = taps_seat(desk, first, 1)
    page = taps_seat(desk, second, 1)

    assert "Where is the button at table 1?" in first.text
    assert "Where is the button at table 2?" in second.text
    assert (page.url, "Gil to table 2, seat 6" in page.text) == (url(tables), True)


def test_the_proposal_says_why_this_player_and_this_seat(desk, known):
    page = desk.opens(url(known))

    assert page.receipt == "1 7 2 5"
    assert "Gil has the next big blind." in page.text
    assert "Table 2, seat 6 is the first where it comes no sooner: in 3 hands." in page.text


def test_the_proposal_is_accepted_with_one_tap(desk, known):
    page = sends(desk, url(known), spot="2-6")

    assert known.table(2)[6] == "Gil"
    assert "The tables are balanced" in page.text
    assert "6 at each table." in page.text
    assert "Gil moves to table 2, seat 6." in page.text


def test_who_asks_for_the_other_table_is_the_first_volunteer(desk, known):
    known.does("wish", player=player_named("Fay"), table=2)

    page = desk.opens(url(known))

    assert "Fay asks for table 2 anyway." in page.text
    assert "Or: Gil to table 2, seat 6" in page.links


def test_before_anybody_has_chips_no_button_is_asked_for_and_anybody_may_move(desk):
    tables = Tables(12).sits(one="Ann Bo Cy Gil Di Eve Fay", two="Hal Ivy Jo Kim Lou")

    page = desk.opens(url(tables))

    assert "Bo may move as well as anybody: no hand is dealt at their table yet." in page.text
    assert "Bo to table 2, seat 6" in page.text


def test_who_has_no_chips_yet_is_passed_by_the_big_blind(desk):
    """Gil has no chips: Di has the next big blind, and goes to a seat where it comes in three hands, as before."""
    tables = Tables(12).plays(but="Gil").sits(one="Ann Bo Cy Gil Di Eve Fay", two="Hal Ivy Jo Kim Lou")

    page = desk.opens(url(tables.buttons(one=1, two=1)))

    assert "Di has the next big blind." in page.text
    assert "Or: Eve to table 2, seat 6" in page.links


def test_the_next_best_is_offered(desk, known):
    first = desk.opens(url(known))

    page = desk.opens(first.links["Or: Di to table 2, seat 6"])

    assert "Di has the big blind in 2 hands." in page.text
    assert page.links["Back to the first proposal"] == url(known)


def test_a_volunteer_moves_instead(desk, known):
    fay = player_named("Fay").number

    desk.sends(desk.opens(url(known, f"?volunteer={fay}")).form("/balance/"), spot="2-6")

    assert known.table(2)[6] == "Fay"


def test_the_banker_is_no_volunteer(desk, known):
    page = desk.opens(url(known))

    volunteers = [href.partition("volunteer=")[2] for href in page.links.values() if "volunteer=" in href]
    assert volunteers == [str(player_named(name).number) for name in ("Bo", "Cy", "Gil", "Di", "Eve", "Fay")]


@pytest.mark.parametrize("rest", ["?volunteer=99999", "?volunteer=x", "?next=99", "?next=-1"])
def test_an_address_that_makes_no_sense_shows_the_first_proposal(desk, known, rest):
    page = desk.opens(url(known, rest))

    assert "Gil to table 2, seat 6" in page.text


def test_several_move_one_after_the_other(desk):
    tables = Tables(12).plays().sits(one="Ann Bo Cy Gil Di Eve Fay Hal", two="Ivy Jo Kim Lou").buttons(one=1, two=1)

    first = desk.opens(url(tables))
    second = desk.sends(first.form("/balance/"), spot="2-5")
    page = desk.sends(second.form("/balance/"), spot="2-6")

    assert "2 players move, one after the other." in first.text
    assert second.says("1 7 2 5")
    assert ("6 at each table." in page.text, list(tables.table(2).values())[-2:]) == (True, ["Gil", "Di"])


def test_a_stale_tap_of_another_device_is_told_and_moves_nobody(desk, known):
    here, there = (desk.opens(url(known)).form("/balance/") for _ in range(2))
    desk.sends(here, spot="2-6")

    page = desk.sends(there, player=str(player_named("Di").number), spot="2-7")

    assert page.status == 422
    assert "The tables are balanced." in page.text
    assert len(known.table(2)) == 6


def test_a_seat_that_somebody_took_meanwhile_leads_to_a_new_proposal(desk):
    tables = Tables(12).plays().sits(one="Ann Bo Cy Gil Di Eve Fay Hal", two="Ivy Jo Kim Lou").buttons(one=1, two=1)
    here, there = (desk.opens(url(tables)).form("/balance/") for _ in range(2))
    desk.sends(here, spot="2-5")

    page = desk.sends(there, player=str(player_named("Di").number), spot="2-5")

    assert page.status == 422
    assert "Gil sits there: Table 2, seat 5." in page.text
    assert "Di to table 2, seat 6" in page.text


def test_pressed_twice_it_moves_once(desk, known):
    form = desk.opens(url(known)).form("/balance/")
    before = Fact.objects.count()

    pages = [desk.sends(form, spot="2-6") for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert Fact.objects.count() == before + 1


def test_a_button_that_is_known_no_more_is_still_there_with_one_tap(desk, tables):
    for table in (1, 2):
        tables.does("place_button", minutes_ago=6, table=table, seat=2)

    asked = desk.opens(url(tables))
    page = taps_seat(desk, asked, 2)

    assert "Still at seat 2, Bo" in asked.text
    assert "Still at seat 2, Ivy" in page.text


def test_where_the_smaller_table_has_no_seat_that_is_said(desk, known):
    known.does("size_table", table=2, seats=5)

    page = desk.opens(url(known))

    assert "Table 2 has no free seat." in page.text


def test_what_is_no_seat_is_told(desk, known):
    page = sends(desk, url(known), spot="x")

    assert (page.status, "There is no such seat." in page.text) == (422, True)
