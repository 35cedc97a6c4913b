"""The calls of the tables, in words: a split, balancing, a merge, a table change that is possible now."""

from datetime import UTC, datetime

import pytest

from hostdesk.table.tables.page import NightTables, calls_of
from ledger.clock.queries import CalledPlayer
from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.seats import Present, Seating, Spot, Wish

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def tables(*counts, wishes=(), asks_button=False):
    """Return tables with these counts of players, who are numbered from 1 at table 1; player 1 has the bank."""
    spots, number = {}, 0
    for table, count in enumerate(counts, 1):
        for seat in range(1, count + 1):
            number += 1
            spots[number] = Spot(table, seat)
    asked = tuple(Wish(player, table, AT) for player, table in wishes)
    seating = Seating(tables=len(counts), spots=spots, wishes=asked)
    names = {each: f"P{each}" for each in spots}
    return NightTables(seating, Present(tuple(spots), 1), SeatingTerms(), names, asks_button)


def words(*counts, **said):
    return [told(each) for each in calls_of(tables(*counts, **said))]


def told(call):
    return " ".join(filter(None, [call.before, " and ".join(call.names), call.words]))


@pytest.mark.parametrize(
    ("counts", "called"),
    [
        ([11], []),
        ([12], ["12 are here: split into two tables of 6"]),
        ([13], ["13 are here: split into tables of 7 and 6"]),
        ([6, 6], []),
        ([6, 5], []),
        ([7, 5], ["Table 1 has 7, table 2 has 5: balance"]),
        ([5, 8], ["Table 2 has 8, table 1 has 5: balance"]),
        ([5, 5], ["10 are left: one table"]),
        ([7, 3], ["10 are left: one table"]),
        ([1, 0], ["1 is left: one table"]),
    ],
)
def test_what_the_numbers_call_for(counts, called):
    assert words(*counts) == called


@pytest.mark.parametrize(
    ("wishes", "called"),
    [
        ([(2, 2)], ["P2 can change to table 2"]),
        ([(8, 1)], []),
        ([(2, 2), (8, 1)], ["P2 and P8 can swap"]),
        ([(8, 1), (2, 2), (3, 2)], ["P8 and P2 can swap", "P3 and P8 can swap"]),
    ],
)
def test_what_wishes_can_be_had(wishes, called):
    assert words(6, 5, wishes=wishes)[: len(called) or 1] == called


@pytest.mark.parametrize(
    ("counts", "wishes", "called"),
    [
        ((7, 5), [(3, 2), (2, 2)], ["Table 1 has 7, table 2 has 5: P3 asks to change: balance"]),
        ((5, 7), [(6, 1)], ["Table 2 has 7, table 1 has 5: P6 asks to change: balance"]),
        ((7, 5), [(8, 1)], ["Table 1 has 7, table 2 has 5: balance"]),
    ],
)
def test_who_asks_for_the_smaller_table_is_named_with_the_balance_and_nowhere_else(counts, wishes, called):
    assert words(*counts, wishes=wishes) == called


def test_a_button_that_is_asked_for_is_called_for_at_its_table():
    (call,) = calls_of(tables(9, asks_button=True))

    assert (call.page, call.table, told(call)) == ("tonight_button", 1, "Draw the new button")


def test_who_has_the_clock_called_on_them_comes_first():
    first, second = calls_of(tables(12), CalledPlayer("Bo", AT))

    assert (first.page, first.until, told(first)) == ("tonight_conduct", AT, "Clock called on Bo")
    assert second.page == "tonight_split"
