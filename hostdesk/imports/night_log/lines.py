"""The night log: acts as JSON, one a line. Reading is strict and knows no database; writing is its inverse.

Every type of a field has its way of reading from JSON and of writing from an act's content; ``fields.toml`` lists the
fields of every act.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.money.cents import format_cents, parse_cents, parse_signed_cents
from ledger.money.words import Means
from reservations.acts.kinds import Kind, Stamp, parse_key
from reservations.acts.problems import Malformed, quoted
from reservations.parsing.days import parse_day, parse_instant
from reservations.parsing.names import AsRecorded, name_key, parse_line, parse_name

BIGGEST_WHOLE = 10_000
Names = Mapping[int, str]


@dataclass(frozen=True)
class FieldType:
    """The reading of a field from JSON, and its writing from an act's content with the names of players by number.

    ``players`` returns the numbers of the players in its content.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any, Names], Any] = lambda content, _names: content
    players: Callable[[Any], Iterable[int]] = lambda _content: ()


def _rows(
    columns: Mapping[str, FieldType], optional: Mapping[str, FieldType] | None = None, *, unique: bool = False
) -> FieldType:
    """Make the type of a list of objects with these columns; it is read as tuples, with None for missing values.

    ``unique``: no player stands in the first column of two rows.
    """
    every = {**columns, **(optional or {})}

    def read(value: Any) -> list[tuple[Any, ...]]:
        if not isinstance(value, list) or not all(
            isinstance(row, dict) and columns.keys() <= row.keys() <= every.keys() for row in value
        ):
            may = f" and maybe {' and '.join(optional)}" if optional else ""
            raise Malformed(f"a list belongs here, each with {' and '.join(columns)}{may}.")
        rows: list[tuple[Any, ...]] = [
            tuple(column.read(row[name]) if name in row else None for name, column in every.items()) for row in value
        ]
        counted = Counter(name_key(player) for player, *_ in rows)
        for player, *_ in rows if unique else ():
            if counted[name_key(player)] > 1:
                raise Malformed(f"{player} is listed twice.")
        return rows

    def write(content: Sequence[Mapping[str, Any]], names: Names) -> list[dict[str, Any]]:
        return [
            {name: column.write(row[name], names) for name, column in every.items() if name in row} for row in content
        ]

    def players(content: Sequence[Mapping[str, Any]]) -> list[int]:
        return [number for row in content for name, column in columns.items() for number in column.players(row[name])]

    return FieldType(read, write, players)


def _read_field(name: str, value: Any, read: Callable[[Any], Any]) -> Any:
    """Read one value. Raises ``Malformed`` that begins with the name of the field."""
    try:
        return read(value)
    except Malformed as wrong:
        raise Malformed(f"{name}: {wrong}") from wrong


def _text(parse: Callable[[str], Any], value: Any) -> Any:
    if not isinstance(value, str):
        raise Malformed("a text in quotes belongs here.")
    return parse(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed("true or false belongs here.")
    return value


def _whole(least: int, value: Any) -> int:
    if type(value) is not int or not least <= value <= BIGGEST_WHOLE:
        raise Malformed(f"a whole number from {least} on belongs here, without quotes.")
    return value


def _one_of(ways: type[StrEnum], text: str) -> Any:
    if text not in list(ways):
        raise Malformed(f"{text!r:.40} is no way to pay: {', '.join(ways)}.")
    return ways(text)


def _sale_means(value: Any) -> Means:
    means: Means = MEANS.read(value)
    if means is Means.TRANSFER:
        raise Malformed("a transfer goes to the banker's account: players pay each other by cash, note or book.")
    return means


def _any_cents(value: Any) -> int:
    """Read a payment of a plan: as the sum of many acts it may be above the limit of a single act."""
    cents = parse_signed_cents(value)
    return cents if cents > 0 else parse_cents(value)


def _payout(value: Any) -> list[PayoutPart]:
    if not isinstance(value, list):
        raise Malformed("a list of payments belongs here.")
    parts = []
    for part in value:
        if not isinstance(part, dict) or not {"by", "amount"} <= part.keys() <= {"by", "amount", "note"}:
            raise Malformed("each payment has by and amount, and one by note its note.")
        by = _text(partial(_one_of, PayoutMeans), part["by"])
        if by is PayoutMeans.NOTE and "note" not in part:
            raise Malformed("a payment by note names the note.")
        if "note" in part and by not in (PayoutMeans.NOTE, PayoutMeans.OWN_NOTE):
            raise Malformed("only a payment by note or own_note names a note.")
        parts.append(PayoutPart(by, parse_cents(part["amount"]), NAME.read(part["note"]) if "note" in part else ""))
    return parts


def _chips(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or not value:
        raise Malformed("an object belongs here, with a number for each colour.")
    return {parse_name(colour): _whole(1, number) for colour, number in value.items()}


def _field_names(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Malformed("a list of the names of fields belongs here.")
    return value


def _as_amount(cents: int, names: Names) -> str:
    return format_cents(cents)


PLAYER = FieldType(partial(_text, parse_name), lambda number, names: names[number], lambda number: (number,))
NAME = FieldType(partial(_text, parse_name))
TEXT = FieldType(partial(_text, str))
REASON = FieldType(partial(_text, parse_line))
KEY_OF = FieldType(partial(_text, parse_key))
INSTANT = FieldType(partial(_text, parse_instant))
FLAG = FieldType(_flag)
AMOUNT = FieldType(parse_cents, _as_amount)
AMOUNT_OR_ZERO = FieldType(partial(parse_cents, zero=True), _as_amount)
AMOUNTS = (AMOUNT, AMOUNT_OR_ZERO)
MEANS = FieldType(partial(_text, partial(_one_of, Means)))
FIELD_NAMES = FieldType(_field_names)
_SIGNED = FieldType(parse_signed_cents, _as_amount)

TYPES: Mapping[str, FieldType] = {
    "player": PLAYER,
    "name": NAME,
    "text": TEXT,
    "reason": REASON,
    "id": KEY_OF,
    "flag": FLAG,
    "whole": FieldType(partial(_whole, 1)),
    "whole or zero": FieldType(partial(_whole, 0)),
    "day": FieldType(partial(_text, parse_day)),
    "amount": AMOUNT,
    "amount or zero": AMOUNT_OR_ZERO,
    "means": MEANS,
    "sale means": FieldType(_sale_means),
    "note": NAME,
    "payout": FieldType(
        _payout, lambda parts, _names: [{**part, "amount": format_cents(part["amount"])} for part in parts]
    ),
    "chips": FieldType(_chips),
    "standings": _rows({"player": PLAYER, "balance": _SIGNED}, unique=True),
    "payments": _rows({"payer": PLAYER, "payee": PLAYER, "amount": FieldType(_any_cents, _as_amount)}),
    "results": _rows({"player": PLAYER, "net": _SIGNED}, {"bought": AMOUNT_OR_ZERO}, unique=True),
}
"""The types of fields as ``fields.toml`` calls them."""

# Not by `beside`, which loads pydantic: a bug report is written with this, whatever else is missing.
_OF_ACTS: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("fields.toml").read_text("utf-8"))
FIELDS = {
    Kind(kind): {name: TYPES[word.rstrip("?")] for name, word in fields.items()} for kind, fields in _OF_ACTS.items()
}
"""The fields of an act by its kind, besides those of every act, in the order in which they are written."""
REQUIRED = {
    Kind(kind): [name for name, word in fields.items() if not word.endswith("?")] for kind, fields in _OF_ACTS.items()
}

AS_RECORDED = "as_recorded"
"""The field that lists those whose text is repeated as an earlier version recorded it, whatever is in it."""

WHOLE_DOLLARS = "whole_dollars"
"""The field of an ``open`` in a house that pays whole dollars: for readers who compute transfers from the log alone.

It is no part of the act, and posting goes by the rules of the house.
"""


@dataclass(frozen=True)
class LogLine:
    """One act as read: amounts in cents, players by name, ``night`` the id of the opening it names."""

    kind: Kind
    stamp: Stamp
    night: str | None
    fields: Mapping[str, Any]


def read_line(text: str) -> LogLine:
    """Read one line. Raises ``Malformed`` with the reason."""
    values = _object(text)
    act = _required(values, "act", TEXT)
    if act not in FIELDS:
        raise Malformed(f"{act!r:.40} is not an act of the night log.")
    kept = _optional(values, AS_RECORDED, FIELD_NAMES) or ()
    for name in kept:
        values[name] = AsRecorded(_required(values, name, TEXT))
    kind, common = Kind(act), {"id", "at", "act", "by", "night", "ruling", AS_RECORDED}
    if kind == Kind.CASH_OUT or "count_ruling" in kept:
        common.add("count_ruling")
    if kind == Kind.OPEN:
        common.add(WHOLE_DOLLARS)
        _optional(values, WHOLE_DOLLARS, FLAG)
    stamp = Stamp(
        count_ruling=_optional(values, "count_ruling", REASON) or "" if "count_ruling" in common else "",
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
    fields = {name: _read_field(name, values[name], types[name].read) for name in types if name in values}
    if "pay" in fields and fields["pay"] is Means.NOTE and "note" not in fields:
        raise Malformed(f"{kind} paid by note needs note, the name of the note.")
    if "pay" in fields and fields["pay"] is not Means.NOTE and "note" in fields:
        raise Malformed(f"note: {kind} names a note only if it is paid by note.")
    return LogLine(kind, stamp, night, fields)


def write_line(line: Mapping[str, Any]) -> str:
    """Write the fields of one act as a line, without a line feed: in ASCII alone if it repeats a text as recorded."""
    return json.dumps(line, ensure_ascii=AS_RECORDED in line)


def as_recorded(kind: str, line: Mapping[str, Any]) -> list[str]:
    """Return the fields of a written line whose text would be read otherwise now, or not at all.

    Earlier versions recorded any text as a reason or a ruling, and a ruling on counts with every act.
    """
    reasons = ["ruling", "count_ruling", *(name for name, field in FIELDS[Kind(kind)].items() if field is REASON)]
    return [
        name
        for name in reasons
        if name in line and (not _reads_as_itself(line[name]) or (name == "count_ruling" and kind != Kind.CASH_OUT))
    ]


def _reads_as_itself(reason: str) -> bool:
    try:
        return bool(REASON.read(reason) == reason)
    except Malformed:
        return False


def write_fields(kind: str, content: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return the fields of an act in the form of the night log, from its content and the names of players by number."""
    types = FIELDS[Kind(kind)]
    return {name: types[name].write(content[name], names) for name in types if name in content}


def players_in(kind: str, content: Mapping[str, Any]) -> set[int]:
    """Return the numbers of all players in the content of an act."""
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
    return _read_field(name, values[name], kind.read)


def _optional(values: Mapping[str, Any], name: str, kind: FieldType) -> Any:
    return _read_field(name, values[name], kind.read) if name in values else None
