"""Entries in THE BOOK for the tests, written as plain movements without the rules of a command."""

from datetime import datetime
from itertools import count

from ledger.entries.commands import Movement, write
from ledger.models import Account, AccountKind
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.queries import Draft
from reservations.models import Act, Night
from reservations.players.commands import record_player
from reservations.players.queries import player_named

NOON = "2026-11-20T12:00:00-05:00"
_numbers = count(1)


def regulars(*names: str) -> None:
    """Add regulars with these names."""
    for name in names:
        record_player(stamp=_stamp(NOON), name=name, regular=True)


def owe(debtor: str, creditor: str, cents: int, *, at: str = NOON, night: Night | None = None) -> Act:
    """Let the debtor owe THE BOOK cents that it owes the creditor, in an act of its own."""
    movement = Movement(account(debtor), account(creditor), cents)
    return write(Draft(Kind.ARRIVE, _stamp(at), night=night), 0, [movement])


def account(name: str) -> Account:
    """Return a player's account in THE BOOK."""
    return Account.objects.get_or_create(kind=AccountKind.BOOK, player=player_named(name))[0]


def _stamp(at: str) -> Stamp:
    return Stamp(key=f"the-book-{next(_numbers):06}", at=datetime.fromisoformat(at))
