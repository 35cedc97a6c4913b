"""The reader of a results sheet: the roles of its columns, and every player's win or loss of every day. Pure.

A sheet is a list of results, one a row, or a table with the nights one way and the players the other.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Any

from hostdesk.imports.results.cells import Amount, Cell, DayRead, is_empty, is_yearless, read_amount, read_day, text_of
from hostdesk.imports.results.columns import Grid, Heading, column_name, is_total, recognised, wrong_roles
from ledger.files.csv_rows import MOST_PEOPLE
from reservations.acts.problems import Faults, Faulty, Malformed, quoted
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key, parse_name


class AmountUnit(StrEnum):
    """The unit of the amounts of a sheet."""

    WHOLE = "whole"
    CENTS = "cents"


class Order(StrEnum):
    """The order of day and month in a date of numbers."""

    DAY = "day"
    MONTH = "month"


@dataclass(frozen=True)
class SheetEntry:
    """A sheet's figures of one player on one day (None: of the time before), at that row and column.

    ``game`` distinguishes games of one date, "" if there is one.
    """

    row: int
    column: int
    day: date | None
    name: str
    net_cents: int
    bought_cents: int | None = None
    game: str = ""


@dataclass(frozen=True)
class Sheet:
    """A sheet read with these roles: its entries, its faults by row, and the parts left out.

    ``open_day`` is a date that could be two days, undecided by the sheet; ``order`` is that of dates of numbers, None
    if it makes no difference. ``is_unit_open``: the sheet does not decide between cents and whole units.
    """

    header: tuple[str, ...]
    roles: tuple[Heading, ...]
    entries: tuple[SheetEntry, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    left_out: tuple[str, ...] = ()
    open_day: DayRead | None = None
    order: Order | None = None
    unit: AmountUnit = AmountUnit.WHOLE
    is_unit_open: bool = False

    @property
    def nights(self) -> dict[tuple[date | None, str], list[SheetEntry]]:
        """The entries by day and game, in the order of the days."""
        found: dict[tuple[date | None, str], list[SheetEntry]] = {}
        for figures in sorted(self.entries, key=lambda entry: (entry.day or date.min, entry.row, entry.column)):
            found.setdefault((figures.day, figures.game), []).append(figures)
        return found

    @property
    def names(self) -> list[str]:
        """The names in it without repetition, as first written."""
        found: dict[str, str] = {}
        for entry in self.entries:
            found.setdefault(name_key(entry.name), entry.name)
        return list(found.values())

    @property
    def is_starting(self) -> bool:
        """Whether it has results without a date: starting results."""
        return Heading.DATE not in self.roles and Heading.DAY not in self.roles


def read_sheet(
    grid: Grid, roles: Sequence[Heading] | None = None, order: Order | None = None, unit: AmountUnit | None = None
) -> Sheet:
    """Read a grid, as `recognised` or with these roles; ``order`` decides dates that could be two days.

    Amounts count the ``unit``. Without one the headings decide, else they are whole units; large amounts without cents
    are a question to the host.

    All faults are reported at once. Raises ``Faulty`` for a grid without a row.
    """
    if not grid:
        raise Faulty([(1, "the file is empty.")])
    place, own = recognised(grid)
    roles = own if roles is None or len(roles) != len(own) else tuple(roles)
    header = tuple(text_of(cell) for cell in grid[place][1])
    header += ("",) * (len(roles) - len(header))
    if any(role is Heading.DATE and read_day(cell) for role, cell in zip(roles, header, strict=True)):
        why = (
            "this is a night and no heading: put a row above it that says what each column is, as in date, player, net."
        )
        return Sheet(header, roles, faults=((grid[place][0], why),))
    if why := wrong_roles(roles):
        cells = [cell for _, row in grid[place : place + 2] for cell in row]
        if yearless := next((text_of(cell) for cell in cells if is_yearless(cell)), ""):
            why = f"{quoted(yearless)} is a date without its year: write such dates as in 2026-11-20."
        return Sheet(header, roles, faults=((grid[place][0], why),))
    reading = _Reading(grid, place, roles)
    reading.order, open_day = reading.ordered(order)
    unit = unit or (AmountUnit.CENTS if reading.says_cents else None)
    entries = () if open_day else tuple(reading.entries(unit or AmountUnit.WHOLE))
    if len({name_key(entry.name) for entry in entries}) > MOST_PEOPLE:
        reading.faults.append((grid[place][0], f"there are more than {MOST_PEOPLE} players in this sheet."))
        entries = ()
    is_unit_open = unit is None and _may_be_cents(entries, header)
    if not entries and not reading.faults and open_day is None:
        reading.faults.append((grid[place][0], "there is no result in this sheet."))
    faults, left_out, unit = tuple(sorted(set(reading.faults))), tuple(reading.left_out), unit or AmountUnit.WHOLE
    return Sheet(header, roles, entries, faults, left_out, open_day, reading.order, unit, is_unit_open)


def _may_be_cents(entries: Sequence[SheetEntry], header: Sequence[str]) -> bool:
    """Tell whether amounts may be cents that were read as whole units.

    None has cents, and half of them are large, or the headings are those of an online table.
    """
    amounts = sorted(max(abs(entry.net_cents), entry.bought_cents or 0) for entry in entries if entry.net_cents)
    is_whole = bool(amounts) and not any(cents % 100 for cents in amounts)
    return is_whole and ("player_id" in header or amounts[len(amounts) // 2] >= _LARGE)


_LARGE = 100_000  # cents; 1,000.00, a usual result of a large game
_Found = tuple[int, int, Any, Any, int | None, Any, str]
"""Row, column, day, name, amount bought, the net as an `Amount`, and the game of that day."""
_AMOUNTS = (Heading.NET, Heading.BOUGHT, Heading.RECEIVED)
_CENTS = re.compile(r"(?<![a-z])(cents?|ct)(?![a-z])")


def _name(cell: Cell) -> str:
    if not text_of(cell):
        raise Malformed("the name is missing.")
    return parse_name(text_of(cell))


@dataclass
class _Reading:
    """One reading of a grid: the ``order`` of day and month in it, the faults so far, and the parts left out."""

    grid: Grid
    place: int
    roles: Sequence[Heading]
    order: Order | None = None
    faults: Faults = field(default_factory=Faults)
    left_out: list[str] = field(default_factory=list)
    days: Counter[date] = field(default_factory=Counter)

    @property
    def says_cents(self) -> bool:
        """Whether a heading of amounts names cents."""
        heads = zip(self.grid[self.place][1], self.roles, strict=False)
        return any(role in _AMOUNTS and _CENTS.search(text_of(cell).casefold()) for cell, role in heads)

    def of(self, role: Heading) -> int | None:
        """Return the place of the column of that role, or None."""
        return self.roles.index(role) if role in self.roles else None

    def rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows below the heading, as wide as the sheet, without those of totals."""
        leads = [column for role in (Heading.PLAYER, Heading.DATE) if (column := self.of(role)) is not None]
        day, by_day = None, self.of(Heading.DATE)
        for number, cells in self.grid[self.place + 1 :]:
            row = [*cells, *[None] * (len(self.roles) - len(cells))]
            if not any(text_of(cell) for cell, role in zip(row, self.roles, strict=True) if role != Heading.IGNORED):
                continue
            if extra := [text_of(cell) for cell in cells[len(self.grid[self.place][1]) :] if text_of(cell)]:
                fault = f"{quoted(extra[0])} stands beyond the last column: an amount with a comma belongs in quotes."
                self.faults.append((number, fault))
            elif total := next((text_of(row[column]) for column in leads if is_total(row[column])), ""):
                self.left_out.append(f"row {number} ({total})")
            else:
                if by_day is not None and self.of(Heading.PLAYER) is not None:
                    # Merged cells, and a date that is written once, stand for all rows below them.
                    day = row[by_day] = row[by_day] if text_of(row[by_day]) else day
                yield number, row

    def day_cells(self) -> list[tuple[int, int, Cell]]:
        """Return the cells with days, with row and column."""
        if (column := self.of(Heading.DATE)) is not None:
            return [(number, column, row[column]) for number, row in self.rows()]
        if self.of(Heading.DAY) is None:
            return []
        number, header = self.grid[self.place]
        return [(number, column, cell) for column, cell in enumerate(header) if self.roles[column] is Heading.DAY]

    def ordered(self, chosen: Order | None) -> tuple[Order | None, DayRead | None]:
        """Return the order of day and month in the sheet, and a date that nothing decides.

        One date with a day above 12 decides for all; contradictory dates are faults.
        """
        found = [(number, cell, on) for number, _, cell in self.day_cells() if (on := read_day(cell)) is not None]
        self.left_out.clear()
        day = next(((row, cell) for row, cell, read in found if read.month_first is None), None)
        month = next(((row, cell) for row, cell, read in found if read.day_first is None), None)
        opens = next((read for *_, read in found if read.is_open), None)
        if day and month:
            (row, cell), (other, its) = day, month
            fault = f"{text_of(cell)} has the day first, and {text_of(its)} in row {other} the month"
            self.faults.append((row, f"{fault}: write the dates alike, as in 2026-11-20."))
            return chosen or Order.DAY, None
        decided = Order.DAY if day else Order.MONTH if month else None
        if decided is None and opens is None:
            return None, None
        return (decided or chosen), (None if decided or chosen else opens)

    def entries(self, unit: AmountUnit) -> Iterator[SheetEntry]:
        """Yield the entries of the sheet, a player once a game."""
        amounts = list(self._amounts())
        points = Counter(amount.point for *_, amount, _ in amounts if amount.point)
        usual = max(points, key=points.__getitem__) if points else ""
        for row, column, *_, amount, _ in amounts:
            where = f"column {column_name(column)}: "
            if usual and amount.point not in ("", usual):
                fault = f"other amounts have a {usual!r} before the cents, this one a {amount.point!r}."
                self.faults.append((row, f"{where}{fault}"))
            elif usual and amount.group == usual:
                self.faults.append((row, f"{where}{usual!r} is before the cents elsewhere, here before thousands."))
            elif unit is AmountUnit.CENTS and amount.cents % 100:
                self.faults.append((row, f"{where}the amounts are cents, and this one has a part of a cent."))
        divisor = 100 if unit is AmountUnit.CENTS else 1
        seen: dict[tuple[date | None, str, str], str] = {}
        for row, column, day, name, bought, amount, game in amounts:
            place, key = f"{column_name(column)}{row}", (day, name_key(name), game)
            if (first := seen.setdefault(key, place)) != place:
                on = f" on {day_of(day)}" if day else ""
                way = " Two games of one date? Say which in a column Game." if day and not game else ""
                self.faults.append((row, f"{quoted(name)} is there twice{on}: in {first} and in {place}.{way}"))
                continue
            bought_cents = None if bought is None else bought // divisor
            yield SheetEntry(row, column, day, name, amount.cents // divisor, bought_cents, game)

    def _amounts(self) -> Iterator[_Found]:
        """Yield all readable results."""
        of_row = self._one if self.of(Heading.DAY) is None else self._many
        for number, row in self.rows():
            with self.faults.at(number):
                yield from of_row(number, row)

    def _one(self, number: int, row: Sequence[Cell]) -> Iterator[_Found]:
        """Yield the one result of a row of a list."""
        at: dict[Heading, int] = {role: column for column, role in enumerate(self.roles) if role is not Heading.IGNORED}
        read: dict[Heading, Any] = {}
        readers: dict[Heading, Callable[[Cell], Any]] = {Heading.DATE: self._day, Heading.PLAYER: _name}
        for role, parse in (readers | dict.fromkeys(_AMOUNTS, read_amount)).items():
            if role in at and not (role in _AMOUNTS and is_empty(row[at[role]])):
                with self.faults.at(number, f"column {column_name(at[role])}"):
                    read[role] = parse(row[at[role]])
                if role not in read:
                    at[Heading.IGNORED] = at[role]
        if Heading.IGNORED in at:
            return
        day, name = read.get(Heading.DATE), read[Heading.PLAYER]
        if Heading.NET not in read and not {Heading.BOUGHT, Heading.RECEIVED} <= read.keys():
            raise Malformed(f"{quoted(name)} has no result: a net, or both buy-in and cash-out.")
        bought, received, net = (read.get(role) for role in (Heading.BOUGHT, Heading.RECEIVED, Heading.NET))
        if bought is not None and received is not None:
            cents = received.cents - abs(bought.cents)
            if net is not None and net.cents != cents:
                raise Malformed(f"{quoted(name)}: cash-out less buy-in is not the net.")
            net = Amount(cents, bought.point or received.point, bought.group or received.group)
        place = at[Heading.NET] if Heading.NET in at else at[Heading.RECEIVED]
        game = text_of(row[at[Heading.GAME]]) if Heading.GAME in at else ""
        yield number, place, day, name, None if bought is None else abs(bought.cents), net, game

    def _many(self, number: int, row: Sequence[Cell]) -> Iterator[_Found]:
        """Yield all results of a row of a table; an empty cell is a player who did not play."""
        by_day, players = self.of(Heading.DATE), self.of(Heading.PLAYER)
        lead = (players if by_day is None else by_day) or 0
        game = "" if (column := self.of(Heading.GAME)) is None else text_of(row[column])
        try:
            value: Any = _name(row[lead]) if by_day is None else self._day(row[lead])
        except Malformed as wrong:
            raise Malformed(f"column {column_name(lead)}: {wrong}") from wrong
        again = self._again(value) if isinstance(value, date) else ""
        for column, (heading, other) in self.headings.items():
            if not is_empty(row[column]):
                with self.faults.at(number, f"column {column_name(column)}"):
                    on, who = (value, heading) if players is None else (heading, value)
                    yield number, column, on, who, None, read_amount(row[column]), game or again or other

    def _again(self, day: date) -> str:
        """Return the name of the next game of its date, "" for the first."""
        self.days[day] += 1
        return f"{self.days[day]}" if self.days[day] > 1 else ""

    @cached_property
    def headings(self) -> dict[int, tuple[Any, str]]:
        """The headings of the columns of results: a player, or a day with the number of its game.

        An unreadable heading is reported once.
        """
        found: dict[int, tuple[Any, str]] = {}
        number, header = self.grid[self.place]
        for column, role in enumerate(self.roles):
            if role is Heading.DAY:
                cell = header[column] if column < len(header) else None
                with self.faults.at(number, f"column {column_name(column)}"):
                    day = None if self.of(Heading.DATE) is not None else self._day(cell)
                    found[column] = (day, self._again(day)) if day else (_name(cell), "")
        return found

    def _day(self, cell: Cell) -> date:
        if not text_of(cell):
            raise Malformed("the date is missing.")
        read = read_day(cell) or DayRead(None, None)
        day = read.month_first if self.order is Order.MONTH else read.day_first
        if day is None:
            raise Malformed(f"{quoted(text_of(cell))} is no date with its year, as in 2026-11-20.")
        return day
