"""Tables as a workbook: only text, numbers, days, local times and ``Decimal`` amounts. Pure.

Only modules that make a workbook import this: openpyxl takes a third of the start of a command.
"""

import io
import re
import sys
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from html import unescape
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from ledger.files.csv_rows import Cell, guarded, written
from reservations.acts.problems import Faulty

# openpyxl loads numpy if it is installed, 11 MB of memory, for kinds of numbers that no sheet of ours has. This happens
# once in a process: a plan of payments that asks for numpy in that tenth of a second fails, records nothing, and may be
# made again.
_loaded: dict[str, Any] = sys.modules
_loaded.setdefault("numpy", None)  # Python's own way to say that there is none.

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

_loaded.pop("numpy" if _loaded["numpy"] is None else "", None)  # The solver of the fewest payments takes it.

# Characters that XML cannot write: a workbook with one of these does not open.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SHEET = re.compile(r'<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"')
_WIDEST = 60
_MOST_UNPACKED = 20_000_000  # bytes; a sheet of ten years fills an eighth of this
_MOST_SHEETS, _MOST_SIGNS, _LONG_TAG = 500, 600_000, re.compile(rb"<[^<>]{10000}")
"""Signs measure the memory of all parts: an element counts as two, an attribute as one. A cell has about seven."""


def read_workbook(data: bytes, *, most_rows: int, most_columns: int) -> list[tuple[int, list[Any]]]:
    """Return the rows of the first sheet that are not blank, with their numbers: texts, numbers and days.

    Raises ``Faulty`` for a file that is no workbook, and for one with more rows or columns, or too large when unpacked.
    """
    try:
        _check_parts(data)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = []
        for number, cells in enumerate(book.worksheets[0].iter_rows(values_only=True), start=1):
            if number > most_rows or len(cells) > most_columns:
                raise Faulty([(number, f"the sheet has more than {most_rows:,} rows or {most_columns:,} columns.")])
            if any(cell not in (None, "") for cell in cells):
                rows.append((number, [*cells]))
    except (BadZipFile, KeyError, ValueError, OSError, IndexError, TypeError, AttributeError, ParseError) as wrong:
        raise Faulty([(1, "this is no workbook that can be read: save it as xlsx or CSV.")]) from wrong
    return rows


def _check_parts(data: bytes) -> None:
    """Raise ``Faulty`` for a workbook that holds too much for its reader, which looks at all of it."""
    signs = 0
    with ZipFile(io.BytesIO(data)) as packed:
        # A small file can unpack to gigabytes; no more than this is read of any part.
        if sum(part.file_size for part in packed.infolist()) > _MOST_UNPACKED:
            raise Faulty([(1, f"the workbook unpacks to more than {_MOST_UNPACKED // 1_000_000} MB.")])
        for part in packed.infolist():
            text = packed.read(part)
            signs += 2 * (text.count(b"<") - text.count(b"</")) + text.count(b"=")
            is_odd = _LONG_TAG.search(text) or b"<!ENTITY" in text.replace(b"\0", b"")
            if is_odd or signs > _MOST_SIGNS or text.count(b"sheetId") > _MOST_SHEETS:
                raise Faulty([(1, "the workbook holds too much to be read: save one sheet alone, or as CSV.")])


def sheet_names(data: bytes) -> list[str]:
    """Return the names of the sheets of a readable workbook, in their order."""
    with ZipFile(io.BytesIO(data)) as packed:
        part = "xl/workbook.xml"
        named = packed.read(part).decode(errors="replace") if part in packed.namelist() else ""
    return [unescape(name) for name in _SHEET.findall(named)]


def workbook(title: str, rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return an xlsx file of one sheet: the first row is its head, numbers are numbers and days are days."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    for number, column in enumerate(zip(*rows, strict=True), start=1):
        widest = max(len(written(cell)) for cell in column)
        sheet.column_dimensions[get_column_letter(number)].width = min(_WIDEST, 2 + widest)
    sheet.freeze_panes = "A2"
    for number, row in enumerate(rows):
        cells = []
        for value in row:
            # A workbook has no time zones: it gets the local time.
            cell = WriteOnlyCell(sheet, value.replace(tzinfo=None) if isinstance(value, datetime) else value)
            if isinstance(value, str):
                cell = WriteOnlyCell(sheet, guarded(_NOT_IN_XML.sub("\ufffd", value)))
                cell.data_type = "s"  # and never a formula, whatever its first letter
            elif isinstance(value, Decimal):
                cell.number_format = "0.00"
            if number == 0:
                cell.font = Font(bold=True)
            cells.append(cell)
        sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
