"""The night log: acts as JSON, one a line. Reading is strict and knows no database; writing is its inverse."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.night_log.fields import (
    FIELDS,
    REQUIRED,
    check_note,
    read_field,
    read_instant,
    read_key,
    read_name,
    read_reason,
    read_text,
)
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Malformed, quoted


@dataclass(frozen=True)
class Line:
    """One act as it was read: amounts in cents, players by name, ``night`` the id of the opening that it names."""

    kind: Kind
    stamp: Stamp
    night: str | None
    fields: Mapping[str, Any]


def read_line(text: str) -> Line:
    """Read one line. Raises ``Malformed`` with the reason."""
    values = _object(text)
    act = _required(values, "act", read_text)
    if act not in FIELDS:
        raise Malformed(f"{act!r:.40} is not an act of the night log.")
    kind = Kind(act)
    return Line(kind, _stamp(values, kind), _optional(values, "night", read_key), _fields(values, kind))


def write_line(line: Mapping[str, Any]) -> str:
    """Write the fields of one act as a line, without its line feed."""
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


def _stamp(values: Mapping[str, Any], kind: Kind) -> Stamp:
    count_ruling = _optional(values, "count_ruling", read_reason) if kind == Kind.CASH_OUT else None
    return Stamp(
        key=_required(values, "id", read_text),
        at=_required(values, "at", read_instant),
        by=_optional(values, "by", read_name) or "",
        ruling=_optional(values, "ruling", read_reason) or "",
        count_ruling=count_ruling or "",
    )


def _fields(values: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    common = {"id", "at", "act", "by", "night", "ruling"} | ({"count_ruling"} if kind == Kind.CASH_OUT else set())
    types = FIELDS[kind]
    unknown = sorted(values.keys() - common - types.keys())
    missing = [name for name in REQUIRED[kind] if name not in values]
    if unknown:
        raise Malformed(f"{kind} has no field {', '.join(map(quoted, unknown))}.")
    if missing:
        raise Malformed(f"{kind} needs {', '.join(missing)}.")
    said = {name: read_field(name, values[name], types[name].read) for name in types if name in values}
    check_note(kind, said)
    return said


def _required(values: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    if name not in values:
        raise Malformed(f"every act needs {name}.")
    return read_field(name, values[name], read)


def _optional(values: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    return read_field(name, values[name], read) if name in values else None
