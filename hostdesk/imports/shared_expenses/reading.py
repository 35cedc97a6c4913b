"""The reader of exports of I Hate Money, Spliit and Splitwise, CSV or JSON. Pure.

The columns or fields of a file tell its program. All faults are reported at once, by line and column; in JSON by the
number of the entry and its field.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from hostdesk.imports.shared_expenses.documents import Bills, Group, Payments, read_as
from hostdesk.imports.shared_expenses.entries import SharedExpenses
from hostdesk.imports.shared_expenses.i_hate_money import bills_of, payments_of
from hostdesk.imports.shared_expenses.spliit import group_of, spliit_rows
from hostdesk.imports.shared_expenses.splitwise import splitwise_rows
from ledger.files.csv_rows import MOST_PEOPLE, Row, read_rows
from reservations.acts.problems import Faulty

BIGGEST_FILE = 1_000_000
_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
_PROGRAMS = "I Hate Money, Spliit or Splitwise"
_LEAST_COLUMNS = 4


def text_of(data: bytes) -> str:
    """Return an uploaded file as text, UTF-8 or UTF-16. Raises ``Faulty`` for one that is too large or no text."""
    if len(data) > BIGGEST_FILE:
        raise Faulty([(1, f"the file is larger than {BIGGEST_FILE:,} bytes.")])
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Faulty([(1, "this is neither UTF-8 nor UTF-16 text.")]) from wrong


def read_shared_expenses(text: str) -> SharedExpenses:
    """Read an export of any of these programs. Raises ``Faulty`` with all its faults."""
    read = _read_json(text) if text.lstrip()[:1] in ("{", "[") else _read_csv(text)
    if len({name for each in read.entries for name in each.nets}) > MOST_PEOPLE:
        raise Faulty([(1, f"there are more than {MOST_PEOPLE} people in this file.")])
    return read


def _read_csv(text: str) -> SharedExpenses:
    rows, wrong = read_rows(text.encode(), most_bytes=4 * BIGGEST_FILE, separators=",;\t")
    if wrong:
        raise Faulty(wrong)
    # Splitwise writes a note above the header of an export between friends.
    start = next((place for place, (_, cells) in enumerate(rows) if len(cells) >= _LEAST_COLUMNS), 0)
    (line, cells), below = rows[start], rows[start + 1 :]
    header = [each.strip() for each in cells]
    if {"ower", "receiver", "amount"} <= {*header}:
        return payments_of(_objects(header, below))
    if {"what", "payer_name", "owers"} <= {*header}:
        return bills_of(_objects(header, below))
    if "Split mode" in header:
        return spliit_rows(header, below)
    if any(_CURRENCY.fullmatch("".join(each[4:5]).strip()) for _, each in below):
        return splitwise_rows(header, below)
    raise Faulty([(line, f"these are not the columns of an export of {_PROGRAMS}.")])


def _read_json(text: str) -> SharedExpenses:
    try:
        said = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError) as wrong:
        raise Faulty([(1, f"this is no JSON: {wrong}.")]) from wrong
    if isinstance(said, dict) and isinstance(said.get("participants"), list):
        return group_of(read_as(Group, said))
    if isinstance(said, list) and said and all(isinstance(each, dict) for each in said):
        if all({"ower", "receiver", "amount"} <= {*each} for each in said):
            return payments_of(_numbered(read_as(Payments, said)))
        if all({"what", "payer_name", "owers"} <= {*each} for each in said):
            return bills_of(_numbered(read_as(Bills, said)))
    raise Faulty([(1, f"this is not what {_PROGRAMS} writes into a JSON file.")])


def _numbered(objects: Sequence[object]) -> list[tuple[int, dict[str, Any]]]:
    return [(number, vars(each)) for number, each in enumerate(objects, start=1)]


def _objects(header: Sequence[str], rows: Sequence[Row]) -> list[tuple[int, dict[str, Any]]]:
    """Return rows as objects by line; missing cells are empty."""
    return [(line, dict.fromkeys(header, "") | dict(zip(header, cells, strict=False))) for line, cells in rows]
