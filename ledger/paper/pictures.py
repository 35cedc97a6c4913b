"""Pictures on paper: QR codes, chips in their colours, and the blinds of levels."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from math import cos, pi, sin

import segno
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from ledger.money.cents import show_money
from ledger.paper.layout import INK, QUIET, SOFT, Box, Drawing, TextStyle, fill, pen
from ledger.terms.bank_terms import Colour

# As the pages of the desk draw them: a colour that is not here is a plain grey chip beside its name.
_CHIPS = {
    "white": ("#f6f4ee", "#b9b3a3"),
    "red": ("#b3261e", "#ffffff"),
    "blue": ("#1f4fa3", "#ffffff"),
    "green": ("#1d7a4c", "#ffffff"),
    "black": ("#1b1b1b", "#dddddd"),
    "yellow": ("#e8b923", "#ffffff"),
    "purple": ("#6b3fa0", "#ffffff"),
    "orange": ("#d9711c", "#ffffff"),
    "pink": ("#d9699a", "#ffffff"),
    "brown": ("#77502f", "#ffffff"),
    "grey": ("#888888", "#ffffff"),
    "gray": ("#888888", "#ffffff"),
}
_ANY_CHIP = ("#999999", "#ffffff")
_MARKS, _RADIUS = 6, 11.0  # On the rim of a chip; and half of how wide one is, in points.
_SIZES = (10.5, 9.5, 8.5, 7.5, 6.5, 5.5, 5.0)
_STRONG = TextStyle(strong=True)


def draw_qr(canvas: Canvas, said: str, left: float, top: float, size: float) -> None:
    """Draw the QR code of a text below ``top``, row by row, neighbouring dark modules in one piece."""
    rows = [list(row) for row in segno.make(said, error="m").matrix]
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


def draw_chip(canvas: Canvas, colour: str, x: float, y: float, radius: float) -> None:
    """Draw a chip of a colour by its name, around its middle at x, y."""
    face, rim = map(HexColor, _CHIPS.get(colour.casefold(), _ANY_CHIP))
    canvas.setFillColor(face)
    canvas.circle(x, y, radius, 0, 1)
    pen(canvas, radius * 0.36, rim)
    for place in range(_MARKS):
        across, up = (turn(2 * pi * (place + 0.25) / _MARKS) for turn in (cos, sin))
        inner, outer = radius * 0.72, radius
        canvas.line(x + inner * across, y + inner * up, x + outer * across, y + outer * up)
    # A pale one would not be seen on paper without an edge.
    pen(canvas, 0.5, SOFT)
    canvas.circle(x, y, radius, 1, 0)


def chips_drawn(chips: Sequence[Colour], across: int) -> list[Flowable]:
    """The chips in their colours, so many beside each other, with what each is worth and whether it waits."""
    rows = [chips[at : at + across] for at in range(0, len(chips), across)]
    return [Drawing(2.5 * _RADIUS, partial(_draw_chips, row, across)) for row in rows]


def _draw_chips(chips: Sequence[Colour], across: int, canvas: Canvas, width: float) -> None:
    room, middle, beside = width / across, 1.25 * _RADIUS, 2 * _RADIUS + 5
    for place, chip in enumerate(chips):
        left = place * room
        draw_chip(canvas, chip.name, left + _RADIUS, middle, _RADIUS)
        fill(canvas, Box(left + beside, middle - 1, room - beside - 4, 15), show_money(chip.cents), _SIZES, _STRONG)
        name = f"{chip.name}, when needed" if chip.reserve else chip.name
        fill(canvas, Box(left + beside, middle - 11, room - beside - 4, 11), name, _SIZES[2:], QUIET)


def levels_drawn(levels: Sequence[str], across: int, size: float) -> list[Flowable]:
    """The blinds of each level with its number, in so many columns, read down them so that a level is found."""
    high, numbered = -(-len(levels) // across), list(enumerate(levels, start=1))
    return [Drawing(max(size * 1.5, 13), partial(_draw_levels, numbered[at::high], across)) for at in range(high)]


def _draw_levels(levels: Sequence[tuple[int, str]], across: int, canvas: Canvas, width: float) -> None:
    for place, (number, blinds) in enumerate(levels):
        left, beside = place * width / across, 18
        fill(canvas, Box(left, 0, beside, 13), str(number), _SIZES[2:], QUIET)
        fill(canvas, Box(left + beside, 0, width / across - beside - 4, 14), blinds, _SIZES, _STRONG)
