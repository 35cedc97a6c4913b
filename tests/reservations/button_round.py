"""The slow way round the table: hands are played one after the other, seat by seat, to see where the blinds come.

Written apart from ``tables.positions``: it knows nothing but who gets cards and the rule of the dead button.
"""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass
class Round:
    """A table during one hand: where the button and the blinds are, and who gets cards at the next."""

    seats: int
    players: set[int]
    button: int
    small: int
    big: int

    @property
    def small_is_dead(self) -> bool:
        """Whether the player who would have the small blind has left their seat."""
        return self.small not in self.players

    def next_hand(self) -> None:
        """Play a hand: the big blind goes on by one player, the small blind and the button follow where they were."""
        self.button, self.small, self.big = self.small, self.big, self.following(self.big)

    def from_button_to_small(self) -> list[int]:
        """Walk from the button to the small blind; both are named."""
        walked = [self.button]
        while walked[-1] != self.small:
            walked.append(self.beside(walked[-1]))
        return walked

    def following(self, seat: int) -> int:
        """Walk from a seat to the next one with a player."""
        seat = self.beside(seat)
        while seat not in self.players:
            seat = self.beside(seat)
        return seat

    def beside(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return 1 if seat == self.seats else seat + 1


def sit_down(button: int, players: Collection[int], seats: int) -> Round | None:
    """Return the hand that is being played with the button there; None if there are not two players."""
    if len(players) < 2:
        return None
    hand = Round(seats, set(players), button, button, button)
    if not (len(players) == 2 and button in players):
        hand.small = hand.following(button)
    hand.big = hand.following(hand.small)
    return hand


def hands_played_until(seat: int, button: int, players: Collection[int], seats: int) -> int:
    """Return how many hands are played until the big blind is at that seat, with a player there from the next on."""
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
    """Return how many hands are played from this one on until the big blind is at that seat, with a player there."""
    table = Round(hand.seats, {*hand.players, seat}, hand.button, hand.small, hand.big)
    played = 0
    while played == 0 or table.big != seat:
        table.next_hand()
        played += 1
    return played


def comes_in_between(seat: int, hand: Round) -> bool:
    """Tell whether a new player is met at the next hand on the way from the button to the small blind."""
    table = Round(hand.seats, set(hand.players), hand.button, hand.small, hand.big)
    table.next_hand()
    return seat in table.from_button_to_small()[1:-1]


def waited(seat: int, hand: Round) -> int:
    """Return for how many hands a new player is on the button, at the small blind or between the two of them."""
    table, hands = Round(hand.seats, set(hand.players), hand.button, hand.small, hand.big), 0
    table.next_hand()
    while seat in table.from_button_to_small():
        table.next_hand()
        hands += 1
    return hands
