"""Chips for a player who limits their own play."""

from datetime import date

import pytest

from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.players.queries import player_named
from tests.ledger.transfer_house import friday
from tests.played_once import played_once
from tests.stories.evening import impossible

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
@played_once
def evening():
    """An open night on which Bo has bought chips for 20.00."""
    evening = friday()
    evening.buy_in("Bo", "20.00")
    evening.it_is("21:00")
    return evening


def rebuys(evening, amount, **said):
    return evening.buy_in("Bo", amount, stack="0.00", **said)


def limits(evening, name="Bo", **figures):
    said = {Limited(what): figure for what, figure in figures.items()}
    say_own_limits(player=player_named(name), figures=said, at=evening.stamp().at)


def test_a_loss_limit_counts_what_is_in_front_as_lost(evening):
    limits(evening, night=3000)

    with impossible("Bo", "10.00", "own wish"):
        rebuys(evening, "15.00", ruling="the table agreed")
    rebuys(evening, "10.00")
    with impossible("Bo", "no more chips", "own wish"):
        rebuys(evening, "5.00")

    assert evening.results() == {"Bo": "-30.00"}


def test_what_came_back_leaves_room_again(evening):
    limits(evening, night=2000)
    evening.buy_in("Cy", "20.00")
    evening.cash_out("Bo", "15.00", ruling="the table agreed")

    rebuys(evening, "15.00")

    assert evening.results()["Bo"] == "-20.00"


def test_chips_of_another_player_are_chips(evening):
    limits(evening, night=2500)
    evening.buy_in("Cy", "20.00")

    with impossible("Bo", "5.00", "own wish"):
        evening.sells("Cy", "Bo", "10.00", ruling="the table agreed")
    evening.sells("Cy", "Bo", "5.00", ruling="the table agreed")


def test_rebuys_are_counted_and_chips_of_other_players_are_none(evening):
    limits(evening, rebuys=1)
    evening.buy_in("Cy", "20.00")
    rebuys(evening, "10.00")

    with impossible("Bo", "no more chips", "own wish"):
        rebuys(evening, "10.00")
    evening.sells("Cy", "Bo", "5.00", ruling="the table agreed")


def test_a_month_counts_its_other_nights(evening):
    evening.cash_out("Bo", "5.00", ruling="the table agreed")
    evening.declares_missing("15.00")
    evening.ends("215.00")
    evening.opens("friday", day=date(2026, 11, 27))
    limits(evening, month=3500)

    with impossible("Bo", "20.00", "own wish"):
        rebuys(evening, "25.00")
    rebuys(evening, "20.00")


def test_another_month_begins_anew(evening):
    evening.opens("friday", day=date(2026, 12, 4))
    limits(evening, month=2000)

    rebuys(evening, "20.00")


def test_what_was_bought_before_a_limit_was_said_stands(evening):
    limits(evening, night=500)
    evening.it_is("20:30")

    rebuys(evening, "10.00")

    assert evening.results() == {"Bo": "-30.00"}
