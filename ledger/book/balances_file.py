"""An old book as a CSV file, ``player,balance`` as ``book --csv`` writes it: all of it, or what is wrong by line.

Pure. Balances are signed cents, + for whoever is owed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.files.csv_rows import read_rows
from ledger.money.cents import MOST_CENTS, format_cents, parse_signed_cents
from reservations.acts.problems import Faulty, Malformed
from reservations.parsing.names import name_key, parse_name

HEADER = ["player", "balance"]
BIGGEST_FILE = 1_000_000
_GUARDED = ("=", "+", "-", "@")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
"""Never guarded."""


@dataclass(frozen=True)
class Balance:
    """One line of the old book: where it stands, whose it is as it was written, and the cents."""

    line: int
    name: str
    cents: int


def read_balances(data: bytes, *, most_cents: int = MOST_CENTS, empty: bool = False) -> list[Balance]:
    """Read the file; lines at zero are left out. Raises ``Faulty`` with everything that is wrong, by line.

    A balance is ``most_cents`` at most; with ``empty`` there may be none at all below the header.
    """
    rows, faults = read_rows(data, most_bytes=BIGGEST_FILE)
    _check_header(*rows[0])
    found: list[Balance] = []
    for line, cells in rows[1:]:
        try:
            found.append(_balance(line, cells, most_cents))
        except Malformed as wrong:
            faults.append((line, str(wrong)))
    faults += twice(found)
    if not found and not faults and not empty:
        faults = [(rows[0][0], "there is no balance below this line.")]
    if faults:
        raise Faulty(sorted(faults))
    return [each for each in found if each.cents]


def twice(found: Iterable[Balance]) -> list[tuple[int, str]]:
    """Return what is wrong with names that are there more than once, by line."""
    first: dict[str, int] = {}
    faults = []
    for each in found:
        before = first.setdefault(name_key(each.name), each.line)
        if before != each.line:
            faults.append((each.line, f"{each.name} is in line {before} already."))
    return faults


def total(found: Iterable[Balance]) -> int:
    """Return what balances sum to, in cents: zero, in a book without a mistake."""
    return sum(each.cents for each in found)


def check_balance(cents: int, most_cents: int = MOST_CENTS) -> int:
    """Return the cents of one balance. Raises ``Malformed`` for more than an act can move, or than is said."""
    if abs(cents) > most_cents:
        raise Malformed(f"{format_cents(cents)} is more than an old book can bring for one player.")
    return cents


def _check_header(line: int, header: Sequence[str]) -> None:
    if header == HEADER:
        return
    if len(header) == 1 and ";" in header[0]:
        raise Faulty([(line, "the columns are parted by semicolons: save the file with commas between them.")])
    raise Faulty([(line, "the first line has to be player,balance.")])


def _balance(line: int, cells: Sequence[str], most_cents: int) -> Balance:
    if len(cells) != len(HEADER):
        raise Malformed(f"there are {len(cells)} columns here, not 2: a player and a balance, as in Ann,-20.00.")
    return Balance(line, parse_name(bare(cells[0])), check_balance(parse_signed_cents(cells[1]), most_cents))


def bare(cell: str) -> str:
    """Return a cell without the guard that our own files put before what a spreadsheet would run."""
    is_guarded = cell.startswith("'") and cell[1:].startswith(_GUARDED) and not _NUMBER.fullmatch(cell[1:])
    return cell[1:] if is_guarded else cell
