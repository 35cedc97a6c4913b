"""Cards for the seats as PDF, out of plain values: tents to cut apart and fold, free seats with a line."""

from collections.abc import Iterator, Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from ledger.paper import FELT, HEIGHT, INK, SOFT, WIDTH, Foot, Hand, printed
from ledger.paper_places import Place, fill
from reservations.seating_chart import ChartSeat, ChartTable, SeatingChart

PER_PAGE = 8
"""How many cards are on a page."""

_COLUMNS, _ROWS = 2, 4
_CARD = Place(0, 0, WIDTH / _COLUMNS, (HEIGHT - 1) / _ROWS)
_TICK = 4 * mm
_NAMES = (30.0, 27.0, 24.0, 21.0, 18.0, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 5.0)
_SEAT, _SMALL = Hand(colour=FELT, align="center", strong=True), Hand(colour=SOFT, align="center")
_NAME = Hand(align="center", strong=True)


def seat_cards_pdf(chart: SeatingChart) -> bytes:
    """A card for every seat, table by table. The same chart gives the same bytes."""
    heading = chart.heading
    night = f"{heading.house} · {heading.day.day} {heading.day:%B %Y}"
    name = f"Seat cards · {night}"
    cards = [(table, seat) for table in chart.tables for seat in table.seats]
    pages = [Cards(cards[at : at + PER_PAGE], night) for at in range(0, len(cards), PER_PAGE)]
    parts = [part for page in pages for part in (PageBreak(), page)][1:]
    return printed(parts, title=name, foot=Foot(name, heading.act, heading.head, as_of=heading.as_of))


class Cards(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """The cards of a page beside and below each other, with marks where they are cut and where they are folded."""

    def __init__(self, cards: Sequence[tuple[ChartTable, ChartSeat]], night: str) -> None:
        super().__init__()
        self.cards, self.night = cards, night

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """As large as the page."""
        return WIDTH, _CARD.height * _ROWS

    def draw(self) -> None:
        """Draw the cards from the top down, then the marks."""
        for (table, seat), (x, y) in zip(self.cards, _corners(), strict=False):
            title = f"TABLE {table.number} · SEAT {seat.number}"
            self._tent(Place(x, y, _CARD.width, _CARD.height), title, seat.name)
        self._marks()

    def _tent(self, card: Place, title: str, name: str) -> None:
        """Draw a card that says the same on both sides, the far one upside down, so that it stands when folded."""
        side = Place(0, 0, card.width, card.height / 2)
        self.canv.saveState()
        self.canv.translate(card.x, card.y)
        self._side(side, title, name)
        self.canv.translate(card.width, card.height)
        self.canv.rotate(180)
        self._side(side, title, name)
        self.canv.restoreState()

    def _side(self, side: Place, title: str, name: str) -> None:
        wide = side.width - 6 * mm
        fill(self.canv, Place(3 * mm, side.height - 10 * mm, wide, 7 * mm), title, (12,), _SEAT)
        fill(self.canv, Place(3 * mm, 7 * mm, wide, side.height - 17 * mm), name, _NAMES, _NAME)
        fill(self.canv, Place(3 * mm, 2 * mm, wide, 4 * mm), self.night, _NAMES[-5:], _SMALL)
        if not name:
            self.canv.setStrokeColor(INK)
            self.canv.setLineWidth(0.6)
            self.canv.line(12 * mm, 9 * mm, side.width - 12 * mm, 9 * mm)

    def _marks(self) -> None:
        self.canv.setStrokeColor(SOFT)
        self.canv.setLineWidth(0.5)
        for down in range(_ROWS + 1):
            for across in range(_COLUMNS + 1):
                self._cross(across * _CARD.width, down * _CARD.height)
        self.canv.setDash(1, 2)
        for down in range(_ROWS):
            middle = (down + 0.5) * _CARD.height
            for x in (across * _CARD.width for across in range(_COLUMNS + 1)):
                self.canv.line(max(0, x - _TICK), middle, min(WIDTH, x + _TICK), middle)
        self.canv.setDash()

    def _cross(self, x: float, y: float) -> None:
        self.canv.line(max(0, x - _TICK), y, min(WIDTH, x + _TICK), y)
        self.canv.line(x, max(0, y - _TICK), x, min(_ROWS * _CARD.height, y + _TICK))


def _corners() -> Iterator[tuple[float, float]]:
    """Yield the left lower corner of every card, row by row from the top."""
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            yield column * _CARD.width, (_ROWS - 1 - row) * _CARD.height
