"""A picture on paper: the same shapes, in inks that a printer without colours tells apart as well."""

from collections.abc import Sequence
from functools import partial

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Spacer

from ledger.paper.layout import FELT, HAIR, HEIGHT, INK, SOFT, WIDTH, Drawing, TextStyle, heading, pen, shown
from ledger.pictures.shapes import TEXT, Area, Boxes, Dots, Ink, Line, Mark, Picture, Point, Words

_COLOURS = {
    Ink.INK: INK,
    Ink.SOFT: SOFT,
    Ink.GRID: HAIR,
    Ink.UP: HexColor("#1c5f92"),
    Ink.DOWN: HexColor("#b8590f"),
    Ink.ACCENT: FELT,
}
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # The share of a text's width that stands before its place.
_TITLE = 60  # Room for a title of several lines, in points.
_PALE = {"area": 0.2, "dim": 0.25}  # How much of a colour is left where it is pale, the rest is paper.


def on_paper(picture: Picture, *, player: int = 0, width: float = WIDTH) -> Flowable:
    """Return a picture with its title above it, at most so many points wide; others than the ``player`` stand back.

    A high one is drawn smaller, so that it has room on a page.
    """
    width = min(width, (HEIGHT - _TITLE) * picture.width / picture.height)
    return KeepTogether([heading(picture.title), Spacer(0, 6), bare(picture, player=player, width=width)])


def bare(picture: Picture, *, player: int = 0, width: float = WIDTH) -> Drawing:
    """Return a picture alone, so many points wide."""
    return Drawing(picture.height * width / picture.width, partial(_draw, picture, player, width))


def _draw(picture: Picture, player: int, width: float, canvas: Canvas, _room: float) -> None:
    """Draw it so many points wide, whatever room there is beside it."""
    is_of_them = any(player == mark.of for mark in picture.marks)
    for mark in picture.marks:
        colour = _COLOURS[mark.ink]
        if isinstance(mark, Area):
            colour = _paler(colour, _PALE["area"])
        if player and is_of_them and mark.of not in (0, player):
            colour = SOFT if isinstance(mark, Words) else _paler(colour, _PALE["dim"])
        _draw_mark(canvas, mark, colour, width / picture.width, picture.height)


def _paler(colour: Color, left: float) -> Color:
    return Color(*(1 - (1 - part) * left for part in colour.rgb()))


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
            for x, y in mark.points:
                canvas.circle(x * scale, (height - y) * scale, mark.radius * scale, 0, 1)
        case _:
            style, text = TextStyle(TEXT * scale, colour, strong=mark.strong), shown(mark.text)
            left = mark.x * scale - style.measure(text) * _BEFORE[mark.align]
            style.write(canvas, left, (height - mark.y - TEXT * 0.36) * scale, text)


def _outline(canvas: Canvas, points: Sequence[Point], scale: float, height: float, *, filled: bool) -> None:
    path = canvas.beginPath()
    for place, (x, y) in enumerate(points):
        (path.lineTo if place else path.moveTo)(x * scale, (height - y) * scale)
    canvas.drawPath(path, stroke=not filled, fill=filled)
