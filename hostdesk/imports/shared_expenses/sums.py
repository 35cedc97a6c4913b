"""The sums of shared expenses in one currency: everybody's balance, and the results of each day. Pure."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from math import floor

from hostdesk.imports.shared_expenses.entries import SharedExpenses


def balances_of(expenses: SharedExpenses, currency: str) -> dict[str, int]:
    """Return everybody's credit (+) or debt (−) by name, in cents: the file's own, or the sum of its entries.

    Payments count. They sum to zero, and names are in the order of the file.
    """
    if currency in expenses.stated:
        return in_cents(expenses.stated[currency])
    return in_cents(_summed(expenses, currency, None))


def days_of(expenses: SharedExpenses, currency: str) -> dict[date, dict[str, int]]:
    """Return the results of each day by name, in cents, without payments and without days of zeros alone.

    A person is in a day if an entry of it names them with anything but zero.
    """
    days = sorted(
        {entry.day for entry in expenses.entries if entry.day and entry.currency == currency and not entry.is_payment}
    )
    found = {day: in_cents(_summed(expenses, currency, day)) for day in days}
    return {day: nets for day, nets in found.items() if any(nets.values())}


def _summed(expenses: SharedExpenses, currency: str, day: date | None) -> dict[str, Fraction]:
    """Return the sums of everybody; of one day, without its payments."""
    sums: dict[str, Fraction] = {}
    for entry in expenses.entries:
        if entry.currency == currency and (day is None or (entry.day == day and not entry.is_payment)):
            for name, net in entry.nets.items():
                if net or day is None:
                    sums[name] = sums.get(name, Fraction(0)) + net
    return sums


def in_cents(nets: Mapping[str, Fraction]) -> dict[str, int]:
    """Return amounts that sum to zero in whole cents that do; odd cents go to those who lost the most by rounding."""
    cents = {name: floor(net * 100) for name, net in nets.items()}
    left = -sum(cents.values())
    by_loss = sorted(nets, key=lambda name: cents[name] - nets[name] * 100)
    return {name: whole + (name in by_loss[:left]) for name, whole in cents.items()}
