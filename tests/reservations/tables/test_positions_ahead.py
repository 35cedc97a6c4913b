"""The next blinds when a player leaves: dead buttons, no skipped blind, and no player with the big blind twice."""

from itertools import combinations

import pytest

from reservations.tables.positions import BlindSeats, HandAhead, hands_ahead

LAST = BlindSeats(small=2, big=3)
"""The blinds of a hand with the button at seat 1, at a table of 6 seats."""


def ahead(*dealt_in, hands=1):
    return hands_ahead(LAST, dealt_in, 6, hands)


def test_with_everybody_there_all_three_go_on_by_one():
    assert ahead(1, 2, 3, 4, 5, 6) == [HandAhead(2, 3, 4, is_button_dead=False, is_small_dead=False)]


def test_when_the_big_blind_leaves_the_small_blind_is_dead_and_then_the_button():
    assert ahead(1, 2, 4, 5, 6, hands=3) == [
        HandAhead(2, 3, 4, is_button_dead=False, is_small_dead=True),
        HandAhead(3, 4, 5, is_button_dead=True, is_small_dead=False),
        HandAhead(4, 5, 6, is_button_dead=False, is_small_dead=False),
    ]


def test_when_the_small_blind_leaves_the_button_is_dead():
    assert ahead(1, 3, 4, 5, 6) == [HandAhead(2, 3, 4, is_button_dead=True, is_small_dead=False)]


def test_when_both_blinds_leave_the_button_and_the_small_blind_are_dead():
    assert ahead(1, 4, 5, 6) == [HandAhead(2, 3, 4, is_button_dead=True, is_small_dead=True)]


def test_when_the_next_big_blind_leaves_the_one_after_has_it():
    assert ahead(1, 2, 3, 5, 6) == [HandAhead(2, 3, 5, is_button_dead=False, is_small_dead=False)]


def test_of_two_players_the_other_one_has_button_and_small_blind_turn_by_turn():
    assert ahead(1, 3, hands=2) == [
        HandAhead(3, 3, 1, is_button_dead=False, is_small_dead=False),
        HandAhead(1, 1, 3, is_button_dead=False, is_small_dead=False),
    ]


def test_one_player_alone_posts_nothing():
    assert ahead(4) == []


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_nobody_has_the_big_blind_twice_before_all_others_had_it(count):
    for seats in combinations(range(1, 7), count):
        bigs = [hand.big for hand in ahead(*seats, hands=count)]

        assert sorted(bigs) == list(seats)
