"""The reader of the night model: night-log lines as plain values, with a grammar for each field.

Part of the model of a night's bank (see `night_model`). It shares no code with the real bank, so a mistake would have
to be made twice to stay hidden. Money is int cents.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

PAYOUTS = ("own_note", "book", "cash", "transfer", "note")


class LineError(ValueError):
    """A line that is no night-log act."""


def clean_name(text: object) -> str:
    """Return a player's name as it is shown: NFC, trimmed, with single spaces. Raises LineError."""
    if not isinstance(text, str):
        raise LineError(f"no name: {text!r}")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= 40:
        raise LineError(f"no name: {text!r}")
    return name


def key_of(text: object) -> str:
    """Return a name as it is compared. Raises LineError."""
    return clean_name(text).casefold()


def cents(text: object, *, least: int = 1) -> int:
    """Read money in the night log's grammar as cents. Raises LineError."""
    match = re.fullmatch(r"([0-9]+)(?:\.([0-9]{1,2}))?", text) if isinstance(text, str) else None
    if match is None:
        raise LineError(f"no amount: {text!r}")
    amount = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    if amount < least:
        raise LineError(f"too little: {text!r}")
    return amount


def balance(text: object) -> int:
    """Read what THE BOOK owes a player, with a minus if they owe it. Raises LineError."""
    minus = isinstance(text, str) and text.startswith("-")
    amount = cents(text.removeprefix("-") if isinstance(text, str) else text, least=0)
    return -amount if minus else amount


def moment(text: object) -> datetime:
    """Read a time with an offset. Raises LineError."""
    if not isinstance(text, str):
        raise LineError(f"no time: {text!r}")
    try:
        at = datetime.fromisoformat(text)
    except ValueError as fault:
        raise LineError(f"no time: {text!r}") from fault
    if at.utcoffset() is None:
        raise LineError(f"no offset: {text!r}")
    return at


def day(text: object) -> date:
    """Read a date. Raises LineError."""
    try:
        return date.fromisoformat(str(text))
    except ValueError as fault:
        raise LineError(f"no date: {text!r}") from fault


def flag(value: object) -> bool:
    """Read true or false. Raises LineError."""
    if type(value) is not bool:
        raise LineError(f"true or false, not {value!r}")
    return value


def whole(value: object) -> int:
    """Read a whole number. Raises LineError."""
    if type(value) is not int:
        raise LineError(f"no whole number: {value!r}")
    return value


def payout(value: Any) -> list[tuple[str, int, str | None]]:
    """Read the parts of a payout: means, amount and note. Raises LineError."""
    parts = [
        (part["by"], cents(part["amount"]), clean_name(part["note"]) if part.get("note") is not None else None)
        for part in value
    ]
    for by, _, note in parts:
        named = by == "note" or (by == "own_note" and note is not None)
        if by not in PAYOUTS or named != (note is not None):
            raise LineError(f"payout {value!r}")
    return parts


def standings(value: Any) -> list[tuple[str, int]]:
    """Read the players of an old book and what it owes them. Raises LineError."""
    return [(key_of(each["player"]), balance(each["balance"])) for each in value]


PLAYER_FIELDS = [
    "name",
    "invited_by",
    "player",
    "seller",
    "buyer",
    "banker",
    "winner",
    "payer",
    "payee",
    "debtor",
    "creditor",
    "hub",
]
FROM_ZERO = ["float", "stack", "player_count", "banker_count", "counted", "limit"]
MORE_THAN_ZERO = ["amount", "small_blind", "big_blind", "buy_in_min", "buy_in_max", "missing", "extra"]
READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(PLAYER_FIELDS, key_of),
    **dict.fromkeys(FROM_ZERO, partial(cents, least=0)),
    **dict.fromkeys(MORE_THAN_ZERO, cents),
    **dict.fromkeys(["regular", "round_played", "hard", "refuses"], flag),
    **dict.fromkeys(["date", "about", "until"], day),
    **dict.fromkeys(["house", "version", "of", "pay", "reason", "claim"], lambda text: text),
    "mark": lambda text: str(text).strip().upper(),
    "note": clean_name,
    **dict.fromkeys(["level", "dealt"], whole),
    "payout": payout,
    "standings": standings,
}
"""The reader of every field."""


# The fields that each act must have and may have, beside those of every act.
OF_A_NIGHT: dict[str, tuple[str, str]] = {
    "open": ("house date banker float", "version small_blind big_blind buy_in_min buy_in_max"),
    "stakes": ("", "small_blind big_blind buy_in_min buy_in_max"),
    "arrive": ("player", ""),
    "float": ("amount", ""),
    "level": ("level", ""),
    "big_stack": ("amount", ""),
    "buy_in": ("player amount pay", "stack note"),
    "chip_sale": ("seller buyer amount pay", "note"),
    "change_pay": ("of pay", "note"),
    "redeem_note": ("note amount", ""),
    "leave_notice": ("player", ""),
    "last_hand": ("", ""),
    "cash_out": ("player player_count banker_count", "round_played dealt payout"),
    "final_pot": ("winner", ""),
    "note_unpaid": ("note", ""),
    "commit_notes": ("", "note"),
    "lapse_notes": ("", "note"),
    "declare_chips": ("reason", "missing extra"),
    "hand_over": ("banker", ""),
    "count_drawer": ("counted", ""),
    "close": ("", ""),
}
OF_NO_NIGHT: dict[str, tuple[str, str]] = {
    "player": ("name", "regular invited_by mark"),
    "payment": ("payer payee amount", "claim"),
    "claim": ("payer payee amount", ""),
    "dispute": ("of reason", ""),
    "consolidate": ("until", "hub"),
    "credit": ("player", "limit hard refuses"),
    "balances": ("standings reason", ""),
    "correct": ("debtor creditor amount reason", "about"),
    "reverse": ("of reason", ""),
}
FIELDS = OF_A_NIGHT | OF_NO_NIGHT
PAYS = {
    "buy_in": ("cash", "note", "book", "transfer"),
    "change_pay": ("cash", "note", "book", "transfer"),
    "chip_sale": ("cash", "note", "book"),
}
EVERY_ACTS = ("id", "at", "act", "by", "night", "ruling")


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
        """Return the value of a field, None when the line leaves it out."""
        return self.content.get(field)


def read_line(act: Mapping[str, Any]) -> Line:
    """Read one night-log act. Raises LineError."""
    kind = act.get("act")
    if kind not in FIELDS:
        raise LineError(f"no act: {kind!r}")
    if not isinstance(act.get("id"), str) or not re.fullmatch(r"[A-Za-z0-9._-]{8,64}", act["id"]):
        raise LineError(f"no id: {act.get('id')!r}")
    return Line(
        id=act["id"],
        kind=kind,
        at=moment(act.get("at")),
        content=_content(kind, act),
        night=act.get("night"),
        shown=clean_name(act["name"]) if kind == "player" else "",
        ruled=bool(act.get("ruling")),
        count_ruled=bool(act.get("count_ruling")),
    )


def _content(kind: str, act: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in act.items() if name not in EVERY_ACTS}
    if kind == "cash_out":
        fields.pop("count_ruling", None)  # A ruling is not content: with or without it the act is the same.
    needed, optional = (set(names.split()) for names in FIELDS[kind])
    if needed - fields.keys() or fields.keys() - needed - optional:
        raise LineError(f"{kind}: fields {sorted(fields)}")
    content = {name: READERS[name](value) for name, value in fields.items()}
    _check_choices(kind, content)
    return content


def _check_choices(kind: str, content: Mapping[str, Any]) -> None:
    if kind in PAYS and content["pay"] not in PAYS[kind]:
        raise LineError(f"{kind}: pay {content['pay']!r}")
    if kind in PAYS and (content["pay"] == "note") != ("note" in content):
        raise LineError(f"{kind}: a note is named where it is paid with, and nowhere else")
    if kind == "declare_chips" and ("missing" in content) == ("extra" in content):
        raise LineError("declare_chips: one of missing and extra")
