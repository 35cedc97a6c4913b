"""Tables as CSV that a spreadsheet opens as nothing but text and numbers."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Write rows of cells; a text that a spreadsheet would run as a formula gets an apostrophe in front."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([guarded(cell) for cell in row] for row in rows)
    return sheet.getvalue()


def guarded(cell: str) -> str:
    """Return the cell with the guard where it needs one; numbers stay as they are."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell
