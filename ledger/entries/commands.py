"""Write an act together with its transfers: what makes a ledger entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Account, Note, Transfer
from ledger.night.queries import BankNow
from ledger.notes.rules import Written
from reservations.acts.commands import append_act
from reservations.acts.problems import Refused, RuleViolation
from reservations.acts.queries import Answer, Draft
from reservations.models import Act


@dataclass(frozen=True)
class Movement:
    """Cents that go from ``credit`` to ``debit``; ``player`` is the number of whom they are for, ``note`` that of the
    note they move.
    """

    debit: Account
    credit: Account
    cents: int
    player: int | None = None
    note: int | None = None


def record(
    draft: Draft,
    now: BankNow,
    movements: Sequence[Movement] = (),
    *,
    wrote: Written | None = None,
    violations: Sequence[RuleViolation] = (),
    differing: Sequence[RuleViolation] = (),
    allowed: str = "",
    remark: str = "",
) -> Answer:
    """Record an act of an open night with its movements; those of zero cents are left out. ``wrote``: a new note.

    Raises ``Refused``, with all of them together, for ``violations`` where the act carries no ruling, and for counts
    that are ``differing`` where it carries no ruling on the count.
    """
    unmet = [*_unless(draft.stamp.ruling, violations), *_unless(draft.stamp.count_ruling, differing)]
    if unmet:
        raise Refused(tuple(unmet), allowed=allowed, house=str(now.night.house))
    overruled = [str(each) for each in (*violations, *differing)]
    return Answer(write(draft, now.bank.opened_id, movements, wrote=wrote, overruled=overruled), remark=remark)


def record_between_nights(
    draft: Draft, movements: Sequence[Movement] = (), *, violations: Sequence[RuleViolation] = (), remark: str = ""
) -> Answer:
    """Record an act of no night with its movements. Raises ``Refused`` as :func:`record` does."""
    if unmet := _unless(draft.stamp.ruling, violations):
        raise Refused(tuple(unmet), house="THE BOOK")
    return Answer(write(draft, None, movements, overruled=[str(each) for each in violations]), remark=remark)


def _unless(ruling: str, violations: Sequence[RuleViolation]) -> Sequence[RuleViolation]:
    return () if ruling else violations


def write(
    draft: Draft,
    opened: int | None,
    movements: Sequence[Movement],
    *,
    wrote: Written | None = None,
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
    if wrote is not None:
        _write_note(wrote, act)
    Transfer.objects.bulk_create(_row(number, act, each) for number, each in numbered)
    return act


def _write_note(wrote: Written, act: Act) -> None:
    Note.objects.create(
        number=wrote.number,
        act=act,
        night_id=wrote.night,
        name=wrote.name,
        debtor_id=wrote.debtor,
        cents=wrote.cents,
    )


def _row(number: int, act: Act, moved: Movement) -> Transfer:
    return Transfer(
        number=number,
        act=act,
        player_id=moved.player,
        note_id=moved.note,
        debit=moved.debit,
        credit=moved.credit,
        cents=moved.cents,
    )


def portable(movement: Movement, opened: int | None) -> list[Any]:
    """Return what the head covers of a transfer: all that is the same on every machine."""
    places = [_place(movement.debit, opened), _place(movement.credit, opened)]
    # The note comes last and only where there is one: what was recorded before there were notes keeps its head.
    return [*places, movement.cents, movement.player, *([] if movement.note is None else [movement.note])]


def _place(account: Account, opened: int | None) -> list[Any]:
    return [account.kind, None if account.night_id is None else opened, account.player_id]


def local(number: int, movement: Movement) -> list[int]:
    """Return what the seal covers of a transfer beyond its head."""
    return [number, movement.debit.pk, movement.credit.pk]


def _next_transfer() -> int:
    last = Transfer.objects.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1
