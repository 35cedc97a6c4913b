"""Slips of bank notes as PDF, from plain values: with a counterfoil to tear off, four to a page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Spacer

from ledger.bank.notes import NoteState
from ledger.money.cents import show_money, style_now
from ledger.money.words import amount_in_words
from ledger.paper import layout
from reservations.parsing.days import long_day

PER_PAGE = 4
"""How many slips are on a page."""

_HEIGHT, _GAP = 58 * mm, 6 * mm
_STUB, _EDGE = 44 * mm, 6 * mm  # The counterfoil up to its perforation, and the blank margin on both sides of that.
_BODY, _RIGHT = _STUB + _EDGE, layout.WIDTH - _EDGE
_QR = 22 * mm
_LABEL, _SMALL = layout.TextStyle(6.5, layout.SOFT), layout.TextStyle(7, layout.SOFT)
_FIGURE, _NUMBER = layout.TextStyle(21, strong=True), layout.TextStyle(13, strong=True)
_SIZES = (13.0, 11.5, 10.0, 8.5, 7.0, 6.0, 5.0, 4.0)
_HOW_LONG = "Void after the night unless paid or written into THE BOOK."


@dataclass(frozen=True)
class NoteSlip:
    """The content of a printed note, in cents; the QR code holds its ``address``, else its number, act and head."""

    number: int
    name: str
    house: str
    date: date
    debtor: str
    mark: str
    holder: str
    face_cents: int
    out_cents: int
    state: NoteState
    act: int
    head: str
    address: str = ""


def note_slips_pdf(slips: Sequence[NoteSlip], *, number: int, head: str, name: str = "Bank notes") -> bytes:
    """Return the slips on pages, as of the act of that number and head; the same slips give the same bytes."""
    parts: list[Flowable] = [] if slips else layout.opening("BANK NOTES", "No notes are out", name)
    for place, slip in enumerate(slips):
        if place:
            parts.append(Spacer(0, _GAP) if place % PER_PAGE else PageBreak())
        parts.append(layout.Drawing(_HEIGHT, partial(_draw, slip)))
    return layout.printed(parts, layout.Foot(name, number, head))


def note_slip_pdf(slip: NoteSlip) -> bytes:
    """Return one slip on a page of its own."""
    return note_slips_pdf([slip], number=slip.act, head=slip.head, name=f"Bank note {slip.number} · {slip.house}")


def _draw(slip: NoteSlip, canvas: Canvas, _width: float) -> None:
    """Draw one note: the counterfoil, which stays with the banker, and the slip itself."""
    layout.pen(canvas, 0.8)
    canvas.roundRect(0, 0, layout.WIDTH, _HEIGHT, 6)
    canvas.setLineWidth(0.6)
    canvas.setDash(1.5, 2.5)
    canvas.line(_STUB, 0, _STUB, _HEIGHT)
    canvas.setDash()
    layout.TextStyle(9, layout.SOFT).write(canvas, _STUB - 4.5, _HEIGHT - 14, layout.shown("✂"))
    layout.EYEBROW.write(canvas, _EDGE, _HEIGHT - 18, "COUNTERFOIL")
    _NUMBER.write(canvas, _EDGE, _HEIGHT - 35, f"No. {slip.number}")
    facts = (
        ("amount", show_money(slip.face_cents)),
        ("debtor", slip.debtor),
        ("mark", slip.mark or "________"),
        ("note", slip.name),
        ("holder", slip.holder),
        ("night", long_day(slip.date)),
    )
    for place, (label, value) in enumerate(facts):
        y = _HEIGHT - 55 - place * 18.5
        _LABEL.write(canvas, _EDGE, y + 9, label)
        words, tall = _lines(value, _STUB - 2 * _EDGE, 12, largest=8.5)
        words.drawOn(canvas, _EDGE, y + 8 - tall)
    _promise(slip, canvas)
    named = slip.address or f"note {slip.number} act {slip.act} {slip.head}"
    layout.draw_qr(canvas, named, _RIGHT - _QR, 8 + _QR, _QR)
    # Its end is printed across the note, so that nobody takes it for an open debt.
    if slip.state is not NoteState.OUT:
        canvas.saveState()
        canvas.translate(_BODY + 10, 38)
        canvas.rotate(9)
        stamped = layout.TextStyle(34, layout.SOFT, strong=True)
        _line(canvas, 0, 0, slip.state.upper(), layout.WIDTH - _BODY - 60, stamped)
        canvas.restoreState()
    elif slip.out_cents != slip.face_cents:
        named = f"Paid in part: {show_money(slip.out_cents)} is still out."
        _line(canvas, _BODY, _HEIGHT - 103, named, layout.WIDTH - _BODY - _EDGE - _QR, layout.TextStyle(9, strong=True))


def _promise(slip: NoteSlip, canvas: Canvas) -> None:
    """Draw the debtor's promise and signature, and the act in the ledger."""
    layout.EYEBROW.write(canvas, _BODY, _HEIGHT - 18, "BANK NOTE")
    night = f"{slip.house} · {long_day(slip.date)}"
    _line(canvas, _BODY, _HEIGHT - 30, night, _RIGHT - _BODY - 80, layout.TextStyle(9, layout.SOFT))
    number = f"No. {slip.number}"
    _NUMBER.write(canvas, _RIGHT - _NUMBER.measure(number), _HEIGHT - 24, number)
    layout.PLAIN.write(canvas, _BODY, _HEIGHT - 46, "For chips received, I owe the holder of this note")
    figure = show_money(slip.face_cents)
    box = max(110.0, _FIGURE.measure(figure) + 24)
    layout.pen(canvas, 0.8)
    canvas.roundRect(_BODY, _HEIGHT - 80, box, 28, 4)
    _FIGURE.write(canvas, _BODY + (box - _FIGURE.measure(figure)) / 2, _HEIGHT - 73, figure)
    left = _BODY + box + 12
    written = f"{amount_in_words(slip.face_cents)} {style_now().currency}"
    words, _ = _lines(written, layout.WIDTH - _BODY - _EDGE - box - 12, 26, largest=13)
    words.drawOn(canvas, left, _HEIGHT - 75)
    canvas.setLineWidth(0.4)
    canvas.line(left, _HEIGHT - 75, _RIGHT, _HEIGHT - 75)
    held = f"Held by {slip.holder} · the note {slip.name} of this night"
    _line(canvas, _BODY, _HEIGHT - 92, held, layout.WIDTH - _BODY - _EDGE, layout.TextStyle(9))
    foot, mark, wide = 32.0, 66.0, layout.WIDTH - _BODY - 2 * _EDGE - _QR
    layout.pen(canvas, 0.8)
    canvas.roundRect(_BODY, foot, mark, 24, 4)
    _line(canvas, _BODY + 8, foot + 7, slip.mark, mark - 16, layout.TextStyle(14, strong=True))
    _LABEL.write(canvas, _BODY, foot - 9, "mark")
    canvas.setLineWidth(0.6)
    canvas.line(_BODY + mark + 12, foot, _BODY + wide, foot)
    _line(canvas, _BODY + mark + 12, foot - 9, f"signed by {slip.debtor}", wide - mark - 12, _LABEL)
    _line(canvas, _BODY, 14.5, _HOW_LONG, wide, _SMALL)
    act = f"act {slip.act} · "
    _SMALL.write(canvas, _BODY, 6, act)
    replace(_SMALL, face="Courier").write(canvas, _BODY + _SMALL.measure(act), 6, slip.head[:16])


def _lines(text: str, width: float, height: float, *, largest: float) -> tuple[layout.Words, float]:
    """Return the text in lines, as large as a place of that size allows, and their height."""
    words = layout.fitted(text, width, height, [size for size in _SIZES if size <= largest])
    return words, words.wrap(width, height)[1]


def _line(canvas: Canvas, x: float, y: float, text: str, width: float, text_style: layout.TextStyle) -> None:
    """Write a line in that style, smaller if it is too wide, cut short below the smallest."""
    line = layout.shown(text)
    text_styles = [text_style, *(replace(text_style, size=size) for size in _SIZES if size < text_style.size)]
    fitting = next((style for style in text_styles if style.measure(line) <= width), text_styles[-1])
    fitting.write(canvas, x, y, layout.shortened(line, width, fitting.measure))
