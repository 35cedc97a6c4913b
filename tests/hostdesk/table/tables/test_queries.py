"""The people at the tables of a night, by the ledger."""

import pytest

from hostdesk.table.open_night.queries import tonight_of
from hostdesk.table.tables.queries import present_at, present_tonight, seating_now, tables_in_words
from reservations.players.queries import player_named
from reservations.tables.seats import Missed, Spot
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


def test_who_has_come_and_not_bought_has_no_chips_yet(tables):
    tables.come("Ann", "Bo")
    before = present_at(tables.night).without_chips
    tables.buy_in("Bo", "20")

    assert (before, present_at(tables.night).without_chips) == (
        frozenset(numbers("Ann", "Bo")),
        frozenset(numbers("Ann")),
    )


def test_who_comes_back_after_a_cash_out_is_not_away_and_owes_their_blinds(tables):
    """Bo is away and owes the big blind when he cashes out at 22:00; at 22:30 he is back with new chips."""
    tables.play("Ann", "Bo").seat_all()
    tables.missed("Bo", big=True)
    tables.do("set_away", "Bo", away=True)
    tables.it_is("22:00")
    tables.cash_out("Bo", "20", round_played=True)
    tables.it_is("22:30")
    back = tables.buy_in("Bo", "20", stack="0")

    seating, bo = seating_now(tables.night), numbers("Bo")[0]
    assert (present_at(tables.night).back, seating.spots[bo]) == ({bo: back.act.at}, Spot(1, 2))
    assert (seating.away, seating.missed) == ({}, {bo: Missed(big=True)})


def test_a_cash_out_that_is_undone_leaves_who_was_away_away(tables):
    tables.play("Ann", "Bo").seat_all()
    tables.do("set_away", "Bo", away=True)
    gone = tables.cash_out("Bo", "20", round_played=True)
    between = dict(seating_now(tables.night).away)
    tables.undo(gone)

    assert (between, list(seating_now(tables.night).away)) == ({}, list(numbers("Bo")))
    assert present_at(tables.night).back == {}


def test_a_night_says_how_many_are_at_its_tables(tables):
    said = [tables_in_words(tables.night)]
    tables.come("Ann", "Bo")
    said.append(tables_in_words(tables.night))
    tables.come(*("Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max"))
    tables.seat_all()
    tables.split()
    said.append(tables_in_words(tables.night))

    assert said == ["no players yet", "2 at the table", "12 at two tables"]
