"""Undo an act by its mirror image."""

import json
from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Case, F, Q, QuerySet, Sum, When

from ledger.entries.commands import Movement, record, record_between_nights
from ledger.models import Account, AccountKind, Bank, Transfer
from ledger.money.cents import show_cents
from ledger.night.queries import BankNow, open_bank
from ledger.night.undo_queries import acts_resting_on
from reservations.acts.commands import command, lock_desk
from reservations.acts.kinds import NEVER_UNDONE, Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, Draft, in_effect, known_act
from reservations.models import Act, Night, Player
from reservations.rsvps.merge_commands import part_duplicate


class UndoFirst(Impossible):
    """The act cannot be undone before others are. ``numbers`` are theirs, in the order in which to undo them."""

    def __init__(self, act: Act, numbers: list[int], because: str) -> None:
        self.numbers = numbers
        named = ", then ".join(f"act {number}" for number in numbers)
        super().__init__(f"Act {act.number} ({act.kind}) cannot be undone yet: {because} Undo {named} first.")


@command
def reverse(*, stamp: Stamp, of: str, reason: str) -> Answer:
    """Undo the act with the key ``of``; asked a second time, the answer is the first undoing.

    Raises ``Impossible`` for an unknown act, one that is never undone (``player``, ``open``, ``close``, an undoing),
    and one of a closed night; ``UndoFirst`` when chips in play, drawer or final pot would go below zero, a note has
    moved on, the way a buy-in was paid has been changed since, or other acts rest on this one. What is of no night can
    be undone at any time.
    """
    lock_desk()
    act = Act.objects.select_related("night", "reversed_by").filter(key=of).first()
    if act is None:
        raise Impossible(f"There is no act with the id {of}.")
    draft = Draft(Kind.REVERSE, stamp, {"of": of, "reason": reason}, act.night, act)
    if known := known_act(draft) or _undone_before(act):
        return known
    if act.kind in NEVER_UNDONE:
        raise Impossible(f"Act {act.number} ({act.kind}) cannot be undone.")
    return _undo_between_nights(draft, act) if act.night is None else _undo_of_night(draft, act, act.night)


def _undo_of_night(draft: Draft, act: Act, night: Night) -> Answer:
    now, mirror = open_bank(night), _mirror_of(act)
    _check_undone(act, mirror, now)
    answer = record(draft, now, mirror)
    if act.kind == Kind.HAND_OVER:
        Bank.objects.filter(pk=now.bank.pk).update(banker=_banker_as_said(night))
    return answer


def _undo_between_nights(draft: Draft, act: Act) -> Answer:
    """Undo a merge, or an act of THE BOOK between two nights.

    A merge can be undone at any time: every act names the entry it was recorded under, and each night is read with the
    merges that stood at its close. What was recorded for the one who remained stays with them. Where seats are too few
    for the two, the remark says who waits.
    """
    if resting := acts_resting_on(act):
        raise UndoFirst(act, resting, "others rest on it.")
    answer = record_between_nights(draft, _mirror_of(act))
    return replace(answer, remark=_parted(draft.stamp, json.loads(act.content))) if act.kind == Kind.MERGE else answer


def _parted(stamp: Stamp, merge: Mapping[str, int]) -> str:
    """Let two be two again; return what that means for their seats."""
    duplicate = Player.objects.get(pk=merge["player"])
    Player.objects.filter(pk=duplicate.pk).update(merged_into=None)
    return part_duplicate(stamp=stamp, player=duplicate, from_=Player.objects.get(pk=merge["into"]).person)


def _mirror_of(act: Act) -> list[Movement]:
    return [
        Movement(each.credit, each.debit, each.cents, each.player_id, each.note_id)
        for each in Transfer.objects.filter(act=act).select_related("debit", "credit").order_by("number")
    ]


def _banker_as_said(night: Night) -> int:
    """Return the banker that the acts name: the bank's row keeps to their words, also where it is a duplicate."""
    handed = in_effect(Act.objects.filter(night=night, kind__in=(Kind.OPEN, Kind.HAND_OVER)))
    return int(json.loads(handed.latest("number").content)["banker"])


def _undone_before(act: Act) -> Answer | None:
    undoing = Act.objects.filter(reverses=act).first()
    return Answer(undoing, known=True) if undoing else None


def _check_undone(act: Act, mirror: list[Movement], now: BankNow) -> None:
    if changes := _later_changes(act, now):
        raise UndoFirst(act, changes, "how it was paid has been changed since.")
    if moves := _later_moves(act):
        raise UndoFirst(act, moves, "a note of it has moved on since.")
    for kind, held_cents in _held(now):
        account = now.accounts[kind]
        left_cents = held_cents + sum(_effect(movement, account) for movement in mirror)
        if left_cents < 0:
            because = f"it would leave {show_cents(left_cents)} {_WHERE[kind]}."
            raise UndoFirst(act, _drained_by(act, account, -left_cents), because)


def _later_moves(act: Act) -> list[int]:
    """Return the later acts that moved a note of this one, the latest first.

    Two payments of one note do not depend on each other: either can be undone first.
    """
    notes = Transfer.objects.filter(act=act, note__isnull=False).values("note")
    moved = Transfer.objects.filter(note__in=notes, act__number__gt=act.number, act__reversed_by=None)
    later = moved.exclude(act__kind=Kind.REVERSE)
    if act.kind == Kind.REDEEM_NOTE:
        later = later.exclude(act__kind=Kind.REDEEM_NOTE)
    return list(later.order_by("-act").values_list("act", flat=True).distinct())


def _later_changes(act: Act, now: BankNow) -> list[int]:
    """Return the changes of how the buy-in was paid that came after ``act``, the latest first."""
    buy_in = json.loads(act.content)["of"] if act.kind == Kind.CHANGE_PAY else act.key
    return [change.number for change in reversed(now.history.changes_of(buy_in)) if change.number > act.number]


_WHERE = {
    AccountKind.DRAWER: "in the drawer",
    AccountKind.CHIPS: "of chips in play",
    AccountKind.FINAL_POT: "in the final pot",
}


def _held(now: BankNow) -> list[tuple[AccountKind, int]]:
    return [
        (AccountKind.CHIPS, now.balances.chips_cents),
        (AccountKind.DRAWER, now.balances.drawer_cents),
        (AccountKind.FINAL_POT, now.balances.final_pot_cents),
    ]


def _effect(movement: Movement, account: Account) -> int:
    """Return by how much the movement adds to what the account holds: cash by its debits, chips by their credits."""
    signed = (movement.debit == account) * movement.cents - (movement.credit == account) * movement.cents
    return signed if account.kind == AccountKind.DRAWER else -signed


def _drained_by(act: Act, account: Account, lacking_cents: int) -> list[int]:
    """Return the latest acts that took ``lacking_cents`` out of the account, the latest first."""
    numbers: list[int] = []
    for number, cents in _takings(act, account):
        if lacking_cents <= 0:
            break
        numbers.append(number)
        lacking_cents -= cents
    return numbers


def _takings(act: Act, account: Account) -> QuerySet[Transfer, tuple[int, int]]:
    # By what it comes to: a chip sale takes as much out of the account as it puts in, and undoing it helps nothing.
    taking = Q(credit=account) if account.kind == AccountKind.DRAWER else Q(debit=account)
    taken = Sum(Case(When(taking, then=F("cents")), default=-F("cents")))
    moved = Transfer.objects.filter(Q(debit=account) | Q(credit=account), act__reversed_by=None)
    standing = moved.exclude(act__kind=Kind.REVERSE).exclude(act=act).order_by("-act")
    return standing.values_list("act").annotate(taken=taken).filter(taken__gt=0)
