"""A picture on paper: the same shapes, in inks that a printer without colours tells apart as well."""

from collections.abc import Sequence
from functools import partial

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from ledger.paper.layout import FELT, HAIR, INK, SOFT, WIDTH, Drawing, TextStyle, pen, shown
from ledger.pictures.shapes import TEXT, Area, Boxes, Dots, Ink, Line, Mark, Picture, Point

_COLOURS = {
    Ink.INK: INK,
    Ink.SOFT: SOFT,
    Ink.GRID: HAIR,
    Ink.UP: HexColor("#1c5f92"),
    Ink.DOWN: HexColor("#b8590f"),
    Ink.ACCENT: FELT,
}
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # The share of a text's width that stands before its place.
_PALE = 0.2  # The strength of a colour in an area; the rest is paper.


def bare(picture: Picture) -> Drawing:
    """Return a picture as wide as the page."""
    return Drawing(picture.height * WIDTH / picture.width, partial(_draw, picture))


def _draw(picture: Picture, canvas: Canvas, _room: float) -> None:
    for mark in picture.marks:
        colour = _COLOURS[mark.ink]
        if isinstance(mark, Area):
            colour = Color(*(1 - (1 - part) * _PALE for part in colour.rgb()))
        _draw_mark(canvas, mark, colour, WIDTH / picture.width, picture.height)


def _draw_mark(canvas: Canvas, mark: Mark, colour: Color, scale: float, height: float) -> None:
    """Draw a mark of a picture that high; paper measures from its foot, in points."""
    canvas.setFillColor(colour)
    match mark:
        case Line():
            pen(canvas, mark.thick * scale, colour)
            canvas.setDash([4 * scale, 4 * scale] if mark.dashed else [])
            canvas.setLineJoin(1)
            _outline(canvas, mark.points, scale, height, filled=False)
            canvas.setDash([])
        case Area():
            _outline(canvas, mark.points, scale, height, filled=True)
        case Boxes():
            for x, y, wide, high in mark.boxes:
                canvas.rect(x * scale, (height - y - high) * scale, wide * scale, high * scale, 0, 1)
        case Dots():
            # A line without length whose ends are round is a dot; a circle has ten times as many numbers.
            pen(canvas, 2 * mark.radius * scale, colour)
            canvas.setLineCap(1)
            dots = [(x * scale, (height - y) * scale) for x, y in mark.points]
            canvas.lines([(*dot, *dot) for dot in dots])
            canvas.setLineCap(0)
        case _:
            style, text = TextStyle(TEXT * scale, colour, strong=mark.strong), shown(mark.text)
            left = mark.x * scale - style.measure(text) * _BEFORE[mark.align]
            style.write(canvas, left, (height - mark.y - TEXT * 0.36) * scale, text)


def _outline(canvas: Canvas, points: Sequence[Point], scale: float, height: float, *, filled: bool) -> None:
    path = canvas.beginPath()
    for place, (x, y) in enumerate(points):
        (path.lineTo if place else path.moveTo)(x * scale, (height - y) * scale)
    canvas.drawPath(path, stroke=not filled, fill=filled)
