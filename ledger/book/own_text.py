"""The lines of THE BOOK for one player: in plain words, addressed to them, with every name. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ledger.bank import text
from reservations.acts.kinds import PLAYER_FIELDS, Kind
from reservations.parsing.days import day_of, parse_day


@dataclass(frozen=True)
class LineSource:
    """The source of a line: a kind of act, its fields with people by number, and the sign of its effect (+ or -).

    For a line about a bank note, ``note`` is its name, ``debtor`` its writer and ``holder`` its holder, by number;
    None: the bank. ``undoes`` is the undone line of an undoing.
    """

    kind: str
    fields: Mapping[str, Any]
    is_plus: bool
    note: str = ""
    debtor: int | None = None
    holder: int | None = None
    undoes: "LineSource | None" = None


_WORDS: Mapping[Kind, tuple[str, str]] = {
    Kind.BUY_IN: ("You bought chips",) * 2,
    Kind.CHIP_SALE: ("You bought chips from {seller}", "You sold chips to {buyer}"),
    Kind.CHANGE_PAY: ("Chips you had bought were not paid after all", "Chips you had bought were paid after all"),
    Kind.CASH_OUT: ("You cashed out",) * 2,
    Kind.FINAL_POT: ("You won the final pot",) * 2,
    Kind.CLOSE: ("You ran the bank: this was missing", "You ran the bank: this was left over for you"),
    Kind.PAYMENT: ("{payer} paid you", "You paid {payee}"),
    Kind.CLAIM: ("{payer} says they paid you", "You said that you paid {payee}"),
    Kind.FORGIVE: ("You forgave {debtor} a debt: {reason}", "{creditor} forgave you a debt: {reason}"),
    Kind.CREDIT: ("You take credit again", "You want no credit"),
    Kind.BALANCES: ("From an older book: {reason}",) * 2,
    Kind.CORRECT: (
        "Correction{about_night}, you owe {creditor} more: {reason}",
        "Correction{about_night}, {debtor} owes you more: {reason}",
    ),
}
"""The words for a kind of act that makes somebody owe more, and for one that makes them owed more.

A claim is worded as its payment, and a word on credit by whether it was refused.
"""


def in_plain_words(line: LineSource, reader: int, names: Mapping[int, str]) -> str:
    """Write a line for the player ``reader``, by number, without its amount; ``names`` are those of all players."""
    if line.undoes is not None:
        return f"Taken back: “{in_plain_words(line.undoes, reader, names)}”"
    if line.note:
        return _of_a_note(line, reader, names)
    words = _WORDS.get(Kind(line.kind))
    if words is None:
        return text.phrase(line.kind, line.fields, names)
    people = {role: names.get(line.fields[role], "") for role in PLAYER_FIELDS if role in line.fields}
    about = f" about {day_of(parse_day(line.fields['about']))}" if "about" in line.fields else ""
    return words[line.is_plus].format_map({**line.fields, **people, "about_night": about})


def _of_a_note(line: LineSource, reader: int, names: Mapping[int, str]) -> str:
    """Write the line of a note that went into THE BOOK: the reader's own, a guest's of theirs, or one they held."""
    wrote, holder = (names.get(number or 0, "the bank") for number in (line.debtor, line.holder))
    if line.holder == reader:
        return f"The note {line.note} of {wrote}, which you held"
    if line.kind == Kind.NOTE_UNPAID:
        return f"The note {line.note} of {wrote}, your guest, to {holder}: you answer for it"
    return f"Your note {line.note} to {holder}"
