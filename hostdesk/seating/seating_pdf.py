"""The seating chart as PDF, out of plain values: a page a table, to be read by those who stand around it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin

from reportlab.lib.colors import HexColor, white
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Spacer

from ledger.paper import FELT, HAIR, HALF, HEIGHT, INK, QUIET, SOFT, WIDTH, Foot, Hand, Words, beside, printed
from ledger.paper_places import Place, fill
from ledger.paper_tables import Column, Row, table
from reservations.seating_chart import ChartSeat, ChartTable, SeatingChart, by_name

NOBODY_SITS = "Nobody has a seat yet."
"""What a paper says where nobody was seated."""

BUTTON = 9.0
"""Half of how wide the button is, in points."""

_EYEBROW = Hand(7.5, FELT, strong=True)
_LISTED = (16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0)  # The sizes of the list below the oval.
_WITH_ENDS = 6
_MOST_BELOW = 12  # Names that stand below each other.
_HEIGHT = 122 * mm
_PLATE = (40 * mm, 17 * mm)
_NARROWER = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35)
_NAMES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0)
_MIDDLE, _MIDDLE_QUIET = Hand(align="center", strong=True), Hand(colour=SOFT, align="center")
_NUMBER = Hand(colour=FELT, align="center", strong=True)
_GREEN, _PAPER = HexColor("#e6efe9"), white


def seating_pdf(chart: SeatingChart) -> bytes:
    """The chart of a night. The same chart gives the same bytes."""
    heading = chart.heading
    name = f"Seats · {heading.house} · {_day(chart)}"
    pages = [] if chart.is_empty else [_page(each, chart) for each in chart.tables]
    parts = [part for page in pages for part in (PageBreak(), *page)][1:] or [*_title(chart), Words(NOBODY_SITS)]
    return printed(parts, title=name, foot=Foot(name, heading.act, heading.head, as_of=heading.as_of))


def _day(chart: SeatingChart) -> str:
    return f"{chart.heading.day.day} {chart.heading.day:%B %Y}"


def _title(chart: SeatingChart) -> Iterator[Flowable]:
    yield Words("SEATS", _EYEBROW)
    yield Words(f"{chart.heading.house} · {chart.heading.day:%A} {_day(chart)}", Hand(11))


def _page(each: ChartTable, chart: SeatingChart) -> list[Flowable]:
    """What stands on the page of a table: the oval, and below it the same by name, so that nobody has to search."""
    table = Words(f"Table {each.number}", Hand(26, strong=True))
    above = [*_title(chart), table, Spacer(0, 6), Oval(each), Spacer(0, 10)]
    below = list(_end(chart))
    return [*above, *_names(each, HEIGHT - _height([*above, *below])), *below]


def _end(chart: SeatingChart) -> Iterator[Flowable]:
    yield Spacer(0, 8)
    if chart.standing:
        yield Words(f"Not seated yet: {', '.join(chart.standing)}", Hand(10))
    if chart.heading.known_until:
        yield Words(f"The seats as they were on {chart.heading.known_until}.", QUIET)


def _names(each: ChartTable, room: float) -> list[Flowable]:
    """Who sits there by name, as large as there is room for."""
    rows = [Row((seat.name, seat.marks, str(seat.number))) for seat in by_name(each)]
    if not rows:
        return [Words("Nobody sits here yet.", Hand(_LISTED[0]))]
    sized = [_listed(rows, size) for size in _LISTED]
    return next((parts for parts in sized if _height(parts) <= room), sized[-1])


def _listed(rows: Sequence[Row], size: float) -> list[Flowable]:
    """The rows in letters of that size at most; more than fit below each other go on beside them."""
    columns = [Column("Name", share=1), Column(hand=QUIET), Column("Seat", Hand(align="right", strong=True))]
    if len(rows) <= _MOST_BELOW:
        return table(columns, rows, largest=size)
    half = (len(rows) + 1) // 2
    left, right = (table(columns, part, largest=size, width=HALF) for part in (rows[:half], rows[half:]))
    return [beside(left, right)]


def _height(parts: Sequence[Flowable]) -> float:
    return sum(float(part.wrap(WIDTH, HEIGHT)[1]) for part in parts)


class Oval(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """A table from above with its seats around it, clockwise from the upper left."""

    def __init__(self, table: ChartTable) -> None:
        super().__init__()
        self.table = table

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """As wide as the page."""
        return WIDTH, _HEIGHT

    def draw(self) -> None:
        """Draw the table, its seats, and where the button is."""
        plates = plates_around(len(self.table.seats))
        self._felt(plates[0])
        for seat, plate in zip(self.table.seats, plates, strict=True):
            self._seat(seat, plate)

    def _felt(self, plate: Place) -> None:
        left, foot = plate.width / 2, plate.height / 2
        self.canv.setLineWidth(1.6)
        self.canv.setStrokeColor(FELT)
        self.canv.setFillColor(_GREEN)
        self.canv.ellipse(left, foot, WIDTH - left, _HEIGHT - foot, 1, 1)
        middle = Place(WIDTH / 2 - 100, _HEIGHT / 2 - 30, 200, 60)
        fill(self.canv, Place(middle.x, _HEIGHT / 2 - 6, 200, 36), f"Table {self.table.number}", (24,), _MIDDLE)
        fill(self.canv, Place(middle.x, _HEIGHT / 2 - 26, 200, 20), self.table.in_words, (10,), _MIDDLE_QUIET)

    def _seat(self, seat: ChartSeat, plate: Place) -> None:
        self.canv.setLineWidth(1.1 if seat.name else 0.7)
        self.canv.setStrokeColor(INK if seat.name else HAIR)
        self.canv.setFillColor(_PAPER)
        self.canv.roundRect(plate.x, plate.y, plate.width, plate.height, 4, 1, 1)
        number = plate.height * 0.5
        fill(self.canv, Place(plate.x + 2, plate.y, number, plate.height), str(seat.number), _NAMES[3:], _NUMBER)
        words = Place(plate.x + number + 4, plate.y + 1.5, plate.width - number - 7, plate.height - 3)
        self._who(seat, words)
        if seat.button:
            self._button(plate)

    def _who(self, seat: ChartSeat, place: Place) -> None:
        if not seat.name:
            fill(self.canv, place, "free", _NAMES[3:], QUIET)
        elif seat.away:
            low = place.height * 0.4
            fill(self.canv, Place(place.x, place.y + low, place.width, place.height - low), seat.name, _NAMES)
            fill(self.canv, Place(place.x, place.y, place.width, low), "away", _NAMES[5:], QUIET)
        else:
            fill(self.canv, place, seat.name, _NAMES)

    def _button(self, plate: Place) -> None:
        x, y = before(plate)
        self.canv.setFillColor(_PAPER)
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(1.2)
        self.canv.circle(x, y, BUTTON, 1, 1)
        fill(self.canv, Place(x - BUTTON, y - BUTTON, 2 * BUTTON, 2 * BUTTON), "D", (11,), _MIDDLE)


def plates_around(count: int) -> list[Place]:
    """Return where the plates of so many seats are, clockwise, as large as they go beside each other."""
    choices = [_plates(count, _PLATE[0] * each, _PLATE[1] * each) for each in _NARROWER]
    return next((plates for plates in choices if not _any_meet(plates)), choices[-1])


def _plates(count: int, width: float, height: float) -> list[Place]:
    across, up = (WIDTH - width) / 2, (_HEIGHT - height) / 2
    # As on the page of the desk: from the upper left on, and where there are enough with a seat at each end.
    first = 1 if count >= _WITH_ENDS else 0.5
    angles = [pi - 2 * pi * (first + place) / count for place in range(count)]
    return [Place(across + across * cos(angle), up + up * sin(angle), width, height) for angle in angles]


def _any_meet(plates: Sequence[Place]) -> bool:
    return len(plates) > 1 and any(one.meets(other) for one, other in pairwise([*plates, plates[0]]))


def before(plate: Place) -> tuple[float, float]:
    """Return where the middle of the button is that lies before a plate, on the way to the middle of the table."""
    x, y = plate.x + plate.width / 2, plate.y + plate.height / 2
    across, up = WIDTH / 2 - x, _HEIGHT / 2 - y
    # A button that touches the plate's edge is half of itself beyond it, and a gap is left between the two.
    wide, high = plate.width / 2 + BUTTON + 3, plate.height / 2 + BUTTON + 3
    way = min(wide / abs(across) if across else 1, high / abs(up) if up else 1)
    return x + across * way, y + up * way
