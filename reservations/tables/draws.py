"""Drawing cards: for seats, and for the button. Pure; the shuffle comes in.

Everybody gets one card face up, and the highest wins. If the suits rank (houses: ericn, *Two tables*) they order cards
of one rank: clubs lowest, then diamonds, hearts, spades. Otherwise players with cards of one rank draw again from the
rest of the deck, as far as it matters which of them was higher.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from reservations.acts.problems import Impossible

SUITS = "cdhs"
"""Clubs, diamonds, hearts, spades: from the lowest to the highest where they rank."""

_FACES = {11: "J", 12: "Q", 13: "K", 14: "A"}
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_NAMES = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
_RANKS = {face: rank for rank, face in _FACES.items()}


@dataclass(frozen=True, order=True)
class Card:
    """A card: its rank from 2 to 14, the ace, and the letter of its suit."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{self.face}{_SIGNS[self.suit]}"

    @property
    def face(self) -> str:
        """What stands in the corner: "K" or "10"."""
        return _FACES.get(self.rank, str(self.rank))

    @property
    def words(self) -> str:
        """The card as it is said: "king of clubs"."""
        return f"{_NAMES.get(self.rank, self.rank)} of {_WORDS[self.suit]}"

    @property
    def code(self) -> str:
        """How the card is kept: "Kc", "10h"."""
        return f"{self.face}{self.suit}"

    @classmethod
    def of(cls, code: str) -> "Card":
        """Return the card that is kept like that."""
        face, suit = code[:-1], code[-1]
        return cls(_RANKS.get(face) or int(face), suit)


Round = tuple[tuple[int, Card], ...]
"""One round: who drew which card, by number, in the order in which they drew."""

Shuffle = Callable[[list[Card]], None]
"""Shuffles a deck in place."""


@dataclass(frozen=True)
class CardDraw:
    """Cards that were drawn: round by round, those of a tie in a round of their own, and everybody, highest first."""

    rounds: tuple[Round, ...]
    order: tuple[int, ...]

    @property
    def winner(self) -> int:
        """Who drew the highest card."""
        return self.order[0]

    def kept(self) -> dict[str, object]:
        """Return the drawing as it is kept in a fact."""
        rounds = [[[number, card.code] for number, card in each] for each in self.rounds]
        return {"rounds": rounds, "order": list(self.order)}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "CardDraw":
        """Return the drawing that is kept like that."""
        rounds = tuple(tuple((number, Card.of(code)) for number, code in each) for each in kept["rounds"])
        return cls(rounds, tuple(kept["order"]))


def deck() -> list[Card]:
    """Return the 52 cards, in order."""
    return [Card(rank, suit) for suit in SUITS for rank in range(2, 15)]


def draw(players: Sequence[int], shuffle: Shuffle, *, suits_rank: bool, top: int | None = None) -> CardDraw:
    """Let everybody draw a card and return who drew what, and their order, the highest first.

    With ``top`` all that matters is who is among so many at the top, and a tie inside or below them is left as it fell.
    Raises ``Impossible`` for nobody, or for more people than there are cards.
    """
    if not 1 <= len(players) <= len(deck()):
        raise Impossible("1 to 52 players can draw.")
    dealer = _Dealer(shuffle, suits_rank)
    order = dealer.ordered(players, 0, top)
    return CardDraw(tuple(dealer.rounds), tuple(order))


@dataclass
class _Dealer:
    """Deals the cards of one draw, round by round."""

    shuffle: Shuffle
    suits_rank: bool
    cards: list[Card] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)

    def ordered(self, players: Sequence[int], above: int, top: int | None) -> list[int]:
        """Let them draw, and again where a tie matters; ``above`` is how many are higher than all of them."""
        if len(self.cards) < len(players):
            self.cards = deck()
            self.shuffle(self.cards)
        dealt, self.cards = self.cards[: len(players)], self.cards[len(players) :]
        self.rounds.append(tuple(zip(players, dealt, strict=True)))
        rank = {number: (card.rank, SUITS.index(card.suit) * self.suits_rank) for number, card in self.rounds[-1]}
        found: list[int] = []
        for _, group in groupby(sorted(players, key=rank.__getitem__, reverse=True), key=rank.__getitem__):
            tied = list(group)
            place = above + len(found)
            if len(tied) > 1 and (top is None or place < top < place + len(tied)):
                tied = self.ordered(tied, place, top)
            found += tied
        return found
