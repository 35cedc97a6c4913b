"""An old book as CSV, ``player,balance``, in signed cents (+ owed): all of it, or its faults by line. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ledger.files.csv_rows import read_rows
from ledger.money.cents import MOST_CENTS, format_cents, parse_signed_cents
from reservations.acts.problems import Faults, Faulty, Malformed
from reservations.parsing.names import name_key, parse_name

HEADER = ["player", "balance"]
BIGGEST_FILE = 1_000_000
_GUARDED = ("=", "+", "-", "@")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
"""Never guarded."""


@dataclass(frozen=True)
class Balance:
    """One line of the old book: its number, the name as written, and the cents."""

    line: int
    name: str
    cents: int


def read_balances(data: bytes, *, most_cents: int = MOST_CENTS, empty: bool = False) -> list[Balance]:
    """Read the file, without lines at zero. Raises ``Faulty`` with all faults, by line.

    A balance is ``most_cents`` at most; with ``empty`` there may be none at all below the header.
    """
    rows, unread = read_rows(data, most_bytes=BIGGEST_FILE)
    first, header = rows[0]
    if header != HEADER:
        if len(header) == 1 and ";" in header[0]:
            raise Faulty([(first, "the columns are separated by semicolons: save the file with commas.")])
        raise Faulty([(first, "the first line has to be player,balance.")])
    faults, found = Faults(unread), list[Balance]()
    for line, cells in rows[1:]:
        with faults.at(line):
            if len(cells) != len(HEADER):
                raise Malformed(f"there are {len(cells)} columns, not 2: a player and a balance, as in Ann,-20.00.")
            cents = check_balance(parse_signed_cents(cells[1]), most_cents)
            found.append(Balance(line, parse_name(bare(cells[0])), cents))
    faults += twice(found)
    if not found and not faults and not empty:
        faults.add(first, "", "there is no balance below this line.")
    Faults(sorted(faults)).end()
    return [balance for balance in found if balance.cents]


def twice(found: Iterable[Balance]) -> list[tuple[int, str]]:
    """Return a fault for every repeated name, by line."""
    first: dict[str, int] = {}
    faults = []
    for balance in found:
        before = first.setdefault(name_key(balance.name), balance.line)
        if before != balance.line:
            faults.append((balance.line, f"{balance.name} is already in line {before}."))
    return faults


def check_balance(cents: int, most_cents: int = MOST_CENTS) -> int:
    """Return the cents of one balance. Raises ``Malformed`` for more than ``most_cents``, the most of an act."""
    if abs(cents) > most_cents:
        raise Malformed(f"{format_cents(cents)} is too much for one player.")
    return cents


def bare(cell: str) -> str:
    """Return a cell without the apostrophe with which our own files disarm a spreadsheet's formulas."""
    is_guarded = cell.startswith("'") and cell[1:].startswith(_GUARDED) and not _NUMBER.fullmatch(cell[1:])
    return cell[1:] if is_guarded else cell
