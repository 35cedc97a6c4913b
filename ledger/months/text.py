"""A consolidation as text, to be pasted into a chat or printed by a terminal."""

import unicodedata

from ledger.money.cents import show_cents, show_signed
from ledger.months.report import MonthReport, counted
from reservations.parsing.days import long_day

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_AFTER = "After these payments everybody stands at 0.00."


def month_text(report: MonthReport) -> str:
    """Return who pays whom, where everybody stood, and where that comes from, in lines of plain text."""
    until, through = long_day(report.until), f"All through {_name(report.hub)}. " if report.hub else ""
    title = [f"THE BOOK, {report.title}", f"Consolidated up to {until}"]
    end = f"Act {report.number}, which saw everything up to act {report.seen}. Head {report.head[:16]}"
    if report.is_preview:
        title[1], end = f"As it stands up to {until}:", f"Nothing is recorded. The last act it sees is {report.seen}."
    payments = [f"{_name(each.payer)} pays {_name(each.payee)} {show_cents(each.cents)}" for each in report.payments]
    standings = []
    for person in (each for each in report.people if each.before_cents):
        since = f", some of it since {long_day(person.owing_since)}" if person.owing_since else ""
        standings.append(f"{_name(person.name)} {show_signed(person.before_cents)}{since}")
    rolled = []
    for each in report.rolled:
        left = f"{_name(each.payer)} to {_name(each.payee)} {show_cents(each.left_cents)}"
        rolled.append(f"Left of {report.previous}, {counted(each.days, 'day')} old, and in the figures above: {left}")
    rolled += [f"Still open, and not in it: {night}" for night in report.open_nights]
    parts = (
        title,
        ["Who pays whom", *payments, f"{through}{report.sentence} {report.compared}"],
        ["Where everybody stood before (+ is owed, − owes)", *standings, _AFTER],
        rolled,
        [end],
    )
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _name(name: str) -> str:
    """Return a name that cannot turn round what stands beside it: one that is read from the right is set apart."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name
