"""A house's rules as the fields of a form, and back: the document of a house, and the values by field name. Pure.

A field is called as its term is ("buy_in.maximum"); in a row it has the number of the row ("chips.0.value"). A missing
key is an empty field, so a document that becomes a form becomes the same document again.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hostdesk.rules.houses.fields import terms_by_name
from ledger.money.cents import BadAmount, parse_typed_cents, style_now
from reservations.parsing.documents import Fault, KeyPath
from reservations.parsing.terms import Term, TermKind

Typed = Mapping[str, Sequence[str]]
"""The content of a form: the values of every field, in the order of the page."""

GIVEN = "given"
"""The value of a flag that is written although it repeats the default, and the field of empty tables."""
LISTS = ("chips", "articles", "levels.blinds", "attendance.steps")
"""The fields with rows."""
_ACTION = re.compile(rf"({'|'.join(map(re.escape, LISTS))})\.(add|(\d{{1,4}})\.(up|below|remove))")
_ROW = re.compile(rf"({'|'.join(map(re.escape, LISTS))})\.(\d{{1,4}})\.")
_WHOLE = re.compile("[0-9]{1,9}")
_COPIED = ("section", "then")
"""The fields that a row takes from the one above it; alone they make no row."""
_PAIRS = {"levels.blinds": ("small", "big"), "attendance.steps": ("strikes", "then")}
"""The names of the two values of such a row."""


def typed_of(document: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the fields of a form that shows that document."""
    typed: dict[str, list[str]] = {}
    for term in terms_by_name().values():
        table = document.get(term.table, {}) if term.table else document
        for row, values in enumerate(table) if term.in_rows else [(None, table)]:
            if term.key in values:
                name = term.name if row is None else f"{term.table}.{row}.{term.key}"
                typed |= _typed_value(term, name, values[term.key])
            elif term.kind is TermKind.FLAG and term.default is True:
                typed[term.name] = ["on"]
    empty = [key for key, value in document.items() if value in ({}, [])]
    return {**typed, GIVEN: empty} if empty else typed


def document_of(typed: Typed, *, key: str, name: str) -> tuple[dict[str, Any], list[Fault]]:
    """Return the document of a form, and its unreadable amounts.

    Other faults stand in the document as typed, for `check_document` to report.
    """
    terms, faults = terms_by_name().values(), list[Fault]()
    document: dict[str, Any] = {"key": key, "name": name}
    tables = {term.table for term in terms}
    document |= {table: [] if table in LISTS else {} for table in typed.get(GIVEN, ()) if table in tables}
    for term in terms:
        if not term.in_rows:
            place = (term.table, term.key) if term.table else (term.key,)
            value = _document_value(term, typed, term.name, place, faults)
            if value is not None:
                (document.setdefault(term.table, {}) if term.table else document)[term.key] = value
    for table in dict.fromkeys(term.table for term in terms if term.in_rows):
        columns = {term.key: term for term in terms if term.table == table}
        for number, row in enumerate(rows_in(typed, table)):
            cells = {key: _document_value(columns[key], row, key, (table, number, key), faults) for key in columns}
            document.setdefault(table, []).append({key: value for key, value in cells.items() if value is not None})
    return document, faults


def rearranged(typed: Typed, action: str = "") -> dict[str, list[str]]:
    """Return the fields after a button: "chips.add" adds a row, "chips.2.below" adds a row below row 2.

    "chips.2.up" moves a row, and "chips.2.remove" takes it out. Without an action, or with an unknown one, empty rows
    are taken out. Rows are numbered from 0 on.
    """
    match = _ACTION.fullmatch(action)
    fields = {name: list(values) for name, values in typed.items() if _ROW.match(name) is None}
    for name in LISTS:
        rows = rows_in(typed, name)
        if match is None:
            rows = [row for row in rows if any(text.strip() for key in row if key not in _COPIED for text in row[key])]
        elif match[1] == name and match[2] == "add":
            rows.append({"": [""]})
        elif match[1] == name and int(match[3]) < len(rows):
            at = int(match[3])
            if match[4] == "below":
                rows.insert(at + 1, {"": [""], **{key: rows[at][key] for key in _COPIED if key in rows[at]}})
            else:
                row = rows.pop(at)
                rows[max(at - 1, 0) : max(at - 1, 0)] = [row] if match[4] == "up" else []
        fields |= {f"{name}.{number}.{key}": values for number, row in enumerate(rows) for key, values in row.items()}
    return fields


def touched_by(typed: Typed, action: str) -> tuple[str, str]:
    """Return the list that a button changed, and the id of the next field or button; "" for an unknown button."""
    match = _ACTION.fullmatch(action)
    if match is None:
        return "", ""
    name, last = match[1], len(rows_in(typed, match[1])) - 1
    row = int(match[3] or last) + {"up": -1, "below": 1}.get(match[4], 0)
    if match[4] == "remove" and last >= 0:
        return name, f"{'head' if name == 'articles' else 'remove'}-{name}-{min(row, last)}"
    if match[4] == "up" and row > 0:
        return name, f"up-{name}-{row}"
    row = max(row, 0)  # at the top nothing goes further up
    keys = (term.key for term in terms_by_name().values() if term.table == name)
    return name, f"term-{name.replace('.', '-')}-{row}-{next(keys, None) or _PAIRS[name][0]}"


def rows_in(typed: Typed, name: str) -> list[dict[str, list[str]]]:
    """Return the rows of a list: their values by key, in order."""
    rows: dict[int, dict[str, list[str]]] = {}
    for field, values in typed.items():
        match = _ROW.match(field)
        if match and match[1] == name:
            rows.setdefault(int(match[2]), {})[field[match.end() :]] = list(values)
    return [rows[number] for number in sorted(rows)]


def _typed_value(term: Term, name: str, value: Any) -> dict[str, list[str]]:
    """Return the fields of one term of a document."""
    match term.kind:
        case TermKind.AMOUNT:
            return {name: [_shown(value)]}
        case TermKind.FLAG:
            # A value that repeats the default was written on purpose, and stays.
            marks = [GIVEN] if value is (term.default is True) else []
            return {name: [*marks, *(["on"] if value else [])]}
        case TermKind.LIMIT:
            [(form, limit)] = ((key, limit) for key, limit in value.items() if key != "or_big_stack")
            fields = {f"{name}.form": [form]}
            if form == "amount":
                fields[f"{name}.value"] = [_shown(limit)]
            elif limit is not True:
                fields[f"{name}.value"] = [str(limit)]
            if "or_big_stack" in value:
                fields[f"{name}.or_big_stack"] = ["on"] if value["or_big_stack"] else [GIVEN]
            return fields
        case TermKind.MEANS:
            return {name: list(value)}
        case TermKind.LINES:
            return {name: ["\n".join(value)]}
        case TermKind.LEVELS | TermKind.STEPS:
            write: Callable[[Any], str] = _shown if term.kind is TermKind.LEVELS else str
            rows = [zip(_PAIRS[name], pair, strict=True) for pair in value]
            return {f"{name}.{row}.{key}": [write(cell)] for row, pair in enumerate(rows) for key, cell in pair}
        case _:
            return {name: [str(value)]}


def _document_value(term: Term, typed: Typed, name: str, place: KeyPath, faults: list[Fault]) -> Any:
    """Return the value of the fields of one term, None for nothing; adds to the ``faults``."""
    values = typed.get(name, ())
    text = (values[-1] if values else "").replace("\r\n", "\n")
    match term.kind:
        case TermKind.AMOUNT:
            return _amount(text, place, faults)
        case TermKind.NUMBER:
            return _number(text)
        case TermKind.FLAG:
            is_on = "on" in values
            return is_on if GIVEN in values or is_on is not (term.default is True) else None
        case TermKind.LIMIT:
            return _limit(typed, name, place, faults)
        case TermKind.MEANS:
            return list(values) or None
        case TermKind.LINES:
            return [line for line in text.split("\n") if line.strip()] or None
        case TermKind.LEVELS:
            pairs = enumerate(_pairs(typed, name))
            return [[_amount(amount, (*place, row), faults) or "" for amount in pair] for row, pair in pairs] or None
        case TermKind.STEPS:
            return [[_number(strikes), then] for strikes, then in _pairs(typed, name)] or None
        case _:
            return text if text.strip() else None


def _pairs(typed: Typed, name: str) -> list[list[str]]:
    return [[next(iter(row.get(key, ())), "") for key in _PAIRS[name]] for row in rows_in(typed, name)]


def _limit(typed: Typed, name: str, place: KeyPath, faults: list[Fault]) -> dict[str, Any] | None:
    """Return a limit in the chosen form, with the number beside it; None for none."""
    form, text = (next(iter(typed.get(f"{name}.{key}", ())), "") for key in ("form", "value"))
    marks = typed.get(f"{name}.or_big_stack", ())
    if not form:
        return None
    limit: dict[str, Any] = {form: True}
    if form == "amount":
        limit = {form: _amount(text, place, faults) or ""}
    elif form in ("big_blinds", "multiples"):
        limit = {form: _number(text)}
    return {**limit, "or_big_stack": "on" in marks} if marks else limit


def _shown(amount: str) -> str:
    return amount.replace(".", style_now().separator)


def _number(text: str) -> int | str | None:
    stripped = text.strip()
    return int(stripped) if _WHOLE.fullmatch(stripped) else stripped or None


def _amount(text: str, place: KeyPath, faults: list[Fault]) -> str | None:
    """Return an amount in the form of a document, with the typed digits; None for none."""
    if not text.strip():
        return None
    separator, sign, *_ = style_now()
    try:
        parse_typed_cents(text)
    except BadAmount as problem:
        faults.append(Fault(place, str(problem)))
        return text
    return text.replace(sign, "").strip().replace(separator, ".")
