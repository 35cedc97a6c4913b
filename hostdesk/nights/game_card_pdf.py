"""The game card of a night as PDF, out of plain values: half a page that lies beside the bank or goes round."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, Spacer, Table

from ledger.money.cents import style_now
from ledger.paper import layout
from ledger.paper.pictures import chips_drawn, draw_qr, levels_drawn
from ledger.paper.sizes import card_page
from ledger.terms.bank_terms import Colour
from reservations.parsing.days import long_day


@dataclass(frozen=True)
class GameCard:
    """What a player asks before the first hand; what is not known yet is empty.

    ``headlines`` are what is read first, each with its label; ``own`` says what is of this night and not the house's;
    ``told`` are sentences by subject. ``address`` leads to the rules.
    """

    house: str
    day: date
    starts: str
    banker: str
    version: int
    headlines: tuple[tuple[str, str], ...]
    own: tuple[str, ...]
    told: tuple[tuple[str, tuple[str, ...]], ...]
    chips: tuple[Colour, ...]
    levels: tuple[str, ...]
    level_minutes: int | None
    address: str
    cancelled: bool = False

    @property
    def when(self) -> str:
        """The day, and when it starts if that is known."""
        return f"{self.day:%A} {long_day(self.day)}{f', {self.starts}' if self.starts else ''}"


WIDTH = card_page().width
"""What a card holds from side to side, in points."""

_QR, _GAP, _EDGE = 25 * mm, 4 * mm, 10.0
_FACTS = 40.0  # How high the headlines are, in points.
_TITLES = (21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0)
_FIGURES = (17.0, 15.0, 13.5, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0)
_NAMES = (10.5, 9.5, 8.5, 7.5, 6.5, 5.5, 5.0)
_BODIES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0)  # The largest that leaves all on one page; else the last, and a second page.
_LABEL, _SMALL = layout.TextStyle(7, layout.SOFT), layout.TextStyle(6, layout.SOFT, "center")
_CHIPS_ACROSS = 3
_COLUMNS_OF_LEVELS = ((24, 4), (9, 3), (0, 2))  # From so many levels on they stand in so many columns.


def game_card_pdf(card: GameCard) -> bytes:
    """The card, on A5 or half letter as the place prints. The same card gives the same bytes."""
    page = card_page()
    for body in _BODIES:
        parts = [part for section in (_head(card), *_sections(card, body)) for part in section]
        if layout.height_of(parts, page.width) <= page.height:
            break
    name = f"Game card · {long_day(card.day)}"
    foot = layout.Foot(name, 0, "", as_of=f"rules version {card.version}", note="Cancelled" if card.cancelled else "")
    return layout.printed(parts, foot, title=f"{card.house} · game card · {long_day(card.day)}", page=page)


def _head(card: GameCard) -> list[Flowable]:
    """Whose card it is, the way to the rules, and what is read first."""
    left = WIDTH - _QR - _GAP
    title = [
        layout.Words(f"GAME CARD · ALL AMOUNTS IN {style_now().currency.upper()}", layout.EYEBROW),
        Spacer(0, 2),
        layout.fitted(card.house, left, 56, _TITLES, unbroken=True),
        layout.Words(card.when, layout.TextStyle(10.5, layout.SOFT)),
        Spacer(0, 3),
        layout.fitted(f"Banker: {card.banker or '_' * 24}", left, 15, _NAMES),
    ]
    code = layout.Drawing(_QR + 9, partial(_code, card))
    return [
        Table([[title, "", code]], [left, _GAP, _QR], style=layout.UNPADDED),
        Spacer(0, 8),
        layout.Drawing(_FACTS, partial(_headlines, card)),
    ]


def _sections(card: GameCard, body: float) -> Iterator[list[Flowable]]:
    """The rest below their headings, sentences in letters of that size."""
    drawn: list[tuple[str, list[Flowable]]] = []
    said = [("Only this night", card.own), *card.told]
    told = [(title, [layout.Words(each, layout.TextStyle(body)) for each in sentences]) for title, sentences in said]
    if card.chips:
        drawn.append(("Chips", chips_drawn(card.chips, _CHIPS_ACROSS)))
    if card.levels:
        across = next(columns for least, columns in _COLUMNS_OF_LEVELS if len(card.levels) >= least)
        drawn.append((f"Levels of {card.level_minutes} minutes", levels_drawn(card.levels, across, body)))
    for title, parts in (*told[:1], *drawn, *told[1:]):
        if parts:
            spaced = [part for each in parts for part in (each, Spacer(0, body * 0.22))]
            heading = layout.Words(title, layout.TextStyle(body + 0.5, layout.FELT, strong=True))
            yield [CondPageBreak(48), Spacer(0, body * 0.85), heading, Spacer(0, 1.5), *spaced]


def _code(card: GameCard, canvas: Canvas, width: float) -> None:
    """Draw the QR code of the rules, and below it what it is."""
    draw_qr(canvas, card.address, 0, _QR + 9, _QR)
    layout.fill(canvas, layout.Box(0, 0, width, 8), "All rules of the house", (6, 5), _SMALL)


def _headlines(card: GameCard, canvas: Canvas, width: float) -> None:
    """Draw what is read first between two lines of ink, each below its label."""
    layout.pen(canvas, 0.9)
    canvas.line(0, _FACTS, width, _FACTS)
    canvas.line(0, 0, width, 0)
    # Those that say more get more of the room, but none so much that another cannot be read.
    weights = [max(8, min(26, len(text))) for _, text in card.headlines]
    at, room = 0.0, width + _EDGE
    for (label, text), weight in zip(card.headlines, weights, strict=True):
        wide = room * weight / sum(weights) - _EDGE
        _LABEL.write(canvas, at, _FACTS - 11, layout.shown(label))
        layout.fill(canvas, layout.Box(at, 3, wide, 23), text, _FIGURES, layout.TextStyle(strong=True))
        at += wide + _EDGE
