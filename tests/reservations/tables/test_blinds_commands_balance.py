"""Uneven tables: which player moves, why, and two devices that act at once."""

import pytest

from reservations.acts.problems import Impossible
from reservations.tables.queries import seating_of
from reservations.tables.seats import Spot
from tests.played_once import played_once
from tests.reservations.at_tables import CROWD, Evening, crowd
from tests.reservations.friday import a_house
from tests.reservations.tables.test_seat_commands import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def uneven():
    """Seat five players at the first table and three at the second; Eve has the next big blind, Ann runs the bank."""
    evening = Evening(a_house(), *CROWD[:8])
    evening.seated(["Bo", "Cy", "Di", "Eve", "Ann"], ["Fay", "Gus", "Hal"])
    evening.do("place_button", table=1, seat=1)
    evening.do("place_button", table=2, seat=1)
    return evening


def balance(evening, name, table, seat, **said):
    return evening.do("balance", name, spot=Spot(table, seat), **said)


def test_a_proposal_that_is_taken_moves_somebody_and_says_why(uneven):
    done = balance(uneven, "Eve", 2, 4)

    assert (len(uneven.at(1)), uneven.at(2)) == (4, ["Fay", "Gus", "Hal", "Eve"])
    assert done.remark == (
        "Eve moves to table 2, seat 4. Eve has the next big blind. "
        "Table 2, seat 4 is the first where it comes no sooner: at the next hand."
    )


def test_another_seat_than_the_proposed_one_is_taken_without_its_words(uneven):
    assert balance(uneven, "Eve", 2, 9).remark == "Eve moves to table 2, seat 9."


def test_a_button_of_a_while_ago_explains_nothing(uneven):
    uneven.minutes = 10

    assert balance(uneven, "Eve", 2, 4).remark == "Eve moves to table 2, seat 4."


def test_who_came_after_the_button_was_said_does_not_move_the_blinds(uneven):
    # Gus and Hal have the blinds of the second table, at seats 2 and 3; Ida takes the seat right after them.
    crowd("Ida")
    uneven.here.append("Ida")
    uneven.sit("Ida", 2, 4)
    uneven.here.remove("Ann")
    uneven.banker = None
    uneven.sit("Di", 1, 6)

    seating = seating_of(uneven.night)
    assert (seating.buttons[2].big, seating.buttons[1].big) == (3, 3)


def test_a_move_without_buttons_is_taken_without_the_words():
    evening = Evening(a_house(), *CROWD[:6]).seated(["Ann", "Bo", "Cy", "Di"], ["Eve", "Fay"])

    assert balance(evening, "Bo", 2, 3, key="the-same-key").remark == "Bo moves to table 2, seat 3."
    assert balance(evening, "Bo", 2, 3, key="the-same-key").known


def test_the_second_device_finds_the_tables_even(uneven):
    balance(uneven, "Eve", 2, 4)

    refused(Impossible, "The tables are balanced.", lambda: balance(uneven, "Bo", 2, 5))


@pytest.mark.parametrize(
    ("name", "spot", "sentence"),
    [
        ("Ann", (2, 4), "The banker stays with the bank: hand it over first."),
        ("Fay", (2, 4), "Choose a move from table 1 to table 2."),
        ("Bo", (1, 8), "Choose a move from table 1 to table 2."),
        ("Bo", (2, 3), "Hal sits there: Table 2, seat 3. Take a free seat, or swap the two."),
    ],
)
def test_a_move_that_does_not_balance_is_none(uneven, name, spot, sentence):
    refused(Impossible, sentence, lambda: balance(uneven, name, *spot))
