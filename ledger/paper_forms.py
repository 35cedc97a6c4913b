"""Parts of paper that a pen fills in: cells between lines, boxes to tick, and places with a small label."""

from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table

from ledger.paper import FELT, INK, SOFT, Hand, Words, shortened, shown

LINE = 8.5 * mm
"""How high a line is at least that a pen writes on, in points."""
PADDING = 1.3 * mm
"""What a cell keeps free on its left and on its right, in points."""
LABEL = Hand(6, SOFT)

_TINT, _RULE = HexColor("#f4f1ea"), HexColor("#9a968d")
_BOX, _STEP, _BESIDE = 2.7 * mm, 3.9 * mm, 2.2
_SIZES = (9.5, 8.5, 7.5, 6.5, 5.5, 4.8)
_EVERYWHERE = (0, 0), (-1, -1)

Style = tuple[Any, ...]
"""One of reportlab's styles of a table, from a cell to a cell."""


class Ticks(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """Boxes to tick with a word beside each, in rows below each other; every column starts at the same place."""

    hand = Hand(6.4)

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        super().__init__()
        self.rows = rows

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """As wide as there is room."""
        self._width = width
        return width, len(self.rows) * _STEP

    def draw(self) -> None:
        """Draw the boxes and the words, from the top down."""
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.5)
        starts = self._starts()
        y = (len(self.rows) - 1) * _STEP + (_STEP - _BOX) / 2
        for row in self.rows:
            for x, word in zip(starts, row, strict=False):
                self.canv.rect(x, y, _BOX, _BOX)
                self.hand.write(self.canv, x + _BOX + _BESIDE, y + (_BOX - self.hand.size * 0.72) / 2, shown(word))
            y -= _STEP

    def _starts(self) -> list[float]:
        """Where the columns start: each is as wide as its longest word, what is left is spread between them."""
        columns = [[row[at] for row in self.rows if at < len(row)] for at in range(max(map(len, self.rows)))]
        wide = [max(map(self.hand.measure, words)) + _BOX + _BESIDE for words in columns]
        gap = (self._width - sum(wide)) / max(1, len(columns) - 1)
        return [sum(wide[:at]) + gap * at for at in range(len(columns))]


def fitted(text: str, width: float, height: float) -> Words:
    """The text as large as a place of that size allows, and cut short where even the smallest letters are too many."""
    for size in _SIZES:
        words = Words(text, Hand(size))
        if words.wrap(width, height)[1] <= height:
            return words
    return Words(shortened(shown(text), width, Hand(_SIZES[-1])), Hand(_SIZES[-1]))


def asked(label: str, value: str, width: float) -> list[Flowable]:
    """What a cell asks for in small letters, and below it on one line what is known already."""
    return [Words(label, LABEL), fitted(value, width - 2 * PADDING, 14)]


def grid(cells: Sequence[Sequence[Any]], widths: Sequence[float], heights: Sequence[float], *styles: Style) -> Table:
    """Cells between thin lines, in a frame of ink."""
    style: list[Style] = [
        ("VALIGN", *_EVERYWHERE, "MIDDLE"),
        ("LEFTPADDING", *_EVERYWHERE, PADDING),
        ("RIGHTPADDING", *_EVERYWHERE, PADDING),
        ("TOPPADDING", *_EVERYWHERE, 1),
        ("BOTTOMPADDING", *_EVERYWHERE, 1),
        ("INNERGRID", *_EVERYWHERE, 0.4, _RULE),
        ("BOX", *_EVERYWHERE, 0.8, INK),
    ]
    return Table(cells, list(widths), list(heights), style=[*style, *styles], hAlign="LEFT")


def headings(rows: int = 1) -> tuple[Style, ...]:
    """The styles of so many rows of headings: tinted, with a line of ink below them."""
    across = (0, 0), (-1, rows - 1)
    return ("BACKGROUND", *across, _TINT), ("LINEBELOW", (0, rows - 1), (-1, rows - 1), 0.8, INK)


def tinted(first: int, last: int) -> Style:
    """The style of columns that stand back from the others."""
    return ("BACKGROUND", (first, 1), (last, -1), _TINT)


TOP: Style = ("VALIGN", *_EVERYWHERE, "TOP")
"""The style of cells that say at their top what they ask for."""


def form_title(text: str) -> Words:
    """The heading of a part of a form."""
    return Words(text, Hand(8.5, FELT, strong=True))
