"""What an act says, in the words of the table: for the report's timeline and wherever acts are listed."""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.money.cents import show_cents
from ledger.terms.bank_terms import Means
from ledger.terms.violations import PAID
from reservations.acts.kinds import Kind

_Fields = Mapping[str, Any]
_Names = Mapping[int, str]
_Phrase = Callable[[_Fields, _Names], str]


def said(kind: str, fields: _Fields, names: _Names) -> str:
    """Return an act as a phrase without its amount, which stands in a column of its own.

    ``names`` are the players' by number. Where the act is about another, its ``of`` should name that one for people:
    ``with_its_act`` does.
    """
    return _PHRASES[Kind(kind)](fields, names)


def with_its_act(fields: _Fields, numbers: Mapping[str, int]) -> _Fields:
    """Return the fields of an act; where it is about another, by its key, that one is named by its number."""
    return {**fields, "of": f"Act {numbers[fields['of']]}"} if "of" in fields else fields


def amount_of(kind: str, fields: _Fields) -> int | None:
    """Return the cents an act is about: of a cash-out the banker's count; nothing where it is about none."""
    field = _AMOUNTS.get(Kind(kind))
    return None if field is None else fields[field]


def decision(ruling: str) -> tuple[str, str]:
    """Split a ruling into who decided and why: "the table agreed: …" is the table's, all others are the host's."""
    before, colon, reason = ruling.partition(":")
    if before.strip().casefold() not in ("the table agreed", "the table"):
        return "the host", ruling
    return "the table", reason.strip() if colon else "agreed"


def _player(text: str) -> _Phrase:
    return lambda fields, names: f"{names[fields['player']]} {text}"


def _constant(text: str) -> _Phrase:
    return lambda fields, names: text


def _introduced(fields: _Fields, names: _Names) -> str:
    # The old name is not told: ``names`` may have the new one for the player already.
    if "removed" in fields:
        return f"{fields['name']} is " + ("removed from the group" if fields["removed"] else "in the group again")
    return f"{fields['name']} is " + ("the new name of a player" if "formerly" in fields else "on the list of players")


def _open(fields: _Fields, names: _Names) -> str:
    return f"Bank opened by {names[fields['banker']]}, float"


def _buy_in(fields: _Fields, names: _Names) -> str:
    in_front = f", {show_cents(fields['stack'])} in front" if "stack" in fields else ""
    return f"{names[fields['player']]} buys in, paid {PAID[Means(fields['pay'])]}{_with_note(fields)}{in_front}"


def _chip_sale(fields: _Fields, names: _Names) -> str:
    paid = f"{PAID[Means(fields['pay'])]}{_with_note(fields)}"
    return f"{names[fields['seller']]} sells chips to {names[fields['buyer']]}, paid {paid}"


def _change_pay(fields: _Fields, names: _Names) -> str:
    return f"{fields['of']} was paid {PAID[Means(fields['pay'])]}{_with_note(fields)}, not as recorded"


def _with_note(fields: _Fields) -> str:
    return f" {fields['note']}" if "note" in fields else ""


def _payment(fields: _Fields, names: _Names) -> str:
    confirmed = " (as claimed)" if "claim" in fields else ""
    return f"{names[fields['payer']]} pays {names[fields['payee']]}{confirmed}"


def _correct(fields: _Fields, names: _Names) -> str:
    about = f" about the night of {fields['about']}" if "about" in fields else ""
    parties = f"{names[fields['debtor']]} owes {names[fields['creditor']]} more"
    return f"Correction{about}: {parties}: {fields['reason']}"


def _credit(fields: _Fields, names: _Names) -> str:
    limit, hard = fields.get("limit"), {True: "hard", False: "soft"}
    wants = {True: "wants no credit", False: "takes credit again", None: ""}
    said = (
        wants[fields.get("refuses")],
        "" if limit is None else f"may owe {show_cents(limit)} at most",
        f"the limit is {hard[fields['hard']]}" if "hard" in fields else "",
    )
    return f"{names[fields['player']]}: {', '.join(filter(None, said))}"


def _consolidate(fields: _Fields, names: _Names) -> str:
    through = f", all through {names[fields['hub']]}" if "hub" in fields else ""
    return f"THE BOOK is consolidated up to {fields['until']}: {len(fields['payments'])} payments{through}"


def _cash_out(fields: _Fields, names: _Names) -> str:
    own, bankers = fields["player_count"], fields["banker_count"]
    counted = "" if own == bankers else f"; their own count was {show_cents(own)}"
    return f"{names[fields['player']]} cashes out{counted}"


def _declare(fields: _Fields, names: _Names) -> str:
    what = "missing" if "missing" in fields else "extra"
    return f"{show_cents(fields[what])} of chips declared {what}: {fields['reason']}"


_PHRASES: dict[Kind, _Phrase] = {
    Kind.PLAYER: _introduced,
    Kind.MERGE: lambda fields, names: f"{names[fields['player']]} is the same person as {names[fields['into']]}",
    Kind.OPEN: _open,
    Kind.ARRIVE: _player("arrives"),
    Kind.FLOAT: _constant("The banker adds to the float"),
    Kind.LEVEL: lambda fields, names: f"The blinds go up to level {fields['level']}",
    Kind.BIG_STACK: _constant("The biggest stack is about"),
    Kind.BUY_IN: _buy_in,
    Kind.CHIP_SALE: _chip_sale,
    Kind.CHANGE_PAY: _change_pay,
    Kind.LEAVE_NOTICE: _player("announces to leave"),
    Kind.LAST_HAND: _constant("The last hand has been played"),
    Kind.CASH_OUT: _cash_out,
    Kind.FINAL_POT: lambda fields, names: f"{names[fields['winner']]} wins the final pot",
    Kind.DECLARE_CHIPS: _declare,
    Kind.HAND_OVER: lambda fields, names: f"{names[fields['banker']]} takes over the bank",
    Kind.COUNT_DRAWER: _constant("The drawer is counted"),
    Kind.CLOSE: _constant("The night is closed"),
    Kind.REDEEM_NOTE: lambda fields, names: f"The note {fields['note']} is paid in cash",
    Kind.NOTE_UNPAID: lambda fields, names: f"The note {fields['note']} goes to the inviter of its debtor",
    Kind.COMMIT_NOTES: _constant("The notes still out go into THE BOOK"),
    Kind.LAPSE_NOTES: _constant("The notes still out lose their value"),
    Kind.PAYMENT: _payment,
    Kind.BALANCES: lambda fields, names: f"An old book is taken over: {fields['reason']}",
    Kind.CORRECT: _correct,
    Kind.CREDIT: _credit,
    Kind.CLAIM: lambda fields, names: f"{names[fields['payer']]} says they paid {names[fields['payee']]}",
    Kind.DISPUTE: lambda fields, names: f"{fields['of']} is disputed: {fields['reason']}",
    Kind.CONSOLIDATE: _consolidate,
    Kind.REVERSE: lambda fields, names: f"{fields['of']} is undone: {fields['reason']}",
}
_AMOUNTS = {
    Kind.OPEN: "float",
    Kind.FLOAT: "amount",
    Kind.BIG_STACK: "amount",
    Kind.BUY_IN: "amount",
    Kind.CHIP_SALE: "amount",
    Kind.CASH_OUT: "banker_count",
    Kind.COUNT_DRAWER: "counted",
    Kind.REDEEM_NOTE: "amount",
    Kind.PAYMENT: "amount",
    Kind.CORRECT: "amount",
    Kind.CLAIM: "amount",
}
