"""A fixed BOOK for the paper: Ann is owed 25.00, Bo owes 15.00 and Gil, Ann's guest, 10.00."""

from dataclasses import replace
from datetime import date
from typing import Any

from ledger.book.report import BookPlayer, BookReport, HistoryLine
from ledger.standings.ages import AgedPart

HEAD = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
SEPTEMBER, OCTOBER, NOVEMBER = date(2026, 9, 4), date(2026, 10, 9), date(2026, 11, 20)


def row(act: int, cents: int, running: int, day: date = OCTOBER, **more: Any) -> HistoryLine:
    """Return a line of a player's history."""
    text = more.pop("text", "Bo pays Ann")
    return HistoryLine(day, act, more.pop("note", None), text, cents, running, more.pop("undone", False))


ANN = BookPlayer(1, "Ann", True, "", 2500, (AgedPart(OCTOBER, 7, 2500),), 0, (row(7, 2500, 2500),))
BO = BookPlayer(
    *(2, "Bo", True, "", -1500),
    left=(AgedPart(SEPTEMBER, 4, -1000), AgedPart(OCTOBER, 7, -500)),
    overdue_cents=1000,
    rows=(
        row(4, -1000, -1000, SEPTEMBER, note=3, text="Into THE BOOK: all notes still out"),
        row(5, 200, -800, undone=True),
        row(6, -200, -1000, text="Act 5 is undone: a slip", undone=True),
        row(7, -500, -1500),
    ),
)
CY = BookPlayer(3, "Cy", True, "", 0, (), 0, (row(4, -100, -100), row(8, 100, 0)))
GIL = BookPlayer(4, "Gil", False, "Ann", -1000, (AgedPart(OCTOBER, 7, -1000),), 0, (row(7, -1000, -1000),))

BOOK = BookReport(on=None, day=NOVEMBER, term_days=62, people=(ANN, BO, CY, GIL), open_nights=(), number=8, head=HEAD)


def book(**changes: Any) -> BookReport:
    """Return THE BOOK with these changes."""
    return replace(BOOK, **changes)
