"""CSV files: an uploaded one as its rows by line, or its faults; and tables written as one. Pure."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from itertools import islice

from reservations.acts.problems import Faulty

Row = tuple[int, list[str]]
"""The line a row begins on, counted from 1, and its cells."""

Cell = str | int | Decimal | date | datetime | None
"""The content of a cell."""

KINDS = ("csv", "xlsx")
"""The files that a list is sent as."""

MOST_ROWS, MOST_COLUMNS, MOST_PEOPLE = 20_000, 1_000, 300
"""The most rows, columns and people of a file: ten years of a large group need a tenth of them."""

_MOST_LINES = 5 * MOST_ROWS
"""Cells go on over lines, and some programs put blank lines between rows."""
_MOST_FAULTS = 100
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_MARK = b"\xef\xbb\xbf"
_UTF16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def read_rows(data: bytes, *, most_bytes: int, separators: str = ",") -> tuple[list[Row], list[tuple[int, str]]]:
    """Return the rows that are not blank, and the faults of unreadable lines.

    The text is UTF-8 or UTF-16, with a byte order mark or without. The separator is the most frequent of ``separators``
    in the first row with any of them.

    Raises ``Faulty`` if nothing can be read: the file is larger than ``most_bytes``, is no text, is empty, or holds
    more than a file may.
    """
    if len(data) > most_bytes:
        raise Faulty([(1, f"the file is larger than {most_bytes:,} bytes.")])
    bare = _as_utf8(data)
    if bare.count(b"\n") > _MOST_LINES:
        raise Faulty([(1, f"the file has more than {_MOST_LINES:,} lines.")])
    if faults := [*islice(_no_text(bare), _MOST_FAULTS)]:
        raise Faulty(faults)
    rows, line = list[Row](), 1
    text = bare.decode()
    lines = io.StringIO(text, newline="")
    first = next((line for line in lines if any(sign in line for sign in separators)), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(separators, key=first.count), strict=True)
    try:
        for cells in reader:
            if any(cells):
                rows.append((line, cells))
            if len(rows) > MOST_ROWS or len(cells) > MOST_COLUMNS:
                raise Faulty([(line, f"the sheet has more than {MOST_ROWS:,} rows or {MOST_COLUMNS:,} columns.")])
            line = reader.line_num + 1
    except csv.Error as wrong:
        faults.append((line, f"the quotes of this row do not fit together ({wrong})."))
    if not rows:
        raise Faulty(faults or [(1, "the file is empty.")])
    return rows, faults


def _no_text(raw: bytes) -> Iterator[tuple[int, str]]:
    """Yield the faults of lines that are no text."""
    for number, line in enumerate(io.BytesIO(raw), start=1):
        if b"\0" in line:
            yield number, "there is a NUL in this line: this is not a text file."
            continue
        try:
            line.decode()
        except UnicodeDecodeError:
            yield number, "this is not UTF-8 text."


def _as_utf8(data: bytes) -> bytes:
    """Return a text in UTF-8 without a mark; bytes that are no text are reported later on."""
    for mark, coding in _UTF16:
        with suppress(UnicodeDecodeError):
            # Without a mark every second byte of most texts is a NUL, and no other byte is.
            zeros = data[1::2] if coding == "utf-16-le" else data[::2]
            others = data[::2] if coding == "utf-16-le" else data[1::2]
            is_bare = len(data) % 2 == 0 and 2 * zeros.count(0) > len(zeros) and 0 not in others
            if data.startswith(mark) or is_bare:
                return data.removeprefix(mark).decode(coding).encode()
    return data.removeprefix(_MARK)


def amount(cents: int | None) -> Decimal | None:
    """Return cents as the number in a sheet: 1250 is 12.50."""
    return None if cents is None else Decimal(cents).scaleb(-2)


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """Write rows of cells; a text that a spreadsheet would run as a formula gets an apostrophe in front."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([written(cell) for cell in row] for row in rows)
    return sheet.getvalue()


def guarded(cell: str) -> str:
    """Return the text with an apostrophe in front if it would be a formula; numbers stay unchanged."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def written(cell: Cell) -> str:
    """Return a cell in the form of the file."""
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds")
    return "" if cell is None else str(cell)
