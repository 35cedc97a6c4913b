"""Consolidate the shown plan, and record steps of its payments: checked once more with the desk locked."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import astuple
from datetime import date
from enum import StrEnum
from typing import Any

from django.shortcuts import get_object_or_404

from ledger.book.payment_queries import Claim, claim_called
from ledger.money.cents import show_cents
from ledger.months.commands import consolidate, record_consolidation
from ledger.months.payment_commands import ask_to_pay, claim_payment, dispute_claim, forgive_debt, pay_debt
from ledger.months.plan_queries import PaymentNow, payment_now
from ledger.months.queries import Consolidation
from ledger.months.report_queries import would_be
from ledger.settle.fewest_payments import Wishes
from ledger.undoing import commands as undoing_commands
from reservations.acts.commands import atomic_batch
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.moments import at_one_moment
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Act, Player

_STALE = "Something was recorded since you loaded this page, and the plan has changed. Check it again."


class PaymentStep(StrEnum):
    """The steps of a payment of a plan."""

    CLAIM = "claim"
    PAY = "pay"
    CONFIRM = "confirm"
    DISPUTE = "dispute"
    FORGIVE = "forgive"
    ASK = "ask"
    UNDO = "undo"


def consolidate_shown(*, stamp: Stamp, until: date, wishes: Wishes[int]) -> Answer:
    """Consolidate the shown plan, by its digest, and nothing else; pressed twice it is the same consolidation.

    Hubs are wished by number. Raises ``Changed`` if the plan is another one by now, ``Http404`` for a hub that is no
    player.
    """
    if is_recorded(stamp.key):
        return consolidate(stamp=stamp, until=until, wishes=wishes)
    for hub in wishes.hubs:
        get_object_or_404(Player.objects.people(), pk=hub)
    made = would_be(until, wishes, stamp.at)
    stamp.check_shown(_STALE, shown=digest_of(made))
    return record_consolidation(stamp=stamp, until=until, before=made.before, plan=made.plan, zone=made.zone)


def digest_of(made: Consolidation) -> str:
    """Return a digest of the standings and the plan of a consolidation, to compare with the shown one."""
    plan = [(payment.payer, payment.payee, payment.cents) for payment in made.plan.payments]
    wishes = astuple(made.plan.wishes)
    text = json.dumps([made.until.isoformat(), wishes, sorted(made.before.items()), plan])
    return hashlib.sha256(text.encode()).hexdigest()


def settle_payment(
    *, stamp: Stamp, month: int, place: int, step: PaymentStep, check: Callable[[PaymentNow], None], **typed: Any
) -> Answer | Noted:
    """Record a step of a plan's payment, with its ``amount``, ``claim``, ``act`` and ``reason`` as needed.

    A claim is confirmed for ``amount``; None: for its whole rest. ``sure`` confirms a larger amount. The same key is
    recorded once. ``check`` raises the author's obstacle to the step. Raises ``Changed`` if the page showed another
    rest, ``Impossible`` if the payment is settled, for a claim about others, if a claim already waits for its answer,
    for more than the rest, and for an act that is not about this payment.
    """
    with atomic_batch(), at_one_moment():
        now = payment_now(month, place)
        if now is None:
            raise Impossible("This plan was undone meanwhile. Reload the page.")
        check(now)
        if step == PaymentStep.UNDO:
            act = Act.objects.filter(number=typed["act"]).select_related("reversed_by").first()
            if act is None or (act.number not in now.undoable and getattr(act, "reversed_by", None) is None):
                raise Impossible("No act about this payment with that number can be undone here.")
            return undoing_commands.reverse(stamp=stamp, of=act.key, reason=typed["reason"] or "a slip")
        players = Player.objects.in_bulk([now.payer, now.payee])
        payer, payee = players[now.payer], players[now.payee]
        if step == PaymentStep.ASK:
            return ask_to_pay(stamp=stamp, payer=payer, payee=payee)
        cents, claim = typed["amount"], None
        if step in (PaymentStep.CONFIRM, PaymentStep.DISPUTE):
            claim = claim_called(typed["claim"])
            if claim is None or (claim.payer, claim.payee) != (now.payer, now.payee):
                raise Impossible("This claim was undone, or it is not about this payment. Reload the page.")
            cents = cents or claim.left_cents or claim.cents
        _check_step(stamp, now, step, claim, cents, sure=bool(typed.get("sure")))
        if step == PaymentStep.CLAIM:
            return claim_payment(stamp=stamp, payer=payer, payee=payee, amount_cents=cents)
        if step == PaymentStep.FORGIVE:
            return forgive_debt(stamp=stamp, creditor=payee, debtor=payer, amount_cents=cents, reason=typed["reason"])
        if claim and step == PaymentStep.DISPUTE:
            return dispute_claim(stamp=stamp, of=claim.key, reason=typed["reason"])
        called = claim.key if claim else None
        return pay_debt(stamp=stamp, payer=payer, payee=payee, amount_cents=cents, claim=called)


def _check_step(
    stamp: Stamp, now: PaymentNow, step: PaymentStep, claim: Claim | None, cents: int, *, sure: bool
) -> None:
    """Raise ``Impossible`` for a step that is over and if less is left, ``Changed`` for another rest than was shown.

    A step that is recorded already is not checked again.
    """
    if is_recorded(stamp.key):
        return
    if fault := now.why_over(claim, confirms=step == PaymentStep.CONFIRM):
        raise Impossible(fault)
    left_cents = claim.left_cents if claim else now.left_cents
    if step != PaymentStep.CLAIM:
        left = f"{show_cents(left_cents)} is left. Check it again."
        stamp.check_shown(f"Something was recorded since you loaded this page: {left}", shown=left_cents)
    if step == PaymentStep.FORGIVE and cents > left_cents:
        raise Impossible(f"{show_cents(left_cents)} is left to pay: no more of it can be forgiven.")
    above_cents = now.above_cents(cents, claimed=step == PaymentStep.CLAIM)
    # The commands refuse repeated claims, and more than a claim, even if the person is sure.
    is_twice = step == PaymentStep.CLAIM and any(waiting.left_cents == cents for waiting in now.waiting)
    is_refused = is_twice or (claim is not None and cents > left_cents)
    if step != PaymentStep.DISPUTE and above_cents and not sure and not is_refused:
        raise Impossible(f"{show_cents(cents)} is {show_cents(above_cents)} more than is left to pay.")
