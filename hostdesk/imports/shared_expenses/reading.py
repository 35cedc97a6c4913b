"""The reader of exports of I Hate Money, Spliit and Splitwise, CSV or JSON. Pure.

The columns or fields of a file tell its program. All faults are reported at once, by line and column; in JSON by the
number of the entry and its field.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from hostdesk.imports.shared_expenses.entries import SharedExpenses
from hostdesk.imports.shared_expenses.programs import bills_of, group_of, payments_of, spliit_rows, splitwise_rows
from ledger.files.csv_rows import MOST_PEOPLE, MOST_ROWS, Row, read_rows
from reservations.acts.problems import Faults, Faulty

BIGGEST_FILE = 1_000_000
_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
_PROGRAMS = "I Hate Money, Spliit or Splitwise"
_LEAST_COLUMNS = 4
_PAYMENTS = [dict.fromkeys(("ower", "receiver", "amount", "currency"))]
_BILLS = [
    dict.fromkeys(("what", "payer_name", "payer_weight", "amount", "date", "bill_type", "currency")) | {"owers": [None]}
]
_EXPENSE = dict.fromkeys(("amount", "expenseDate", "paidById", "splitMode", "isReimbursement"))
_GROUP = {
    "participants": [dict.fromkeys(("id", "name"))],
    "expenses": [_EXPENSE | {"paidFor": [dict.fromkeys(("participantId", "shares"))]}],
    "currencyCode": None,
    "currency": None,
}
"""The shapes of JSON: fields of objects, lists of one shape, and None for a text or a number."""


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
    if len({name for entry in read.entries for name in entry.nets}) > MOST_PEOPLE:
        raise Faulty([(1, f"there are more than {MOST_PEOPLE} people in this file.")])
    return read


def _read_csv(text: str) -> SharedExpenses:
    rows, wrong = read_rows(text.encode(), most_bytes=4 * BIGGEST_FILE, separators=",;\t")
    if wrong:
        raise Faulty(wrong)
    # Splitwise writes a note above the header of an export between friends.
    start = next((place for place, (_, cells) in enumerate(rows) if len(cells) >= _LEAST_COLUMNS), 0)
    (line, cells), below = rows[start], rows[start + 1 :]
    header = [cell.strip() for cell in cells]
    if {"ower", "receiver", "amount"} <= {*header}:
        return payments_of(_objects(header, below))
    if {"what", "payer_name", "owers"} <= {*header}:
        return bills_of(_objects(header, below))
    if "Split mode" in header:
        return spliit_rows(header, below)
    if any(_CURRENCY.fullmatch("".join(row[4:5]).strip()) for _, row in below):
        return splitwise_rows(header, below)
    raise Faulty([(line, f"these are not the columns of an export of {_PROGRAMS}.")])


def _read_json(text: str) -> SharedExpenses:
    try:
        document = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError) as wrong:
        raise Faulty([(1, f"this is no JSON: {wrong}.")]) from wrong
    if isinstance(document, dict) and isinstance(document.get("participants"), list):
        return group_of(shaped(document, _GROUP))
    if isinstance(document, list) and document and all(isinstance(entry, dict) for entry in document):
        if all({"ower", "receiver", "amount"} <= {*entry} for entry in document):
            return payments_of([*enumerate(shaped(document, _PAYMENTS), start=1)])
        if all({"what", "payer_name", "owers"} <= {*entry} for entry in document):
            return bills_of([*enumerate(shaped(document, _BILLS), start=1)])
    raise Faulty([(1, f"this is not what {_PROGRAMS} writes into a JSON file.")])


def shaped(value: Any, shape: Any) -> Any:
    """Return JSON of that shape; other fields do no harm. Raises ``Faulty`` by number of entry and field."""
    faults = Faults()
    _compare(value, shape, faults)
    Faults(sorted(faults)).end()
    return value


def _compare(value: object, shape: Any, faults: Faults, name: str = "list", number: int = 0) -> None:
    """Add the faults of a part of JSON; ``name`` is the last field on the way to it, ``number`` that of its entry."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            faults.add(number or 1, name, "an object belongs here.")
            return
        for field, inner in shape.items():
            _compare(value.get(field), inner, faults, field, number)
    elif isinstance(shape, list) and isinstance(value, list):
        most = MOST_PEOPLE if name == "participants" else MOST_ROWS
        if len(value) > most:
            faults.add(number or 1, name, f"at most {most} belong here.")
            return
        for place, entry in enumerate(value, start=1):
            _compare(entry, shape[0], faults, name, number or place)
    elif isinstance(shape, list) and value is not None and shape != [None]:
        faults.add(number or 1, name, "a list belongs here.")
    elif isinstance(value, list | dict):
        faults.add(number or 1, name, "a text or a number belongs here.")


def _objects(header: Sequence[str], rows: Sequence[Row]) -> list[tuple[int, dict[str, Any]]]:
    """Return rows as objects by line; missing cells are empty."""
    return [(line, dict.fromkeys(header, "") | dict(zip(header, cells, strict=False))) for line, cells in rows]
