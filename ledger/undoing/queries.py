"""The acts that depend on an act and must be undone before it."""

import json
from collections.abc import Sequence

from django.db.models import Case, F, Q, Sum, When

from ledger.bank.queries import BankNow
from ledger.book.payment_queries import payments_and_claims
from ledger.models import Account, AccountKind, Transfer
from ledger.money.cents import show_cents
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act


def dependents_between_nights(act: Act) -> list[int]:
    """Return the numbers of the acts in effect that depend on an act of no night, the latest first.

    On a claim: its payment and its dispute. On a consolidation: later ones, and the payments, waivers and claims of its
    plan.
    """
    later = in_effect(Act.objects.filter(night=None, number__gt=act.number))
    if act.kind == Kind.CLAIM:
        answers = later.filter(kind__in=(Kind.PAYMENT, Kind.DISPUTE)).values_list("number", "content")
        answered = ((number, json.loads(content)) for number, content in answers)
        numbers = {number for number, fields in answered if act.key in (fields.get("claim"), fields.get("of"))}
    elif act.kind == Kind.CONSOLIDATE:
        recorded = payments_and_claims()
        people = recorded.people
        pairs = {(people[due["payer"]], people[due["payee"]]) for due in json.loads(act.content)["payments"]}
        number = act.number
        records = [*recorded.payments(number), *recorded.forgivings(number), *recorded.claims(number)]
        numbers = {*later.filter(kind=Kind.CONSOLIDATE).values_list("number", flat=True)}
        numbers |= {payment.number for payment in records if (payment.payer, payment.payee) in pairs}
    else:
        numbers = set()
    return sorted(numbers, reverse=True)


def dependents_of_night(act: Act, transfers: Sequence[Transfer], now: BankNow) -> tuple[list[int], str]:
    """Return the numbers of the acts to undo before one of an open night, the first to undo first, with the reason.

    They sold chips under the stakes it set, changed its payment, moved a note of it, or took out the money that undoing
    it would take out of the drawer, the chips in play or the final pot; or the player who had come has gone. ([], "")
    if there are none.
    """
    if act.kind == Kind.ARRIVE:
        came = next(undone.content["player"] for undone in now.history.acts if undone.number == act.number)
        later = [one for one in reversed(now.history.acts) if one.number > act.number and one.kind == Kind.LEAVE]
        if left := [other.number for other in later if other.content["player"] == came]:
            return left, "the player has left since, without buying."
    if act.kind == Kind.STAKES:
        sold = [other.number for other in reversed(now.history.of_kind(Kind.BUY_IN)) if other.number > act.number]
        return sold, "chips have been sold under them since." if sold else ""
    buy_in = json.loads(act.content)["of"] if act.kind == Kind.CHANGE_PAY else act.key
    changes = [change.number for change in reversed(now.history.changes_of(buy_in)) if change.number > act.number]
    if changes:
        return changes, "how it was paid has been changed since."
    notes = [transfer.note_id for transfer in transfers if transfer.note_id is not None]
    moved = Transfer.objects.filter(note__in=notes, act__number__gt=act.number, act__reversed_by=None)
    # Two payments of one note do not depend on each other: either can be undone first.
    alike = (Kind.REVERSE, Kind.REDEEM_NOTE) if act.kind == Kind.REDEEM_NOTE else (Kind.REVERSE,)
    moves = list(moved.exclude(act__kind__in=alike).order_by("-act").values_list("act", flat=True).distinct())
    if moves:
        return moves, "a note of it has moved on since."
    for kind, held_cents, where in (
        (AccountKind.CHIPS, now.balances.chips_cents, "of chips in play"),
        (AccountKind.DRAWER, now.balances.drawer_cents, "in the drawer"),
        (AccountKind.FINAL_POT, now.balances.final_pot_cents, "in the final pot"),
    ):
        account = now.accounts[kind]
        debited = sum(move.cents * ((move.debit == account) - (move.credit == account)) for move in transfers)
        left_cents = held_cents - debited if kind == AccountKind.DRAWER else held_cents + debited
        if left_cents < 0:
            return _drained_by(act, account, -left_cents), f"it would leave {show_cents(left_cents)} {where}."
    return [], ""


def _drained_by(act: Act, account: Account, lacking_cents: int) -> list[int]:
    """Return the latest acts that took ``lacking_cents`` out of the account, the latest first."""
    taking = Q(credit=account) if account.kind == AccountKind.DRAWER else Q(debit=account)
    moved = Transfer.objects.filter(Q(debit=account) | Q(credit=account), act__reversed_by=None)
    by_act = moved.exclude(act__kind=Kind.REVERSE).exclude(act=act).order_by("-act").values_list("act")
    # By the sum of an act: a chip sale takes as much out of the account as it puts in, and undoing it helps nothing.
    taken = by_act.annotate(taken=Sum(Case(When(taking, then=F("cents")), default=-F("cents")))).filter(taken__gt=0)
    numbers: list[int] = []
    for number, cents in taken:
        if lacking_cents <= 0:
            break
        numbers.append(number)
        lacking_cents -= cents
    return numbers
