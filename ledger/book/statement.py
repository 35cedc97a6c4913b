"""A player's statement: the lines of a period, and the standing before and after. Pure.

Amounts are in cents: + THE BOOK owes the player, - the player owes it. Page, paper and CSV show these.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate

from ledger.book.report import standing_in_words
from ledger.files.csv_rows import Cell, amount
from reservations.parsing.days import long_day

BEFORE, AFTER = "Standing before", "Standing at the end"


@dataclass(frozen=True)
class OwnLine:
    """The effect of one act on a player's standing (+ cents: owed more), which is ``running_cents`` then.

    ``day`` is that of its night, between nights that of the act. ``house`` is that of the night, "" between nights, and
    ``is_open`` while it goes on; ``reason`` is that of an undoing. ``note`` is the number of the note that it moved,
    ``note_name`` its name and ``note_of`` its writer; None and "" without one. ``undone``: it was taken back, or takes
    another back.
    """

    day: date
    act: int
    night: int | None
    house: str
    text: str
    reason: str
    cents: int
    running_cents: int
    undone: bool
    note: int | None = None
    note_name: str = ""
    note_of: str = ""
    is_open: bool = False

    @property
    def in_full(self) -> str:
        """Its text, with an unnamed note, the reason of an undoing, and whether it was undone."""
        is_named = self.note is None or self.note_name in self.text
        whose = "" if is_named else f" (note {self.note_name} of {self.note_of})"
        because = f": {self.reason}" if self.reason else ""
        return f"{self.text}{whose}{because}{' (undone)' if self.undone and not self.reason else ''}"


@dataclass(frozen=True)
class Statement:
    """A player's standing from the ``first`` day to the ``last``, line by line; None: without that end.

    It is as of the act of that ``number``, where the chain has that ``head``. A night counts by its date, also an open
    one; so the next day's statement begins with this one's end, and one without a last day ends with the standing of
    that moment.
    """

    player: str
    first: date | None
    last: date | None
    opening_cents: int
    lines: tuple[OwnLine, ...]
    number: int
    head: str

    @property
    def sum_cents(self) -> int:
        """The sum of the lines."""
        return sum(line.cents for line in self.lines)

    @property
    def closing_cents(self) -> int:
        """The standing after the last of them."""
        return self.opening_cents + self.sum_cents

    @property
    def period(self) -> str:
        """The period in words."""
        if self.first and self.last:
            return f"From {long_day(self.first)} to {long_day(self.last)}"
        if self.first:
            return f"Since {long_day(self.first)}"
        return f"Up to {long_day(self.last)}" if self.last else "Everything so far"

    @property
    def in_words(self) -> str:
        """The standing before and after: "Before: owes $15.00. At the end: is owed $3.00."."""
        before, after = standing_in_words(self.opening_cents), standing_in_words(self.closing_cents)
        return f"Before: {before}. At the end: {after}."

    @property
    def open_nights(self) -> tuple[tuple[str, date], ...]:
        """The nights whose lines can still change, by house and day, in the order of their lines."""
        return tuple(dict.fromkeys((line.house, line.day) for line in self.lines if line.is_open))


def lines_between(lines: Iterable[OwnLine], first: date | None, last: date | None) -> tuple[int, tuple[OwnLine, ...]]:
    """Return the standing before a period in cents, and its lines in the order of their days, of one day of their acts.

    Each line has the running standing in that order.
    """
    in_order = sorted(lines, key=lambda line: (line.day, line.act))
    opening = sum(line.cents for line in in_order if first and line.day < first)
    inside = [line for line in in_order if (first is None or first <= line.day) and (last is None or line.day <= last)]
    sums = list(accumulate((line.cents for line in inside), initial=opening))[1:]
    return opening, tuple(replace(line, running_cents=cents) for line, cents in zip(inside, sums, strict=True))


def statement_rows(statement: Statement) -> list[list[Cell]]:
    """Return a statement as the rows of a sheet: headings, the standing before, each line, the standing after."""
    head: list[Cell] = ["date", "night", "what", "note", "note of", "amount", "standing", "act"]
    first: list[Cell] = [statement.first, "", BEFORE, None, "", None, amount(statement.opening_cents), None]
    last: list[Cell] = [statement.last, "", AFTER, None, "", amount(statement.sum_cents)]
    last += [amount(statement.closing_cents), None]
    rows: list[list[Cell]] = [
        [
            *(line.day, line.house, line.in_full, line.note, line.note_of),
            *(amount(line.cents), amount(line.running_cents), line.act),
        ]
        for line in statement.lines
    ]
    return [head, first, *rows, last]
