"""Places on paper of a fixed size, and words that fill them: as large as they fit, never beyond the edge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reportlab.pdfgen.canvas import Canvas

from ledger.paper import PLAIN, Hand, Words, shortened, shown


@dataclass(frozen=True)
class Place:
    """A rectangle in points: its left lower corner, and how wide and high it is."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Place") -> bool:
        """Tell whether the two have any point in common."""
        beside = self.x + self.width < other.x or other.x + other.width < self.x
        above = self.y + self.height < other.y or other.y + other.height < self.y
        return not beside and not above


def fill(canvas: Canvas, place: Place, text: str, sizes: Sequence[float], hand: Hand = PLAIN) -> None:
    """Write a text into a place, from side to side by its hand and in the middle between top and foot.

    Of ``sizes``, in points and the largest first, the first is taken in which it fits without a broken word; where
    there is none the first in which it fits at all; and where it never does, the last holds as much of its beginning
    as goes on a line.
    """
    words = next(_fitting(text, place, [replace(hand, size=size) for size in sizes]))
    words.wrapOn(canvas, place.width, place.height)
    words.drawOn(canvas, place.x, place.y + (place.height - len(words.lines) * words.hand.leading) / 2)


def _fitting(text: str, place: Place, hands: Sequence[Hand]) -> Iterator[Words]:
    fitting = [words for words in (Words(text, hand) for hand in hands) if _fits(words, place)]
    yield from (words for words in fitting if _is_whole(words, place.width))
    yield from fitting
    yield Words(shortened(shown(text), place.width, hands[-1]), hands[-1])


def _fits(words: Words, place: Place) -> bool:
    return words.wrap(place.width, place.height)[1] <= place.height


def _is_whole(words: Words, width: float) -> bool:
    return all(words.hand.measure(word) <= width for word in words.text.split(" "))
