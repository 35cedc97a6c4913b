"""The places where players are drawn: around an oval, clockwise, no two in one place."""

import pytest

from hostdesk.table.tables.chart_page import MOST, OvalPlace, oval_places


def drawn(seats):
    """Return the three rows of a table, each with the numbers of its seats from the left."""
    found = sorted((place.row, place.col, seat) for seat, place in enumerate(oval_places(seats), 1))
    return [[seat for row, _, seat in found if row == each] for each in (1, 2, 3)]


@pytest.mark.parametrize(
    ("seats", "rows"),
    [
        (1, [[1], [], []]),
        (2, [[1], [], [2]]),
        (5, [[1, 2, 3], [], [5, 4]]),
        (6, [[1, 2], [6, 3], [5, 4]]),
        (9, [[1, 2, 3, 4], [9, 5], [8, 7, 6]]),
        (11, [[1, 2, 3, 4, 5], [11, 6], [10, 9, 8, 7]]),
        (12, [[1, 2, 3, 4, 5], [12, 6], [11, 10, 9, 8, 7]]),
    ],
)
def test_seats_go_round_clockwise(seats, rows):
    assert drawn(seats) == rows


def test_the_ends_stand_at_the_ends():
    assert (oval_places(6)[2], oval_places(6)[5]) == (OvalPlace(2, 9), OvalPlace(2, 1))


@pytest.mark.parametrize("seats", range(1, MOST + 1))
def test_no_seat_lies_on_another_or_beside_the_table(seats):
    halves = [(place.row, half) for place in oval_places(seats) for half in (place.col, place.col + 1)]

    assert len(set(halves)) == 2 * seats
    assert [half for _, half in halves if not 1 <= half <= 10] == []


@pytest.mark.parametrize("seats", range(1, MOST + 1))
def test_players_are_spread_the_same_from_both_ends(seats):
    rows = [[place.col for place in oval_places(seats) if place.row == row] for row in (1, 3)]

    assert [sorted(10 - col for col in row) for row in rows] == [sorted(row) for row in rows]


def test_a_bigger_table_is_no_oval():
    assert oval_places(MOST + 1) == []
