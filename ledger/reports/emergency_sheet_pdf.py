"""The emergency sheet as PDF, leaves of two sides to fill in with a pen, from plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Spacer, Table

from ledger.money.cents import style_now
from ledger.paper import layout
from reservations.parsing.days import long_day

PLACES = 12
"""How many players a leaf has a place for."""

MOST_TERMS = 900
"""How many characters of the house's terms there is room for."""


@dataclass(frozen=True)
class SheetPlayer:
    """An expected player: name, the mark of their notes, and for a guest the regular who answers for them."""

    name: str
    mark: str = ""
    invited_by: str = ""


@dataclass(frozen=True)
class EmergencySheet:
    """The printed parts of the sheet; ``number`` and ``head`` are those of the desk's last act."""

    house: str = ""
    day: date | None = None
    banker: str = ""
    stakes: str = ""
    terms: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    players: tuple[SheetPlayer, ...] = ()
    cash_only: bool = False
    final_pot: bool = True
    number: int = 0
    head: str = ""

    @property
    def leaves(self) -> list[tuple[SheetPlayer, ...]]:
        """The places for players, leaf by leaf: as many leaves as the known ones need, then blank places."""
        blank = -len(self.players) % PLACES if self.players else PLACES
        places = (*self.players, *[SheetPlayer("")] * blank)
        return [places[at : at + PLACES] for at in range(0, len(places), PLACES)]

    @property
    def terms_in_short(self) -> str:
        """The sentences of the terms that fit, whole."""
        text = ""
        for sentence in self.terms:
            if len(text) + len(sentence) >= MOST_TERMS:
                break
            text = f"{text} {sentence}".strip()
        return text


NOTES = 7
"""How many notes the register has a line for."""
COLUMNS = 3
"""How many players stand side by side."""
LINE = 8.5 * mm
"""How high a line is at least that a pen writes on, in points."""

_HEADING, _CELL, _GAP, _PADDING = 4.4 * mm, 11 * mm, 3.2 * mm, 1.3 * mm
_BOX, _STEP, _AFTER_BOX = 2.7 * mm, 3.9 * mm, 2.2
_SIZES = (9.5, 8.5, 7.5, 6.5, 5.5, 4.8)
_LABEL, _SMALL = layout.TextStyle(6.3), layout.TextStyle(7.4)
_NUMBER, _TICKED = layout.TextStyle(7.5, layout.SOFT, "right"), layout.TextStyle(6.4)
_TINT, _RULE = HexColor("#f4f1ea"), HexColor("#9a968d")
_ALL = (0, 0), (-1, -1)
_GRID = (
    ("VALIGN", *_ALL, "MIDDLE"),
    *((f"{side}PADDING", *_ALL, _PADDING) for side in ("LEFT", "RIGHT")),
    *((f"{side}PADDING", *_ALL, 1) for side in ("TOP", "BOTTOM")),
    ("INNERGRID", *_ALL, 0.4, _RULE),
    ("BOX", *_ALL, 0.8, layout.INK),
)
_AT_TOP = ("VALIGN", *_ALL, "TOP")
_HOW = (
    "One line for every act, in the order in which it happens. Nothing is erased: a mistake is struck out and written "
    "again. A cash-out paid in two ways takes two lines."
)
_AFTERWARDS = (
    "the host enters the lines in this order, on the desk or as a night log of one line an act (the command "
    "import_night; a file that comes twice counts once). What is struck out is not entered. Drawer, results and debts "
    "are then compared with this sheet, which is kept."
)
_NEW_PLAYERS = (
    "In the lines below, a player's number is enough. New players: add R for a regular, or G and the number of their "
    "inviter."
)


def emergency_sheet_pdf(sheet: EmergencySheet) -> bytes:
    """Return the sheet, its leaves front and back, its lines numbered through. The same sheet gives the same bytes."""
    leaves = sheet.leaves
    end = [
        Spacer(0, _GAP),
        _end_of_night(sheet),
        Spacer(0, 12 * mm),
        layout.signatures("banker", "host, or a player who has checked it", text_style=_LABEL),
        Spacer(0, _GAP),
        layout.Words(f"How it gets {'onto the desk' if sheet.cash_only else 'into THE BOOK'}: {_AFTERWARDS}", _SMALL),
    ]
    parts: list[Flowable] = []
    used = 0
    for number in range(1, len(leaves) + 1):
        front = _front(sheet, number)
        lines, count = _lines(sheet, first=used + 1, others=front)
        back = [layout.Words("EMERGENCY SHEET, CONTINUED", layout.EYEBROW), Spacer(0, 3)]
        last = end if number == len(leaves) else []
        more, further = _lines(sheet, first=used + count + 1, others=[*back, *last])
        parts += [*front, lines, PageBreak(), *back, more, *last, PageBreak()]
        used += count + further
    name = " · ".join(filter(None, ("Emergency sheet", sheet.house, long_day(sheet.day) if sheet.day else "")))
    return layout.printed(
        parts[:-1], layout.Foot(name.removeprefix("Emergency sheet · "), sheet.number, sheet.head), title=name
    )


def _front(sheet: EmergencySheet, number: int) -> list[Flowable]:
    """Return the parts above the lines on the front of a leaf: night and players, on the first leaf also the terms."""
    leaves = sheet.leaves
    which = f"sheet {number} of {len(leaves)}" if len(leaves) > 1 else "sheet ____ of ____"
    date = f"{sheet.day:%a} {long_day(sheet.day)}" if sheet.day else ""
    stakes = "stakes" if sheet.house else "house and stakes"
    facts = [("date", date), ("banker", sheet.banker), ("float", ""), (stakes, sheet.stakes)]
    chips = f"Chips: {', '.join(sheet.chips)}." if sheet.chips else ""
    terms = [layout.Words(text, _SMALL) for text in (sheet.terms_in_short, chips) if text and number == 1]
    return [
        layout.beside([layout.Words("EMERGENCY SHEET", layout.EYEBROW)], [layout.Words(which, _NUMBER)]),
        layout.Words(sheet.house or "A night by hand", layout.TextStyle(18, face="Fraunces")),
        layout.Words(f"{_HOW} All amounts in {style_now().currency}.", _SMALL),
        Spacer(0, _GAP),
        _row_of(facts, [share * layout.WIDTH for share in (0.24, 0.3, 0.14, 0.32)]),
        Spacer(0, _GAP),
        _players(leaves[number - 1], first=(number - 1) * PLACES + 1, cash_only=sheet.cash_only),
        Spacer(0, 2),
        layout.Words(_NEW_PLAYERS, _SMALL),
        Spacer(0, _GAP),
        *terms,
        Spacer(0, _GAP if terms else 0),
    ]


def _grid(cells: Sequence[Sequence[Any]], widths: Sequence[float], heights: Sequence[float], *styles: Any) -> Table:
    """Return cells between thin lines, in a frame of ink."""
    return Table(cells, list(widths), list(heights), style=[*_GRID, *styles], hAlign="LEFT")


def _headings(rows: int = 1) -> list[Any]:
    """Return the styles of that many rows of headings: tinted, with a line of ink below them."""
    last = (-1, rows - 1)
    return [("BACKGROUND", (0, 0), last, _TINT), ("LINEBELOW", (0, rows - 1), last, 0.8, layout.INK)]


def _labelled(label: str, value: str, width: float) -> list[Flowable]:
    """Return the label of a cell in small letters, and below it on one line its known value."""
    return [layout.Words(label, _LABEL), layout.fitted(value, width - 2 * _PADDING, 14, _SIZES)]


def _row_of(facts: Sequence[tuple[str, str]], widths: Sequence[float]) -> Table:
    cells = [_labelled(label, value, width) for (label, value), width in zip(facts, widths, strict=True)]
    return _grid([cells], widths, [_CELL], _AT_TOP)


def _players(places: Sequence[SheetPlayer], *, first: int, cash_only: bool) -> Table:
    """Return a leaf's players, numbered down the columns; with their marks in a house with notes."""
    rows = len(places) // COLUMNS
    number, mark = 6.5 * mm, 0 if cash_only else 14 * mm
    widths = [number, layout.WIDTH / COLUMNS - number - mark, *filter(None, [mark])]
    heads = [layout.Words(head, _LABEL) for head in ("", "player", "mark")[: len(widths)]] * COLUMNS
    room, inner = LINE - 2, 2 * _PADDING
    cells: list[list[Any]] = [[] for _ in range(rows)]
    for at, player in enumerate(places):
        high = _LABEL.leading if player.invited_by else 0
        who = [layout.fitted(player.name, widths[1] - inner, room - high, _SIZES)]
        if player.invited_by:
            who.append(layout.fitted(f"guest of {player.invited_by}", widths[1] - inner, high, _SIZES))
        marks = [layout.fitted(player.mark, mark - inner, room, _SIZES)] if mark else []
        cells[at % rows] += [layout.Words(str(first + at), _NUMBER), who, *marks]
    ends = [len(widths) * at - 1 for at in range(1, COLUMNS)]
    edges = [("LINEAFTER", (end, 0), (end, -1), 0.8, layout.SOFT) for end in ends]
    return _grid([heads, *cells], widths * COLUMNS, [_HEADING, *[LINE] * rows], *_headings(), *edges)


@dataclass(frozen=True)
class _Column:
    """A column of the lines: its heading, its width in mm (0: the rest), and its boxes to tick."""

    heading: str
    width: float = 0
    ticks: Sequence[Sequence[str]] = ()


_COUNTED = (_Column("player", 17), _Column("banker", 17))
_CREDIT = (
    _Column("", 8),
    _Column("time", 12.5),
    _Column("what happened", 47, (("buy-in", "sells to", "cash-out"), ("rebuy", "note paid", "other"))),
    _Column("player (sells to: 3 → 5)"),
    _Column("amount", 20),
    _Column("paid by", 23, (("cash", "note"), ("BOOK",))),
    _Column("note", 13),
    *_COUNTED,
)
_CASH = (
    _Column("", 8),
    _Column("time", 15),
    _Column("what happened", 36, (("buy-in", "cash-out"), ("rebuy", "other"))),
    _Column("player"),
    _Column("amount, in cash", 27),
    _Column("chips in front (rebuy)", 24),
    *_COUNTED,
)


def _lines(sheet: EmergencySheet, *, first: int, others: Sequence[Flowable]) -> tuple[Table, int]:
    """Return as many lines as the page holds beside the other parts, numbered from ``first``, and their number."""
    room = layout.HEIGHT - layout.height_of(others) - 2 * _HEADING - 1
    count = int(room // LINE)
    columns = _CASH if sheet.cash_only else _CREDIT
    fixed = sum(column.width for column in columns) * mm
    heads = [layout.Words(column.heading, _LABEL) for column in columns]
    boxes = [column.ticks for column in columns[1:]]
    ticks = [layout.Drawing(len(rows) * _STEP, partial(_tick, rows)) if rows else "" for rows in boxes]
    rows = [[layout.Words(str(first + at), _NUMBER), *ticks] for at in range(count)]
    counted, last = len(columns) - 2, len(columns) - 1
    above: list[Any] = [*heads[:-2], layout.Words("chips counted by", _LABEL), ""]
    lines = _grid(
        [above, [*[""] * counted, *heads[-2:]], *rows],
        [column.width * mm or layout.WIDTH - fixed for column in columns],
        [_HEADING, _HEADING, *[room / count] * count],
        *_headings(2),
        ("BACKGROUND", (counted, 1), (last, -1), _TINT),
        *(("SPAN", (at, 0), (at, 1)) for at in range(counted)),
        ("SPAN", (counted, 0), (last, 0)),
    )
    return lines, count


def _tick(rows: Sequence[Sequence[str]], canvas: Canvas, width: float) -> None:
    """Draw rows of boxes to tick with a word beside a box; columns as wide as their longest word, evenly spread."""
    columns = [[row[at] for row in rows if at < len(row)] for at in range(max(map(len, rows)))]
    wide = [max(map(_TICKED.measure, words)) + _BOX + _AFTER_BOX for words in columns]
    gap = (width - sum(wide)) / max(1, len(columns) - 1)
    layout.pen(canvas, 0.5)
    y = (len(rows) - 1) * _STEP + (_STEP - _BOX) / 2
    for row in rows:
        for at, word in enumerate(row):
            x = sum(wide[:at]) + gap * at
            canvas.rect(x, y, _BOX, _BOX)
            _TICKED.write(canvas, x + _BOX + _AFTER_BOX, y + (_BOX - _TICKED.size * 0.72) / 2, layout.shown(word))
        y -= _STEP


def _end_of_night(sheet: EmergencySheet) -> Table:
    """Return the end of the night: the drawer, the final pot, and in a house with credit the register of notes."""
    asks = ["cash in the drawer, counted", "float the banker put in", "over or short"]
    asks += ["final pot", "won by"] if sheet.final_pot else []
    asks += ["last hand at", "closed at"]
    if sheet.cash_only:
        return _row_of([(label, "") for label in asks], [layout.WIDTH / len(asks)] * len(asks))
    left, gap = layout.WIDTH * 0.66, 4 * mm
    right = layout.WIDTH - left - gap
    headings = ("note", "who owes it", "amount", "held by", "paid", "BOOK")
    rows: list[list[Any]] = [[layout.Words(heading, _LABEL) for heading in headings], *[[""] * len(headings)] * NOTES]
    widths = [share * left for share in (0.13, 0.29, 0.17, 0.15, 0.13, 0.13)]
    register = _grid(rows, widths, [_HEADING, *[LINE] * NOTES], *_headings())
    # The first question takes the whole width, the others go in pairs.
    questions = [[_labelled(asks[0], "", right), ""]]
    questions += [[_labelled(label, "", right / 2) for label in asks[at : at + 2]] for at in range(1, len(asks), 2)]
    high = (_HEADING + NOTES * LINE) / len(questions)
    end = _grid(questions, [right / 2] * 2, [high] * len(questions), ("SPAN", (0, 0), (1, 0)), _AT_TOP)
    title = layout.TextStyle(9.5, layout.FELT, face="Fraunces")
    sides = [[layout.Words(name, title), Spacer(0, 3), part] for name, part in (("Notes", register), ("The end", end))]
    return Table([[sides[0], "", sides[1]]], [left, gap, right], style=layout.UNPADDED)
