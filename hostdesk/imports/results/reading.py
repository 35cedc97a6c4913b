"""The reader of a results sheet's bytes into rows of cells: a CSV file, or the first sheet of a workbook. Pure."""

from contextlib import suppress

from hostdesk.imports.results.columns import Grid
from ledger.files.csv_rows import MOST_COLUMNS, MOST_ROWS, read_rows
from ledger.files.spreadsheets import read_workbook, sheet_names
from reservations.acts.problems import Faulty

BIGGEST_FILE = 1_500_000
_MOST_CELLS = 100_000
_WORKBOOK = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"


def read_grid(data: bytes) -> Grid:
    """Return the rows of a file that are not blank. Raises ``Faulty`` with its faults by row."""
    if len(data) > BIGGEST_FILE:
        raise Faulty([(1, f"the file is larger than {BIGGEST_FILE:,} bytes.")])
    if data.startswith(_OLD_WORKBOOK):
        raise Faulty([(1, "this is a workbook of an old kind (xls): save it as xlsx or CSV.")])
    if data.startswith(_WORKBOOK):
        read = read_workbook(data, most_rows=MOST_ROWS, most_columns=MOST_COLUMNS)
    else:
        read, faults = read_rows(_from_windows(data), most_bytes=BIGGEST_FILE, separators=",;\t")
        if faults:
            raise Faulty(faults)
    if sum(len(cells) for _, cells in read) > _MOST_CELLS:
        raise Faulty([(1, f"the sheet has more than {_MOST_CELLS:,} cells: bring it in by parts.")])
    return [*read]


def other_sheets(data: bytes) -> list[str]:
    """Return the names of the unread sheets of a workbook: all but the first."""
    return sheet_names(data)[1:] if data.startswith(_WORKBOOK) else []


def _from_windows(data: bytes) -> bytes:
    """Return a text in UTF-8 that is in the letters of Windows (cp1252); any other one unchanged."""
    try:
        data.decode()
    except UnicodeDecodeError:
        with suppress(UnicodeDecodeError):
            return data if b"\0" in data else data.decode("cp1252").encode()
    return data
