"""Who is at the tables of a night, as the ledger has it."""

import pytest

from hostdesk.bank.tonight import tonight_of
from hostdesk.seating.seating_now import present_at, present_tonight, said_of_tables, seating_now
from reservations.queries import player_named
from tests.hostdesk.seated import Tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables():
    return Tables("dave-2018")


def numbers(*names):
    return tuple(player_named(name).number for name in names)


def test_who_came_is_there_in_order_until_they_cash_out(tables):
    tables.come("Bo", "Ann", "Cy")
    tables.buy_in("Bo", "20")
    tables.buy_in("Cy", "20")
    tables.cash_out("Bo", "20", ruling="a call from home")

    assert present_at(tables.night).here == numbers("Ann", "Cy")
    assert present_at(tables.night).banker == numbers("Ann")[0]


def test_once_the_night_is_closed_nothing_changes_at_its_tables(tables):
    open_still = present_at(tables.night), present_tonight(tonight_of(tables.night))

    tables.counts_drawer("0")
    tables.closes()

    closed = present_at(tables.night), present_tonight(tonight_of(tables.night))
    assert [present.is_over for present in (*open_still, *closed)] == [False, False, True, True]


def test_who_sits_is_who_is_there(tables):
    tables.come("Ann", "Bo")
    tables.seat_all()
    tables.buy_in("Bo", "20")
    tables.cash_out("Bo", "20", ruling="a call from home")

    assert list(seating_now(tables.night).spots) == list(numbers("Ann"))


def test_a_night_says_how_many_are_at_its_tables(tables):
    said = [said_of_tables(tables.night)]
    tables.come("Ann", "Bo")
    said.append(said_of_tables(tables.night))
    tables.come(*("Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max"))
    tables.seat_all()
    tables.split()
    said.append(said_of_tables(tables.night))

    assert said == ["nobody is here yet", "2 at the table", "12 at two tables"]
