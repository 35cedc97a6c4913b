"""The exports of I Hate Money, Spliit and Splitwise, by the columns or fields of their own. Pure."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from babel.numbers import get_currency_precision

from hostdesk.imports.shared_expenses.entries import Cells, Expense, SharedExpenses, currency_of
from ledger.files.csv_rows import Row
from ledger.money.cents import format_cents

_MEMBER, _CATEGORIES = "deleteMeIfYouWant", "categoryname"
"""Rows of I Hate Money with which Cospend tells its members, and from which on it tells its categories."""
_CENT = Fraction(1, 100)
_DATE, _DESCRIPTION, _CATEGORY, _COST, _CURRENCY, _PEOPLE = range(6)
"""The columns of Splitwise; those from the last one on are people."""
_PAYMENTS = {"payment", "zahlung", "paiement", "pago", "pagamento", "betaling"}


def bills_of(rows: Sequence[tuple[int, dict[str, Any]]]) -> SharedExpenses:
    """Read bills: a bill is shared among its owers by their weights. Raises ``Faulty`` with all faults.

    A person's weight is in the bills that they paid; a remark names people who paid no bill, and whose weight is 1.
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
        without |= {ower: line for ower in owers if ower not in {*weights, *without}}
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
    return SharedExpenses("I Hate Money", entries, remarks=remarks if uneven else ())


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
    return SharedExpenses("I Hate Money", entries)


def spliit_rows(header: Sequence[str], rows: Sequence[Row]) -> SharedExpenses:
    """Read the CSV file: a person's share, with a minus unless they paid. Raises ``Faulty`` with all faults.

    A payer without a share has a zero. That is only clear if nobody else has a zero: otherwise the JSON file is needed.
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
    return SharedExpenses("Spliit", entries)


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
    return SharedExpenses("Spliit", entries)


def splitwise_rows(header: Sequence[str], rows: Sequence[Row]) -> SharedExpenses:
    """Read the file: the effect of a row on a person, + is owed. Raises ``Faulty`` with all faults.

    A row without a cost has the balances in its currency. A remark names balances that differ from the sum of the rows.
    """
    faults, entries = Cells(), list[Expense]()
    people = [faults.name(1, f"column {place}", name) for place, name in enumerate(header[_PEOPLE:], start=_PEOPLE + 1)]
    if repeated := {name for name in people if people.count(name) > 1}:
        faults.add(1, "", f"two columns have the name {', '.join(sorted(repeated))}.")
    running: dict[str, dict[str, Fraction]] = {}
    stated, remarks = dict[str, dict[str, Fraction]](), list[tuple[int, str]]()
    for line, cells in rows:
        if len(cells) < len(header):
            faults.add(line, "", f"there are {len(cells)} columns, and {len(header)} in the header.")
            continue
        before = len(faults)
        columns = zip(people, cells[_PEOPLE:], strict=False)
        nets = {name: faults.amount(line, name, cell, empty=True) for name, cell in columns}
        currency, category = currency_of(cells[_CURRENCY]), cells[_CATEGORY].strip().casefold()
        if (total := sum(nets.values())) and len(faults) == before:
            faults.add(line, "", f"the people’s columns sum to {format_cents(round(total * 100))}, not to zero.")
        so_far = running.setdefault(currency, dict.fromkeys(people, Fraction(0)))
        if not cells[_COST].strip():
            stated[currency] = nets
            if not faults and so_far != nets:
                differ = "these balances are not what the rows above come to: a part of the past is missing."
                remarks.append((line, differ))
            continue
        faults.amount(line, header[_COST], cells[_COST])
        day = faults.day(line, header[_DATE], cells[_DATE])
        entries.append(Expense(line, day, currency, nets, category in _PAYMENTS))
        for name, net in nets.items():
            if net:
                so_far[name] += net
    faults.end()
    return SharedExpenses("Splitwise", entries, stated, remarks)
