"""Cards for the seats as PDF, out of plain values: tents to cut apart and fold, free seats with a line."""

from collections.abc import Sequence
from functools import partial

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak

from ledger.paper.layout import FELT, HEIGHT, SOFT, WIDTH, Box, Drawing, Foot, TextStyle, fill, pen, printed
from reservations.parsing.days import long_day
from reservations.tables.seating_chart import ChartSeat, ChartTable, SeatingChart

PER_PAGE = 8
"""How many cards are on a page."""

_COLUMNS, _ROWS = 2, 4
_WIDE, _HIGH = WIDTH / _COLUMNS, (HEIGHT - 1) / _ROWS
_TICK = 4 * mm
_NAMES = (30.0, 27.0, 24.0, 21.0, 18.0, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 5.0)
_SEAT, _SMALL = TextStyle(colour=FELT, align="center", strong=True), TextStyle(colour=SOFT, align="center")
_NAME = TextStyle(align="center", strong=True)


def seat_cards_pdf(chart: SeatingChart) -> bytes:
    """A card for every seat, table by table. The same chart gives the same bytes."""
    heading = chart.heading
    night = f"{heading.house} · {long_day(heading.day)}"
    cards = [(table, seat) for table in chart.tables for seat in table.seats]
    pages = [cards[at : at + PER_PAGE] for at in range(0, len(cards), PER_PAGE)]
    parts = [part for page in pages for part in (PageBreak(), Drawing(_HIGH * _ROWS, partial(_page, page, night)))][1:]
    return printed(parts, Foot(f"Seat cards · {night}", heading.act, heading.head, as_of=heading.as_of))


def _page(cards: Sequence[tuple[ChartTable, ChartSeat]], night: str, canvas: Canvas, _width: float) -> None:
    """Draw the cards of a page, row by row from the top, with marks where they are cut and where they are folded."""
    for at, (table, seat) in enumerate(cards):
        row, column = divmod(at, _COLUMNS)
        canvas.saveState()
        canvas.translate(column * _WIDE, (_ROWS - 1 - row) * _HIGH)
        # The same on both sides, the far one upside down, so that the card stands when folded.
        _side(canvas, f"TABLE {table.number} · SEAT {seat.number}", seat.name, night)
        canvas.translate(_WIDE, _HIGH)
        canvas.rotate(180)
        _side(canvas, f"TABLE {table.number} · SEAT {seat.number}", seat.name, night)
        canvas.restoreState()
    pen(canvas, 0.5, SOFT)
    edges = [column * _WIDE for column in range(_COLUMNS + 1)]
    for y in (row * _HIGH for row in range(_ROWS + 1)):
        for x in edges:
            canvas.line(max(0, x - _TICK), y, min(WIDTH, x + _TICK), y)
            canvas.line(x, max(0, y - _TICK), x, min(_ROWS * _HIGH, y + _TICK))
    canvas.setDash(1, 2)
    for fold in ((row + 0.5) * _HIGH for row in range(_ROWS)):
        for x in edges:
            canvas.line(max(0, x - _TICK), fold, min(WIDTH, x + _TICK), fold)
    canvas.setDash()


def _side(canvas: Canvas, title: str, name: str, night: str) -> None:
    """Draw one side of a card, its fold at the top."""
    high, wide = _HIGH / 2, _WIDE - 6 * mm
    fill(canvas, Box(3 * mm, high - 10 * mm, wide, 7 * mm), title, (12,), _SEAT)
    fill(canvas, Box(3 * mm, 7 * mm, wide, high - 17 * mm), name, _NAMES, _NAME)
    fill(canvas, Box(3 * mm, 2 * mm, wide, 4 * mm), night, _NAMES[-5:], _SMALL)
    if not name:
        pen(canvas, 0.6)
        canvas.line(12 * mm, 9 * mm, _WIDE - 12 * mm, 9 * mm)
