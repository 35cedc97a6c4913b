"""Pictures on paper: QR codes, and chips in their colours."""

from itertools import groupby
from math import cos, pi, sin

import segno
from reportlab.lib.colors import Color, HexColor, white
from reportlab.pdfgen.canvas import Canvas

from ledger.paper.layout import HAIR, INK, pen

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
_MARKS = 6  # On the rim of a chip.


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
    face, rim = map(HexColor, _CHIPS.get(colour.casefold().strip(), _ANY_CHIP))
    _disc(canvas, x, y, radius, face)
    canvas.setLineWidth(radius * 0.3)
    canvas.setStrokeColor(rim)
    for place in range(_MARKS):
        middle = 2 * pi * (place + 0.25) / _MARKS
        inner, outer = radius * 0.72, radius
        canvas.setLineWidth(radius * 0.36)
        canvas.line(x + inner * cos(middle), y + inner * sin(middle), x + outer * cos(middle), y + outer * sin(middle))
    pen(canvas, 0.5, HAIR if colour.casefold() != "white" else rim)
    canvas.circle(x, y, radius, 1, 0)


def _disc(canvas: Canvas, x: float, y: float, radius: float, face: Color) -> None:
    canvas.setFillColor(face)
    canvas.setStrokeColor(white)
    canvas.circle(x, y, radius, 0, 1)
