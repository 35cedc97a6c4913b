"""An uploaded CSV file: its rows by line, or what keeps it from being read. Pure."""

import csv
import io

from reservations.acts.problems import Faulty

Row = tuple[int, list[str]]
"""The line a row begins on, counted from 1, and its cells."""

_MARK = b"\xef\xbb\xbf"


def read_rows(data: bytes, *, most_bytes: int) -> tuple[list[Row], list[tuple[int, str]]]:
    """Return the rows that are not blank, and what kept the rest from being read, by line.

    Raises ``Faulty`` where nothing can be read: the file is larger than ``most_bytes``, is no text, or is empty.
    """
    if len(data) > most_bytes:
        raise Faulty([(1, f"the file is larger than {most_bytes:,} bytes.")])
    bare, faults = data.removeprefix(_MARK), list[tuple[int, str]]()
    for number, raw in enumerate(bare.split(b"\n"), start=1):
        if b"\0" in raw:
            faults.append((number, "there is a NUL in this line: this is not a text file."))
            continue
        try:
            raw.decode()
        except UnicodeDecodeError:
            faults.append((number, "this is not UTF-8 text."))
    if faults:
        raise Faulty(faults)
    rows, line = list[Row](), 1
    reader = csv.reader(io.StringIO(bare.decode(), newline=""), strict=True)
    try:
        for cells in reader:
            if any(cells):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as wrong:
        faults.append((line, f"the quotes of this row do not fit together ({wrong})."))
    if not rows:
        raise Faulty(faults or [(1, "the file is empty.")])
    return rows, faults
