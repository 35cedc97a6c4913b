"""The night log: acts as JSON, one a line. Reading is strict and knows no database; writing is its inverse."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.night_log.fields import (
    FIELDS,
    INSTANT,
    KEY_OF,
    NAME,
    REASON,
    REQUIRED,
    TEXT,
    FieldType,
    check_note,
    read_field,
)
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Malformed, quoted


@dataclass(frozen=True)
class Line:
    """One act as read: amounts in cents, players by name, ``night`` the id of the opening it names."""

    kind: Kind
    stamp: Stamp
    night: str | None
    fields: Mapping[str, Any]


def read_line(text: str) -> Line:
    """Read one line. Raises ``Malformed`` with the reason."""
    values = _object(text)
    act = _required(values, "act", TEXT)
    if act not in FIELDS:
        raise Malformed(f"{act!r:.40} is not an act of the night log.")
    kind, common = Kind(act), {"id", "at", "act", "by", "night", "ruling"}
    if kind == Kind.CASH_OUT:
        common.add("count_ruling")
    stamp = Stamp(
        count_ruling=_optional(values, "count_ruling", REASON) or "" if kind == Kind.CASH_OUT else "",
        key=_required(values, "id", TEXT),
        at=_required(values, "at", INSTANT),
        by=_optional(values, "by", NAME) or "",
        ruling=_optional(values, "ruling", REASON) or "",
    )
    night = _optional(values, "night", KEY_OF)
    types = FIELDS[kind]
    if unknown := sorted(values.keys() - common - types.keys()):
        raise Malformed(f"{kind} has no field {', '.join(map(quoted, unknown))}.")
    if missing := [name for name in REQUIRED[kind] if name not in values]:
        raise Malformed(f"{kind} needs {', '.join(missing)}.")
    fields = {name: read_field(name, values[name], types[name].read) for name in types if name in values}
    check_note(kind, fields)
    return Line(kind, stamp, night, fields)


def write_line(line: Mapping[str, Any]) -> str:
    """Write the fields of one act as a line, without a line feed."""
    return json.dumps(line, ensure_ascii=False)


def write_fields(kind: str, content: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return the fields of an act as the night log says them, from its content and the names of players by number."""
    types = FIELDS[Kind(kind)]
    return {name: types[name].write(content[name], names) for name in types if name in content}


def players_in(kind: str, content: Mapping[str, Any]) -> set[int]:
    """Return the numbers of all players whom the content of an act names."""
    types = FIELDS[Kind(kind)]
    return {number for name, value in content.items() if name in types for number in types[name].players(value)}


def _object(text: str) -> dict[str, Any]:
    try:
        values = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_int=_short)
    except json.JSONDecodeError as wrong:
        raise Malformed(f"this is not one JSON object ({wrong.msg}, column {wrong.colno}).") from wrong
    except ValueError as wrong:
        raise Malformed(f"this is not one JSON object ({wrong}).") from wrong
    except RecursionError as wrong:
        raise Malformed("this is not one JSON object (too many brackets inside each other).") from wrong
    if not isinstance(values, dict):
        raise Malformed("this is not a JSON object in braces.")
    return values


def _no_duplicates(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a field is there twice")
    return values


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _short(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _required(values: Mapping[str, Any], name: str, kind: FieldType) -> Any:
    if name not in values:
        raise Malformed(f"every act needs {name}.")
    return read_field(name, values[name], kind.read)


def _optional(values: Mapping[str, Any], name: str, kind: FieldType) -> Any:
    return read_field(name, values[name], kind.read) if name in values else None
