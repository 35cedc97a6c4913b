"""What the night model reads: night-log lines as plain values.

Part of the model of a night's bank that the real bank is compared with (see `night_model`). It shares no code with what
it is compared with, so a mistake would have to be made twice to stay hidden. Money is int cents.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.ledger.model.night_model_values import READERS, LineError, clean_name, moment

# Each act with the fields it must have and those it may have, beside those that every act has.
OF_A_NIGHT: dict[str, tuple[str, str]] = {
    "open": ("house date banker float", "version small_blind big_blind buy_in_min buy_in_max"),
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
    "cash_out": ("player player_count banker_count", "round_played payout"),
    "final_pot": ("winner", ""),
    "note_unpaid": ("note", ""),
    "commit_notes": ("", ""),
    "lapse_notes": ("", ""),
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
        """The value of a field, None when the line leaves it out."""
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
        fields.pop("count_ruling", None)  # A ruling is no content: the same act with and without it is the same.
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
