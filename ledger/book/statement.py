"""A player's statement: what made up their standing in a period, and what it was before and after. Pure.

Amounts are in cents: + THE BOOK owes the player, - the player owes it. The page, the paper and the CSV show this.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from ledger.book.report import HistoryLine, standing_in_words
from ledger.files.csv_rows import Cell, amount
from reservations.parsing.days import long_day

BEFORE, AFTER = "Standing before", "Standing at the end"


@dataclass(frozen=True, slots=True)
class StatementNight:
    """A night as a line of a statement names it: by its house; ``is_open``: its lines can still change."""

    house: str
    day: date
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class StatementLine:
    """What one act did to a standing, which is ``running_cents`` after it.

    ``day`` is that of its ``night``; between nights, where there is none, that of the act. ``note`` is the number and
    the name of the note that it moved, and ``note_of`` who wrote that; both are "" where it moved none.
    ``undone``: by a later act, or it undoes another.
    """

    day: date
    act: int
    night: StatementNight | None
    text: str
    note: str
    note_of: str
    cents: int
    running_cents: int
    undone: bool

    @property
    def whose_note(self) -> str:
        """The note with who wrote it, "" where there is none: "3, n1 of Bo"."""
        return f"{self.note} of {self.note_of}" if self.note else ""


@dataclass(frozen=True)
class Statement:
    """What a player's standing was made of from the ``first`` day to the ``last``; None: without that end.

    It is as of the act of that ``number``, where the chain has that ``head``. A night counts by its date, also one that
    is still open; so the next day's statement begins with what this one ends with, and one without a last day ends with
    the standing of that moment.
    """

    player: str
    first: date | None
    last: date | None
    opening_cents: int
    lines: tuple[StatementLine, ...]
    number: int
    head: str

    @property
    def sum_cents(self) -> int:
        """What the lines come to."""
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
    def open_nights(self) -> tuple[StatementNight, ...]:
        """The nights whose lines can still change, in the order of their lines."""
        return tuple(dict.fromkeys(line.night for line in self.lines if line.night and line.night.is_open))


def statement_lines(
    history: Iterable[HistoryLine],
    first: date | None,
    last: date | None,
    *,
    nights: Mapping[int, StatementNight],
    notes: Mapping[int, tuple[str, str]],
) -> tuple[int, tuple[StatementLine, ...]]:
    """Return the standing before a period in cents, and its lines in the order of their days, of one day of their acts.

    ``nights`` are by id; ``notes`` have the name of each, by number, and that of who wrote it.
    """
    in_order = sorted(history, key=lambda line: (line.day, line.act))
    opening = sum(line.cents for line in in_order if first and line.day < first)
    inside = [line for line in in_order if (first is None or first <= line.day) and (last is None or line.day <= last)]
    runs = accumulate((line.cents for line in inside), initial=opening)
    next(runs)
    found = []
    for line, running_cents in zip(inside, runs, strict=True):
        name, writer = notes[line.note] if line.note is not None else ("", "")
        found.append(
            StatementLine(
                day=line.day,
                act=line.act,
                night=nights[line.night] if line.night is not None else None,
                text=line.text,
                note=f"{line.note}, {name}" if line.note is not None else "",
                note_of=writer,
                cents=line.cents,
                running_cents=running_cents,
                undone=line.undone,
            )
        )
    return opening, tuple(found)


def statement_rows(statement: Statement) -> list[list[Cell]]:
    """Return a statement as the rows of a sheet: headings, the standing before, each line, the standing after."""
    head: list[Cell] = ["date", "night", "what", "note", "note of", "amount", "standing", "act", "undone"]
    first: list[Cell] = [statement.first, "", BEFORE, "", "", None, amount(statement.opening_cents), None, ""]
    last: list[Cell] = [statement.last, "", AFTER, "", "", amount(statement.sum_cents)]
    last += [amount(statement.closing_cents), None, ""]
    rows: list[list[Cell]] = [
        [
            *(line.day, line.night.house if line.night else "", line.text, line.note, line.note_of),
            *(amount(line.cents), amount(line.running_cents), line.act, "undone" if line.undone else ""),
        ]
        for line in statement.lines
    ]
    return [head, first, *rows, last]
