"""The button: placed with a tap, drawn by the highest card, and taken back."""

import pytest

from reservations.acts.problems import Impossible
from reservations.models import Fact
from reservations.tables.queries import seating_of
from reservations.tables.seats import SmallBlind
from tests.played_once import played_once
from tests.reservations.at_tables import CROWD, Evening, stacked
from tests.reservations.friday import a_house
from tests.reservations.tables.test_seat_commands import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def ten():
    """Seat five players at each of two tables."""
    return Evening(a_house(), *CROWD[:10]).seated(["Ann", "Bo", "Cy", "Di", "Eve"], ["Jo", "Ida", "Hal", "Gus", "Fay"])


def test_the_high_card_has_the_button(ten):
    drawn = ten.do("draw_button", table=2, cards=stacked("2c", "3c", "4c", "Ks", "5c"), key="the-same-key")

    assert drawn.remark == "Gus has the button."
    assert seating_of(ten.night).buttons[2].seat == 4
    assert ten.do("draw_button", table=2, key="the-same-key").known


def test_where_nobody_has_a_seat_everybody_draws():
    evening = Evening(a_house(), "Ann", "Bo")

    assert evening.do("draw_button", table=1, cards=stacked("2c", "3c")).remark == "Bo has the button."
    assert seating_of(evening.night).buttons == {}


@pytest.mark.parametrize(("table", "sentence"), [(2, "There is no table 2 tonight."), (1, "No players at table 1.")])
def test_nobody_draws_at_no_table(table, sentence):
    evening = Evening(a_house(), "Ann")
    evening.here = []

    refused(Impossible, sentence, lambda: evening.do("draw_button", table=table))


def test_the_button_is_placed_by_a_tap_at_an_empty_seat_too(ten):
    placed = ten.do("place_button", table=2, seat=9, key="the-same-key")

    assert placed.remark == "The button of table 2 is at seat 9."
    assert seating_of(ten.night).buttons[2].seat == 9
    assert ten.do("place_button", table=2, seat=9, key="the-same-key").known
    refused(
        Impossible, "There is no such seat tonight: Table 2, seat 12.", lambda: ten.do("place_button", table=2, seat=12)
    )


def test_a_drawn_button_that_was_taken_back_is_where_it_was_before(ten):
    ten.do("place_button", table=2, seat=9)
    drawn = ten.do("draw_button", table=2)

    ten.do("take_back", fact=drawn.fact.pk)

    assert seating_of(ten.night).buttons[2].seat == 9
    assert Fact.objects.filter(pk=drawn.fact.pk).exists()


def blinds(evening):
    """Return the seats of the small and big blind that the note of the button kept for the first table."""
    button = seating_of(evening.night).buttons[1]
    return button.small, button.big


def test_the_blinds_are_those_of_the_first_two_after_the_button(ten):
    ten.do("place_button", table=1, seat=1)
    after = blinds(ten)
    ten.do("draw_button", table=1, cards=stacked("2c", "3c", "4c", "Ks", "5c"))

    assert (after, blinds(ten)) == ((2, 3), (5, 1))


def test_where_the_big_blind_has_left_the_small_one_is_dead(ten):
    """Cy had the big blind at seat 3 and leaves: button at seat 2, big blind with Di, and a dead small blind."""
    ten.here.remove("Cy")

    placed = ten.do("place_button", table=1, seat=2, small=SmallBlind.DEAD, key="the-same-key")

    assert placed.remark == "The button of table 1 is at seat 2. The small blind is dead."
    assert blinds(ten) == (3, 4)
    assert ten.do("place_button", table=1, seat=2, small=SmallBlind.DEAD, key="the-same-key").known


def test_it_is_not_dead_where_nobody_has_left_a_seat(ten):
    sentence = "No seat was left right after the button: the small blind is not dead."

    refused(Impossible, sentence, lambda: ten.do("place_button", table=1, seat=2, small=SmallBlind.DEAD))
    assert Fact.objects.filter(kind="button").count() == 0
