"""Positions: tables written by hand, and all small tables against hands that are really played."""

from itertools import combinations

import pytest

from reservations.positions import big_blind, clockwise, comes_between, hands_from, hands_to_wait, hands_until
from tests.reservations.button_round import comes_in_between, hands_played_until

FULL = (1, 2, 3, 4, 5, 6)


def test_the_deal_goes_round_and_comes_back():
    assert (clockwise(2, 4), clockwise(4, 4)) == ([3, 4, 1, 2], [1, 2, 3, 4])


@pytest.mark.parametrize(
    ("button", "dealt_in", "seats", "big"),
    [
        pytest.param(1, FULL, 6, 3, id="six players"),
        pytest.param(5, FULL, 6, 1, id="round the corner"),
        pytest.param(1, (1, 4, 6), 6, 6, id="empty seats are passed"),
        pytest.param(3, (1, 4, 6), 6, 6, id="a dead button on an empty seat"),
        pytest.param(2, (2, 5), 6, 5, id="of two the one with the button has the small blind"),
        pytest.param(3, (2, 5), 6, 2, id="of two with a dead button the first after it has the small blind"),
        pytest.param(2, (2,), 6, None, id="one player"),
        pytest.param(2, (), 6, None, id="nobody"),
    ],
)
def test_the_big_blind_is_the_second_after_the_button(button, dealt_in, seats, big):
    assert big_blind(button, dealt_in, seats) == big


def test_where_the_big_blind_is_known_whoever_came_or_left_since_changes_nothing_of_it():
    big, those_who_were_there, somebody_new = 3, (1, 2, 3, 5), 4

    before = [hands_from(big, seat, those_who_were_there, 6) for seat in (5, 1, 2, 3)]
    after = [hands_from(big, seat, (*those_who_were_there, somebody_new), 6) for seat in (4, 5, 1, 2, 3)]
    left = [hands_from(big, seat, (1, 2, 5), 6) for seat in (5, 1, 2)]

    assert (before, after, left) == ([1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3])


@pytest.mark.parametrize(
    ("seat", "hands"),
    [
        pytest.param(6, 1, id="free, right after the big blind"),
        pytest.param(7, 1, id="the next to have it"),
        pytest.param(8, 2, id="free, after the next"),
        pytest.param(1, 2, id="on the button"),
        pytest.param(2, 3, id="free, after the button"),
        pytest.param(3, 3, id="in the small blind"),
        pytest.param(4, 4, id="free, between the blinds"),
        pytest.param(5, 4, id="in the big blind: once round"),
    ],
)
def test_a_position_is_the_hands_until_the_big_blind(seat, hands):
    button, small_blind, big_blind_now, fourth = 1, 3, 5, 7

    assert hands_until(seat, button, (button, small_blind, big_blind_now, fourth), 8) == hands


def test_a_seat_at_a_table_without_a_game_is_next():
    assert (hands_until(3, 1, (1,), 6), hands_until(3, 1, (), 6)) == (1, 1)


@pytest.mark.parametrize(
    ("seat", "between"),
    [
        pytest.param(2, False, id="between the button and the small blind: the button will have passed"),
        pytest.param(4, True, id="between the blinds: they will be where button and small blind are"),
        pytest.param(6, False, id="after the big blind"),
        pytest.param(8, False, id="before the button"),
    ],
)
def test_somebody_new_between_the_blinds_waits_for_one_hand(seat, between):
    assert comes_between(seat, 1, (1, 3, 5, 7), 8) is between
    assert hands_to_wait(seat, 1, (1, 3, 5, 7), 8) == (1 if between else 0)


def test_nobody_waits_at_a_table_without_a_game():
    assert hands_to_wait(2, 1, (1,), 6) == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_every_small_table_is_as_if_its_hands_were_played(seats):
    places = range(1, seats + 1)
    for many in range(seats + 1):
        for players in combinations(places, many):
            for button in places:
                for seat in places:
                    at = (seat, button, players, seats)
                    assert hands_until(*at) == hands_played_until(*at), at
                    assert comes_between(*at) == comes_in_between(*at), at
