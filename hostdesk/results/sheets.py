"""Reads a results sheet: which column is what, and what every player won or lost on every day. Pure.

A sheet is a list of results, a row each, or a table with the nights one way and the players the other.
"""

import re
import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import partial
from typing import Any

from hostdesk.results.cells import Amount, Cell, SaidDay, is_empty, read_amount, read_day, text_of
from ledger.files.csv_rows import MOST_PEOPLE
from ledger.results.rules import NetResult, difference_of
from reservations.acts.problems import Faulty, Malformed, quoted
from reservations.parsing.days import day_of
from reservations.parsing.names import name_key, parse_name

Grid = Sequence[tuple[int, Sequence[Cell]]]
"""The rows of a file that are not blank, each with its number."""


class Role(StrEnum):
    """What a column is."""

    DATE = "date"
    PLAYER = "player"
    NET = "net"
    BOUGHT = "buy-in"
    RECEIVED = "cash-out"
    EACH = "results"
    IGNORED = "left out"


_CALLED: Mapping[Role, str] = {
    Role.DATE: "date day night session game when datum abend fecha",
    Role.PLAYER: "player players name names who nickname nick person spieler jugador joueur",
    Role.NET: "net result results profit winloss winnings won pl pnl gain balance amount ergebnis gewinn netto",
    Role.BOUGHT: "buyin buyins in bought boughtin totalbuyin totalbuyins invested",
    Role.RECEIVED: "cashout cashouts out cashedout received returned totalcashout payout",
    Role.IGNORED: "total totals sum overall average avg mean median rank gesamt summe nights games played house rebuys",
}
_ROLES = {name: role for role, names in _CALLED.items() for name in names.split()} | {"+/-": Role.NET}


class Order(StrEnum):
    """Which comes first in a date of numbers."""

    DAY = "day"
    MONTH = "month"


@dataclass(frozen=True)
class Entry:
    """What a sheet says of one player on one day (None: of the time before), at that row and column."""

    row: int
    column: int
    day: date | None
    name: str
    net_cents: int
    bought_cents: int | None = None

    def result(self, player: int) -> NetResult:
        """Return it as the result of the player of that number."""
        return NetResult(player, self.net_cents, self.bought_cents)


@dataclass(frozen=True)
class Sheet:
    """A sheet as it was read with these roles: its entries, what is wrong by row, and what was left out.

    ``open_day`` is a date that could be two days, where nothing in the sheet tells which; ``order`` is how dates of
    numbers were read, None if it makes no difference.
    """

    header: tuple[str, ...]
    roles: tuple[Role, ...]
    entries: tuple[Entry, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    left_out: tuple[str, ...] = ()
    open_day: SaidDay | None = None
    order: Order | None = None

    @property
    def days(self) -> dict[date | None, list[Entry]]:
        """The entries of each day, in the order of the days."""
        found: dict[date | None, list[Entry]] = {}
        for each in sorted(self.entries, key=lambda entry: (entry.day or date.min, entry.row, entry.column)):
            found.setdefault(each.day, []).append(each)
        return found

    @property
    def names(self) -> list[str]:
        """The names in it, each once, as they were first written."""
        found: dict[str, str] = {}
        for each in self.entries:
            found.setdefault(name_key(each.name), each.name)
        return list(found.values())

    @property
    def is_starting(self) -> bool:
        """Whether it has results without a date: those that players start with."""
        return Role.DATE not in self.roles and Role.EACH not in self.roles


def difference(entries: Sequence[Entry]) -> int:
    """Return by how much more was won than lost."""
    return difference_of(each.result(0) for each in entries)


def column_name(place: int) -> str:
    """Return a column as a spreadsheet calls it: A, B … Z, AA."""
    letters, place = "", place + 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = string.ascii_uppercase[letter] + letters
    return letters


def recognised(grid: Grid) -> tuple[int, tuple[Role, ...]]:
    """Return the place of the heading among the rows, and what each column is by its heading and its cells.

    The heading is the first row with two cells that say something, so a title may stand above it.
    """
    place = next((place for place, (_, cells) in enumerate(grid) if sum(map(bool, map(text_of, cells))) > 1), 0)
    width = max(len(cells) for _, cells in grid)
    header = [*grid[place][1], *[None] * (width - len(grid[place][1]))]
    dates = [number for number, cell in enumerate(header) if number and read_day(cell)]
    by_name = [_ROLES.get(_plain(cell)) for cell in header]
    rest = [cells for _, cells in grid[place + 1 :]]
    if len(dates) > 1 or (dates and not {Role.DATE, Role.NET} & {*by_name}):
        roles = [Role.EACH if number in dates else Role.IGNORED for number in range(width)]
        roles[next((number for number, role in enumerate(by_name) if role is Role.PLAYER), 0)] = Role.PLAYER
        return place, tuple(roles)
    has_amounts = Role.NET in by_name or {Role.BOUGHT, Role.RECEIVED} <= {*by_name}
    if Role.PLAYER in by_name and (has_amounts or Role.DATE in by_name):
        seen: set[Role] = set()
        roles = []
        for role in by_name:
            roles.append(Role.IGNORED if role is None or role in seen else role)
            seen.add(roles[-1])
        return place, tuple(roles)
    dated = next((number for number in range(width) if _is_dated(number, rest)), None)
    if dated is None:
        return place, tuple(role or Role.IGNORED for role in by_name)
    ignored = {number for number, role in enumerate(by_name) if role is Role.IGNORED or not text_of(header[number])}
    return place, tuple(
        Role.DATE if number == dated else Role.IGNORED if number in ignored or number < dated else Role.EACH
        for number in range(width)
    )


def _plain(cell: Cell) -> str:
    text = text_of(cell).casefold()
    plain = re.sub(r"[^a-z]", "", text)
    # "Net result" and "Cash-out (€)" begin with what they are.
    first = re.split(r"[^a-z-]", text, maxsplit=1)[0]
    return text if text in _ROLES else plain if plain in _ROLES else re.sub(r"[^a-z]", "", first)


def _is_dated(number: int, rows: Sequence[Sequence[Cell]]) -> bool:
    """Tell whether at least half of what stands in a column are days."""
    cells = [cells[number] for cells in rows if number < len(cells) and text_of(cells[number])]
    return bool(cells) and 2 * sum(read_day(cell) is not None for cell in cells) >= len(cells)


def wrong_roles(roles: Sequence[Role]) -> str:
    """Return why columns of these roles are no results, in a sentence; "" if they are."""
    counted = Counter(roles)
    if twice := [role for role in Role if role not in (Role.EACH, Role.IGNORED) and counted[role] > 1]:
        return f"Two columns are {twice[0]}: choose one, and leave the other out."
    if counted[Role.EACH]:
        if counted[Role.DATE] + counted[Role.PLAYER] != 1 or counted[Role.NET]:
            return "A table of results has one column with the dates or with the players, and results in the others."
        return ""
    if not counted[Role.PLAYER]:
        return "No column has the players: choose which one it is."
    if not counted[Role.NET] and not (counted[Role.BOUGHT] and counted[Role.RECEIVED]):
        return "No column has the results: choose the net, or both buy-in and cash-out."
    return ""


def read_sheet(grid: Grid, roles: Sequence[Role] | None = None, order: Order | None = None) -> Sheet:
    """Read a grid, as `recognised` or with these roles; ``order`` decides dates that could be two days.

    Everything that is wrong is told at once. Raises ``Faulty`` for a grid without a row.
    """
    if not grid:
        raise Faulty([(1, "the file is empty.")])
    place, own = recognised(grid)
    roles = own if roles is None or len(roles) != len(own) else tuple(roles)
    header = tuple(text_of(cell) for cell in grid[place][1])
    header += ("",) * (len(roles) - len(header))
    if any(role is Role.DATE and read_day(cell) for role, cell in zip(roles, header, strict=True)):
        why = (
            "this is a night and no heading: put a row above it that says what each column is, as in date, player, net."
        )
        return Sheet(header, roles, faults=((grid[place][0], why),))
    if why := wrong_roles(roles):
        return Sheet(header, roles, faults=((grid[place][0], why),))
    reading = _Reading(grid, place, roles)
    said, open_day = reading.ordered(order)
    entries = () if open_day else tuple(reading.entries(said))
    if len({name_key(each.name) for each in entries}) > MOST_PEOPLE:
        reading.faults.append((grid[place][0], f"there are more than {MOST_PEOPLE} players in this sheet."))
        entries = ()
    if not entries and not reading.faults and open_day is None:
        reading.faults.append((grid[place][0], "there is no result in this sheet."))
    faults = tuple(sorted(set(reading.faults)))
    return Sheet(header, roles, entries, faults, tuple(reading.left_out), open_day, said)


_Found = tuple[int, int, Any, Any, int | None, Any]
"""Row, column, day, name, what was bought, and the net as an `Amount`."""
_AMOUNTS = (Role.NET, Role.BOUGHT, Role.RECEIVED)


def _name(cell: Cell) -> str:
    if not text_of(cell):
        raise Malformed("the name is missing.")
    return parse_name(text_of(cell))


@dataclass
class _Reading:
    """One reading of a grid: what is wrong so far, and what was left out."""

    grid: Grid
    place: int
    roles: Sequence[Role]
    faults: list[tuple[int, str]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    headings: dict[int, Any] | None = None

    def of(self, role: Role) -> int | None:
        """Return the place of the column of that role; None if there is none."""
        return self.roles.index(role) if role in self.roles else None

    def rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows below the heading, each as wide as the sheet, without those of totals."""
        leads = self.of(Role.PLAYER) if self.of(Role.PLAYER) is not None else self.of(Role.DATE)
        for number, cells in self.grid[self.place + 1 :]:
            row = [*cells, *[None] * (len(self.roles) - len(cells))]
            if not any(text_of(cell) for cell, role in zip(row, self.roles, strict=True) if role != Role.IGNORED):
                continue
            if extra := [text_of(cell) for cell in cells[len(self.grid[self.place][1]) :] if text_of(cell)]:
                told = f"{quoted(extra[0])} stands beyond the last column: an amount with a comma belongs in quotes."
                self.faults.append((number, told))
            elif leads is not None and _ROLES.get(_plain(row[leads])) is Role.IGNORED:
                self.left_out.append(f"row {number} ({text_of(row[leads])})")
            else:
                yield number, row

    def day_cells(self) -> list[tuple[int, int, Cell]]:
        """Return the cells that say a day, with row and column."""
        if (column := self.of(Role.DATE)) is not None:
            return [(number, column, row[column]) for number, row in self.rows()]
        if self.of(Role.EACH) is None:
            return []
        number, header = self.grid[self.place]
        return [(number, column, cell) for column, cell in enumerate(header) if self.roles[column] is Role.EACH]

    def ordered(self, chosen: Order | None) -> tuple[Order | None, SaidDay | None]:
        """Return which comes first in the dates of the sheet, and a date that nothing decides.

        One date with a day above 12 decides for all; two that contradict each other are faults.
        """
        found = [(number, cell, said) for number, _, cell in self.day_cells() if (said := read_day(cell)) is not None]
        self.left_out.clear()
        day = next(((row, cell) for row, cell, said in found if said.month_first is None), None)
        month = next(((row, cell) for row, cell, said in found if said.day_first is None), None)
        opens = next((said for *_, said in found if said.is_open), None)
        if day and month:
            (row, cell), (other, its) = day, month
            told = f"{text_of(cell)} has the day first, and {text_of(its)} in row {other} the month"
            self.faults.append((row, f"{told}: write the dates alike, as in 2026-11-20."))
            return chosen or Order.DAY, None
        decided = Order.DAY if day else Order.MONTH if month else None
        if decided is None and opens is None:
            return None, None
        return (decided or chosen), (None if decided or chosen else opens)

    def entries(self, order: Order | None) -> Iterator[Entry]:
        """Yield what the sheet says, each player once a day."""
        amounts = list(self._amounts(order))
        points = Counter(amount.point for *_, amount in amounts if amount.point)
        usual = max(points, key=points.__getitem__) if points else ""
        for row, column, *_, amount in amounts:
            where = f"column {column_name(column)}: "
            if usual and amount.point not in ("", usual):
                told = f"other amounts have a {usual!r} before the cents, this one a {amount.point!r}."
                self.faults.append((row, f"{where}{told}"))
            elif usual and amount.group == usual:
                self.faults.append((row, f"{where}{usual!r} is before the cents elsewhere, here before thousands."))
        seen: dict[tuple[date | None, str], str] = {}
        for row, column, day, name, bought, amount in amounts:
            place, key = f"{column_name(column)}{row}", (day, name_key(name))
            if (first := seen.setdefault(key, place)) != place:
                on = f" on {day_of(day)}" if day else ""
                self.faults.append((row, f"{quoted(name)} is there twice{on}: in {first} and in {place}."))
                continue
            yield Entry(row, column, day, name, amount.cents, bought)

    def _amounts(self, order: Order | None) -> Iterator[_Found]:
        """Yield all that can be read."""
        for number, row in self.rows():
            try:
                if self.of(Role.EACH) is None:
                    yield from self._one(number, row, order)
                else:
                    yield from self._many(number, row, order)
            except Malformed as wrong:
                self.faults.append((number, str(wrong)))

    def _one(self, number: int, row: Sequence[Cell], order: Order | None) -> Iterator[_Found]:
        """Yield the one result of a row of a list."""
        at: dict[Role, int] = {role: column for column, role in enumerate(self.roles) if role is not Role.IGNORED}
        read: dict[Role, Any] = {}
        for role, parse in self._readers(order).items():
            if role in at and not (role in _AMOUNTS and is_empty(row[at[role]])):
                try:
                    read[role] = parse(row[at[role]])
                except Malformed as wrong:
                    self.faults.append((number, f"column {column_name(at[role])}: {wrong}"))
                    at[Role.IGNORED] = at[role]
        if Role.IGNORED in at:
            return
        day, name = read.get(Role.DATE), read[Role.PLAYER]
        if Role.NET not in read and not {Role.BOUGHT, Role.RECEIVED} <= read.keys():
            raise Malformed(f"{quoted(name)} has no result: a net, or both buy-in and cash-out.")
        bought, received, net = (read.get(role) for role in (Role.BOUGHT, Role.RECEIVED, Role.NET))
        if bought is not None and received is not None:
            cents = received.cents - abs(bought.cents)
            if net is not None and net.cents != cents:
                raise Malformed(f"{quoted(name)}: cash-out less buy-in is not the net.")
            net = Amount(cents, bought.point or received.point, bought.group or received.group)
        place = at[Role.NET] if Role.NET in at else at[Role.RECEIVED]
        yield number, place, day, name, None if bought is None else abs(bought.cents), net

    def _many(self, number: int, row: Sequence[Cell], order: Order | None) -> Iterator[_Found]:
        """Yield all results of a row of a table; who has none there did not play."""
        by_day, players = self.of(Role.DATE), self.of(Role.PLAYER)
        lead, parse = (players, _name) if by_day is None else (by_day, self._readers(order)[Role.DATE])
        try:
            said = parse(row[lead or 0])
        except Malformed as wrong:
            raise Malformed(f"column {column_name(lead or 0)}: {wrong}") from wrong
        for column, heading in self._headings(order).items():
            if is_empty(row[column]):
                continue
            try:
                amount = read_amount(row[column])
            except Malformed as wrong:
                self.faults.append((number, f"column {column_name(column)}: {wrong}"))
            else:
                on, who = (said, heading) if players is None else (heading, said)
                yield number, column, on, who, None, amount

    def _headings(self, order: Order | None) -> dict[int, Any]:
        """Return what stands above each column of results, a day or a player; what cannot be read is told once."""
        if self.headings is None:
            self.headings = {}
            number, header = self.grid[self.place]
            for column, role in enumerate(self.roles):
                if role is Role.EACH:
                    cell = header[column] if column < len(header) else None
                    try:
                        by_day = self.of(Role.DATE) is not None
                        self.headings[column] = _name(cell) if by_day else self._day(cell, order=order)
                    except Malformed as wrong:
                        self.faults.append((number, f"column {column_name(column)}: {wrong}"))
        return self.headings

    def _readers(self, order: Order | None) -> dict[Role, Callable[[Cell], Any]]:
        """Return how the cells of a list are read, by what their column is."""
        days = partial(self._day, order=order)
        return {Role.DATE: days, Role.PLAYER: _name, **dict.fromkeys(_AMOUNTS, read_amount)}

    def _day(self, cell: Cell, *, order: Order | None) -> date:
        if not text_of(cell):
            raise Malformed("the date is missing.")
        said = read_day(cell)
        day = None
        if said is not None:
            day = said.month_first if order is Order.MONTH else said.day_first
        if day is None:
            raise Malformed(f"{quoted(text_of(cell))} is no date with its year, as in 2026-11-20.")
        return day
