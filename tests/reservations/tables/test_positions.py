"""Positions at tables written by hand, and at all small tables compared with played hands."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from reservations.tables.positions import (
    BlindSeats,
    blinds,
    blinds_without_small,
    clockwise,
    comes_between,
    hands_from,
    hands_to_wait,
    hands_until,
)

FULL = (1, 2, 3, 4, 5, 6)


@dataclass
class Round:
    """A table during one hand, played seat by seat; it knows the players in the hand and the dead-button rule."""

    seats: int
    players: set[int]
    button: int
    small: int
    big: int

    @property
    def small_is_dead(self) -> bool:
        """Whether the player due for the small blind has left their seat."""
        return self.small not in self.players

    def next_hand(self) -> None:
        """Play a hand: the big blind moves on by one player; small blind and button move to the seats ahead of them."""
        self.button, self.small, self.big = self.small, self.big, self.following(self.big)

    def from_button_to_small(self) -> list[int]:
        """Return the seats from the button to the small blind, including both."""
        walked = [self.button]
        while walked[-1] != self.small:
            walked.append(self.beside(walked[-1]))
        return walked

    def following(self, seat: int) -> int:
        """Return the next seat with a player after this one."""
        seat = self.beside(seat)
        while seat not in self.players:
            seat = self.beside(seat)
        return seat

    def beside(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return 1 if seat == self.seats else seat + 1


def sit_down(button: int, players: Collection[int], seats: int) -> Round | None:
    """Return the hand in play with the button at that seat; None with fewer than two players."""
    if len(players) < 2:
        return None
    hand = Round(seats, set(players), button, button, button)
    if not (len(players) == 2 and button in players):
        hand.small = hand.following(button)
    hand.big = hand.following(hand.small)
    return hand


def hands_played_until(seat: int, button: int, players: Collection[int], seats: int) -> int:
    """Return the number of hands until the big blind is at that seat, with a player there from the next hand on."""
    hand = sit_down(button, players, seats)
    if hand is None:
        return 1
    hand.players.add(seat)
    played = 0
    while played == 0 or hand.big != seat:
        hand.next_hand()
        played += 1
    return played


def hands_until_it_comes(seat: int, hand: Round) -> int:
    """Return the number of hands from this one until the big blind is at that seat, with a player there."""
    table = Round(hand.seats, {*hand.players, seat}, hand.button, hand.small, hand.big)
    played = 0
    while played == 0 or table.big != seat:
        table.next_hand()
        played += 1
    return played


def comes_in_between(seat: int, hand: Round) -> bool:
    """Tell whether a new player's seat is between the button and the small blind in the next hand."""
    table = Round(hand.seats, set(hand.players), hand.button, hand.small, hand.big)
    table.next_hand()
    return seat in table.from_button_to_small()[1:-1]


def waited(seat: int, hand: Round) -> int:
    """Return the number of hands with the new player on the button, at the small blind or between the two."""
    table, hands = Round(hand.seats, set(hand.players), hand.button, hand.small, hand.big), 0
    table.next_hand()
    while seat in table.from_button_to_small():
        table.next_hand()
        hands += 1
    return hands


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
    now = blinds(button, dealt_in, seats)

    assert (now and now.big) == big


def test_where_the_big_blind_is_known_players_who_came_or_left_since_change_nothing():
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
    ("seat", "between", "hands"),
    [
        pytest.param(2, False, 0, id="between the button and the small blind: the button will have passed"),
        pytest.param(3, False, 1, id="at the small blind that somebody left: on the button next"),
        pytest.param(4, True, 1, id="between the blinds: they will be where button and small blind are"),
        pytest.param(5, False, 2, id="at the big blind that somebody left: at the small blind, then on the button"),
        pytest.param(6, False, 0, id="after the big blind"),
        pytest.param(8, False, 0, id="before the button"),
    ],
)
def test_somebody_new_at_or_between_the_blinds_waits_until_the_button_has_passed(seat, between, hands):
    now = blinds(1, (1, 3, 5, 7), 8)

    assert now == BlindSeats(small=3, big=5)
    assert (comes_between(seat, now, 8), hands_to_wait(seat, now, 8)) == (between, hands)


@pytest.mark.parametrize(
    ("button", "dealt_in", "left", "now"),
    [
        pytest.param(1, (1, 4, 6), (2,), BlindSeats(2, 4), id="the player who had the big blind last has left"),
        pytest.param(2, (1, 4, 6), (2, 3), BlindSeats(3, 4), id="the one before them as well: the button is dead too"),
        pytest.param(1, (1, 4, 6), (2, 3), BlindSeats(3, 4), id="two have left: the one next to the big blind"),
        pytest.param(1, (1, 4, 6), (5,), None, id="nobody left a seat right after the button"),
        pytest.param(1, (1, 2, 4), (3,), None, id="somebody sits right after the button"),
        pytest.param(1, (4,), (2,), None, id="one player"),
        pytest.param(1, (), (2,), None, id="nobody"),
    ],
)
def test_a_dead_small_blind_is_at_a_seat_that_somebody_left(button, dealt_in, left, now):
    assert blinds_without_small(button, dealt_in, left, 6) == now


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_every_small_table_is_as_if_its_hands_were_played(seats):
    places = range(1, seats + 1)
    for many in range(seats + 1):
        for players in combinations(places, many):
            for button in places:
                for seat in places:
                    at = (seat, button, players, seats)
                    assert hands_until(*at) == hands_played_until(*at), at


def test_without_the_dead_small_blind_everybody_is_one_hand_off():
    """Of seats 1 to 6, seat 3 had the big blind and leaves: button at 2, dead small blind, big blind at 4."""
    players, button = (1, 2, 4, 5, 6), 2

    taken = blinds(button, players, 6)
    told = blinds_without_small(button, players, (3,), 6)

    assert (taken, told) == (BlindSeats(small=4, big=5), BlindSeats(small=3, big=4))
    assert [hands_from(taken.big, seat, players, 6) for seat in (5, 6, 1, 2, 4)] == [5, 1, 2, 3, 4]
    assert [hands_from(told.big, seat, players, 6) for seat in (5, 6, 1, 2, 4)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", range(40))
def test_hands_that_are_really_played_while_people_leave_have_those_blinds(seed):
    chance, seats = Random(seed), 9
    hand, left = sit_down(1, (1, 2, 3, 4, 5, 6, 7, 8, 9), seats), set()
    while len(hand.players) > 3:
        told = told_of(hand, left)
        assert told.big == hand.big
        gone = chance.sample(sorted(hand.players), min(chance.randint(0, 2), len(hand.players) - 3))
        hand.players -= set(gone)
        left |= set(gone)
        is_as_played(BlindSeats(hand.small, hand.big), hand)
        hand.next_hand()


def told_of(hand, left):
    """Return the blinds that follow from the host's note of the button and of a dead small blind."""
    if hand.small_is_dead:
        return blinds_without_small(hand.button, hand.players, left, hand.seats)
    return blinds(hand.button, hand.players, hand.seats)


def is_as_played(now, hand):
    """Compare every free seat with the hands that are played afterwards."""
    for seat in set(range(1, hand.seats + 1)) - hand.players:
        assert hands_from(now.big, seat, {*hand.players, seat}, hand.seats) == hands_until_it_comes(seat, hand)
        assert comes_between(seat, now, hand.seats) == comes_in_between(seat, hand)
        assert hands_to_wait(seat, now, hand.seats) == waited(seat, hand)
