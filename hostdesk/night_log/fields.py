"""The fields of every act in a night log: how each is read from JSON, and written from an act's content."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.money.cents import format_cents, parse_cents, parse_signed_cents
from ledger.terms.bank_terms import Means
from reservations.acts.kinds import Kind, parse_key
from reservations.acts.problems import Malformed
from reservations.parsing.days import parse_day, parse_instant
from reservations.parsing.names import name_key, parse_line, parse_name

NOTE_CHARACTERS = 40
"""The longest name of a bank note."""

BIGGEST_WHOLE = 10_000


@dataclass(frozen=True)
class Type:
    """How a field is read from JSON, and written from an act's content with the names of players by number.

    ``players`` gives the numbers of the players whom its content names.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any, Mapping[int, str]], Any]
    players: Callable[[Any], Iterable[int]] = lambda _content: ()


def read_field(name: str, value: Any, read: Callable[[Any], Any]) -> Any:
    """Read one value. Raises ``Malformed`` that begins with the name of the field."""
    try:
        return read(value)
    except Malformed as wrong:
        raise Malformed(f"{name}: {wrong}") from wrong


def read_text(value: Any) -> str:
    """Read a text. Raises ``Malformed`` for anything else."""
    if not isinstance(value, str):
        raise Malformed("a text in quotes belongs here.")
    return value


def read_name(value: Any) -> str:
    """Read the name of a person. Raises ``Malformed``."""
    return parse_name(read_text(value))


def read_reason(value: Any) -> str:
    """Read a line of text. Raises ``Malformed``."""
    return parse_line(read_text(value))


def read_key(value: Any) -> str:
    """Read the id of an act. Raises ``Malformed``."""
    return parse_key(read_text(value))


def read_instant(value: Any) -> datetime:
    """Read a time with its offset. Raises ``Malformed``."""
    return parse_instant(read_text(value))


def _note(value: Any) -> str:
    return parse_name(read_text(value))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Malformed("true or false belongs here.")
    return value


def _whole(value: Any, *, least: int = 1) -> int:
    if type(value) is not int or not least <= value <= BIGGEST_WHOLE:
        raise Malformed(f"a whole number from {least} on belongs here, without quotes.")
    return value


def _date(value: Any) -> date:
    return parse_day(read_text(value))


def _means(value: Any) -> Means:
    return Means(_one_of(list(Means), read_text(value)))


def _sale_means(value: Any) -> Means:
    means = _means(value)
    if means is Means.TRANSFER:
        raise Malformed("a transfer goes to the banker's account: players pay each other by cash, note or book.")
    return means


def _one_of(ways: Collection[str], said: str) -> str:
    if said not in ways:
        raise Malformed(f"{said!r:.40} is no way to pay: {', '.join(ways)}.")
    return said


def _payout(value: Any) -> list[PayoutPart]:
    if not isinstance(value, list):
        raise Malformed("a list of payments belongs here.")
    return [_part(each) for each in value]


def _part(value: Any) -> PayoutPart:
    if not isinstance(value, dict) or not {"by", "amount"} <= value.keys() <= {"by", "amount", "note"}:
        raise Malformed("each payment has by and amount, and where it is made by a note its note.")
    by = PayoutMeans(_one_of(list(PayoutMeans), read_text(value["by"])))
    if by is PayoutMeans.NOTE and "note" not in value:
        raise Malformed("a payment by note names the note.")
    if "note" in value and by not in (PayoutMeans.NOTE, PayoutMeans.OWN_NOTE):
        raise Malformed("only a payment by note or own_note names a note.")
    return PayoutPart(by, parse_cents(value["amount"]), _note(value["note"]) if "note" in value else "")


def _standings(value: Any) -> list[tuple[str, int]]:
    each = [
        (read_name(said["player"]), parse_signed_cents(said["balance"])) for said in _rows(value, "player", "balance")
    ]
    counted = Counter(name_key(player) for player, _ in each)
    for player, _ in each:
        if counted[name_key(player)] > 1:
            raise Malformed(f"{player} stands there twice.")
    return each


def _payments(value: Any) -> list[tuple[str, str, int]]:
    rows = _rows(value, "payer", "payee", "amount")
    return [(read_name(said["payer"]), read_name(said["payee"]), _any_cents(said["amount"])) for said in rows]


def _any_cents(value: Any) -> int:
    """Read what somebody pays in a plan, which may be the sum of many acts and above what one of them may move."""
    cents = parse_signed_cents(value)
    return cents if cents > 0 else parse_cents(value)


def _rows(value: Any, *columns: str) -> list[dict[str, Any]]:
    """Read a list of objects that have exactly those fields."""
    if not isinstance(value, list) or not all(isinstance(each, dict) and each.keys() == {*columns} for each in value):
        raise Malformed(f"a list belongs here, each with {' and '.join(columns)}.")
    return value


def _as_is(value: Any, names: Mapping[int, str]) -> Any:
    return value


def _as_amount(value: int, names: Mapping[int, str]) -> str:
    return format_cents(value)


def _as_name(value: int, names: Mapping[int, str]) -> str:
    return names[value]


def _as_payout(value: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [{**part, "amount": format_cents(part["amount"])} for part in value]


def _as_standings(value: Sequence[Mapping[str, int]], names: Mapping[int, str]) -> list[dict[str, str]]:
    return [{"player": names[each["player"]], "balance": format_cents(each["balance"])} for each in value]


def _as_payments(value: Sequence[Mapping[str, int]], names: Mapping[int, str]) -> list[dict[str, str]]:
    return [
        {"payer": names[each["payer"]], "payee": names[each["payee"]], "amount": format_cents(each["amount"])}
        for each in value
    ]


def _in_standings(value: Sequence[Mapping[str, int]]) -> list[int]:
    return [each["player"] for each in value]


def _in_payments(value: Sequence[Mapping[str, int]]) -> list[int]:
    return [each[side] for each in value for side in ("payer", "payee")]


PLAYER = Type(read_name, _as_name, lambda number: (number,))
NAME = Type(read_name, _as_is)
TEXT = Type(read_text, _as_is)
REASON = Type(read_reason, _as_is)
KEY_OF = Type(read_key, _as_is)
FLAG = Type(_flag, _as_is)
WHOLE = Type(_whole, _as_is)
WHOLE_OR_ZERO = Type(partial(_whole, least=0), _as_is)
DAY = Type(_date, _as_is)
AMOUNT = Type(parse_cents, _as_amount)
AMOUNT_OR_ZERO = Type(partial(parse_cents, zero=True), _as_amount)
MEANS = Type(_means, _as_is)
SALE_MEANS = Type(_sale_means, _as_is)
NOTE = Type(_note, _as_is)
PAYOUT = Type(_payout, _as_payout)
STANDINGS = Type(_standings, _as_standings, _in_standings)
PAYMENTS = Type(_payments, _as_payments, _in_payments)

FIELDS: dict[Kind, dict[str, Type]] = {
    Kind.PLAYER: {
        "name": NAME,
        "formerly": PLAYER,
        "regular": FLAG,
        "invited_by": PLAYER,
        "mark": TEXT,
        "removed": FLAG,
    },
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
    Kind.REDEEM_NOTE: {"note": NOTE, "amount": AMOUNT},
    Kind.LEAVE_NOTICE: {"player": PLAYER},
    Kind.LAST_HAND: {},
    Kind.CASH_OUT: {
        "player": PLAYER,
        "player_count": AMOUNT_OR_ZERO,
        "banker_count": AMOUNT_OR_ZERO,
        "round_played": FLAG,
        "payout": PAYOUT,
    },
    Kind.FINAL_POT: {"winner": PLAYER},
    Kind.NOTE_UNPAID: {"note": NOTE},
    Kind.COMMIT_NOTES: {},
    Kind.LAPSE_NOTES: {},
    Kind.DECLARE_CHIPS: {"missing": AMOUNT, "extra": AMOUNT, "reason": REASON},
    Kind.HAND_OVER: {"banker": PLAYER},
    Kind.COUNT_DRAWER: {"counted": AMOUNT_OR_ZERO},
    Kind.CLOSE: {},
    Kind.PAYMENT: {"payer": PLAYER, "payee": PLAYER, "amount": AMOUNT, "claim": KEY_OF},
    Kind.BALANCES: {"standings": STANDINGS, "reason": REASON},
    Kind.CORRECT: {"debtor": PLAYER, "creditor": PLAYER, "amount": AMOUNT, "reason": REASON, "about": DAY},
    Kind.CREDIT: {"player": PLAYER, "limit": AMOUNT_OR_ZERO, "hard": FLAG, "refuses": FLAG},
    Kind.CLAIM: {"payer": PLAYER, "payee": PLAYER, "amount": AMOUNT},
    Kind.DISPUTE: {"of": KEY_OF, "reason": REASON},
    Kind.CONSOLIDATE: {
        "until": DAY,
        "zone": TEXT,
        "hub": PLAYER,
        "standings": STANDINGS,
        "payments": PAYMENTS,
        "lower_bound": WHOLE_OR_ZERO,
    },
    Kind.REVERSE: {"of": KEY_OF, "reason": REASON},
}
"""The fields of each act beside those of every act, in the order in which they are written."""

OPTIONAL = {
    *("formerly", "regular", "invited_by", "mark", "removed"),
    *("version", "small_blind", "big_blind", "buy_in_min", "buy_in_max"),
    *("stack", "note", "round_played", "payout", "missing", "extra"),
    *("claim", "about", "limit", "hard", "refuses", "hub", "zone"),
}

REQUIRED = {
    kind: [field for field in types if field not in OPTIONAL or kind in (Kind.REDEEM_NOTE, Kind.NOTE_UNPAID)]
    for kind, types in FIELDS.items()
}


def check_note(kind: Kind, fields: Mapping[str, Any]) -> None:
    """Raise ``Malformed`` where an act that is paid by note does not name it, or one paid otherwise names one."""
    if "pay" not in fields:
        return
    if fields["pay"] is Means.NOTE and "note" not in fields:
        raise Malformed(f"{kind} that is paid by note needs note, the name of the note.")
    if fields["pay"] is not Means.NOTE and "note" in fields:
        raise Malformed(f"note: {kind} names a note only where it is paid by note.")
