"""The export of Splitwise: CSV with a column for each person, and the balances in the last rows. Pure."""

from collections.abc import Sequence
from fractions import Fraction

from hostdesk.imports.shared_expenses.entries import Cells, Expense, SharedExpenses, currency_of
from ledger.files.csv_rows import Row
from ledger.money.cents import format_cents

PROGRAM = "Splitwise"
_DATE, _DESCRIPTION, _CATEGORY, _COST, _CURRENCY, _PEOPLE = range(6)
_PAYMENTS = {"payment", "zahlung", "paiement", "pago", "pagamento", "betaling"}


def splitwise_rows(header: Sequence[str], rows: Sequence[Row]) -> SharedExpenses:
    """Read the file: the effect of each row on each person, + is owed. Raises ``Faulty`` with all faults.

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
        nets = {
            name: faults.amount(line, name, cell, empty=True)
            for name, cell in zip(people, cells[_PEOPLE:], strict=False)
        }
        currency, category = currency_of(cells[_CURRENCY]), cells[_CATEGORY].strip().casefold()
        if (total := sum(nets.values())) and len(faults) == before:
            faults.add(line, "", f"the people’s columns sum to {format_cents(round(total * 100))}, not to zero.")
        so_far = running.setdefault(currency, dict.fromkeys(people, Fraction(0)))
        if not cells[_COST].strip():
            stated[currency] = nets
            if not faults and so_far != nets:
                remarks.append(
                    (line, "these balances are not what the rows above come to: a part of the past is missing.")
                )
            continue
        faults.amount(line, header[_COST], cells[_COST])
        day = faults.day(line, header[_DATE], cells[_DATE])
        entries.append(Expense(line, day, currency, nets, category in _PAYMENTS))
        for name, net in nets.items():
            if net:
                so_far[name] += net
    faults.end()
    return SharedExpenses(PROGRAM, entries, stated, remarks)
