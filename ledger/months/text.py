"""A consolidation as text for a chat or a terminal."""

import unicodedata

from ledger.money.cents import show_money, show_signed, style_now
from ledger.months.report import MonthReport
from reservations.parsing.days import long_day
from reservations.parsing.names import counted

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_AFTER = "These payments clear all debts."
_ROLLS = "These sums are too small to be paid now. They stay in THE BOOK and roll into the next month:"


def month_text(report: MonthReport, pages: str = "") -> str:
    """Return the payments, the standings before, and their sources, in lines of plain text.

    With the address of the desk it leads players to their ``pages``: no payment details are in a chat.
    """
    until, through = long_day(report.until), f"All payments go through {isolated(report.hub)}. " if report.hub else ""
    title = [f"THE BOOK, {report.title}", f"Consolidated up to {until}"]
    end = f"Act {report.number}, includes acts up to {report.seen}. Ledger hash {report.head[:16]}"
    if report.is_preview:
        title[1], end = f"Standings up to {until}:", f"Preview, not recorded. Up to act {report.seen}."
    payments = [f"{isolated(due.payer)} pays {isolated(due.payee)} {show_money(due.cents)}" for due in report.payments]
    standings = []
    for person in (person for person in report.people if person.before_cents):
        since = f", some of it since {long_day(person.owing_since)}" if person.owing_since else ""
        standings.append(f"{isolated(person.name)} {show_signed(person.before_cents)}{since}")
    least = f"No payment under {show_money(report.least_cents)}. " if report.least_cents else ""
    rolls = [f"{isolated(roll.name)} {show_signed(roll.stays_cents)}" for roll in report.rolls]
    rolled = []
    for payment in report.rolled:
        left = f"{isolated(payment.payer)} to {isolated(payment.payee)} {show_money(payment.left_cents)}"
        rolled.append(f"Left of {report.previous}, {counted(payment.days, 'day')} old, included above: {left}")
    rolled += [f"Still open, not included: {night}" for night in report.open_nights]
    parts = (
        title,
        ["Who pays whom", *payments, f"{through}{least}{report.sentence} {report.compared}"],
        [f"How to pay, with the amount filled in: your own page at {pages}"] if pages else [],
        [f"Standings before, in {style_now().currency} (+ is owed, − owes)", *standings, *([] if rolls else [_AFTER])],
        [_ROLLS, *rolls] if rolls else [],
        rolled,
        [end],
    )
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def payment_reference(word: str, month: int, place: int) -> str:
    """Return the text of a payment: the desk's word, and the numbers of the plan's act and of the payment in it.

    Both sides, the host and the books know these numbers, and they do not tell an app about a game.
    """
    return f"{word} {month}-{place}".strip()


def asking_text(payer: str, payee: str, cents: int, reference: str, address: str) -> str:
    """Return the words that ask a player for the rest of a payment, for any messenger."""
    owed = f"{show_money(cents)} to {isolated(payee)} is still open."
    return "\n".join([f"Hello {isolated(payer)},", owed, f"Text of the payment: {reference}", f"Your page: {address}"])


def isolated(name: str) -> str:
    """Return a name that cannot reverse the text beside it: a right-to-left name is isolated."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name
