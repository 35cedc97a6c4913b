"""The bank that a process keeps of an open night, compared with one read from the books."""

from typing import Any

from ledger.bank.queries import KEPT_BANKS, BankNow, bank_of
from reservations.models import Night


def all_of(now: BankNow) -> dict[str, Any]:
    """Return all facts of a bank."""
    names = ("last", "last_transfer", "merges", "people", "notes", "names", "balances", "terms", "chips")
    said = {name: getattr(now, name) for name in names}
    moved = {of: cents for of, cents in now.sums.items() if cents}
    row = (now.bank.pk, now.bank.opened_id, now.bank.closed_id, now.bank.banker_id)
    players = {number: now.history.of(number) for number in now.history.arrivals}
    accounts = {kind: account.pk for kind, account in now.accounts.items()}
    history = ([*now.history.acts], list(players), players, now.history.means_used)
    return {**said, "moved": moved, "row": row, "history": history, "accounts": accounts}


def read_anew(night: Night) -> BankNow:
    """Return the bank as a new process reads it; the kept bank of this process stays."""
    kept = KEPT_BANKS.pop(night.pk, None)
    anew = bank_of(night)
    if kept is not None:
        KEPT_BANKS[night.pk] = kept
    return anew


def holds(night: Night) -> bool:
    """Tell whether the kept bank agrees with the books."""
    return all_of(bank_of(night)) == all_of(read_anew(night))
