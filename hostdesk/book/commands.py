"""What is said of payments and plans, checked once more with the desk locked: others may have said something since."""

import hashlib
import json
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone

from hostdesk.book.balances_queries import OldLine
from hostdesk.book.night_queries import NightBook, ToPay, night_book
from hostdesk.months.queries import PaymentNow, PaymentState, payment_now, payments_now
from ledger.book import claim_commands as claim_commands
from ledger.book import commands as book_commands
from ledger.book.claim_queries import ClaimState, Paid, claim_called, claims_since
from ledger.money.cents import show_cents
from ledger.months import commands as months_commands
from ledger.months.queries import Consolidation, consolidation_of, latest
from ledger.months.report_queries import would_be
from ledger.night import undo_commands as undo_commands
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible
from reservations.acts.queries import Answer, is_recorded
from reservations.models import Act, Night, Player
from reservations.players.commands import record_player
from reservations.players.queries import person_named, player_called

STALE = "Something was recorded since this page was loaded, and the plan is another one now: look at it again."
_NONE = "That is no payment of this night: look at the page again."


class Step(StrEnum):
    """What can be said of a payment."""

    CLAIM = "claim"
    PAY = "pay"
    CONFIRM = "confirm"
    DISPUTE = "dispute"
    UNDO = "undo"


def take_old_book_over(*, stamp: Stamp, lines: Sequence[OldLine], reason: str) -> Answer:
    """Add who is new as regulars and take the old book over: all of it or nothing."""
    with atomic_batch():
        standings: dict[Player, int] = {}
        for each in lines:
            if player_called(each.name) is None:
                record_player(stamp=stamp.part(f"-{each.line}"), name=each.name, regular=True)
            standings[person_named(each.name)] = each.cents
        return book_commands.take_over_balances(stamp=stamp, standings=standings, reason=reason)


def consolidate_shown(*, stamp: Stamp, until: date, hub: int | None, shown: str) -> Answer:
    """Consolidate what was shown, by its digest, and nothing else; pressed twice it is the same consolidation.

    ``hub`` is a number. Raises ``Impossible`` with ``STALE`` if the plan is another one now, ``Http404`` if the hub is
    nobody.
    """
    if is_recorded(stamp.key):
        through = get_object_or_404(Player, pk=hub) if hub else None
        return months_commands.consolidate(stamp=stamp, until=until, hub=through)
    if hub:
        get_object_or_404(Player.objects.people(), pk=hub)
    made = would_be(until, hub, timezone.localdate(stamp.at))
    if digest_of(made) != shown:
        raise Impossible(STALE)
    return months_commands.record_consolidation(
        stamp=stamp, until=until, before=made.before, plan=made.plan, zone=made.zone
    )


def digest_of(made: Consolidation) -> str:
    """Return a digest of what a consolidation freezes and proposes: to tell whether it is still what was shown."""
    plan = [(each.payer, each.payee, each.cents) for each in made.plan.payments]
    said = json.dumps([made.until.isoformat(), made.plan.hub, sorted(made.before.items()), plan])
    return hashlib.sha256(said.encode()).hexdigest()


def settle_payment(*, stamp: Stamp, month: int, place: int, step: Step, **said: Any) -> Answer:
    """Record what is said of a payment of a plan: its ``amount``, ``claim``, ``act`` and ``reason``, as the step needs.

    Said twice with one key it is recorded once. Raises ``Impossible`` if nothing is to be done any more, for a claim of
    others, one that waits already, and for an act that is not about this payment.
    """
    with atomic_batch():
        now = payment_now(month, place)
        if now is None:
            raise Impossible("This plan was undone meanwhile: load the page again.")
        if not is_recorded(stamp.key):
            _check_step(now, step, said["amount"])
        if step == Step.UNDO:
            act = Act.objects.filter(number=said["act"]).select_related("reversed_by").first()
            if act is None or (act.number not in now.undoable and getattr(act, "reversed_by", None) is None):
                raise Impossible("This is no act about this payment that could be undone here.")
            return undo_commands.reverse(stamp=stamp, of=act.key, reason=said["reason"] or "a slip")
        if step in (Step.CONFIRM, Step.DISPUTE):
            return _answer_claim(stamp, now, step, said)
        two = Player.objects.in_bulk([now.payer, now.payee])
        record = claim_commands.claim_payment if step == Step.CLAIM else book_commands.pay_debt
        return record(stamp=stamp, payer=two[now.payer], payee=two[now.payee], amount_cents=said["amount"])


def _check_step(now: PaymentNow, step: Step, cents: int | None) -> None:
    """Raise ``Impossible`` if the step cannot be taken any more; what can be undone is told where it is undone."""
    if step == Step.UNDO:
        return
    is_answer = step in (Step.CONFIRM, Step.DISPUTE)
    if not now.takes_answers if is_answer else now.is_over:
        raise Impossible(f"There is nothing to be done about this payment any more: it is {now.state}.")
    if step == Step.CLAIM:
        same = (now.payer, now.payee, cents)
        for each in claims_since(0):
            if each.state is ClaimState.OPEN and (each.payer, each.payee, each.cents) == same:
                whose = f"{now.payer_name} said so already, act {each.number}"
                raise Impossible(f"{whose}: it waits for {now.payee_name}'s answer.")
    if step == Step.CONFIRM and now.state is PaymentState.ROLLED_OVER:
        _check_not_paid_since(now)


def _check_not_paid_since(now: PaymentNow) -> None:
    """Raise ``Impossible`` if the latest plan has the same payment by now, and it is paid."""
    plan, pair = latest(), (now.payer, now.payee)
    for each in payments_now(plan) if plan else ():
        if (each.payer, each.payee) == pair and each.state is PaymentState.PAID:
            raise Impossible(
                f"{now.payer_name} has paid {now.payee_name} by the plan of act {each.month} since: "
                "where that was this very payment, it must not count twice."
            )


def _answer_claim(stamp: Stamp, now: PaymentNow, step: Step, said: dict[str, Any]) -> Answer:
    claim = claim_called(said["claim"])
    if claim is None or (claim.payer, claim.payee) != (now.payer, now.payee):
        raise Impossible("This claim was undone, or it is not about this payment: load the page again.")
    if step == Step.DISPUTE:
        return claim_commands.dispute_claim(stamp=stamp, of=claim.key, reason=said["reason"])
    two = Player.objects.in_bulk([now.payer, now.payee])
    payer, payee = two[now.payer], two[now.payee]
    return book_commands.pay_debt(stamp=stamp, payer=payer, payee=payee, amount_cents=claim.cents, claim=claim.key)


def settle_tonight(
    *, stamp: Stamp, night: Night, is_host: bool, step: str, payer: int, payee: int, amount: int | None, act: int | None
) -> Answer:
    """Record a payment between two players of a closed night, by number, or undo the one of that act.

    Said twice with one key it is recorded once. Raises ``Impossible`` for more than is left, once the night is part of
    a plan, and for a payment that is not theirs to undo.
    """
    with atomic_batch():
        try:
            book = night_book(night)
        except ValueError as problem:
            raise Impossible("The night was opened again meanwhile: close it first.") from problem
        one = between(book, payer, payee)
        if one is None:
            raise Impossible(_NONE)
        if not is_recorded(stamp.key):
            _check_not_consolidated(book)
            _check_payment(one, amount if step == Step.PAY else None, act, by=stamp.by, is_host=is_host)
        if step == Step.PAY:
            two = [Player.objects.get(pk=number) for number in (one.proposed.payer, one.proposed.payee)]
            return book_commands.pay_debt(stamp=stamp, payer=two[0], payee=two[1], amount_cents=amount or 0)
        paid = Act.objects.filter(number=act or 0, kind=Kind.PAYMENT).first()
        if paid is None:
            raise Impossible(_NONE)
        return undo_commands.reverse(stamp=stamp, of=paid.key, reason="a slip")


def between(book: NightBook, payer: int, payee: int) -> ToPay | None:
    """Return what a night proposes that one player pays another; None if nothing."""
    pair = (payer, payee)
    return next((each for each in book.payments if (each.proposed.payer, each.proposed.payee) == pair), None)


def may_undo(paid: Paid, *, by: str, is_host: bool) -> bool:
    """Tell whether somebody undoes a payment at the night: a banker those that they recorded there, the host any."""
    return is_host or (paid.by == by and not paid.claim)


def _check_not_consolidated(book: NightBook) -> None:
    plan = consolidation_of(book.consolidated) if book.consolidated else None
    if plan is not None:
        raise Impossible(
            f"This night is part of the plan of act {plan.number} by now ({plan.title}): "
            "what was not paid before is paid by that plan."
        )


def _check_payment(one: ToPay, cents: int | None, act: int | None, *, by: str, is_host: bool) -> None:
    """Raise ``Impossible`` for more cents than are left; without cents, for an act that is not theirs to undo."""
    if cents is not None:
        if cents > one.left_cents:
            raise Impossible(f"{show_cents(one.left_cents)} of it is left to pay, not {show_cents(cents)}.")
        return
    paid = next((paid for paid in one.paid if paid.number == act), None)
    if paid is None:
        raise Impossible(_NONE)
    if not may_undo(paid, by=by, is_host=is_host):
        raise Impossible(f"Act {paid.number} was not recorded here by you: the host undoes it.")
