"""The ledger as an hledger journal, one transaction an act; debits are positive.

hledger reads an account up to the first double space, which no name has, so every name is unchanged.
"""

import string
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date

from django.utils import timezone

from ledger.bank.queries import last_act
from ledger.models import Account, Bank, Transfer
from ledger.money.cents import format_cents
from reservations.acts.kinds import Kind
from reservations.models import Act


def journal() -> Iterator[str]:
    """Yield the journal as of the newest act, a transaction an act; closed nights are asserted to be at 0.00."""
    last = last_act()
    until = last.number if last else 0
    accounts = _named_accounts(until)
    yield f"; as of act {until}, head {last.head}" if last else "; no act yet"
    yield "decimal-mark ."
    yield "commodity 1000.00"
    yield from (f"account {name}" for _, name in accounts)
    names = {account.pk: name for account, name in accounts}
    moved = defaultdict(list)
    for transfer in Transfer.objects.filter(act__number__lte=until).order_by("number"):
        moved[transfer.act_id].append(transfer)
    latest: dict[int | None, date] = {}
    for act in Act.objects.filter(number__lte=until).order_by("number").iterator(chunk_size=2000):
        day = timezone.localdate(act.at)
        latest[act.night_id] = max(day, latest.get(act.night_id, day))
        # hledger checks by date, and the time of a close may be before that of an earlier act.
        shown = latest[act.night_id] if act.kind == Kind.CLOSE else day
        yield ""
        yield f"{shown} ({act.number}) {act.kind}{f'  ; undoes act {act.reverses_id}' if act.reverses_id else ''}"
        for transfer in moved[act.number]:
            yield f"    {names[transfer.debit_id]}  {format_cents(transfer.cents)}"
            yield f"    {names[transfer.credit_id]}  {format_cents(-transfer.cents)}"
        if act.kind == Kind.CLOSE:
            yield from (f"    {name}  0.00 = 0.00" for account, name in accounts if account.night_id == act.night_id)


def _named_accounts(until: int) -> list[tuple[Account, str]]:
    """Return the accounts with their names: those of nights in order of opening, then those of THE BOOK.

    A night has its date, with a letter from ``b`` on, then a number, for later ones of the same date.
    """
    opened = Bank.objects.filter(opened__lte=until).order_by("opened").values_list("night", "night__date")
    of_a_date: Counter[date] = Counter()
    labels: dict[int | None, str] = {}
    for night, day in opened:
        of_a_date[day] += 1
        nth, letters = of_a_date[day], string.ascii_lowercase
        again = "" if nth == 1 else f" {letters[nth - 1] if nth <= len(letters) else nth}"
        labels[night] = f"night:{day}{again}:"
    labels[None] = ""
    place = {night: number for number, night in enumerate(labels)}
    accounts = Account.objects.select_related("player").order_by("pk")
    named = [
        (account, f"{labels[account.night_id]}{account.kind}{f':{account.player}' if account.player else ''}")
        for account in accounts
        if account.night_id in labels
    ]
    return sorted(named, key=lambda pair: place[pair[0].night_id])
