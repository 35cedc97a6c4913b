"""The result of a night as a picture for a chat (PNG), from plain values. The same result gives the same bytes.

One sentence, the night's skyline (the chips in play), and three figures. Lengths are in pixels.
"""

import io
from functools import cache, partial

from PIL import Image, ImageDraw, ImageFont

from ledger.paper.layout import font_path, runs, shortened, shown
from ledger.paper.text import in_drawing_order, wrapped
from ledger.reports.night_result import NightResult
from reservations.parsing.days import long_day

WIDTH, POST, STORY = 1080, 1350, 1920
"""How wide a picture is, and how high: 4:5 for a chat, 9:16 for a phone's whole screen."""
_EDGE, _GROUND, _FIGURES = 84, 250, 3
_INSIDE = WIDTH - 2 * _EDGE
_PAPER, _INK, _SOFT = "#f6f2e8", "#22201b", "#5c564a"
_FELT, _DEEP, _WASH, _ON_FELT = "#1b6446", "#124a33", "#cfe3d4", "#ffffff"
_LARGEST, _EVEN, _SMALLEST, _MOST_LINES = 118, 84, 48, 4  # of the sentence; down to _EVEN no short line ends it
_STROKE, _LEAST = 14, 26  # of the line that stands out; of the smallest letters


@cache
def _font(font: str, size: int) -> ImageFont.FreeTypeFont:
    # Plain typesetting is the same on every machine; the other kind is not available on all.
    return ImageFont.truetype(font_path(font), size, layout_engine=ImageFont.Layout.BASIC)


def _width(text: str, size: int, font: str) -> float:
    return sum(_font(name, size).getlength(part) for name, part in runs(text, font))


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    *,
    font: str = "Inter",
    room: float = _INSIDE,
) -> None:
    """Write a line on its baseline from a point on, smaller if the room is small, shortened if that is not enough."""
    text, (x, y) = shown(text), at
    while size > _LEAST and _width(text, size, font) > room:
        size -= 1
    text = shortened(text, room, partial(_width, size=size, font=font))
    for name, part in runs(in_drawing_order(text), font):
        pen.text((x, y), part, colour, _font(name, size), "ls")
        x += _font(name, size).getlength(part)


def result_png(result: NightResult, height: int = POST) -> bytes:
    """Return the picture of a result, ``POST`` or ``STORY`` high."""
    image = Image.new("RGB", (WIDTH, height), _PAPER)
    pen, ground = ImageDraw.Draw(image), height - _GROUND
    top = _EDGE + (height - POST) // 4  # On a whole screen, buttons cover the edges.
    _write(pen, (_EDGE, top + 36), result.house, 38, _FELT, font="Inter SemiBold")
    _write(pen, (_EDGE, top + 88), f"{result.day:%A} {long_day(result.day)}", 34, _SOFT)
    words = shown(result.sentence)
    for size in range(_LARGEST, _SMALLEST - 1, -2):
        lines = wrapped(words, _INSIDE, partial(_width, size=size, font="Fraunces"))
        is_even = size <= _EVEN or 2 * len(lines[-1]) >= len(lines[0])
        if is_even and len(lines) <= _MOST_LINES and " ".join(lines) == words:  # no word is broken
            break
    for place, line in enumerate(lines[:_MOST_LINES]):
        _write(pen, (_EDGE, top + 150 + size * (1 + 1.16 * place)), line, size, _INK, font="Fraunces")
    high = ground - (top + 200 + size * 1.16 * min(len(lines), _MOST_LINES))
    outline = [(x * WIDTH, ground - y * high) for x, y in result.skyline]
    if outline:
        pen.polygon([(0, ground), *outline, (WIDTH, ground)], _WASH if result.course else _FELT)
    if course := [(_STROKE / 2 + x * (WIDTH - _STROKE), ground - y * high) for x, y in result.course]:
        pen.line(course, _FELT, _STROKE, "curve")
        pen.circle(course[-1], 1.5 * _STROKE, _FELT)
    pen.rectangle((0, ground, WIDTH, height), _DEEP)
    for place, (label, value) in enumerate(result.figures[:_FIGURES]):
        left, room = _EDGE + place * _INSIDE / _FIGURES, _INSIDE / _FIGURES - 32
        _write(pen, (left, ground + 92), label, 32, _WASH, room=room)
        _write(pen, (left, ground + 166), value, 58, _ON_FELT, font="Inter SemiBold", room=room)
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=4)
    return target.getvalue()
