"""The seating chart as PDF, out of plain values: a page a table, to be read from a few steps away."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import cos, pi, sin

from reportlab.lib.colors import HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Spacer

from ledger.paper import layout
from ledger.paper.grids import Column, Row, table
from reservations.parsing.days import long_day
from reservations.tables.seating_chart import ChartTable, SeatingChart, by_name

BUTTON = 9.0
"""Half of how wide the button is, in points."""

_LISTED = (16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0)  # The sizes of the list below the oval.
_WITH_ENDS = 6
_MOST_BELOW = 12  # Names that stand below each other.
_HEIGHT = 122 * mm
_PLATE = (40 * mm, 17 * mm)
_NARROWER = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35)
_NAMES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0)
_MIDDLE, _MIDDLE_QUIET = (
    layout.TextStyle(align="center", strong=True),
    layout.TextStyle(colour=layout.SOFT, align="center"),
)
_NUMBER = layout.TextStyle(colour=layout.FELT, align="center", strong=True)
_GREEN = HexColor("#e6efe9")


def seating_pdf(chart: SeatingChart) -> bytes:
    """The chart of a night, a page a table. The same chart gives the same bytes."""
    heading, day = chart.heading, long_day(chart.heading.day)
    title = [
        layout.Words("SEATS", layout.EYEBROW),
        layout.Words(f"{heading.house} · {heading.day:%A} {day}", layout.TextStyle(11)),
    ]
    end: list[Flowable] = [Spacer(0, 8)]
    if chart.unseated:
        end.append(layout.Words(f"Not seated yet: {', '.join(chart.unseated)}", layout.TextStyle(10)))
    if heading.known_until:
        end.append(layout.Words(f"The seats as they were on {heading.known_until}.", layout.QUIET))
    parts: list[Flowable] = []
    for each in () if chart.is_empty else chart.tables:
        number = layout.Words(f"Table {each.number}", layout.TextStyle(26, strong=True))
        above = [*title, number, Spacer(0, 6), layout.Drawing(_HEIGHT, partial(_oval, each)), Spacer(0, 10)]
        # Below the oval the same by name, for a quick look.
        parts += [
            *([PageBreak()] if parts else []),
            *above,
            *_names(each, layout.HEIGHT - layout.height_of([*above, *end])),
            *end,
        ]
    footer = f"Seats · {heading.house} · {day}"
    foot = layout.Foot(footer, heading.act, heading.head, as_of=heading.as_of)
    return layout.printed(parts or [*title, layout.Words("No seats yet.")], foot)


def _names(each: ChartTable, room: float) -> list[Flowable]:
    """The players by name, as large as there is room for; more than fit below each other go into a second column."""
    rows = [Row((seat.name, seat.marks, str(seat.number))) for seat in by_name(each)]
    if not rows:
        return [layout.Words("No players yet.", layout.TextStyle(_LISTED[0]))]
    columns = [
        Column("Name", share=1),
        Column(text_style=layout.QUIET),
        Column("Seat", layout.TextStyle(align="right", strong=True)),
    ]
    half = (len(rows) + 1) // 2
    for size in _LISTED:
        if len(rows) <= _MOST_BELOW:
            listed = table(columns, rows, largest=size)
        else:
            listed = [
                layout.beside(
                    *(table(columns, part, largest=size, width=layout.HALF) for part in (rows[:half], rows[half:]))
                )
            ]
        if layout.height_of(listed) <= room:
            break
    return listed


def _oval(table: ChartTable, canvas: Canvas, _width: float) -> None:
    """Draw a table from above with its seats around it, clockwise from the upper left, and where the button is."""
    plates = plates_around(len(table.seats))
    left, foot = plates[0].width / 2, plates[0].height / 2
    canvas.setLineWidth(1.6)
    canvas.setStrokeColor(layout.FELT)
    canvas.setFillColor(_GREEN)
    canvas.ellipse(left, foot, layout.WIDTH - left, _HEIGHT - foot, 1, 1)
    middle = layout.WIDTH / 2 - 100
    layout.fill(canvas, layout.Box(middle, _HEIGHT / 2 - 6, 200, 36), f"Table {table.number}", (24,), _MIDDLE)
    layout.fill(canvas, layout.Box(middle, _HEIGHT / 2 - 26, 200, 20), table.in_words, (10,), _MIDDLE_QUIET)
    for seat, plate in zip(table.seats, plates, strict=True):
        canvas.setLineWidth(1.1 if seat.name else 0.7)
        canvas.setStrokeColor(layout.INK if seat.name else layout.HAIR)
        canvas.setFillColor(white)
        canvas.roundRect(plate.x, plate.y, plate.width, plate.height, 4, 1, 1)
        number = plate.height * 0.5
        layout.fill(
            canvas, layout.Box(plate.x + 2, plate.y, number, plate.height), str(seat.number), _NAMES[3:], _NUMBER
        )
        place = layout.Box(plate.x + number + 4, plate.y + 1.5, plate.width - number - 7, plate.height - 3)
        if not seat.name:
            layout.fill(canvas, place, "free", _NAMES[3:], layout.QUIET)
        elif seat.away:
            low = place.height * 0.4
            layout.fill(canvas, replace(place, y=place.y + low, height=place.height - low), seat.name, _NAMES)
            layout.fill(canvas, replace(place, height=low), "away", _NAMES[5:], layout.QUIET)
        else:
            layout.fill(canvas, place, seat.name, _NAMES)
        if seat.button:
            x, y = before(plate)
            canvas.setFillColor(white)
            canvas.setStrokeColor(layout.INK)
            canvas.setLineWidth(1.2)
            canvas.circle(x, y, BUTTON, 1, 1)
            layout.fill(canvas, layout.Box(x - BUTTON, y - BUTTON, 2 * BUTTON, 2 * BUTTON), "D", (11,), _MIDDLE)


def plates_around(count: int) -> list[layout.Box]:
    """Return where the plates of so many seats are, clockwise, as large as they go beside each other."""
    # As on the page of the desk: from the upper left on, and where there are enough with a seat at each end.
    first = 1 if count >= _WITH_ENDS else 0.5
    angles = [pi - 2 * pi * (first + place) / count for place in range(count)]
    for narrower in _NARROWER:
        width, height = _PLATE[0] * narrower, _PLATE[1] * narrower
        across, up = (layout.WIDTH - width) / 2, (_HEIGHT - height) / 2
        plates = [layout.Box(across + across * cos(each), up + up * sin(each), width, height) for each in angles]
        if count == 1 or not any(one.meets(other) for one, other in pairwise([*plates, plates[0]])):
            break
    return plates


def before(plate: layout.Box) -> tuple[float, float]:
    """Return where the middle of the button is that lies before a plate, on the way to the middle of the table."""
    x, y = plate.x + plate.width / 2, plate.y + plate.height / 2
    across, up = layout.WIDTH / 2 - x, _HEIGHT / 2 - y
    # A button that touches the plate's edge is half of itself beyond it, and a gap is left between the two.
    wide, high = plate.width / 2 + BUTTON + 3, plate.height / 2 + BUTTON + 3
    way = min(wide / abs(across) if across else 1, high / abs(up) if up else 1)
    return x + across * way, y + up * way
