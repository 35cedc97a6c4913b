"""Draws of cards: for seats, and for the button. Pure; the shuffle or the cards dealt at the table are passed in.

Everybody gets one card face up, and the highest wins. If the suits rank (houses: ericn, *Two tables*) they order cards
of one rank: clubs lowest, then diamonds, hearts, spades. Otherwise players with cards of one rank draw again from the
rest of the deck, as far as their order matters.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from reservations.acts.problems import Impossible, Malformed, quoted

SUITS = "cdhs"
"""Clubs, diamonds, hearts, spades: from the lowest to the highest where they rank."""

_FACES = {11: "J", 12: "Q", 13: "K", 14: "A"}
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_NAMES = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
_RANKS = {face: rank for rank, face in _FACES.items()}
_TYPED = re.compile(r"(10|[2-9TJQKA])([CDHS♣♦♥♠])\ufe0f?")


@dataclass(frozen=True, order=True)
class Card:
    """A card: its rank from 2 to 14, the ace, and the letter of its suit."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{self.face}{_SIGNS[self.suit]}"

    @property
    def face(self) -> str:
        """The text in the corner: "K" or "10"."""
        return _FACES.get(self.rank, str(self.rank))

    @property
    def words(self) -> str:
        """The card in words: "king of clubs"."""
        return f"{_NAMES.get(self.rank, self.rank)} of {_WORDS[self.suit]}"

    @property
    def code(self) -> str:
        """The card in its kept form: "Kc", "10h"."""
        return f"{self.face}{self.suit}"

    @classmethod
    def of(cls, code: str) -> "Card":
        face, suit = code[:-1], code[-1]
        return cls(_RANKS.get(face) or int(face), suit)


Round = tuple[tuple[int, Card], ...]
"""One round: who drew which card, by number, in the order in which they drew."""

Shuffle = Callable[[list[Card]], None]
"""Shuffles a deck in place."""


Dealt = Mapping[int, Sequence[Card]]
"""Cards that were dealt at the table, by number: one a player, and another one for every tie that matters."""

Cards = Shuffle | Dealt
"""Where the cards of a draw come from: a deck that is shuffled, or the table."""


class WrongCards(Impossible):
    """Cards dealt at the table are missing or too many; ``sentence`` has a gap for the names of ``numbers``."""

    def __init__(self, sentence: str, numbers: Sequence[int]) -> None:
        self.sentence, self.numbers = sentence, numbers
        super().__init__(sentence)


@dataclass(frozen=True)
class CardDraw:
    """Drawn cards: round by round, with ties in rounds of their own, and the players, highest first."""

    rounds: tuple[Round, ...]
    order: tuple[int, ...]

    @property
    def winner(self) -> int:
        return self.order[0]

    def kept(self) -> dict[str, object]:
        rounds = [[[number, card.code] for number, card in drawn] for drawn in self.rounds]
        return {"rounds": rounds, "order": list(self.order)}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "CardDraw":
        rounds = tuple(tuple((number, Card.of(code)) for number, code in drawn) for drawn in kept["rounds"])
        return cls(rounds, tuple(kept["order"]))


def deck() -> list[Card]:
    return [Card(rank, suit) for suit in SUITS for rank in range(2, 15)]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read typed cards: "kd 10♥" or "Th". Raises ``Malformed``."""
    cards = []
    for word in text.upper().split():
        typed = _TYPED.fullmatch(word)
        if typed is None:
            raise Malformed(f"{quoted(word)} is no card: type rank and suit, as in Kh, 10s or 7c.")
        face, sign = typed[1].replace("T", "10"), typed[2].lower()
        suit = next((letter for letter, suit in _SIGNS.items() if suit == sign), sign)
        cards.append(Card(_RANKS.get(face) or int(face), suit))
    return tuple(cards)


def kept_cards(cards: Cards | None) -> dict[str, Any]:
    """Return the cards dealt at the table in the form of a fact; {} if the desk draws, or without a draw."""
    if cards is None or callable(cards):
        return {}
    return {"dealt": {str(number): " ".join(card.code for card in hand) for number, hand in cards.items()}}


def draw(players: Sequence[int], cards: Cards, *, suits_rank: bool, top: int | None = None) -> CardDraw:
    """Let everybody draw a card and return the cards and the players' order, the highest first.

    With ``top`` only the membership in that many top players matters, and a tie inside or below them stays. Raises
    ``Impossible`` without players, for more players than cards, and for a card that was dealt twice; ``WrongCards`` for
    dealt cards that do not fit.
    """
    if not 1 <= len(players) <= len(deck()):
        raise Impossible("1 to 52 players can draw.")
    dealt = {} if callable(cards) else cards
    on_table = [card for hand in dealt.values() for card in hand]
    if twice := [card for card in on_table if on_table.count(card) > 1]:
        raise Impossible(f"The {twice[0].words} is there twice.")
    dealer = _Dealer(cards, suits_rank)
    order = dealer.ordered(players, 0, top)
    if left := [number for number, hand in dealt.items() if len(hand) > dealer.drawn_by(number)]:
        raise WrongCards("A card too many: {}.", left)
    return CardDraw(tuple(dealer.rounds), tuple(order))


@dataclass
class _Dealer:
    """Deals the cards of one draw, round by round."""

    cards: Cards
    suits_rank: bool
    deck: list[Card] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)

    def ordered(self, players: Sequence[int], above: int, top: int | None) -> list[int]:
        """Let the players draw, and draw again if a tie matters; ``above`` players are higher than all of them."""
        self.rounds.append(tuple(zip(players, self.deal(players), strict=True)))
        rank = {number: (card.rank, SUITS.index(card.suit) * self.suits_rank) for number, card in self.rounds[-1]}
        found: list[int] = []
        for _, group in groupby(sorted(players, key=rank.__getitem__, reverse=True), key=rank.__getitem__):
            tied = list(group)
            place = above + len(found)
            if len(tied) > 1 and (top is None or place < top < place + len(tied)):
                tied = self.ordered(tied, place, top)
            found += tied
        return found

    def drawn_by(self, number: int) -> int:
        """Return the number of cards that a player has drawn so far."""
        return sum(number == drawer for drawn in self.rounds for drawer, _ in drawn)

    def deal(self, players: Sequence[int]) -> list[Card]:
        """Return a card for every player: the next card dealt at the table, or from the deck."""
        if not callable(self.cards):
            if missing := [player for player in players if len(self.cards.get(player, ())) <= self.drawn_by(player)]:
                again = "Equal ranks: add the next card, as in Kd 7c, for {}."
                raise WrongCards(again if self.rounds else "The card is missing of {}.", missing)
            return [self.cards[player][self.drawn_by(player)] for player in players]
        if len(self.deck) < len(players):
            self.deck = deck()
            self.cards(self.deck)
        dealt, self.deck = self.deck[: len(players)], self.deck[len(players) :]
        return dealt
