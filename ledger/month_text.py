"""A consolidation as text, to be pasted into a chat or printed by a terminal."""

import unicodedata
from collections.abc import Iterator

from ledger.money import show_cents, show_signed
from ledger.month_report import MonthReport, counted
from reservations.days import long_day

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def month_text(report: MonthReport) -> str:
    """Return who pays whom, where everybody stood, and where that comes from, in lines of plain text."""
    parts = [_head(report), _payments(report), _standings(report), _rolled(report), _foot(report)]
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines) + "\n"


def _head(report: MonthReport) -> Iterator[str]:
    yield f"THE BOOK, {report.title}"
    day = long_day(report.until)
    yield f"As it stands up to {day}:" if report.is_preview else f"Consolidated up to {day}"


def _payments(report: MonthReport) -> Iterator[str]:
    yield "Who pays whom"
    for each in report.payments:
        yield f"{_name(each.payer)} pays {_name(each.payee)} {show_cents(each.cents)}"
    through = f"All through {_name(report.hub)}. " if report.hub else ""
    yield f"{through}{report.sentence} {report.compared}"


def _standings(report: MonthReport) -> Iterator[str]:
    yield "Where everybody stood before (+ is owed, − owes)"
    for person in report.people:
        if person.before_cents:
            since = f", some of it since {long_day(person.owing_since)}" if person.owing_since else ""
            yield f"{_name(person.name)} {show_signed(person.before_cents)}{since}"
    yield "After these payments everybody stands at 0.00."


def _rolled(report: MonthReport) -> Iterator[str]:
    for each in report.rolled:
        left = f"{_name(each.payer)} to {_name(each.payee)} {show_cents(each.left_cents)}"
        yield f"Left of {report.previous}, {counted(each.days, 'day')} old, and in the figures above: {left}"
    for night in report.open_nights:
        yield f"Still open, and not in it: {night}"


def _foot(report: MonthReport) -> Iterator[str]:
    if report.is_preview:
        yield f"Nothing is recorded. The last act it sees is {report.seen}."
    else:
        yield f"Act {report.number}, which saw everything up to act {report.seen}. Head {report.head[:16]}"


def _name(name: str) -> str:
    """Return a name that cannot turn round what stands beside it: one that is read from the right is set apart."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name
