"""The result of a night as a picture for a chat (PNG), from plain values. The same result gives the same bytes.

It is as wide as a phone shows unscaled, and as high as its content. Lengths are in pixels.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from ledger.money.cents import show_signed
from ledger.paper.layout import font_path, shown
from ledger.paper.text import in_drawing_order, wrapped
from ledger.reports.night_result import NightResult, Placing
from reservations.parsing.days import long_day
from reservations.parsing.names import counted

WIDTH = 1080
_MOST_HIGH, _EDGE, _GAP = 3000, 72, 56
_INSIDE = WIDTH - 2 * _EDGE
_PAPER, _SHEET, _LINE, _INK, _SOFT = "#f6f2e8", "#fffdf7", "#ddd4c1", "#22201b", "#5c564a"
_FELT, _FELT_DEEP, _WASH, _ON_FELT = "#1b6446", "#124a33", "#e4efe6", "#ffffff"
_STEP, _APART, _HIGH, _LOWER, _ROUND = 296, 24, 230, 62, 20  # of the podium: how wide a step is, and how high
_ORDER = {1: (0,), 2: (1, 0), 3: (1, 0, 2)}  # from left to right: the first stands in the middle


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    # The plain way of setting letters is the same on every machine; the other one is not on all of them.
    return ImageFont.truetype(font_path(), size, layout_engine=ImageFont.Layout.BASIC)


@dataclass
class _Sheet:
    """A sheet that is written from its top on; ``y`` is the present distance from the top."""

    image: Image.Image = field(default_factory=lambda: Image.new("RGB", (WIDTH, _MOST_HIGH), _PAPER))
    y: int = 0

    @property
    def pen(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        colour: str = _INK,
        *,
        room: float = _INSIDE,
        anchor: str = "ls",
        strong: bool = False,
    ) -> None:
        """Write one line at a point, smaller if the room is small, and shortened if that is not enough."""
        text = shown(text)
        least = max(24, size * 2 // 3)
        while size > least and _font(size).getlength(text) > room:
            size -= 1
        if _font(size).getlength(text) > room:
            while text and _font(size).getlength(f"{text}…") > room:
                text = text[:-1]
            text = f"{text.rstrip()}…"
        # The font comes in one weight: drawing the outline of its letters as well makes a stronger one.
        outline = size / 36 if strong else 0
        self.pen.text((x, y), in_drawing_order(text), colour, _font(size), anchor, stroke_width=outline)

    def box(self, height: int, colour: str) -> None:
        """Draw a box from edge to edge of that height at the present place."""
        self.pen.rounded_rectangle((_EDGE, self.y, WIDTH - _EDGE, self.y + height), _ROUND, colour)


def result_png(result: NightResult) -> bytes:
    """Return the picture of a result."""
    sheet = _Sheet()
    sheet.pen.rectangle((0, 0, WIDTH, 236), _FELT)
    sheet.write(result.house, _EDGE, 116, 54, _ON_FELT, strong=True)
    sheet.write(f"{result.day:%A} {long_day(result.day)}", _EDGE, 180, 34, _WASH)
    sheet.y = 236 + _GAP
    if result.podium:
        _draw_podium(sheet, result.podium)
        if result.others:
            others = f"and {counted(result.others, 'more player')} in the same place"
            sheet.write(others, WIDTH / 2, sheet.y + 44, 30, _SOFT, anchor="ms")
            sheet.y += 44
    else:
        sheet.write(result.without_podium, WIDTH / 2, sheet.y + 60, 52, strong=True, anchor="ms")
        sheet.y += 76
    sheet.y += _GAP
    _draw_figures(sheet, result.figures)
    if result.comeback:
        lines = wrapped(shown(result.comeback.sentence), _INSIDE - 80, _font(34).getlength)[:4]
        sheet.box(110 + 48 * len(lines), _WASH)
        sheet.write("Best comeback", _EDGE + 40, sheet.y + 58, 28, _FELT_DEEP, strong=True)
        for place, line in enumerate(lines):
            sheet.write(line, _EDGE + 40, sheet.y + 112 + 48 * place, 34, room=_INSIDE - 80)
        sheet.y += 110 + 48 * len(lines) + _GAP
    if result.leaders:
        sheet.box(112 + 64 * len(result.leaders), _SHEET)
        after = f"after {counted(result.nights, 'night')}"
        sheet.write(result.season, _EDGE + 40, sheet.y + 58, 28, _FELT_DEEP, room=560, strong=True)
        sheet.write(after, WIDTH - _EDGE - 40, sheet.y + 58, 28, _SOFT, room=260, anchor="rs")
        for place, placing in enumerate(result.leaders):
            y = sheet.y + 124 + 64 * place
            sheet.write(f"{placing.place}.", _EDGE + 40, y, 34, _SOFT)
            sheet.write(placing.name, _EDGE + 110, y, 34, room=500)
            if placing.cents is not None:
                amount = show_signed(placing.cents)
                sheet.write(amount, WIDTH - _EDGE - 40, y, 36, room=280, anchor="rs", strong=True)
        sheet.y += 112 + 64 * len(result.leaders) + _GAP
    if result.proof:
        sheet.box(116, _FELT)
        sheet.write(result.payments_sentence, WIDTH / 2, sheet.y + 71, 36, _ON_FELT, room=_INSIDE - 80, anchor="ms")
        sheet.y += 116 + _GAP
    target = io.BytesIO()
    sheet.image.crop((0, 0, WIDTH, sheet.y)).save(target, "PNG", compress_level=4)
    return target.getvalue()


def _draw_podium(sheet: _Sheet, podium: Sequence[Placing]) -> None:
    """Draw the first three on their steps, the first in the middle; equal places are equally high."""
    left = (WIDTH - len(podium) * _STEP - (len(podium) - 1) * _APART) / 2
    floor = sheet.y + 130 + _HIGH
    for at in _ORDER[len(podium)]:
        each = podium[at]
        top = floor - _HIGH + _LOWER * (each.place - 1)
        middle = left + _STEP / 2
        sheet.write(
            each.name, middle, top - (74 if each.cents is not None else 24), 40, room=_STEP, anchor="ms", strong=True
        )
        if each.cents is not None:
            sheet.write(show_signed(each.cents), middle, top - 22, 40, _FELT, room=_STEP, anchor="ms", strong=True)
        colour = _FELT if each.place == 1 else _WASH
        sheet.pen.rounded_rectangle(
            (left, top, left + _STEP, floor), _ROUND, colour, corners=(True, True, False, False)
        )
        number = _ON_FELT if each.place == 1 else _FELT_DEEP
        sheet.write(str(each.place), middle, (top + floor) / 2, 72, number, anchor="mm", strong=True)
        left += _STEP + _APART
    sheet.pen.rectangle((_EDGE, floor, WIDTH - _EDGE, floor + 4), _FELT_DEEP)
    sheet.y = int(floor) + 4


def _draw_figures(sheet: _Sheet, figures: Sequence[tuple[str, str]]) -> None:
    """Draw the figures side by side, each below its label, all in the largest size that fits."""
    if not figures:
        return
    size, free = 45, -1.0
    while size > 20 and free < 36 * (len(figures) - 1):
        size -= 1
        widths = [
            max(_font(size).getlength(shown(value)) * 1.03, _font(size * 2 // 3).getlength(label))
            for label, value in figures
        ]
        free = _INSIDE - sum(widths)
    left = float(_EDGE)
    for (label, value), width in zip(figures, widths, strict=True):
        sheet.write(label, left, sheet.y + 26, size * 2 // 3, _SOFT)
        sheet.write(value, left, sheet.y + 30 + size * 1.2, size, strong=True, room=_INSIDE)
        left += width + free / max(1, len(widths) - 1)
    sheet.y += 92 + _GAP
