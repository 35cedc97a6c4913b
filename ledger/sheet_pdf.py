"""The emergency sheet as PDF, two sides of one leaf: a night by hand, out of plain values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Spacer, Table

from ledger.emergency_sheet import EmergencySheet, SheetPlayer
from ledger.paper import FELT, HEIGHT, SOFT, WIDTH, Foot, Hand, SignatureLine, Words, beside, printed
from ledger.paper_forms import LABEL, LINE, PADDING, TOP, Ticks, asked, fitted, form_title, grid, headings, tinted

NOTES = 7
"""How many notes the register has a line for."""
COLUMNS = 3
"""How many players stand beside each other."""

_HEADING, _ASKED, _GAP = 4.4 * mm, 11 * mm, 3.2 * mm
_EYEBROW, _SMALL, _NUMBER = Hand(7.5, FELT, strong=True), Hand(6.7, SOFT), Hand(7.5, SOFT, "right")
_HOW = (
    "One line for every act, in the order in which it happens. Nothing is erased: a mistake is struck out and written "
    "again. A cash-out paid in two ways takes two lines."
)
_AFTERWARDS = (
    "the host enters the lines in this order, on the desk or as a night log of one line an act (manage.py "
    "import_night; a file that comes twice counts once). What is struck out is not entered. Drawer, results and debts "
    "are then compared with this sheet, which is kept."
)
_NEW_PLAYERS = (
    "In the lines below, a player's number is enough. Who is new here: add R for a regular, or G and the number of "
    "whoever invited them."
)


def emergency_sheet_pdf(sheet: EmergencySheet) -> bytes:
    """The sheet, front and back. The same sheet gives the same bytes."""
    front = [*_top(sheet), *_players(sheet), *_terms(sheet)]
    lines = _lines(sheet, first=1, beside=front)
    back = [Words("EMERGENCY SHEET, CONTINUED", _EYEBROW), Spacer(0, 3)]
    end = [Spacer(0, _GAP), _reckoning(sheet), *_signatures(sheet)]
    more = _lines(sheet, first=lines.count + 1, beside=[*back, *end])
    name = " · ".join(filter(None, ("Emergency sheet", sheet.house, _day(sheet))))
    parts = [*front, lines.table, PageBreak(), *back, more.table, *end]
    return printed(parts, title=name, foot=Foot(name, sheet.number, sheet.head))


def _day(sheet: EmergencySheet) -> str:
    return f"{sheet.day.day} {sheet.day:%B %Y}" if sheet.day else ""


def _top(sheet: EmergencySheet) -> Iterator[Flowable]:
    yield beside([Words("EMERGENCY SHEET", _EYEBROW)], [Words("sheet ____ of ____", _NUMBER)])
    yield Words(sheet.house or "A night by hand", Hand(18))
    yield Words(_HOW, _SMALL)
    yield Spacer(0, _GAP)
    date = f"{sheet.day:%a} {_day(sheet)}" if sheet.day else ""
    stakes = "stakes" if sheet.house else "house and stakes"
    facts = ((0.24, "date", date), (0.3, "banker", sheet.banker), (0.14, "float", ""), (0.32, stakes, sheet.stakes))
    yield _row_of([(label, value) for _, label, value in facts], [share * WIDTH for share, _, _ in facts])
    yield Spacer(0, _GAP)


def _row_of(facts: Sequence[tuple[str, str]], widths: Sequence[float]) -> Table:
    cells = [asked(label, value, width) for (label, value), width in zip(facts, widths, strict=True)]
    return grid([cells], widths, [_ASKED], TOP)


def _players(sheet: EmergencySheet) -> Iterator[Flowable]:
    """The players, numbered down the columns: the lines below call them by these numbers."""
    numbered = list(enumerate(sheet.places, start=1))
    rows = len(numbered) // COLUMNS
    number, mark = 6.5 * mm, 0 if sheet.cash_only else 14 * mm
    widths = [number, WIDTH / COLUMNS - number - mark, *filter(None, [mark])]
    heads = [Words(head, LABEL) for head in ("", "player", "mark")[: len(widths)]] * COLUMNS
    cells = [[cell for each in numbered[at::rows] for cell in _player(*each, *widths[1:])] for at in range(rows)]
    ends = [len(widths) * at - 1 for at in range(1, COLUMNS)]
    edges = [("LINEAFTER", (end, 0), (end, -1), 0.8, SOFT) for end in ends]
    yield grid([heads, *cells], widths * COLUMNS, [_HEADING, *[LINE] * rows], *headings(), *edges)
    yield Spacer(0, 2)
    yield Words(_NEW_PLAYERS, _SMALL)
    yield Spacer(0, _GAP)


def _player(number: int, player: SheetPlayer, name: float, mark: float = 0) -> list[Any]:
    """The cells of a player, as wide as that; without room for a mark there is none, as in a house without notes."""
    room, inner = LINE - 2, 2 * PADDING
    whom = [fitted(player.name, name - inner, room)]
    if player.invited_by:
        guest = fitted(f"guest of {player.invited_by}", name - inner, LABEL.leading)
        whom = [fitted(player.name, name - inner, room - LABEL.leading), guest]
    return [Words(str(number), _NUMBER), whom, *([fitted(player.mark, mark - inner, room)] if mark else [])]


def _terms(sheet: EmergencySheet) -> Iterator[Flowable]:
    chips = f"Chips: {', '.join(sheet.chips)}." if sheet.chips else ""
    said = [text for text in (sheet.terms_in_short, chips) if text]
    yield from (Words(text, _SMALL) for text in said)
    yield Spacer(0, _GAP if said else 0)


@dataclass(frozen=True)
class _Column:
    """A column of the lines: its heading, its width in mm (0: what is left), and what there is to tick in it."""

    heading: str
    width: float = 0
    ticks: Sequence[Sequence[str]] = ()


_COUNTED = (_Column("player", 17), _Column("banker", 17))
_CREDIT = (
    _Column("", 6.5),
    _Column("time", 12.5),
    _Column("what happened", 47, (("buy-in", "sells to", "cash-out"), ("rebuy", "note paid", "other"))),
    _Column("player (sells to: 3 → 5)"),
    _Column("amount", 20),
    _Column("paid by", 23, (("cash", "note"), ("BOOK",))),
    _Column("note", 13),
    *_COUNTED,
)
_CASH = (
    _Column("", 6.5),
    _Column("time", 15),
    _Column("what happened", 36, (("buy-in", "cash-out"), ("rebuy", "other"))),
    _Column("player"),
    _Column("amount, in cash", 27),
    _Column("chips in front (rebuy)", 24),
    *_COUNTED,
)


@dataclass(frozen=True)
class _Lines:
    count: int
    table: Table


def _lines(sheet: EmergencySheet, *, first: int, beside: Sequence[Flowable]) -> _Lines:
    """As many lines as the page holds beside the other parts, numbered from ``first``; they fill it."""
    taken = sum(part.wrap(WIDTH, HEIGHT)[1] for part in beside)
    room = HEIGHT - taken - 2 * _HEADING - 1
    count = int(room // LINE)
    columns = _CASH if sheet.cash_only else _CREDIT
    fixed = sum(column.width for column in columns) * mm
    widths = [column.width * mm or WIDTH - fixed for column in columns]
    heads = [Words(column.heading, LABEL) for column in columns]
    last = len(columns) - 1
    above: list[Any] = [*heads[:-2], Words("chips counted by", LABEL), ""]
    below: list[Any] = [*[""] * (last - 1), *heads[-2:]]
    rows = [[Words(str(first + at), _NUMBER), *map(_to_tick, columns[1:])] for at in range(count)]
    spans = [("SPAN", (at, 0), (at, 1)) for at in range(last - 1)]
    styles = [*headings(2), tinted(last - 1, last), *spans, ("SPAN", (last - 1, 0), (last, 0))]
    return _Lines(count, grid([above, below, *rows], widths, [_HEADING, _HEADING, *[room / count] * count], *styles))


def _to_tick(column: _Column) -> Any:
    return Ticks(column.ticks) if column.ticks else ""


def _reckoning(sheet: EmergencySheet) -> Table:
    """The end of the night: the drawer, the final pot, and in a house with credit the register of notes."""
    asks = ["cash in the drawer, counted", "float the banker put in", "over or short"]
    asks += ["final pot", "won by"] if sheet.final_pot else []
    asks += ["last hand at", "closed at"]
    if sheet.cash_only:
        return _row_of([(label, "") for label in asks], [WIDTH / len(asks)] * len(asks))
    left, gap = WIDTH * 0.66, 4 * mm
    right = WIDTH - left - gap
    height = _HEADING + NOTES * LINE
    sides = [[form_title("Notes"), Spacer(0, 3), _register(left)], "", [form_title("The end"), Spacer(0, 3)]]
    sides[2] = [*sides[2], _asked_in_twos(asks, right, height)]
    flat = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
    return Table([sides], [left, gap, right], style=[*flat, TOP])


def _register(width: float) -> Table:
    columns = (
        ("note", 0.13),
        ("who owes it", 0.29),
        ("amount", 0.17),
        ("held by", 0.15),
        ("paid", 0.13),
        ("BOOK", 0.13),
    )
    rows: list[list[Any]] = [[Words(heading, LABEL) for heading, _ in columns]]
    rows += [[""] * len(columns) for _ in range(NOTES)]
    return grid(rows, [share * width for _, share in columns], [_HEADING, *[LINE] * NOTES], *headings())


def _asked_in_twos(asks: Sequence[str], width: float, height: float) -> Table:
    """What the end asks for: the first over the whole width, the others in twos."""
    first, *others = asks
    pairs = [others[at : at + 2] for at in range(0, len(others), 2)]
    cells: list[list[Any]] = [[asked(first, "", width), ""]]
    cells += [[asked(each, "", width / 2) for each in pair] for pair in pairs]
    return grid(cells, [width / 2] * 2, [height / len(cells)] * len(cells), ("SPAN", (0, 0), (1, 0)), TOP)


def _signatures(sheet: EmergencySheet) -> Iterator[Flowable]:
    where = "onto the desk" if sheet.cash_only else "into THE BOOK"
    yield Spacer(0, 12 * mm)
    yield beside(
        [SignatureLine(), Words("banker", LABEL)],
        [SignatureLine(), Words("host, or a player who has checked it", LABEL)],
    )
    yield Spacer(0, _GAP)
    yield Words(f"How it gets {where}: {_AFTERWARDS}", _SMALL)
