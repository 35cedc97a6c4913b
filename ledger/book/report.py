"""THE BOOK and a player's statement, in cents (+ owed), as plain values: page, paper and CSV show exactly these."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate

from ledger.files.csv_rows import Cell, amount
from ledger.money.cents import show_money
from ledger.standings.ages import AgedPart
from reservations.parsing.days import long_day
from reservations.parsing.names import name_key


def standing_in_words(cents: int) -> str:
    """Write a standing without its sign: "owes $27.00", "is owed $27.00" or "even"."""
    if not cents:
        return "even"
    return f"{'owes' if cents < 0 else 'is owed'} {show_money(abs(cents))}"


@dataclass(frozen=True)
class HistoryLine:
    """The effect of one act on a standing, then ``running_cents``; ``undone``: by a later act, or an undoing."""

    day: date
    act: int
    note: int | None
    text: str
    cents: int
    running_cents: int
    undone: bool
    kind: str = ""
    night: int | None = None

    @property
    def mark(self) -> str:
        """The word for a line that is crossed out, or that undoes another; "" for all others."""
        return "undone" if self.undone else ""


@dataclass(frozen=True)
class BookPlayer:
    """A player in THE BOOK; ``guest_of`` is the inviter of a guest, or "". ``left``: unpaid parts, the oldest first.

    ``overdue_cents``: the part of the debt that is older than the term.
    """

    number: int
    name: str
    regular: bool
    guest_of: str
    cents: int
    left: Sequence[AgedPart]
    overdue_cents: int
    rows: tuple[HistoryLine, ...] = ()

    @property
    def name_key(self) -> str:
        """The form of the name for sorting and searching."""
        return name_key(self.name)

    @property
    def owes(self) -> bool:
        return self.cents < 0

    @property
    def word(self) -> str:
        """The standing in words."""
        if not self.cents:
            return "even"
        return "owes" if self.owes else "is owed"

    @property
    def size_cents(self) -> int:
        """The standing without its sign, beside the word."""
        return abs(self.cents)

    @property
    def since(self) -> date | None:
        """The day of the oldest part of it; None at zero."""
        return self.left[0].day if self.left else None


@dataclass(frozen=True)
class OpenNight:
    """An open night that has changed THE BOOK already, and by how many cents: it is not zero before its close."""

    night: int
    day: date
    house: str
    cents: int


@dataclass(frozen=True)
class BookReport:
    """THE BOOK as of act ``number``. ``on``: the day it shows; ``day``: the day to which ages are counted.

    ``term_days``: the days after which a debt is overdue; None if no house has a term.
    """

    on: date | None
    day: date
    term_days: int | None
    people: tuple[BookPlayer, ...]
    open_nights: tuple[OpenNight, ...]
    number: int
    head: str

    @property
    def standing(self) -> tuple[BookPlayer, ...]:
        """The players with a standing, the largest debt first."""
        return tuple(sorted((who for who in self.people if who.cents), key=lambda who: (who.cents, who.name)))

    @property
    def owed_cents(self) -> int:
        return sum(person.cents for person in self.people if person.cents > 0)

    @property
    def owing_cents(self) -> int:
        return -sum(person.cents for person in self.people if person.cents < 0)

    @property
    def total_cents(self) -> int:
        """The sum of all standings: zero, apart from open nights."""
        return self.owed_cents - self.owing_cents

    @property
    def adds_up(self) -> bool:
        """Whether the sum is that of the open nights; it always should be."""
        return self.total_cents == sum(night.cents for night in self.open_nights)

    @property
    def overdue_cents(self) -> int:
        """The overdue debts of all players together."""
        return sum(person.overdue_cents for person in self.people)


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
    """Return the standing before a period in cents, and its lines in the order of their days, then of their acts.

    The lines have the running standing in that order.
    """
    in_order = sorted(lines, key=lambda line: (line.day, line.act))
    opening = sum(line.cents for line in in_order if first and line.day < first)
    inside = [line for line in in_order if (first is None or first <= line.day) and (last is None or line.day <= last)]
    sums = list(accumulate((line.cents for line in inside), initial=opening))[1:]
    return opening, tuple(replace(line, running_cents=cents) for line, cents in zip(inside, sums, strict=True))


def statement_rows(statement: Statement) -> list[list[Cell]]:
    """Return a statement as the rows of a sheet: headings, the standing before, the lines, the standing after."""
    head: list[Cell] = ["date", "night", "what", "note", "note of", "amount", "standing", "act"]
    first: list[Cell] = [statement.first, "", BEFORE, None, "", None, amount(statement.opening_cents), None]
    last: list[Cell] = [statement.last, "", AFTER, None, "", amount(statement.sum_cents)]
    last += [amount(statement.closing_cents), None]
    rows = [head, first]
    for line in statement.lines:
        sums = amount(line.cents), amount(line.running_cents)
        rows.append([line.day, line.house, line.in_full, line.note, line.note_of, *sums, line.act])
    return [*rows, last]
