"""The roles of the columns of a results sheet: by their headings, and by their cells. Pure."""

import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from hostdesk.imports.results.cells import Cell, read_day, text_of

Grid = Sequence[tuple[int, Sequence[Cell]]]
"""The rows of a file that are not blank, with their numbers."""


class Heading(StrEnum):
    """The roles of a column; ``DAY``: the results of one day, a player a row."""

    DATE = "date"
    PLAYER = "player"
    NET = "net"
    BOUGHT = "buy-in"
    RECEIVED = "cash-out"
    GAME = "game of the date"
    DAY = "results"
    IGNORED = "left out"


_CALLED: Mapping[Heading, str] = {
    Heading.DATE: "date day night session when datum tag abend spieltag spielabend fecha",
    Heading.GAME: "game spiel",
    Heading.PLAYER: "player players name names who nickname nick person spieler jugador joueur",
    Heading.NET: "net result results profit winloss winnings won pl pnl gain balance amount ergebnis gewinn netto",
    Heading.BOUGHT: "buyin buyins in bought boughtin totalbuyin totalbuyins invested",
    Heading.RECEIVED: "cashout cashouts buyout buyouts out cashedout received returned totalcashout payout",
    Heading.IGNORED: "total totals sum overall average avg mean median rank gesamt summe nights games played house "
    "rebuys",
}
_ROLES = {name: role for role, names in _CALLED.items() for name in names.split()} | {"+/-": Heading.NET}


def column_name(place: int) -> str:
    """Return the spreadsheet's name of a column: A, B … Z, AA."""
    letters, place = "", place + 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = string.ascii_uppercase[letter] + letters
    return letters


def recognised(grid: Grid) -> tuple[int, tuple[Heading, ...]]:
    """Return the row of the heading, and the roles of the columns by heading and by cells.

    The heading is the first row with two filled cells, so a title may stand above it.
    """
    place = next((place for place, (_, cells) in enumerate(grid) if sum(map(bool, map(text_of, cells))) > 1), 0)
    width = max(len(cells) for _, cells in grid)
    header = [*grid[place][1], *[None] * (width - len(grid[place][1]))]
    dates = [number for number, cell in enumerate(header) if number and read_day(cell)]
    rest = [cells for _, cells in grid[place + 1 :]]
    by_name = [_ROLES.get(_plain(cell)) for cell in header]
    if Heading.GAME in by_name and Heading.DATE not in by_name and _is_dated(by_name.index(Heading.GAME), rest):
        by_name[by_name.index(Heading.GAME)] = Heading.DATE
    if Heading.NET in by_name and "stack" in map(_plain, header):
        # Chips still in front of a player are in no cash-out.
        by_name = [Heading.IGNORED if role is Heading.RECEIVED else role for role in by_name]
    if len(dates) > 1 or (dates and not {Heading.DATE, Heading.NET} & {*by_name}):
        roles = [Heading.DAY if number in dates else Heading.IGNORED for number in range(width)]
        roles[next((number for number, role in enumerate(by_name) if role is Heading.PLAYER), 0)] = Heading.PLAYER
        return place, tuple(roles)
    has_amounts = Heading.NET in by_name or {Heading.BOUGHT, Heading.RECEIVED} <= {*by_name}
    if Heading.PLAYER in by_name and (has_amounts or Heading.DATE in by_name):
        firsts = (None if role in by_name[:number] else role for number, role in enumerate(by_name))
        return place, tuple(role or Heading.IGNORED for role in firsts)
    dated = next((number for number in range(width) if _is_dated(number, rest)), None)
    if dated is None:
        return place, tuple(role or Heading.IGNORED for role in by_name)
    others = (
        Heading.DAY if number > dated and text_of(cell) else Heading.IGNORED for number, cell in enumerate(header)
    )
    kept = (Heading.GAME, Heading.IGNORED)
    roles = [role if role in kept else other for role, other in zip(by_name, others, strict=True)]
    roles[dated] = Heading.DATE
    return place, tuple(roles)


def _plain(cell: Cell) -> str:
    text = text_of(cell).casefold()
    plain = re.sub(r"[^a-z]", "", text)
    # "Net result" and "Cash-out (€)" begin with their role.
    first = re.split(r"[^a-z-]", text, maxsplit=1)[0]
    return text if text in _ROLES else plain if plain in _ROLES else re.sub(r"[^a-z]", "", first)


def _is_dated(number: int, rows: Sequence[Sequence[Cell]]) -> bool:
    """Tell whether at least half of the cells of a column are days."""
    cells = [cells[number] for cells in rows if number < len(cells) and text_of(cells[number])]
    return bool(cells) and 2 * sum(read_day(cell) is not None for cell in cells) >= len(cells)


def wrong_roles(roles: Sequence[Heading]) -> str:
    """Return why columns of these roles are no results, in a sentence; "" if they are."""
    counted = Counter(roles)
    if twice := [role for role in Heading if role not in (Heading.DAY, Heading.IGNORED) and counted[role] > 1]:
        return f"Two columns are {twice[0]}: choose one, and leave the other out."
    if counted[Heading.DAY]:
        if counted[Heading.DATE] + counted[Heading.PLAYER] != 1 or counted[Heading.NET]:
            return "A table of results has one column with the dates or with the players, and results in the others."
        return ""
    if not counted[Heading.PLAYER]:
        return "No column has the players: choose which one it is."
    if not counted[Heading.NET] and not (counted[Heading.BOUGHT] and counted[Heading.RECEIVED]):
        return "No column has the results: choose the net, or both buy-in and cash-out."
    return ""


def is_total(cell: Cell) -> bool:
    """Tell whether a cell marks its row as a sum of others."""
    return _ROLES.get(_plain(cell)) is Heading.IGNORED
