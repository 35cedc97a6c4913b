"""A CSV file as it comes from somebody's machine: its rows by line, or what keeps it from being read.

Pure.
"""

import csv
import io

from reservations.problems import Faulty

Row = tuple[int, list[str]]
"""The line a row begins on, counted from 1, and its cells."""

_MARK = b"\xef\xbb\xbf"


def read_rows(data: bytes, *, most_bytes: int) -> tuple[list[Row], list[tuple[int, str]]]:
    """Return the rows that are not blank, and what kept the rest from being read, by line.

    Raises ``Faulty`` where nothing can be read: the file is larger than ``most_bytes``, is no text, or is empty.
    """
    rows, faults = _rows(_text(data, most_bytes))
    if not rows:
        raise Faulty(faults or [(1, "the file is empty.")])
    return rows, faults


def _text(data: bytes, most_bytes: int) -> str:
    if len(data) > most_bytes:
        raise Faulty([(1, f"the file is larger than {most_bytes:,} bytes.")])
    bare = data.removeprefix(_MARK)
    faults = [(number, fault) for number, raw in enumerate(bare.split(b"\n"), start=1) if (fault := _unreadable(raw))]
    if faults:
        raise Faulty(faults)
    return bare.decode()


def _unreadable(raw: bytes) -> str:
    if b"\0" in raw:
        return "there is a NUL in this line: this is not a text file."
    try:
        raw.decode()
    except UnicodeDecodeError:
        return "this is not UTF-8 text."
    return ""


def _rows(text: str) -> tuple[list[Row], list[tuple[int, str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(cells):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as wrong:
        return rows, [(line, f"the quotes of this row do not fit together ({wrong}).")]
    return rows, []
