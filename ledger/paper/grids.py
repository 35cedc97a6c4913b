"""Tables on paper: numbers in columns as wide as they need, words in the rest, headings again on every page."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from textwrap import wrap

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from ledger.paper.layout import HAIR, INK, PLAIN, SOFT, WIDTH, TextStyle, pen, section, shown
from ledger.paper.text import wrapped

_GAPS = (26.0, 18.0, 10.0)  # Between two columns, in points: as roomy as the page allows.
_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
_HEADING = 0.86  # Of the size of the rows below it.
_WORDS_WIDTH = 110.0  # Columns of words get narrower than this, in points, only if no smaller size can prevent it.
_ROOMY_WIDTH = 300.0  # Words up to this width are not broken for the sake of a wider gap.
_MOST_CHARACTERS = 500  # Longer text goes on in the next row, so that no row is taller than a page.
_KEPT, _MOST_KEPT = 200, 3  # Rows of at most these characters stay with the next row, up to this number of rows.
_ROOM, _ROOM_BARE = (0.2, 0.26), (0.1, 0.12)  # Of the size: above and below the text of a row, ruled or not.


@dataclass(frozen=True)
class Column:
    """A column: its heading and the style of its text. It is as wide as its content, or has a share of the rest."""

    heading: str = ""
    text_style: TextStyle = PLAIN
    share: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a text for every column as the font can show it, and the columns that are struck out.

    A ``total`` sums the rows above it, a ``quiet`` row stands back, and a ``joined`` one goes on in the next row.
    """

    cells: tuple[str, ...]
    struck: tuple[int, ...] = ()
    total: bool = False
    quiet: bool = False
    joined: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(map(shown, self.cells)))


@dataclass(frozen=True, slots=True)
class _Laid:
    """A row as it is drawn: of every column its lines and their style, and the distance of the first line from the top.

    The lines of a cell are one text: of a long paper's many cells Python's garbage collector has nothing to look at.
    """

    cells: tuple[str, ...]
    styles: Sequence[TextStyle]
    drop: float
    height: float
    ruled: bool = False
    total: bool = False
    kept: bool = False

    def write(self, canvas: Canvas, columns: Sequence[tuple[float, float]], top: float) -> None:
        """Write its text below ``top``; a column has its start and the width for its text."""
        for (left, width), text, style in zip(columns, self.cells, self.styles, strict=True):
            y = top - self.drop
            for line in text.split("\n") if text else ():
                if line:
                    style.write(canvas, left + style.indent(line, width), y, line)
                y -= style.leading


@dataclass(frozen=True)
class _LaidTable:
    """All rows of a table, of which a page draws some; ``tops``: their tops, and the end of the last."""

    columns: Sequence[tuple[float, float]]
    headings: Sequence[_Laid]
    rows: Sequence[_Laid]
    tops: Sequence[float]

    @property
    def over(self) -> float:
        """The height of the headings."""
        return sum(row.height for row in self.headings)


class Rows(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """Rows of a table one below the other, from ``first`` up to ``last``, with the headings above them.

    At the end of a page they part without measuring again: the time of reportlab's own table grows with the square of
    its rows, mostly for features that no table of ours has.
    """

    def __init__(self, sheet: _LaidTable, first: int, last: int) -> None:
        super().__init__()
        self.sheet, self.first, self.last = sheet, first, last

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return their width and height."""
        (left, width), tops = self.sheet.columns[-1], self.sheet.tops
        return left + width, self.sheet.over + tops[self.last] - tops[self.first]

    def split(self, _width: float, height: float) -> list[Flowable]:
        """Part them after the last row that fits and need not stay with the next; else all go to the next page."""
        sheet = self.sheet
        end = bisect_right(sheet.tops, sheet.tops[self.first] + height - sheet.over, hi=self.last + 1) - 1
        while self.first < end < self.last and sheet.rows[end - 1].kept:
            end -= 1
        return [Rows(sheet, self.first, end), Rows(sheet, end, self.last)] if self.first < end < self.last else []

    def draw(self) -> None:
        """Draw them, the first at the top."""
        sheet, canvas = self.sheet, self.canv
        width, top = self.wrap(0, 0)
        thin, thick = list[float](), list[float]()
        for place, row in enumerate([*sheet.headings, *sheet.rows[self.first : self.last]]):
            row.write(canvas, sheet.columns, top)
            if row.total:
                thick.append(top)
            top -= row.height
            if row.ruled:
                (thick if place < len(sheet.headings) else thin).append(top)
        for heights, wide, colour in ((thin, 0.35, HAIR), (thick, 0.7, INK)):
            if heights:
                pen(canvas, wide, colour)
                # In PDF operators, as texts are: every line goes from side to side.
                lines = (f"0 {height:.5f} m {width:.5f} {height:.5f} l" for height in heights)
                canvas.addLiteral(f"n {' '.join(lines)} S")


def titled(title: str, columns: Sequence[Column], rows: Sequence[Row], *, largest: float = 9) -> list[Flowable]:
    """Return a section of a paper with a table in it; empty without rows."""
    return [*section(title), *table(columns, rows, largest=largest)] if rows else []


def table(
    columns: Sequence[Column], rows: Sequence[Row], *, width: float = WIDTH, largest: float = 9, ruled: bool = True
) -> list[Rows]:
    """Return the rows as a table; none without rows.

    Columns without a share are never broken; if they leave too little for the others, all is written smaller than
    ``largest``, in points. The last row is not alone on a page, and joined rows stay together while they are short.
    """
    if not rows:
        return []
    size, gap, widths = _fitted(columns, rows, width, largest)
    above, below = (size * share for share in (_ROOM if ruled else _ROOM_BARE))
    body: list[Row] = []
    for row in rows:
        if max(map(len, row.cells)) <= _MOST_CHARACTERS:
            body.append(row)
            continue
        texts = [wrap(cell, _MOST_CHARACTERS) or [""] for cell in row.cells]
        parts = [replace(row, cells=cells, joined=True) for cells in zip_longest(*texts, fillvalue="")]
        body += [*parts[:-1], replace(parts[-1], joined=row.joined)]
    laid, kept, looks = [], 0, dict[object, list[TextStyle]]()
    for place, row in enumerate(body, start=1):
        look = (row.total, row.quiet, row.struck)
        if look not in looks:
            styles = [
                replace(column.text_style, size=size, strong=row.total or column.text_style.strong)
                for column in columns
            ]
            looks[look] = [
                replace(style, colour=SOFT if row.quiet else style.colour, struck=at in row.struck)
                for at, style in enumerate(styles)
            ]
        cells = tuple(
            "\n".join(wrapped(text, wide, style.measure)) if column.share else text  # others have enough room
            for column, text, wide, style in zip(columns, row.cells, widths, looks[look], strict=True)
        )
        stays = place < len(body) and (row.joined or place == len(body) - 1)
        kept = kept + 1 if stays and kept < _MOST_KEPT and max(map(len, row.cells)) <= _KEPT else 0
        height = (max(text.count("\n") for text in cells) + 1) * looks[look][0].leading + above + below
        laid.append(_Laid(cells, looks[look], above + size, height, ruled and not row.joined, row.total, kept > 0))
    heads = []
    if any(column.heading for column in columns):
        small = [replace(column.text_style, size=size * _HEADING, colour=SOFT) for column in columns]
        texts = [
            wrapped(shown(column.heading), wide, style.measure)
            for column, wide, style in zip(columns, widths, small, strict=True)
        ]
        most = max(map(len, texts))
        cells = tuple("\n" * (most - len(lines)) + "\n".join(lines) for lines in texts)
        height = most * small[0].leading + above + below
        heads = [_Laid(cells, small, above + small[0].size, height, ruled=True)]
    starts = accumulate((wide + gap for wide in widths[:-1]), initial=0.0)
    tops = list(accumulate((row.height for row in laid), initial=0.0))
    return [Rows(_LaidTable(list(zip(starts, widths, strict=True)), heads, laid, tops), 0, len(laid))]


def _fitted(
    columns: Sequence[Column], rows: Sequence[Row], width: float, largest: float
) -> tuple[float, float, list[float]]:
    """Choose the largest letters, the widest gap and column widths that fit; the smallest if none do."""
    natural = []  # The width of the widest cell, or of the widest word of the heading, written in size 1.
    for at, column in enumerate(columns):
        measure = replace(column.text_style, size=1).measure
        widths = [measure(word) * _HEADING for word in column.heading.split(" ")]
        widths += [measure(row.cells[at]) for row in rows]
        natural.append(max(widths) + 0.01)  # A hair more, or rounding would break the widest cell.
    fixed = sum(wide for wide, column in zip(natural, columns, strict=True) if not column.share)
    words = [wide for wide, column in zip(natural, columns, strict=True) if column.share]
    least = _WORDS_WIDTH * len(words)
    choices = [(largest, gap, max(least, sum(min(wide * largest, _ROOMY_WIDTH) for wide in words))) for gap in _GAPS]
    choices += [(size, _GAPS[-1], least) for size in _SIZES if size <= largest]
    for size, gap, needed in choices:  # If none fits, the last and smallest is taken.
        left = width - size * fixed - gap * (len(columns) - 1)
        if left >= needed:
            break
    shares = [column.share for column in columns if column.share]
    # Every column of words gets its share, but unused space goes to the columns that need more.
    needs, left = [wide * size for wide in words], max(left, least / 2)
    given = [min(need, left * share / sum(shares)) for need, share in zip(needs, shares, strict=True)]
    wanting = [share if need > got else 0 for need, got, share in zip(needs, given, shares, strict=True)]
    takers = wanting if any(wanting) else shares
    spread = (got + (left - sum(given)) * taker / sum(takers) for got, taker in zip(given, takers, strict=True))
    return (
        size,
        gap,
        [next(spread) if column.share else wide * size for wide, column in zip(natural, columns, strict=True)],
    )
