"""Slips of bank notes as PDF, out of plain values: each with a counterfoil to tear off, three to a page."""

from collections.abc import Sequence
from itertools import groupby

import segno
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Spacer

from ledger.money import show_cents
from ledger.note_slip import NoteSlip
from ledger.notes import NoteState
from ledger.paper import FELT, INK, SOFT, WIDTH, Foot, Hand, Words, printed, shortened, shown

PER_PAGE = 3
"""How many slips are on a page."""

_HEIGHT, _GAP = 74 * mm, 10 * mm
_STUB, _EDGE = 44 * mm, 6 * mm  # The counterfoil up to where it is torn off, and what stays free on both sides of that.
_BODY = _STUB + _EDGE
_QR = 24 * mm
_EYEBROW, _LABEL, _SMALL = Hand(7.5, FELT, strong=True), Hand(6.5, SOFT), Hand(7, SOFT)
_SENTENCE, _FIGURE, _NUMBER = Hand(9.5), Hand(25, strong=True), Hand(15, strong=True)
_SIZES = (13.0, 11.5, 10.0, 8.5, 7.0, 6.0, 5.0, 4.0)
_HOW_LONG = "Worth nothing once the night is over, unless paid or written into THE BOOK."


def note_slips_pdf(slips: Sequence[NoteSlip], *, number: int, head: str, name: str = "Bank notes") -> bytes:
    """The slips on pages; ``number`` and ``head`` are of the act up to which they are known. ``name`` is the paper's.

    The same slips give the same bytes.
    """
    pages = [[slip for _, slip in page] for _, page in groupby(enumerate(slips), lambda each: each[0] // PER_PAGE)]
    parts: list[Flowable] = [] if slips else [Words("No note is out.")]
    for place, page in enumerate(pages):
        parts += [PageBreak()] if place else []
        for slip in page:
            parts += [Slip(slip), Spacer(0, _GAP)]
        parts.pop()
    return printed(parts, title=name, foot=Foot(name, number, head))


def note_slip_pdf(slip: NoteSlip) -> bytes:
    """One slip on a page of its own."""
    return note_slips_pdf([slip], number=slip.act, head=slip.head, name=f"Bank note {slip.number} · {slip.house}")


class Slip(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """One note: the counterfoil, which stays with the banker, and the slip itself."""

    def __init__(self, slip: NoteSlip) -> None:
        super().__init__()
        self.slip = slip

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """As wide as the page."""
        return WIDTH, _HEIGHT

    def draw(self) -> None:
        """Draw the note."""
        self._outline()
        self._counterfoil()
        self._head()
        self._promise()
        self._signature()
        self._code()
        self._fate()

    def _outline(self) -> None:
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.8)
        self.canv.roundRect(0, 0, WIDTH, _HEIGHT, 6)
        self.canv.setLineWidth(0.6)
        self.canv.setDash(1.5, 2.5)
        self.canv.line(_STUB, 0, _STUB, _HEIGHT)
        self.canv.setDash()
        Hand(9, SOFT).write(self.canv, _STUB - 4.5, _HEIGHT - 14, shown("✂"))

    def _counterfoil(self) -> None:
        left, wide = _EDGE, _STUB - 2 * _EDGE
        _EYEBROW.write(self.canv, left, _HEIGHT - 20, "COUNTERFOIL")
        _NUMBER.write(self.canv, left, _HEIGHT - 40, f"No. {self.slip.number}")
        facts = (
            ("amount", show_cents(self.slip.face_cents)),
            ("debtor", self.slip.debtor),
            ("mark", self.slip.mark or "________"),
            ("note", self.slip.name),
            ("holder", self.slip.holder),
            ("night", _day(self.slip)),
        )
        for place, (label, value) in enumerate(facts):
            y = _HEIGHT - 62 - place * 24
            _LABEL.write(self.canv, left, y + 9, label)
            self._fill(left, y + 8, value, wide, 15, largest=10)

    def _head(self) -> None:
        right = WIDTH - _EDGE
        _EYEBROW.write(self.canv, _BODY, _HEIGHT - 20, "BANK NOTE")
        self._fit(_BODY, _HEIGHT - 34, f"{self.slip.house} · {_day(self.slip)}", right - _BODY - 80, 9, colour=SOFT)
        number = f"No. {self.slip.number}"
        _NUMBER.write(self.canv, right - _NUMBER.measure(number), _HEIGHT - 26, number)

    def _promise(self) -> None:
        wide = WIDTH - _BODY - _EDGE
        _SENTENCE.write(self.canv, _BODY, _HEIGHT - 56, "For chips received I owe whoever holds this note")
        figure = show_cents(self.slip.face_cents)
        box = max(110.0, _FIGURE.measure(figure) + 24)
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.8)
        self.canv.roundRect(_BODY, _HEIGHT - 98, box, 34, 4)
        _FIGURE.write(self.canv, _BODY + (box - _FIGURE.measure(figure)) / 2, _HEIGHT - 90, figure)
        self._fill(_BODY + box + 12, _HEIGHT - 65, self.slip.in_words, wide - box - 12, 26, largest=13, low=True)
        self.canv.setLineWidth(0.4)
        self.canv.line(_BODY + box + 12, _HEIGHT - 91, WIDTH - _EDGE, _HEIGHT - 91)
        held = f"Held by {self.slip.holder} · the note {self.slip.name} of this night"
        self._fit(_BODY, _HEIGHT - 114, held, wide, 9)

    def _signature(self) -> None:
        foot, mark, wide = 40.0, 66.0, WIDTH - _BODY - 2 * _EDGE - _QR
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.8)
        self.canv.roundRect(_BODY, foot, mark, 32, 4)
        self._fit(_BODY + 8, foot + 10, self.slip.mark, mark - 16, 17, strong=True)
        _LABEL.write(self.canv, _BODY, foot - 9, "mark")
        self.canv.setLineWidth(0.6)
        self.canv.line(_BODY + mark + 12, foot, _BODY + wide, foot)
        self._fit(_BODY + mark + 12, foot - 9, f"signed by {self.slip.debtor}", wide - mark - 12, 6.5, colour=SOFT)
        self._fit(_BODY, 18, _HOW_LONG, wide, 7, colour=SOFT)
        _SMALL.write(self.canv, _BODY, 8, f"act {self.slip.act} · ")
        digits = Hand(7, SOFT, digits=True)
        digits.write(self.canv, _BODY + _SMALL.measure(f"act {self.slip.act} · "), 8, self.slip.head[:16])

    def _code(self) -> None:
        """Draw the code, row by row, what is dark beside each other in one piece."""
        rows = [list(row) for row in segno.make(self.slip.coded, error="m").matrix]
        size = _QR / len(rows)
        left, top = WIDTH - _EDGE - _QR, 12 + _QR
        self.canv.setFillColor(INK)
        for down, row in enumerate(rows):
            at = 0
            for dark, run in groupby(row):
                length = len(list(run))
                if dark:
                    # A hair of overlap: without it some printers leave white lines between the rows.
                    self.canv.rect(left + at * size, top - (down + 1) * size, length * size, size * 1.02, 0, 1)
                at += length

    def _fate(self) -> None:
        """Say over the note what has become of it, so that nobody takes it for one that is owed."""
        if self.slip.is_partly_paid:
            said = f"Paid in part: {show_cents(self.slip.out_cents)} is still out."
            self._fit(_BODY, _HEIGHT - 127, said, WIDTH - _BODY - _EDGE - _QR, 9, strong=True)
        elif self.slip.state is not NoteState.OUT:
            self.canv.saveState()
            self.canv.translate(_BODY + 10, 46)
            self.canv.rotate(9)
            self._fit(0, 0, self.slip.state.upper(), WIDTH - _BODY - 60, 34, colour=SOFT, strong=True)
            self.canv.restoreState()

    def _fill(
        self, x: float, top: float, text: str, width: float, height: float, *, largest: float, low: bool = False
    ) -> None:
        """Write text as large as a place below ``top`` allows, in lines; ``low``: at the foot of the place."""
        sizes = [size for size in _SIZES if size <= largest]
        tries = [Words(text, Hand(size)) for size in sizes]
        words = next((each for each in tries if each.wrap(width, height)[1] <= height), tries[-1])
        tall = words.wrap(width, height)[1]
        words.drawOn(self.canv, x, top - (height if low else tall))

    def _fit(
        self, x: float, y: float, text: str, width: float, size: float, *, colour: object = INK, strong: bool = False
    ) -> None:
        """Write a line as large as that size and the width allow, cut short below the smallest."""
        sizes = [size, *(each for each in _SIZES if each < size)]
        hands = [Hand(each, colour, strong=strong) for each in sizes]
        line = shown(text)
        hand = next((each for each in hands if each.measure(line) <= width), hands[-1])
        hand.write(self.canv, x, y, shortened(line, width, hand))


def _day(slip: NoteSlip) -> str:
    return f"{slip.date.day} {slip.date:%B %Y}"
