"""The exports of a group of Spliit: CSV with a column for each person, or JSON with all expenses. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from babel.numbers import get_currency_precision

from hostdesk.imports.shared_expenses.entries import Cells, Expense, SharedExpenses, currency_of
from ledger.files.csv_rows import Row

PROGRAM = "Spliit"
_CENT = Fraction(1, 100)


def spliit_rows(header: Sequence[str], rows: Sequence[Row]) -> SharedExpenses:
    """Read the CSV file: a person's share, with a minus unless they paid. Raises ``Faulty`` with all faults.

    A payer without a share has a zero. That is only clear if nobody else has one: else the JSON file tells.
    """
    faults, entries, first = Cells(), list[Expense](), header.index("Split mode") + 1
    people = [faults.name(1, f"column {place}", name) for place, name in enumerate(header[first:], start=first + 1)]
    for line, cells in rows:
        row = dict.fromkeys(header, "") | dict(zip(header, cells, strict=False))
        cost, day = faults.amount(line, "Cost", row["Cost"]), faults.day(line, "Date", row["Date"])
        columns = zip(people, [*cells[first:], *[""] * len(people)], strict=False)
        shares = {name: faults.amount(line, name, cell, empty=True) for name, cell in columns}
        paid = [name for name, share in shares.items() if share * cost > 0]
        paid = paid or [name for name, share in shares.items() if not share]
        if len(paid) != 1:
            faults.add(line, "", "the file does not tell who paid this: export the group as JSON.")
            continue
        if abs(sum(map(abs, shares.values())) - abs(cost)) > _CENT * len(shares):
            faults.add(line, "Cost", "the shares do not come to the cost.")
        nets = {name: share for name, share in shares.items() if name != paid[0]}
        nets[paid[0]] = -sum(nets.values(), Fraction(0))
        is_payment = row.get("Is Reimbursement", "").strip() == "Yes"
        entries.append(Expense(line, day, currency_of(row.get("Currency")), nets, is_payment))
    faults.end()
    return SharedExpenses(PROGRAM, entries)


def group_of(group: Mapping[str, Any]) -> SharedExpenses:
    """Read the JSON file: amounts in the smallest unit of the currency. Raises ``Faulty`` with all faults."""
    faults, entries = Cells(), list[Expense]()
    people = enumerate(group["participants"], start=1)
    names = {person.get("id"): faults.name(number, "participants", person.get("name")) for number, person in people}
    code = currency_of(group.get("currencyCode")) or currency_of(group.get("currency"))
    unit = Fraction(1, 10 ** get_currency_precision(code))
    for number, row in enumerate(group.get("expenses") or [], start=1):
        amount = faults.amount(number, "amount", row.get("amount")) * unit
        day, payer = faults.day(number, "expenseDate", row.get("expenseDate")), names.get(row.get("paidById"))
        shares = dict[str | None, Fraction]()
        for part in row.get("paidFor") or []:
            even = row.get("splitMode", "EVENLY") == "EVENLY"
            share = Fraction(1) if even else faults.amount(number, "shares", part.get("shares"))
            shares[names.get(part.get("participantId"))] = share
        if payer is None or None in shares:
            faults.add(number, "paidById" if payer is None else "paidFor", "nobody in the group has this id.")
            continue
        if not (all_of := sum(shares.values())):
            faults.add(number, "paidFor", "it is shared among nobody.")
            continue
        nets = dict.fromkeys([payer, *map(str, shares)], Fraction(0))
        nets[payer] += amount
        for name, share in shares.items():
            nets[str(name)] -= amount * share / all_of
        entries.append(Expense(number, day, code, nets, row.get("isReimbursement") is True))
    faults.end()
    return SharedExpenses(PROGRAM, entries)
