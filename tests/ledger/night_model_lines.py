"""What the night model reads: house terms as plain literals, and night-log lines as plain values.

Part of the model of a night's bank that the real bank is compared with (see `night_model`). It shares no code with what
it is compared with, so a mistake would have to be made twice to stay hidden. Money is int cents, durations are seconds.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypedDict

RebuyRule = Literal["any time", "busted", "below maximum", "up to maximum"]
Blinds = tuple[int, int]


class House(TypedDict):
    """The terms of a house that its bank needs. A variant is made with `{**HOUSES["dave-2018"], ...}`."""

    key: str
    blinds: Blinds | None
    levels: tuple[Blinds, ...]
    asked: bool  # blinds, minimum and maximum have to be given at the opening
    minimum: int | None
    minimum_big_blinds: int | None
    maximum: int | None
    maximum_big_blinds: int | None
    or_big_stack: bool
    multiple: int | None
    pays_with: tuple[str, ...]
    chip_sales: bool
    rebuy: RebuyRule
    rebuy_percent: int
    notice: int | None
    window: int | None
    at_the_end: bool
    equal_deals: bool
    unit: int
    one_banker: bool
    has_book: bool
    guests_answered_for: bool


PLAIN: House = {
    "key": "",
    "blinds": None,
    "levels": (),
    "asked": False,
    "minimum": None,
    "minimum_big_blinds": None,
    "maximum": None,
    "maximum_big_blinds": None,
    "or_big_stack": False,
    "multiple": None,
    "pays_with": ("cash",),
    "chip_sales": False,
    "rebuy": "any time",
    "rebuy_percent": 100,
    "notice": None,
    "window": None,
    "at_the_end": False,
    "equal_deals": False,
    "unit": 1,
    "one_banker": False,
    "has_book": False,
    "guests_answered_for": False,
}
DAVE: House = {
    **PLAIN,
    "key": "dave-2018",
    "blinds": (25, 50),
    "minimum_big_blinds": 20,
    "maximum_big_blinds": 100,
    "or_big_stack": True,
    "rebuy": "up to maximum",
    "notice": 30 * 60,
}
HYBRID_LEVELS: tuple[Blinds, ...] = (
    (1, 2),
    (2, 4),
    (3, 6),
    (5, 10),
    (10, 20),
    (15, 30),
    (20, 40),
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
)
HYBRID: House = {
    **PLAIN,
    "key": "hybrid",
    "blinds": (1, 2),
    "levels": HYBRID_LEVELS,
    "minimum": 400,
    "maximum": 1000,
    "multiple": 100,
    "rebuy": "busted",
    "window": 5 * 60,
}
ERICN: House = {
    **PLAIN,
    "key": "ericn",
    "asked": True,
    "rebuy": "below maximum",
    "rebuy_percent": 110,
    "one_banker": True,
}
MIKE: House = {
    **PLAIN,
    "key": "mike",
    "minimum": 500,
    "multiple": 500,
    "pays_with": ("cash", "note", "book"),
    "chip_sales": True,
    "at_the_end": True,
    "equal_deals": True,
    "unit": 100,
    "has_book": True,
    "guests_answered_for": True,
}
DAVE_2020: House = {**DAVE, "key": "dave-2020"}
HOUSES: dict[str, House] = {house["key"]: house for house in (DAVE, DAVE_2020, HYBRID, ERICN, MIKE)}

# Each act with the fields it must have and those it may have, beside those that every act has.
FIELDS: dict[str, tuple[str, str]] = {
    "player": ("name", "regular invited_by mark"),
    "open": ("house date banker float", "version small_blind big_blind buy_in_min buy_in_max"),
    "arrive": ("player", ""),
    "float": ("amount", ""),
    "level": ("level", ""),
    "big_stack": ("amount", ""),
    "buy_in": ("player amount pay", "stack note"),
    "chip_sale": ("seller buyer amount pay", "note"),
    "change_pay": ("of pay", "note"),
    "leave_notice": ("player", ""),
    "last_hand": ("", ""),
    "cash_out": ("player player_count banker_count", "round_played payout"),
    "final_pot": ("winner", ""),
    "declare_chips": ("reason", "missing extra"),
    "hand_over": ("banker", ""),
    "count_drawer": ("counted", ""),
    "close": ("", ""),
    "reverse": ("of reason", ""),
}
NOT_BUILT = ("redeem_note", "note_unpaid", "commit_notes", "lapse_notes", "payment", "balances", "correct")
NAMES = ("name", "invited_by", "player", "seller", "buyer", "banker", "winner")
FROM_ZERO = ("float", "stack", "player_count", "banker_count", "counted")
ABOVE_ZERO = ("amount", "small_blind", "big_blind", "buy_in_min", "buy_in_max", "missing", "extra")
PAYS = {
    "buy_in": ("cash", "note", "book", "transfer"),
    "change_pay": ("cash", "note", "book", "transfer"),
    "chip_sale": ("cash", "note", "book"),
}
PAYOUTS = ("own_note", "book", "cash", "transfer", "note")


class LineError(ValueError):
    """A line that is no night-log act, or one outside a single night's bank."""


@dataclass(frozen=True)
class Line:
    """One act as values: cents for money, keys for names; two acts of the same content have equal `content`."""

    id: str
    kind: str
    at: datetime
    content: Mapping[str, Any]
    night: str | None
    shown: str  # the name of a `player` act as it was written
    ruled: bool
    count_ruled: bool

    def get(self, field: str) -> Any:
        """The value of a field, None when the line leaves it out."""
        return self.content.get(field)


def read_line(act: Mapping[str, Any]) -> Line:
    """Read one night-log act. Raises LineError."""
    kind = act.get("act")
    if kind not in FIELDS and kind not in NOT_BUILT:
        raise LineError(f"no act: {kind!r}")
    if not isinstance(act.get("id"), str) or not re.fullmatch(r"[A-Za-z0-9._-]{8,64}", act["id"]):
        raise LineError(f"no id: {act.get('id')!r}")
    return Line(
        id=act["id"],
        kind=kind,
        at=_moment(act.get("at")),
        content=_content(kind, act),
        night=act.get("night"),
        shown=clean_name(act["name"]) if kind == "player" else "",
        ruled=bool(act.get("ruling")),
        count_ruled=bool(act.get("count_ruling")),
    )


def clean_name(text: object) -> str:
    """A player's name as it is shown: NFC, trimmed, runs of space made one. Raises LineError."""
    if not isinstance(text, str):
        raise LineError(f"no name: {text!r}")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= 40:
        raise LineError(f"no name: {text!r}")
    return name


def cents(text: object, *, least: int) -> int:
    """Money in the night log's grammar, as cents. Raises LineError."""
    match = re.fullmatch(r"([0-9]+)(?:\.([0-9]{1,2}))?", text) if isinstance(text, str) else None
    if match is None:
        raise LineError(f"no amount: {text!r}")
    amount = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    if amount < least:
        raise LineError(f"too little: {text!r}")
    return amount


def _moment(text: object) -> datetime:
    if not isinstance(text, str):
        raise LineError(f"no time: {text!r}")
    try:
        at = datetime.fromisoformat(text)
    except ValueError as fault:
        raise LineError(f"no time: {text!r}") from fault
    if at.utcoffset() is None:
        raise LineError(f"no offset: {text!r}")
    return at


def _content(kind: str, act: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in act.items() if name not in ("id", "at", "act", "by", "night", "ruling")}
    if kind in NOT_BUILT:
        return fields
    if kind == "cash_out":
        fields.pop("count_ruling", None)  # A ruling is no content: the same act with and without it is the same.
    needed, optional = (set(names.split()) for names in FIELDS[kind])
    if needed - fields.keys() or fields.keys() - needed - optional:
        raise LineError(f"{kind}: fields {sorted(fields)}")
    content = {name: _value(name, value) for name, value in fields.items()}
    _check_choices(kind, content)
    return content


def _value(name: str, value: Any) -> Any:
    if name in NAMES:
        return clean_name(value).casefold()
    if name in FROM_ZERO or name in ABOVE_ZERO:
        return cents(value, least=1 if name in ABOVE_ZERO else 0)
    if name == "mark":
        return str(value).strip().upper()
    if name == "level" and type(value) is not int:
        raise LineError(f"no level: {value!r}")
    if name in ("regular", "round_played") and type(value) is not bool:
        raise LineError(f"{name}: true or false, not {value!r}")
    if name == "payout":
        return [(part["by"], cents(part["amount"], least=1), part.get("note")) for part in value]
    return value


def _check_choices(kind: str, content: Mapping[str, Any]) -> None:
    if kind in PAYS and content["pay"] not in PAYS[kind]:
        raise LineError(f"{kind}: pay {content['pay']!r}")
    if any(by not in PAYOUTS for by, _, _ in content.get("payout", ())):
        raise LineError(f"payout {content['payout']!r}")
    if kind == "declare_chips" and ("missing" in content) == ("extra" in content):
        raise LineError("declare_chips: one of missing and extra")
