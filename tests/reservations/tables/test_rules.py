"""Seats for new players, the split of one table into two, and the merge of two into one."""

from dataclasses import replace

import pytest

from reservations.acts.problems import Impossible
from reservations.houses.seating_terms import SeatingTerms
from reservations.tables.rules import (
    best_table,
    check_volunteers,
    first_come,
    merged,
    must_merge,
    must_split,
    proposed_spot,
    split,
    split_sizes,
    two_tables_matter,
    who_draws,
)
from reservations.tables.seats import Present, Seating, Spot

TERMS = SeatingTerms()
ANN = 1


def seated(*tables, **changes):
    """Return tables with these players, by number, from seat 1 on."""
    spots = {number: Spot(table, seat) for table, one in enumerate(tables, 1) for seat, number in enumerate(one, 1)}
    return Seating(tables=len(tables), spots=spots, **changes)


def crowd(many):
    """Return that many players as present, numbered from 1, with Ann as the banker."""
    return Present(tuple(range(1, many + 1)), ANN)


def test_somebody_new_goes_to_the_table_with_fewer_players():
    assert best_table(seated([1, 2, 3], [4, 5]), TERMS) == 2
    assert best_table(seated([1, 2], [4, 5]), TERMS) == 1
    assert proposed_spot(seated([1, 2, 3], [4, 5]), TERMS) == Spot(2, 3)


@pytest.mark.parametrize(
    ("terms", "sizes"),
    [
        pytest.param(SeatingTerms(), {2: 2}, id="no seat is free at the smaller one"),
        pytest.param(SeatingTerms(most=3), {}, id="as many as the house wants sit at the larger one"),
    ],
)
def test_a_table_that_is_full_takes_nobody(terms, sizes):
    full = seated([1, 2, 3], [4, 5], sizes=sizes)

    assert best_table(full, terms) == (1 if sizes else 2)


def test_nobody_is_seated_where_all_tables_are_full():
    assert proposed_spot(seated([1, 2], sizes={1: 2}), TERMS) is None


def test_people_are_seated_in_the_order_in_which_they_came():
    moves = first_come(seated([1, 2], [3], sizes={1: 3, 2: 2}), [9, 3, 8, 7], TERMS)

    assert moves == [(9, Spot(2, 2)), (8, Spot(1, 3))]


@pytest.mark.parametrize(("many", "splits"), [(11, False), (12, True), (13, True)])
def test_the_twelfth_splits_the_table(many, splits):
    assert must_split(seated([]), crowd(many), TERMS) is splits


def test_two_tables_are_not_split():
    assert not must_split(seated([], []), crowd(20), TERMS)


@pytest.mark.parametrize(("many", "sizes"), [(12, (6, 6)), (13, (7, 6)), (4, (2, 2))])
def test_half_of_them_move_and_the_odd_one_stays(many, sizes):
    assert split_sizes(many) == sizes


def test_those_who_do_not_volunteer_draw_except_the_banker():
    assert who_draws([3, 4], crowd(12)) == [2, 5, 6, 7, 8, 9, 10, 11, 12]


def test_nobody_draws_where_enough_volunteer():
    assert who_draws([2, 3, 4, 5, 6, 7], crowd(12)) == []


@pytest.mark.parametrize(
    ("volunteers", "sentence"),
    [
        pytest.param([ANN, 2], "The banker stays at the main table with the bank.", id="the banker"),
        pytest.param([2, 99], "Only players who are here can move to the second table.", id="somebody who left"),
        pytest.param(
            [2, 3, 4, 5, 6, 7, 8], "Only 6 move to the second table: choose fewer volunteers.", id="one too many"
        ),
        pytest.param([2, 2], "A volunteer is named twice.", id="one twice"),
    ],
)
def test_volunteers_who_cannot_move_are_told(volunteers, sentence):
    with pytest.raises(Impossible) as caught:
        check_volunteers(volunteers, crowd(12))
    assert str(caught.value) == sentence


def test_volunteers_who_can_move_are_taken():
    check_volunteers([2, 3], crowd(12))


def test_at_a_split_the_movers_go_and_those_who_stand_take_the_seats_that_are_left():
    table = seated(range(1, 12))

    moves = split(table, crowd(12), [2, 12, 4, 5, 6, 7])

    assert moves == [
        *[(2, Spot(2, 1)), (12, Spot(2, 2)), (4, Spot(2, 3)), (5, Spot(2, 4)), (6, Spot(2, 5)), (7, Spot(2, 6))]
    ]
    assert split(table, crowd(12), [2, 3, 4, 5, 6, 7])[6:] == [(12, Spot(1, 2))]


@pytest.mark.parametrize(("many", "merges"), [(11, False), (10, True), (1, True)])
def test_ten_or_fewer_play_at_one_table(many, merges):
    assert must_merge(seated([], []), crowd(many), TERMS) is merges


def test_one_table_is_not_merged():
    assert not must_merge(seated([]), crowd(5), TERMS)


def test_at_a_merge_the_first_table_stays_and_the_others_take_what_is_free():
    tables = replace(seated([1, 4], [3, 2]), spots={1: Spot(1, 1), 4: Spot(1, 3), 3: Spot(2, 1), 2: Spot(2, 5)})

    assert merged(tables, crowd(5)) == [(2, Spot(1, 2)), (3, Spot(1, 4)), (5, Spot(1, 5))]


def test_drawn_seats_go_by_the_cards():
    assert merged(seated([1], [2, 3]), crowd(3), [3, 1, 2]) == [(3, Spot(1, 1)), (1, Spot(1, 2)), (2, Spot(1, 3))]


@pytest.mark.parametrize("drawn", [[], [1, 2, 3, 4]])
def test_more_people_than_seats_do_not_merge(drawn):
    with pytest.raises(Impossible) as caught:
        merged(seated([1], [2], sizes={1: 3}), crowd(4), drawn)
    assert str(caught.value) == "Table 1 has 3 seats, and 4 are here."


@pytest.mark.parametrize(
    ("tables", "people", "terms", "matter"),
    [
        (1, 10, TERMS, False),
        (1, 11, replace(TERMS, split_at=11), True),
        (1, 9, replace(TERMS, most=8), True),
        (2, 4, TERMS, True),
    ],
)
def test_two_tables_matter_where_there_are_two_or_more_people_than_one_seats(tables, people, terms, matter):
    seating = Seating(tables=tables, spots={}, sizes={1: 10})

    assert two_tables_matter(seating, people, terms) is matter


def test_two_tables_matter_where_a_table_has_fewer_seats_than_people():
    small = Seating(tables=1, spots={}, sizes={1: 6})

    assert [two_tables_matter(small, people, TERMS) for people in (6, 7)] == [False, True]
