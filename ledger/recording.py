"""Write an act together with its transfers: what makes a ledger entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Account, Transfer
from ledger.queries import BankNow
from reservations.acts import Answer, Draft, append_act
from reservations.models import Act
from reservations.problems import BrokenTerm, Refused


@dataclass(frozen=True)
class Movement:
    """Cents that go from ``credit`` to ``debit``; ``player`` is the number of whom they are for."""

    debit: Account
    credit: Account
    cents: int
    player: int | None = None


def record(
    draft: Draft,
    now: BankNow,
    movements: Sequence[Movement] = (),
    *,
    broken: Sequence[BrokenTerm] = (),
    differing: Sequence[BrokenTerm] = (),
    allowed: str = "",
    remark: str = "",
) -> Answer:
    """Record an act of an open night with its movements; those of zero cents are left out.

    Raises ``Refused``, with all of them together, when terms are ``broken`` and the act carries no ruling, or counts
    are ``differing`` and it carries no ruling on the count.
    """
    unmet = [*_unless(draft.stamp.ruling, broken), *_unless(draft.stamp.count_ruling, differing)]
    if unmet:
        raise Refused(tuple(unmet), allowed=allowed, house=str(now.night.house))
    overruled = [str(each) for each in (*broken, *differing)]
    return Answer(write(draft, now.bank.opened_id, movements, overruled=overruled), remark=remark)


def _unless(ruling: str, broken: Sequence[BrokenTerm]) -> Sequence[BrokenTerm]:
    return () if ruling else broken


def write(
    draft: Draft,
    opened: int,
    movements: Sequence[Movement],
    *,
    overruled: Sequence[str] = (),
    made: Sequence[Account] = (),
) -> Act:
    """Write an act and its transfers; ``opened`` is the number of the night's opening, 0 for the opening itself.

    The seal covers the ids of the accounts that the act ``made``, whether money goes through them or not.
    """
    moved = [movement for movement in movements if movement.cents]
    first = _next_transfer() if moved else 0
    numbered = list(enumerate(moved, start=first))
    act = append_act(
        draft,
        opened=opened,
        transfers=[portable(movement, opened) for movement in moved],
        ids=[*(account.pk for account in made), *(local(number, movement) for number, movement in numbered)],
        overruled=overruled,
    )
    Transfer.objects.bulk_create(
        Transfer(number=number, act=act, player_id=each.player, debit=each.debit, credit=each.credit, cents=each.cents)
        for number, each in numbered
    )
    return act


def portable(movement: Movement, opened: int) -> list[Any]:
    """Return what the head covers of a transfer: all that is the same on every machine."""
    return [_place(movement.debit, opened), _place(movement.credit, opened), movement.cents, movement.player]


def _place(account: Account, opened: int) -> list[Any]:
    return [account.kind, None if account.night_id is None else opened, account.player_id]


def local(number: int, movement: Movement) -> list[int]:
    """Return what the seal covers of a transfer beyond its head."""
    return [number, movement.debit.pk, movement.credit.pk]


def _next_transfer() -> int:
    last = Transfer.objects.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1
