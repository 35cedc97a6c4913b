"""The recovery sheet as PDF, on one page."""

from dataclasses import replace

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table

from hostdesk.safekeeping.second_place.text import IF_LOST, KEEP_IT, OTHERWISE, RecoverySheet
from ledger.paper import layout
from reservations.parsing.days import long_day

_QR, _NUMBER = 40 * mm, 34.0
_TYPED = layout.TextStyle(17, strong=True, face="Courier")
_ALL = (0, 0), (-1, -1)
_BAR = [*layout.UNPADDED, ("LINEBEFORE", *_ALL, 1.6, layout.FELT), ("LEFTPADDING", *_ALL, 8)]
"""The text for typing stands behind a bar."""
_BODIES = (10.0, 9.5, 9.0, 8.5)  # The largest that leaves all on one page.


def recovery_sheet_pdf(sheet: RecoverySheet) -> bytes:
    """Return the sheet, with the key in groups and as a QR code. The same sheet gives the same bytes."""
    for body in _BODIES:
        parts = _parts(sheet, layout.TextStyle(body))
        if layout.height_of(parts) <= layout.HEIGHT:
            break
    return layout.printed(parts, layout.Foot("Recovery sheet", 0, "", as_of=f"key made {long_day(sheet.made_on)}"))


def _parts(sheet: RecoverySheet, body: layout.TextStyle) -> list[Flowable]:
    """Return all parts of the sheet, with the sentences in that style."""
    left = layout.WIDTH - _QR - 12
    about = f"Hostdesk. Key made {long_day(sheet.made_on)}. Copies in {sheet.folder}"
    head = [
        layout.Words("KEEP THIS ON PAPER · IT OPENS THE COPIES OF YOUR BOOKS", layout.EYEBROW),
        Spacer(0, 2),
        layout.Words("Recovery sheet", layout.TextStyle(21, face="Fraunces")),
        layout.Words(about, layout.TextStyle(10.5, layout.SOFT)),
        Spacer(0, 12),
        layout.heading("The key"),
        Spacer(0, 4),
        *(_line(numbers, groups, left) for numbers, groups in sheet.lines),
    ]
    steps: list[Flowable] = []
    for number, step in enumerate(sheet.steps, 1):
        typed = [[layout.Words(line, replace(body, face="Courier"))] for line in step.commands]
        bar = [Spacer(0, 4), Table(typed, [layout.WIDTH - 26], style=_BAR)] if typed else []
        mark = layout.Words(f"{number}", layout.TextStyle(body.size, layout.FELT, strong=True))
        row = [[mark, [layout.Words(step.words, body), *bar]]]
        steps += [Table(row, [18, layout.WIDTH - 18], style=layout.UNPADDED), Spacer(0, body.size * 0.9)]
    code = layout.Drawing(_QR, lambda canvas, _width: layout.draw_qr(canvas, sheet.key, 0, _QR, _QR))
    return [
        Table([[head, "", code]], [left, 12, _QR], style=layout.UNPADDED),
        Spacer(0, 12),
        layout.framed(layout.Words(KEEP_IT, body), layout.Words(IF_LOST, body)),
        Spacer(0, 16),
        layout.heading("The computer is gone: the books on another one"),
        Spacer(0, 7),
        *steps,
        layout.Words(OTHERWISE, layout.QUIET),
    ]


def _line(numbers: str, groups: str, width: float) -> Table:
    """Return four groups of the key, with their numbers before them."""
    row = [layout.Words(numbers, layout.QUIET), layout.Words(groups, _TYPED)]
    return Table([row], [_NUMBER, width - _NUMBER], style=[*layout.UNPADDED, ("VALIGN", *_ALL, "MIDDLE")])
