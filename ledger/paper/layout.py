"""The stationery of all papers: fonts and styles, text, headings, frames, signatures, the foot of the page.

Text reaches the page only through ``Words``. It takes text as text: there is no markup to escape from, so a player
called ``<img src=...>`` is only a name. reportlab's own paragraphs read markup, which may name files and addresses; the
project does not use them, and their rights to open anything are removed here as well.

The page has the place's paper size, A4 or US Letter. Its content fills the part that the two have in common: the same
lines on the same pages in every place, and the same bytes in one place.
"""

import io
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial
from importlib import metadata
from itertools import chain, groupby
from pathlib import Path
from typing import Any, Literal

import segno
from reportlab import platypus, rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.rl_accel import escapePDF
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from ledger.money.cents import style_now
from ledger.paper.sizes import Page, full_page
from ledger.paper.text import in_drawing_order, in_fonts, printable, wrapped

rl_config.trustedSchemes = []
rl_config.trustedHosts = []
rl_config.useA85 = 0  # A page written as letters takes longer, and a quarter more room.

INK, SOFT, FELT, HAIR = HexColor("#1d1d1b"), HexColor("#66645f"), HexColor("#1f5c45"), HexColor("#cfcabf")

WIDTH, HEIGHT = full_page().width, full_page().height
"""The width of a page, and its height from its top to its foot, in points."""
HALF = WIDTH / 2 - 14
"""The width of one of two parts side by side, with a gap between them."""

_BELOW, _ABOVE = 8 * mm, 4.5 * mm  # The distance of the foot from the content, and of the note above it.
_APART = 12  # Between the parts of the foot.
_FILES = {"Inter": "Inter-Regular", "Inter SemiBold": "Inter-SemiBold", "Fraunces": "Fraunces-SemiBold"}
_STRONG = {"Inter": "Inter SemiBold", "Courier": "Courier-Bold"}
_ASCII = frozenset(range(0x20, 0x7F))  # Every reader of PDF has Courier; we show ASCII in it.
_ALL = (0, 0), (-1, -1)
UNPADDED = [(f"{side}PADDING", *_ALL, 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")] + [("VALIGN", *_ALL, "TOP")]
"""The style of a table that only puts parts side by side."""

# reportlab keeps the letters that a paper has used with the font, and is right only for one paper at a time.
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class TextStyle:
    """The style of words: size in points, colour, side, strong, struck out; Fraunces for titles, Courier for typing."""

    size: float = 9
    colour: Color = INK
    align: Literal["left", "right"] = "left"
    strong: bool = False
    struck: bool = False
    face: Literal["Inter", "Fraunces", "Courier"] = "Inter"

    @cached_property
    def leading(self) -> float:
        """The distance between two lines, in points."""
        return self.size * 1.38

    @cached_property
    def font(self) -> str:
        """The name of the first font for its letters."""
        return _STRONG.get(self.face, self.face) if self.strong else self.face

    def measure(self, line: str) -> float:
        """Return the width of a line, in points."""
        return self.size * _width(line, self.font)

    def indent(self, line: str, width: float) -> float:
        """Return the left indent of a line in that much room, in points."""
        return 0.0 if self.align == "left" else width - self.measure(line)

    def write(self, canvas: Canvas, x: float, y: float, line: str) -> None:
        """Draw a line of printable text from x, y on."""
        # In the operators of PDF: reportlab's text objects take five times as long for every line.
        known = vars(canvas).setdefault("_written", {})  # Dates, names and amounts repeat.
        key = self.font, self.size, line
        if (text := known.get(key)) is None:
            text = known[key] = self._shows(canvas, line)
        canvas.addLiteral(f"BT {self._ink} rg 1 0 0 1 {x:.5f} {y:.5f} Tm {text} ET")
        if self.struck:
            pen(canvas, self.size * 0.07, self.colour)
            canvas.line(x, y + self.size * 0.28, x + self.measure(line), y + self.size * 0.28)

    @cached_property
    def _ink(self) -> str:
        """This colour in PDF."""
        return " ".join(f"{part:.4g}" for part in self.colour.rgb())

    def _shows(self, canvas: Canvas, line: str) -> str:
        """Return the PDF that shows a line, in the paper's own selection of the letters of every font."""
        paper, shows = canvas._doc, []  # noqa: SLF001  # reportlab's fonts ask for it.
        for name, part in runs(in_drawing_order(line), self.font):
            font = pdfmetrics.getFont(name)
            if name.startswith("Courier"):
                shows.append((paper.getInternalFontName(name), part))
            else:
                shows += [(font.getSubsetInternalName(at, paper), codes) for at, codes in font.splitString(part, paper)]
        return " ".join(f"{name} {self.size:.4g} Tf ({escapePDF(codes)}) Tj" for name, codes in shows)


PLAIN, QUIET = TextStyle(), TextStyle(colour=SOFT)
NUMBER, QUIET_NUMBER = TextStyle(align="right"), TextStyle(colour=SOFT, align="right")
EYEBROW, CODE = TextStyle(7.5, FELT, strong=True), TextStyle(7.5, SOFT, face="Courier")


def pen(canvas: Canvas, width: float, colour: Color = INK) -> None:
    """Set the width, in points, and the colour of the lines that follow."""
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(width)


def font_path(font: str) -> str:
    """Return the path of a font that the project brings along."""
    if font in _FILES:
        return str(Path(__file__).parent / "fonts" / f"{_FILES[font]}.ttf")
    return str(metadata.distribution("ziafont").locate_file("ziafont/fonts/DejaVuSans.ttf"))


@cache
def _glyphs(font: str) -> frozenset[int]:
    """Return the letters of a font, and make it ready for use."""
    if font.startswith("Courier"):
        return _ASCII
    made = TTFont(font, font_path(font))
    pdfmetrics.registerFont(made)
    return frozenset(made.face.charToGlyph)


@lru_cache(maxsize=20_000)
def runs(line: str, font: str) -> list[tuple[str, str]]:
    """Return the parts of a line with their fonts: where a font lacks a letter, another one has it."""
    # A word in two typefaces is no title: a word that Fraunces cannot write is all in Inter.
    if font == "Fraunces" and any(c.isalpha() and ord(c) not in _glyphs(font) for c in line):
        font = "Inter SemiBold"
    return in_fonts(line, [(name, _glyphs(name)) for name in (font, "Inter", "DejaVu Sans")])


@lru_cache(maxsize=20_000)
def _width(line: str, font: str) -> float:
    return sum(float(pdfmetrics.stringWidth(part, name, 1)) for name, part in runs(line, font))


@cache
def _drawable() -> frozenset[int]:
    return (_glyphs("Inter") | _glyphs("DejaVu Sans")) - {0xFFFD}  # which stands for a lost letter


@lru_cache(maxsize=20_000)
def shown(text: str) -> str:
    """Return the text in letters that the fonts have."""
    return printable(text, _drawable())


def shortened(line: str, width: float, measure: Callable[[str], float]) -> str:
    """Return the line, or as much of its beginning as the width holds, with three dots after it."""
    if measure(line) <= width:
        return line
    while line and measure(f"{line}…") > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


class Words(platypus.Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """Text in one style, broken into lines and drawn as it is."""

    def __init__(self, text: str, text_style: TextStyle = PLAIN) -> None:
        super().__init__()
        self.text, self.text_style = shown(text), text_style
        self.lines: list[str] = []
        self._width = -1.0

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Break the text for a width; return the width and the height it takes."""
        if width != self._width:
            self._width, self.lines = width, wrapped(self.text, width, self.text_style.measure)
        return width, len(self.lines) * self.text_style.leading

    def split(self, width: float, height: float) -> list[platypus.Flowable]:
        """Part the text at the end of the page, after the last line that fits, and leave no line alone on a page."""
        self.wrap(width, height)
        count = min(int(height // self.text_style.leading), len(self.lines) - 2)
        parts = []
        for lines in (self.lines[:count], self.lines[count:]):
            part = Words(" ".join(lines), self.text_style)
            part.lines, part._width = lines, self._width
            parts.append(part)
        return parts if count > 1 else []

    def draw(self) -> None:
        y = len(self.lines) * self.text_style.leading - self.text_style.size
        for line in filter(None, self.lines):
            self.text_style.write(self.canv, self.text_style.indent(line, self._width), y, line)
            y -= self.text_style.leading


def fitted(text: str, width: float, height: float, sizes: Sequence[float], text_style: TextStyle = PLAIN) -> Words:
    """Return the text in the first of these sizes, the largest first, that fits a place of that size in points.

    If no size is small enough, the last size is used for as much of the text as fits on one line.
    """
    tries = [Words(text, replace(text_style, size=size)) for size in sizes]
    fitting = [words for words in tries if words.wrap(width, height)[1] <= height]
    smallest = tries[-1].text_style
    return [*fitting, Words(shortened(shown(text), width, smallest.measure), smallest)][0]


class Drawing(platypus.Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """A picture of that height, in points, and as wide as there is room, drawn by ``draw_on(canvas, width)``."""

    def __init__(self, height: float, draw_on: Callable[[Canvas, float], None]) -> None:
        super().__init__()
        self.height, self.draw_on = height, draw_on

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width = width
        return width, self.height

    def draw(self) -> None:
        self.draw_on(self.canv, self.width)


def draw_qr(canvas: Canvas, code: str | segno.QRCode, left: float, top: float, size: float) -> None:
    """Draw a QR code, or that of a text, below ``top``, row by row, neighbouring dark modules in one piece."""
    rows = [list(row) for row in (segno.make(code, error="m") if isinstance(code, str) else code).matrix]
    module = size / len(rows)
    canvas.setFillColor(INK)
    for down, row in enumerate(rows):
        at = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                # A hair of overlap: without it some printers leave white lines between the rows.
                canvas.rect(left + at * module, top - (down + 1) * module, length * module, module * 1.02, 0, 1)
            at += length


def heading(title: str) -> Words:
    return Words(title, TextStyle(12.5, FELT, face="Fraunces"))


def section(title: str) -> list[platypus.Flowable]:
    """Return the heading of a section, on the next page if less than 120 points are left on this one."""
    return [platypus.CondPageBreak(120), platypus.Spacer(0, 16), heading(title), platypus.Spacer(0, 3)]


def opening(kind: str, title: str, under: str) -> list[platypus.Flowable]:
    """Return the head of a paper: its kind, its currency, its title, and the text under it."""
    return [
        Words(f"{kind} · ALL AMOUNTS IN {style_now().currency.upper()}", EYEBROW),
        platypus.Spacer(0, 2),
        Words(title, TextStyle(21, face="Fraunces")),
        Words(under, TextStyle(11, SOFT)),
        platypus.Spacer(0, 10),
    ]


def beside(left: Sequence[platypus.Flowable], right: Sequence[platypus.Flowable] = ()) -> platypus.Table:
    """Return two parts side by side, both ``HALF`` wide, not torn across pages."""
    return platypus.Table([[list(left), "", list(right)]], [HALF, WIDTH - 2 * HALF, HALF], style=UNPADDED)


def framed(*parts: Words) -> platypus.Table:
    """Return words in a frame of ink, for important news."""
    style = [("BOX", *_ALL, 1.2, INK), ("TOPPADDING", *_ALL, 6), ("BOTTOMPADDING", *_ALL, 7)]
    return platypus.Table([[list(parts)]], [WIDTH], style=style)


def warned(title: str, sentence: str) -> list[platypus.Flowable]:
    """Return a title and the first thing to know, in a frame at the head of a paper."""
    return [framed(Words(title, TextStyle(13, face="Fraunces")), Words(sentence)), platypus.Spacer(0, 10)]


def signatures(*signers: str, text_style: TextStyle = QUIET) -> platypus.Table:
    """Return a line to sign on for one or two signers, with their names below it."""
    return beside(*(signature(signer, text_style) for signer in signers))


def signature(signer: str, text_style: TextStyle) -> list[platypus.Flowable]:
    """Return a line to sign on, with a name below it."""
    return [Drawing(3, _signature_line), Words(signer, text_style)]


def _signature_line(canvas: Canvas, width: float) -> None:
    pen(canvas, 0.6)
    canvas.line(0, 2, width, 2)


def signed_end(chain: str, head: str, *signers: str) -> platypus.KeepTogether:
    """Return the end of a paper: lines to sign on, and the present chain of acts, with its whole head."""
    known = [Words(chain, TextStyle(7.5, SOFT)), Words(head, CODE)]
    return platypus.KeepTogether([platypus.Spacer(0, 22), signatures(*signers), platypus.Spacer(0, 10), *known])


def height_of(parts: Sequence[platypus.Flowable]) -> float:
    """Return the height of parts one below the other on a page, in points."""
    return sum(float(part.wrap(WIDTH, HEIGHT)[1]) for part in parts)


def page_count(paper: bytes) -> int:
    """Return the number of pages of a printed paper."""
    return paper.count(b"/Type /Page\n")


def on_one_page(papers: Iterable[bytes]) -> bytes:
    """Return the first paper with one page, else the first of all. Drawing stops at the first paper with one page."""
    papers = iter(papers)
    whole = next(papers)
    return next((paper for paper in chain([whole], papers) if page_count(paper) == 1), whole)


@dataclass(frozen=True)
class Foot:
    """The foot of every page: the paper's name, an act's number, the chain's head there, and a note at the top.

    Without a ``head`` the paper belongs to no act: it is blank, or ``as_of`` gives the moment of its facts. It may have
    both.
    """

    name: str
    number: int
    head: str
    note: str = ""
    as_of: str = ""

    def write(self, canvas: Canvas, page: Page, number: int, pages: int) -> None:
        """Draw it on the page of that number."""
        text_style, left, right, foot = TextStyle(7.5, SOFT), page.left, page.left + page.width, page.bottom - _BELOW
        pen(canvas, 0.5, HAIR)
        canvas.line(left, foot + 12, right, foot + 12)
        count = f"page {number} of {pages}"
        # In the middle of every page, however long its name: the whole name stands at the top of the paper.
        middle = (page.paper.width - text_style.measure(count)) / 2
        text_style.write(canvas, left, foot, shortened(shown(self.name), middle - left - _APART, text_style.measure))
        text_style.write(canvas, middle, foot, count)
        known = " · ".join(filter(None, (self.as_of, self.head and f"act {self.number} · ")))
        ends = [(text_style, known), (replace(text_style, face="Courier"), self.head[:16])]
        start = right - sum(writer.measure(text) for writer, text in ends)
        for writer, text in (end for end in ends if end[1]):
            writer.write(canvas, start, foot, text)
            start += writer.measure(text)
        note = TextStyle(8, INK, strong=True)
        note.write(canvas, right - note.measure(self.note), page.bottom + page.height + _ABOVE, self.note)


class _Pages(Canvas):  # type: ignore[misc]  # reportlab comes without types.
    """Keeps every page until the last one is known, so that every foot can name their number."""

    def __init__(self, *args: Any, foot: Foot, page: Page, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._foot, self._page = foot, page
        self._kept: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  # reportlab's own name
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._kept, 1):
            self.__dict__.update(page)
            self._foot.write(self, self._page, number, len(self._kept))
            super().showPage()
        super().save()


def printed(parts: Sequence[platypus.Flowable], foot: Foot, *, title: str = "") -> bytes:
    """Return the parts on pages as PDF, with the foot's title or ``title``; the same parts give the same bytes.

    The size of the paper is that of the place.
    """
    target, page = io.BytesIO(), full_page()
    size, title = (page.paper.width, page.paper.height), shown(title or foot.name)
    paper = platypus.BaseDocTemplate(target, pagesize=size, title=title, author="Hostdesk", lang="en", invariant=1)
    frame = platypus.Frame(page.left, page.bottom, page.width, page.height, 0, 0, 0, 0, id="page")
    paper.addPageTemplates(platypus.PageTemplate(frames=[frame]))
    with _one_at_a_time:
        paper.build(list(parts), canvasmaker=partial(_Pages, foot=foot, page=page))
    return target.getvalue()
