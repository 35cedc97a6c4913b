"""The entries of a file of shared expenses, and its faults, by line and column. Pure.

The sums in one currency: everybody's balance, and the results by day.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import floor

from reservations.acts.problems import Faults, Faulty, Malformed, quoted
from reservations.parsing.days import parse_day
from reservations.parsing.names import parse_name

_COMMA = re.compile(r"\A(-?[0-9]{1,12}),([0-9]{1,2})\Z", re.ASCII)
"""An amount with a decimal comma; with three digits behind it, nobody can tell."""
_AMOUNT = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?", re.ASCII)
_GUARDED = re.compile(r"'(?=[=+\-@\t\r\n])")
_NO_CURRENCY = "XXX"


@dataclass(frozen=True)
class Expense:
    """One expense, or a payment between people: its effect on people by name, + is owed, − owes; sums to zero.

    ``nets`` are in whole units of the currency, "" for a file without one. ``day`` is None for a file without days.
    """

    line: int
    day: date | None
    currency: str
    nets: Mapping[str, Fraction]
    is_payment: bool = False


@dataclass(frozen=True)
class SharedExpenses:
    """A file as read: its program, its entries, by currency its own balances, remarks by line."""

    program: str
    entries: Sequence[Expense]
    stated: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    remarks: Sequence[tuple[int, str]] = ()

    @property
    def currencies(self) -> list[str]:
        """The currencies in the file, in alphabetical order."""
        return sorted({entry.currency for entry in self.entries} | {*self.stated})

    @property
    def has_days(self) -> bool:
        """Whether every entry has its day, so that nights can be made of them."""
        return all(entry.day for entry in self.entries)


class Cells(Faults):
    """The faults of a file so far, by line, with the readers of its cells."""

    def name(self, line: int, column: str, cell: object) -> str:
        """Return a name in its kept form; "" and a fault for an impossible one."""
        try:
            if not isinstance(cell, str):
                raise Malformed("a name belongs here.")
            return parse_name(_GUARDED.sub("", cell.lstrip(" "), count=1))
        except Malformed as wrong:
            self.add(line, column, wrong)
            return ""

    def amount(self, line: int, column: str, cell: object, *, empty: bool = False) -> Fraction:
        """Return an amount with a decimal point or comma, or a number of JSON; 0 and a fault for anything else."""
        text = _COMMA.sub(r"\1.\2", cell.strip()) if isinstance(cell, str) else str(cell)
        if empty and not text:
            return Fraction(0)
        if isinstance(cell, bool) or not _AMOUNT.fullmatch(text):
            self.add(line, column, f"{quoted(text)} is not an amount, as in 12.50.")
            return Fraction(0)
        return Fraction(Decimal(text))

    def day(self, line: int, column: str, cell: object) -> date | None:
        """Return the day at the beginning of a text, as in 2026-11-20; None and a fault for any other."""
        try:
            return parse_day(str(cell).strip()[:10])
        except Malformed as wrong:
            self.add(line, column, wrong)
            return None

    def end(self) -> None:
        """Raise ``Faulty`` with all faults, if there are any."""
        if self:
            raise Faulty(sorted(self))


def currency_of(cell: object) -> str:
    """Return a currency in comparable form; "" for none."""
    text = str(cell or "").strip().upper()
    return "" if text == _NO_CURRENCY else text[:8]


def balances_of(expenses: SharedExpenses, currency: str) -> dict[str, int]:
    """Return everybody's credit (+) or debt (−) by name, in cents: the file's own, or the sum of its entries.

    Payments count. They sum to zero, and names are in the order of the file.
    """
    entries = (entry.nets for entry in expenses.entries if entry.currency == currency)
    return in_cents(expenses.stated.get(currency) or _summed(entries))


def days_of(expenses: SharedExpenses, currency: str) -> dict[date, dict[str, int]]:
    """Return the results by day and name, in cents, without payments and without days of zeros alone.

    A person is in a day if an entry of it names them with anything but zero.
    """
    days: dict[date, list[dict[str, Fraction]]] = {}
    for entry in expenses.entries:
        if entry.day and entry.currency == currency and not entry.is_payment:
            days.setdefault(entry.day, []).append({name: net for name, net in entry.nets.items() if net})
    found = {day: in_cents(_summed(days[day])) for day in sorted(days)}
    return {day: nets for day, nets in found.items() if any(nets.values())}


def _summed(entries: Iterable[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for name, net in (pair for nets in entries for pair in nets.items()):
        sums[name] = sums.get(name, Fraction(0)) + net
    return sums


def in_cents(nets: Mapping[str, Fraction]) -> dict[str, int]:
    """Round amounts that sum to zero to whole cents that do; odd cents go to the people who lost most by rounding."""
    cents = {name: floor(net * 100) for name, net in nets.items()}
    left = -sum(cents.values())
    by_loss = sorted(nets, key=lambda name: cents[name] - nets[name] * 100)
    return {name: whole + (name in by_loss[:left]) for name, whole in cents.items()}
