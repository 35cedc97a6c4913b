"""The night log: acts as JSON, one a line. Reading is strict and knows no database; writing is its inverse."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from ledger.money import format_cents, parse_cents
from ledger.payout import Part
from ledger.terms import Means
from reservations.days import parse_day, parse_instant
from reservations.kinds import Kind, Stamp, parse_key
from reservations.names import parse_line, parse_name
from reservations.problems import Malformed, NotBuilt, quoted

NOT_BUILT = ("redeem_note", "note_unpaid", "commit_notes", "lapse_notes", "payment", "balances", "correct")
"""The acts of notes and THE BOOK, which this version does not have."""


@dataclass(frozen=True)
class Line:
    """One act as it was read: amounts in cents, players by name, ``night`` the id of the opening that it names."""

    kind: Kind
    stamp: Stamp
    night: str | None
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Type:
    """How a field is read from JSON, and written from an act's content with the names of players by number."""

    read: Callable[[Any], Any]
    write: Callable[[Any, Mapping[int, str]], Any]


def read_line(text: str) -> Line:
    """Read one line. Raises ``Malformed`` with the reason, ``NotBuilt`` for acts and means of notes and THE BOOK."""
    values = _object(text)
    act = _required(values, "act", _text)
    if act in NOT_BUILT:
        raise NotBuilt(f"{act} is not built yet: notes and THE BOOK come with a later version.")
    if act not in FIELDS:
        raise Malformed(f"{act!r:.40} is not an act of the night log.")
    kind = Kind(act)
    return Line(kind, _stamp(values, kind), _optional(values, "night", _key), _fields(values, kind))


def write_line(line: Mapping[str, Any]) -> str:
    """Write the fields of one act as a line, without its line feed."""
    return json.dumps(line, ensure_ascii=False)


def write_fields(kind: str, content: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return the fields of an act as the night log says them, from its content and the names of players by number."""
    types = FIELDS[Kind(kind)]
    return {name: types[name].write(content[name], names) for name in types if name in content}


def _object(text: str) -> dict[str, Any]:
    try:
        values = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant, parse_int=_short)
    except json.JSONDecodeError as wrong:
        raise Malformed(f"this is not one JSON object ({wrong.msg}, column {wrong.colno}).") from wrong
    except ValueError as wrong:
        raise Malformed(f"this is not one JSON object ({wrong}).") from wrong
    except RecursionError as wrong:
        raise Malformed("this is not one JSON object (too many brackets inside each other).") from wrong
    if not isinstance(values, dict):
        raise Malformed("this is not a JSON object in braces.")
    return values


def _no_twins(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
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
    count_ruling = _optional(values, "count_ruling", _reason) if kind == Kind.CASH_OUT else None
    return Stamp(
        key=_required(values, "id", _text),
        at=_required(values, "at", _instant),
        by=_optional(values, "by", _name) or "",
        ruling=_optional(values, "ruling", _reason) or "",
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
    return {name: _read(name, values[name], types[name].read) for name in types if name in values}


def _required(values: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    if name not in values:
        raise Malformed(f"every act needs {name}.")
    return _read(name, values[name], read)


def _optional(values: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    return _read(name, values[name], read) if name in values else None


def _read(name: str, value: Any, read: Callable[[Any], Any]) -> Any:
    try:
        return read(value)
    except Malformed as wrong:
        raise Malformed(f"{name}: {wrong}") from wrong


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Malformed("a text in quotes belongs here.")
    return value


def _name(value: Any) -> str:
    return parse_name(_text(value))


def _reason(value: Any) -> str:
    return parse_line(_text(value))


def _key(value: Any) -> str:
    return parse_key(_text(value))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed("true or false belongs here.")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= 10_000:
        raise Malformed("a whole number from 1 on belongs here, without quotes.")
    return value


def _date(value: Any) -> date:
    return parse_day(_text(value))


def _instant(value: Any) -> datetime:
    return parse_instant(_text(value))


def _means(value: Any) -> Means:
    text = _text(value)
    if text not in list(Means):
        raise Malformed(f"{text!r:.40} is no way to pay: {', '.join(Means)}.")
    return Means(text)


def _sale_means(value: Any) -> Means:
    means = _means(value)
    if means is Means.TRANSFER:
        raise Malformed("a transfer goes to the banker's account: players pay each other by cash, note or book.")
    return means


def _parts(value: Any) -> list[Part]:
    if not isinstance(value, list):
        raise Malformed("a list of payments belongs here.")
    return [_part(each) for each in value]


def _part(value: Any) -> Part:
    if not isinstance(value, dict) or not {"by", "amount"} <= value.keys() <= {"by", "amount", "note"}:
        raise Malformed("each payment has by and amount.")
    by = _text(value["by"])
    if by in ("own_note", "note", "book"):
        raise NotBuilt(f"Paying out by {by} is not built yet: notes and THE BOOK come with a later version.")
    if "note" in value:
        raise Malformed("only a payment by note names a note.")
    return Part(_means(by), parse_cents(value["amount"]))


def _note(value: Any) -> str:
    raise NotBuilt(f"The note {quoted(_text(value))}: notes are not built yet; they come with a later version.")


def _as_is(value: Any, names: Mapping[int, str]) -> Any:
    return value


def _as_amount(value: int, names: Mapping[int, str]) -> str:
    return format_cents(value)


def _as_name(value: int, names: Mapping[int, str]) -> str:
    return names[value]


def _as_payments(value: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> list[dict[str, str]]:
    return [{"by": part["by"], "amount": format_cents(part["amount"])} for part in value]


PLAYER = Type(_name, _as_name)
NAME = Type(_name, _as_is)
TEXT = Type(_text, _as_is)
REASON = Type(_reason, _as_is)
KEY_OF = Type(_key, _as_is)
FLAG = Type(_flag, _as_is)
WHOLE = Type(_whole, _as_is)
DAY = Type(_date, _as_is)
AMOUNT = Type(parse_cents, _as_amount)
AMOUNT_OR_ZERO = Type(partial(parse_cents, zero=True), _as_amount)
MEANS = Type(_means, _as_is)
SALE_MEANS = Type(_sale_means, _as_is)
PAYMENTS = Type(_parts, _as_payments)
NOTE = Type(_note, _as_is)

FIELDS: dict[Kind, dict[str, Type]] = {
    Kind.PLAYER: {"name": NAME, "formerly": PLAYER, "regular": FLAG, "invited_by": PLAYER, "mark": TEXT},
    Kind.MERGE: {"player": PLAYER, "into": PLAYER},
    Kind.OPEN: {
        "house": REASON,
        "version": WHOLE,
        "date": DAY,
        "banker": PLAYER,
        "float": AMOUNT_OR_ZERO,
        "small_blind": AMOUNT,
        "big_blind": AMOUNT,
        "buy_in_min": AMOUNT,
        "buy_in_max": AMOUNT,
    },
    Kind.ARRIVE: {"player": PLAYER},
    Kind.FLOAT: {"amount": AMOUNT},
    Kind.LEVEL: {"level": WHOLE},
    Kind.BIG_STACK: {"amount": AMOUNT},
    Kind.BUY_IN: {"player": PLAYER, "amount": AMOUNT, "pay": MEANS, "stack": AMOUNT_OR_ZERO, "note": NOTE},
    Kind.CHIP_SALE: {"seller": PLAYER, "buyer": PLAYER, "amount": AMOUNT, "pay": SALE_MEANS, "note": NOTE},
    Kind.CHANGE_PAY: {"of": KEY_OF, "pay": MEANS, "note": NOTE},
    Kind.LEAVE_NOTICE: {"player": PLAYER},
    Kind.LAST_HAND: {},
    Kind.CASH_OUT: {
        "player": PLAYER,
        "player_count": AMOUNT_OR_ZERO,
        "banker_count": AMOUNT_OR_ZERO,
        "round_played": FLAG,
        "payout": PAYMENTS,
    },
    Kind.FINAL_POT: {"winner": PLAYER},
    Kind.DECLARE_CHIPS: {"missing": AMOUNT, "extra": AMOUNT, "reason": REASON},
    Kind.HAND_OVER: {"banker": PLAYER},
    Kind.COUNT_DRAWER: {"counted": AMOUNT_OR_ZERO},
    Kind.CLOSE: {},
    Kind.REVERSE: {"of": KEY_OF, "reason": REASON},
}
"""The fields of each act beside those of every act, in the order in which they are written."""

OPTIONAL = {
    "formerly",
    "regular",
    "invited_by",
    "mark",
    "version",
    "small_blind",
    "big_blind",
    "buy_in_min",
    "buy_in_max",
}
OPTIONAL |= {"stack", "note", "round_played", "payout", "missing", "extra"}

REQUIRED = {kind: [name for name in types if name not in OPTIONAL] for kind, types in FIELDS.items()}
