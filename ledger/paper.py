"""The stationery that all papers share: the font, the hands they are written in, words, headings, the foot of the page.

Text reaches the page through ``Words`` alone. It takes text as text: there is no markup to escape from, so a player
called ``<img src=...>`` is only a name. reportlab's own paragraphs read markup, which may name files and addresses;
they are not used in the project, and what they may open is cut down to nothing here as well.

The page is A4. Everything on it stays within the part that A4 and US Letter have in common, so that it prints in its
full size on either, and a night has the same bytes wherever it is printed.
"""

import io
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import metadata
from typing import Any, Literal

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, CondPageBreak, Flowable, Frame, PageTemplate, Spacer, Table

from ledger.lettering import broken, in_drawing_order, printable

rl_config.trustedSchemes = []
rl_config.trustedHosts = []

INK, SOFT, FELT, HAIR = HexColor("#1d1d1b"), HexColor("#66645f"), HexColor("#1f5c45"), HexColor("#cfcabf")

SIDE = 18 * mm
WIDTH = A4[0] - 2 * SIDE
"""What a page holds from side to side, in points."""
HALF = WIDTH / 2 - 14
"""What each of two parts beside each other holds, with a gap between them."""

# Letter is 18 mm shorter than A4: printed from the middle, 9 mm are lost at the top and 9 at the foot.
_TOP, _BOTTOM, _FOOT, _NOTE = 22 * mm, 25 * mm, 17 * mm, 17.5 * mm
HEIGHT = A4[1] - _TOP - _BOTTOM
"""What a page holds from its top to its foot, in points."""
_APART = 12  # Between the parts of the foot.
_HEX_FONT = "Courier"  # Every reader of PDF has it; it is asked for ASCII digits only.

# reportlab keeps beside the font what each paper has used of it, and promises to get one paper at a time right.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Hand:
    """How words are written: size in points, colour, side; strong, struck out, or as hex digits of one width."""

    size: float = 9
    colour: Color = INK
    align: Literal["left", "center", "right"] = "left"
    strong: bool = False
    struck: bool = False
    digits: bool = False

    @property
    def leading(self) -> float:
        """From one line to the next, in points."""
        return self.size * 1.38

    @property
    def font(self) -> str:
        """The name of the font, ready for use."""
        return _HEX_FONT if self.digits else str(_text_font().fontName)

    def measure(self, line: str) -> float:
        """How wide a line is, in points."""
        return float(pdfmetrics.stringWidth(line, self.font, self.size))

    def write(self, canvas: Canvas, x: float, y: float, line: str) -> None:
        """Draw a line that is printable already, from x, y on."""
        text = canvas.beginText(x, y)
        text.setFont(self.font, self.size)
        text.setFillColor(self.colour)
        if self.strong:
            # The font comes in one weight. Drawing the outline of its letters as well makes a stronger one.
            canvas.setStrokeColor(self.colour)
            canvas.setLineWidth(self.size * 0.035)
            text.setTextRenderMode(2)
        text.textOut(in_drawing_order(line))
        text.setTextRenderMode(0)
        canvas.drawText(text)
        if self.struck:
            canvas.setStrokeColor(self.colour)
            canvas.setLineWidth(self.size * 0.07)
            canvas.line(x, y + self.size * 0.28, x + self.measure(line), y + self.size * 0.28)


PLAIN, QUIET, NUMBER = Hand(), Hand(colour=SOFT), Hand(align="right")


@cache
def _text_font() -> TTFont:
    path = metadata.distribution("ziafont").locate_file("ziafont/fonts/DejaVuSans.ttf")
    font = TTFont("DejaVuSans", str(path))
    pdfmetrics.registerFont(font)
    return font


def shown(text: str) -> str:
    """The text as the font can show it."""
    return printable(text, _text_font().face.charToGlyph)


class Words(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """Text in one hand, broken into lines and drawn as it is."""

    def __init__(self, text: str, hand: Hand = PLAIN) -> None:
        super().__init__()
        self.text, self.hand = shown(text), hand
        self.lines: list[str] = []
        self._width = -1.0

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Break the text for a width; give the width and the height it takes."""
        if width != self._width:
            self._width, self.lines = width, broken(self.text, width, self.hand.measure)
        return width, len(self.lines) * self.hand.leading

    def split(self, width: float, height: float) -> list[Flowable]:
        """Part the text where the page ends, after the last line that fits."""
        self.wrap(width, height)
        count = int(height // self.hand.leading)
        return [self._part(self.lines[:count]), self._part(self.lines[count:])] if count else []

    def draw(self) -> None:
        """Draw the lines from the top down."""
        y = len(self.lines) * self.hand.leading - self.hand.size
        for line in filter(None, self.lines):
            self.hand.write(self.canv, self._start(line), y, line)
            y -= self.hand.leading

    def _start(self, line: str) -> float:
        if self.hand.align == "left":
            return 0
        left = self._width - self.hand.measure(line)
        return left / 2 if self.hand.align == "center" else left

    def _part(self, lines: list[str]) -> "Words":
        part = Words(" ".join(lines), self.hand)
        part.lines, part._width = lines, self._width
        return part


def heading(title: str) -> Words:
    """The heading of a part of the paper."""
    return Words(title, Hand(11.5, FELT, strong=True))


def section(title: str, *, room: float = 90) -> list[Flowable]:
    """The heading of what follows, on the next page where less than ``room`` points are left on this one."""
    return [CondPageBreak(room), Spacer(0, 16), heading(title), Spacer(0, 3)]


def beside(left: Sequence[Flowable], right: Sequence[Flowable] = ()) -> Table:
    """Two parts side by side, each ``HALF`` wide, not torn across pages."""
    sides = ("LEFT", "RIGHT", "TOP", "BOTTOM")
    style: list[Any] = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in sides]
    style.append(("VALIGN", (0, 0), (-1, -1), "TOP"))
    return Table([[list(left), "", list(right)]], [HALF, WIDTH - 2 * HALF, HALF], style=style)


def framed(parts: Sequence[Words]) -> Table:
    """Words in a frame of ink, for what nobody may overlook."""
    everywhere = (0, 0), (-1, -1)
    style = [("BOX", *everywhere, 1.2, INK), ("TOPPADDING", *everywhere, 6), ("BOTTOMPADDING", *everywhere, 7)]
    return Table([[list(parts)]], [WIDTH], style=style)


class SignatureLine(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """A line to sign on."""

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """As wide as there is room."""
        self.width = width
        return width, 3

    def draw(self) -> None:
        """Draw the line."""
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.6)
        self.canv.line(0, 2, self.width, 2)


@dataclass(frozen=True)
class Foot:
    """What stands on every page: the paper's name, an act's number, the chain's head there, and a note at the top.

    Without a ``head`` the paper is of no act: it is blank, or says by ``as_of`` up to where it knows things. With both
    it says both.
    """

    name: str
    number: int
    head: str
    note: str = ""
    as_of: str = ""

    def write(self, canvas: Canvas, page: int, pages: int) -> None:
        """Draw it on a page."""
        hand, right = Hand(7.5, SOFT), A4[0] - SIDE
        canvas.setStrokeColor(HAIR)
        canvas.setLineWidth(0.5)
        canvas.line(SIDE, _FOOT + 12, right, _FOOT + 12)
        count = f"page {page} of {pages}"
        start = right - sum(writer.measure(text) for writer, text in self._act(hand))
        # In the middle of every page of every paper, however long its name is: that is said in full at its top.
        middle = (A4[0] - hand.measure(count)) / 2
        hand.write(canvas, SIDE, _FOOT, shortened(shown(self.name), middle - SIDE - _APART, hand))
        hand.write(canvas, middle, _FOOT, count)
        for writer, text in self._act(hand):
            writer.write(canvas, start, _FOOT, text)
            start += writer.measure(text)
        note = Hand(8, INK, strong=True)
        note.write(canvas, A4[0] - SIDE - note.measure(self.note), A4[1] - _NOTE, self.note)

    def _act(self, hand: Hand) -> list[tuple[Hand, str]]:
        """What the foot says of the act, each part with its hand; nothing of a blank paper."""
        if not self.head:
            return [(hand, self.as_of)] if self.as_of else []
        known = " · ".join(filter(None, (self.as_of, f"act {self.number} · ")))
        return [(hand, known), (replace(hand, digits=True), self.head[:16])]


def shortened(line: str, width: float, hand: Hand) -> str:
    """The line, or as much of its beginning as the width holds, with three dots after it."""
    if hand.measure(line) <= width:
        return line
    while line and hand.measure(f"{line}…") > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


class _Pages(Canvas):  # type: ignore[misc]  # reportlab comes without types.
    """Keeps every page until the last one is known, so that each foot can tell how many there are."""

    def __init__(self, *args: Any, foot: Foot, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._foot = foot
        self._kept: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  # reportlab's own name
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._kept, 1):
            self.__dict__.update(page)
            self._foot.write(self, number, len(self._kept))
            super().showPage()
        super().save()


def printed(parts: Sequence[Flowable], *, title: str, foot: Foot) -> bytes:
    """The parts on pages, as PDF. The same parts give the same bytes: no time of printing, no random name in them."""
    target = io.BytesIO()
    paper = BaseDocTemplate(target, pagesize=A4, title=shown(title), author="Hostdesk", lang="en", invariant=1)
    frame = Frame(SIDE, _BOTTOM, WIDTH, A4[1] - _TOP - _BOTTOM, 0, 0, 0, 0)
    paper.addPageTemplates(PageTemplate(frames=[frame]))
    with _one_at_a_time:
        paper.build(list(parts), canvasmaker=partial(_Pages, foot=foot))
    return target.getvalue()
