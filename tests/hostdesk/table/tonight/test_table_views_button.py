"""The place of the button, from the pages: drawn by high card, or set with a tap on a seat."""

import json

import pytest

from hostdesk.table.tables.queries import seating_now
from reservations.models import Fact
from reservations.players.queries import player_named
from tests.hostdesk.two_tables import Tables, deals, sends

pytestmark = [pytest.mark.further, pytest.mark.django_db]

ERICNS = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5.00", "buy_in_max": "20.00"}


@pytest.fixture
def tables():
    return Tables(6).sits(one="Ann Bo Cy", two="Gil Di Eve")


def url(tables, table=1):
    return f"{tables.url}tables/{table}/button/"


def button(tables, table=1):
    return seating_now(tables.night).buttons[table].seat


def test_the_button_is_said_with_a_tap(desk, tables):
    page = sends(desk, url(tables), seat="3")

    assert button(tables) == 3
    assert "The button of table 1 is at seat 3." in page.text


def test_drawing_for_it_is_the_first_thing_only_where_nobody_knows_it(desk, tables):
    before = desk.opens(url(tables))
    sends(desk, url(tables), seat="3")

    pages = [before, desk.opens(url(tables))]

    assert ['class="primary full" name="draw"' in page.html for page in pages] == [True, False]


def test_an_empty_seat_can_have_it(desk, tables):
    sends(desk, url(tables, 2), seat="9")

    assert button(tables, 2) == 9


def test_a_dead_small_blind_is_said_with_a_tap_where_somebody_left(desk):
    """Gil, at seat 4, had the big blind and stands up: the button is at Cy, and Di has the big blind."""
    tables = Tables(6).plays().sits(one="Ann Bo Cy Gil Di Eve")
    before = desk.opens(url(tables))
    tables.does("stand_up", player=player_named("Gil"))

    page = sends(desk, url(tables), dead="3")

    assert ("The small blind is dead" in before.text, seating_now(tables.night).buttons[1].big) == (False, 5)
    assert page.receipt == "1 3"


def test_a_house_without_blinds_is_not_asked_for_them(desk):
    tables = Tables(6, "mike").plays().sits(one="Ann Bo Cy Gil Di Eve")
    tables.does("stand_up", player=player_named("Gil"))

    assert "small blind" not in desk.opens(url(tables)).text


def test_the_highest_card_has_it(desk, tables):
    page = sends(desk, url(tables, 2), draw="yes")

    winner = tables.table(2)[button(tables, 2)]
    assert f"{winner} has the button: seat {button(tables, 2)}." in page.text


def test_the_host_deals_real_cards_and_types_them(desk, tables):
    """The kings of Di and Eve are a tie; one more card for each decides it."""
    page = desk.opens(url(tables, 2))

    tied = deals(desk, page, Gil="2c", Di="Kd", Eve="kh")
    again = deals(desk, tied, Gil="2c", Di="Kd 7c", Eve="kh 9s")

    eve = f"card-{player_named('Eve').number}"
    assert (tied.status, tied.alert) == (422, "7 Di Eve")
    assert [form.fields[eve] for form in tied.forms if eve in form.fields] == [["kh"]]
    assert ("data-fresh" in again.html, button(tables, 2)) == (False, 3)
    assert "Dealt at the table. The highest card has the button." in again.text
    assert "Eve has the button: seat 3." in again.text


def test_cards_that_were_typed_are_never_drawn_anew_by_the_desk(desk, tables):
    """Enter presses a form's first button: with a card in a field that still means the cards that were dealt."""
    page = desk.opens(url(tables, 2))

    wrong = deals(desk, page, Gil="K")
    empty = deals(desk, page)

    assert ("is no card" in wrong.text, wrong.status) == (True, 422)
    assert ("The card is missing of Gil, Di, Eve." in empty.text, empty.status) == (True, 422)
    assert Fact.objects.filter(kind="draw").count() == 0


def test_before_anybody_has_a_seat_all_draw(desk):
    tables = Tables(5)

    page = sends(desk, url(tables), draw="yes")

    assert len(json.loads(Fact.objects.latest("pk").outcome)["cards"]["rounds"][0]) == 5
    assert "has the button" in page.text


def test_a_form_that_says_nothing_records_nothing(desk, tables):
    page = sends(desk, url(tables))

    assert page.status == 422
    assert "Tap the seat that has the button, or draw for it." in page.text


def test_a_seat_that_is_not_there_is_told(desk, tables):
    page = sends(desk, url(tables), seat="40")

    assert (page.status, "There is no such seat tonight" in page.text) == (422, True)


def test_a_table_that_is_not_there_is_not_found(desk, tables):
    assert desk.opens(url(tables, 3)).status == 404


@pytest.mark.parametrize(
    ("house", "figures", "words"),
    [
        ("ericn", ERICNS, "Equal ranks go by suit: clubs lowest, then diamonds, hearts, spades."),
        ("dave-2018", {}, "Players with equal ranks draw again."),
    ],
)
def test_the_house_says_what_becomes_of_equal_cards(desk, house, figures, words):
    page = desk.opens(url(Tables(4, house, **figures).sits(one="Ann Bo")))

    assert words in page.text


def test_a_draw_is_undone(desk, tables):
    page = sends(desk, url(tables), draw="yes")
    undo = f"{tables.url}take-back/{Fact.objects.latest('pk').pk}/"

    sends(desk, undo)

    assert undo in page.html
    assert 1 not in seating_now(tables.night).buttons
