"""The exports of I Hate Money: its bills, or the payments that would settle them, as CSV or JSON. Pure."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hostdesk.imports.shared_expenses.entries import Cells, Expense, SharedExpenses, currency_of

PROGRAM = "I Hate Money"
_MEMBER, _CATEGORIES = "deleteMeIfYouWant", "categoryname"
"""Rows with which Cospend tells its members, and from which on it tells its categories."""


def bills_of(rows: Sequence[tuple[int, dict[str, Any]]]) -> SharedExpenses:
    """Read bills: a bill is shared among its owers by their weights. Raises ``Faulty`` with all faults.

    A person's weight is in the bills that they paid; a remark names those who paid none, and count as one.
    """
    faults, weights, bills = Cells(), dict[str, Fraction](), list[tuple[int, dict[str, Any]]]()
    for line, row in rows:
        if row["what"] == _CATEGORIES:
            break
        payer = faults.name(line, "payer_name", row["payer_name"])
        weights[payer] = faults.amount(line, "payer_weight", row.get("payer_weight", "1"), empty=True) or Fraction(1)
        if weights[payer] < 0:
            faults.add(line, "payer_weight", "a weight is more than nothing.")
        if row["what"] != _MEMBER:
            bills.append((line, row))
    entries, without = list[Expense](), dict[str, int]()
    for line, row in bills:
        names = row["owers"] if isinstance(row["owers"], list) else str(row["owers"]).split(",")
        owers = [faults.name(line, "owers", name) for name in names]
        amount = faults.amount(line, "amount", row.get("amount"))
        payer, day = faults.name(line, "payer_name", row["payer_name"]), faults.day(line, "date", row.get("date", ""))
        for ower in owers:
            if ower not in weights:
                without.setdefault(ower, line)
        if faults:
            continue
        all_of = sum(weights.get(ower, Fraction(1)) for ower in owers)
        nets = dict.fromkeys([payer, *owers], Fraction(0))
        nets[payer] += amount
        for ower in owers:
            nets[ower] -= amount * weights.get(ower, Fraction(1)) / all_of
        is_payment = row.get("bill_type") == "Reimbursement"
        entries.append(Expense(line, day, currency_of(row.get("currency")), nets, is_payment))
    faults.end()
    uneven = any(weight != 1 for weight in weights.values())
    unknown = "has paid no bill, so their weight is not in the file: it counts as 1."
    remarks = [(line, f"{name} {unknown}") for name, line in without.items()]
    return SharedExpenses(PROGRAM, entries, remarks=remarks if uneven else ())


def payments_of(rows: Sequence[tuple[int, dict[str, Any]]]) -> SharedExpenses:
    """Read the payments that would settle all bills: everybody's debts. Raises ``Faulty`` with all faults."""
    faults, entries = Cells(), list[Expense]()
    for line, row in rows:
        ower, receiver = (faults.name(line, role, row[role]) for role in ("ower", "receiver"))
        amount = faults.amount(line, "amount", row["amount"])
        if ower == receiver and ower:
            faults.add(line, "receiver", f"{ower} owes nothing to themselves.")
        nets = {ower: -amount, receiver: amount}
        entries.append(Expense(line, None, currency_of(row.get("currency")), nets))
    faults.end()
    return SharedExpenses(PROGRAM, entries)
