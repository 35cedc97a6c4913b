"""Tables on paper: numbers in columns as wide as they need, words in what is left, headings again on every page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from reportlab.platypus import Flowable, Table

from ledger.paper.layout import HAIR, INK, PLAIN, SOFT, WIDTH, TextStyle, Words, section, shown

_GAPS = (26.0, 18.0, 10.0)  # Between two columns, in points: as roomy as the page allows.
_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
_HEADING = 0.86  # Of the size of what stands below it.
_WORDS_WIDTH = 110.0  # Columns of words get narrower than this, in points, only where no smaller size can prevent it.
_ROOMY_WIDTH = 300.0  # Words that need no more than this are not broken for the sake of a wider gap.
_MOST_CHARACTERS = 500  # Longer text goes on in the next row, so that no row is taller than a page.
_KEPT, _MOST_KEPT = 200, 3  # Rows of so few characters are kept with the next one, so many in a row at most.
_ROWS_AT_ONCE = 300  # Laying out a table takes time with the square of its rows.


@dataclass(frozen=True)
class Column:
    """A column: its heading and the style of its text. It is as wide as its content, or has a share of what is left."""

    heading: str = ""
    text_style: TextStyle = PLAIN
    share: int = 0


@dataclass(frozen=True)
class Row:
    """A row: a text for every column, and the places of those that are struck out.

    A ``total`` sums what is above it, a ``quiet`` row stands back, and a ``joined`` one goes on in the next row.
    """

    cells: tuple[str, ...]
    struck: tuple[int, ...] = ()
    total: bool = False
    quiet: bool = False
    joined: bool = False


def titled(title: str, columns: Sequence[Column], rows: Sequence[Row], *, largest: float = 9) -> list[Flowable]:
    """A section of a paper with a table in it; empty without rows."""
    return [*section(title), *table(columns, rows, largest=largest)] if rows else []


def table(
    columns: Sequence[Column], rows: Sequence[Row], *, width: float = WIDTH, largest: float = 9, ruled: bool = True
) -> list[Table]:
    """The rows as tables one below the other; most often one.

    Columns without a share are never broken; where they leave too little for the others, all is written smaller than
    ``largest``, in points. The last row is not alone on a page, and what is joined stays together while it is short.
    """
    size, gap, widths = _fitted(columns, rows, width, largest)
    text_styles = [replace(column.text_style, size=size) for column in columns]
    small = [replace(text_style, size=size * _HEADING, colour=SOFT) for text_style in text_styles]
    heading = [Words(column.heading, text_style) for column, text_style in zip(columns, small, strict=True)]
    headings = [heading] if any(column.heading for column in columns) else []
    body: list[Row] = []
    for row in rows:
        texts = [wrap(cell, _MOST_CHARACTERS) or [""] for cell in row.cells]
        parts = [replace(row, cells=cells, joined=True) for cells in zip_longest(*texts, fillvalue="")]
        body += [*parts[:-1], replace(parts[-1], joined=row.joined)]
    tables = []
    for chunk in (body[at : at + _ROWS_AT_ONCE] for at in range(0, len(body), _ROWS_AT_ONCE)):
        style = _style(chunk, len(headings), size, gap, ruled=ruled)
        cells = []
        for row in chunk:
            row_styles = [replace(st, strong=row.total, colour=SOFT if row.quiet else st.colour) for st in text_styles]
            struck = [replace(each, struck=at in row.struck) for at, each in enumerate(row_styles)]
            cells.append([Words(text, each) for text, each in zip(row.cells, struck, strict=True)])
        tables.append(Table([*headings, *cells], widths, repeatRows=len(headings), style=style))
    return tables


def _fitted(
    columns: Sequence[Column], rows: Sequence[Row], width: float, largest: float
) -> tuple[float, float, list[float]]:
    """Choose the largest letters, widest gap and column widths (with the gap) that fit; the smallest if none do."""
    natural = []  # The width of the widest cell, or of the widest word of the heading, written in size 1.
    for at, column in enumerate(columns):
        measure = replace(column.text_style, size=1).measure
        widths = [measure(word) * _HEADING for word in column.heading.split()]
        widths += [measure(shown(row.cells[at])) for row in rows]
        natural.append(max(widths, default=0.0) + 0.01)  # A hair more, or rounding would break the widest one.
    fixed = sum(wide for wide, column in zip(natural, columns, strict=True) if not column.share)
    words = [wide for wide, column in zip(natural, columns, strict=True) if column.share]
    least = _WORDS_WIDTH * len(words)
    choices = [(largest, gap, max(least, sum(min(wide * largest, _ROOMY_WIDTH) for wide in words))) for gap in _GAPS]
    choices += [(size, _GAPS[-1], least) for size in _SIZES if size <= largest]
    for size, gap, needed in choices:  # Where none does, the last and smallest is taken.
        left = width - size * fixed - gap * (len(columns) - 1)
        if left >= needed:
            break
    shares = [column.share for column in columns if column.share]
    # Each column of words gets its share, but what one does not need goes to those that need more, if any do.
    needs, left = [wide * size for wide in words], max(left, least / 2)
    given = [min(need, left * share / sum(shares)) for need, share in zip(needs, shares, strict=True)]
    wanting = [share if need > got else 0 for need, got, share in zip(needs, given, shares, strict=True)]
    takers = wanting if any(wanting) else shares
    spread = (got + (left - sum(given)) * taker / sum(takers) for got, taker in zip(given, takers, strict=True))
    wide_with_gap = [
        (next(spread) if column.share else wide * size) + gap for wide, column in zip(natural, columns, strict=True)
    ]
    return size, gap, [*wide_with_gap[:-1], wide_with_gap[-1] - gap]


def _style(rows: Sequence[Row], headings: int, size: float, gap: float, *, ruled: bool) -> list[tuple[Any, ...]]:
    style: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-2, -1), gap),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), size * (0.2 if ruled else 0.1)),
        ("BOTTOMPADDING", (0, 0), (-1, -1), size * (0.26 if ruled else 0.12)),
    ]
    numbered = list(enumerate(rows, start=headings))
    style += [("LINEBELOW", (0, at), (-1, at), 0.35, HAIR) for at, row in numbered if ruled and not row.joined]
    if headings:
        style += [("VALIGN", (0, 0), (-1, 0), "BOTTOM"), ("LINEBELOW", (0, 0), (-1, 0), 0.7, INK)]
    style += [("LINEABOVE", (0, at), (-1, at), 0.7, INK) for at, row in numbered if row.total]
    kept = 0
    for at, row in numbered[:-1]:
        stays = row.joined or at == numbered[-2][0]
        kept = kept + 1 if stays and kept < _MOST_KEPT and max(map(len, row.cells)) <= _KEPT else 0
        style += [("NOSPLIT", (0, at), (-1, at + 1))] if kept else []
    return style
