"""Two consolidations for the browser tests: one that is over, and one with every state that a payment can have."""

from datetime import timedelta
from typing import Any, Protocol

from django.utils import timezone

from hostdesk.book.handles import set_handle
from ledger import commands as bank
from ledger.consolidations import consolidation_of
from ledger.settle import Payment
from reservations.kinds import Stamp
from reservations.models import Player


class Clock(Protocol):
    """Whoever stamps the acts of a scene."""

    def stamp(self, ruling: str = "") -> Stamp: ...


def two_months(scene: Clock, handle: str) -> dict[str, Any]:
    """Consolidate up to yesterday and up to today; payees write down ``handle``. Return numbers of acts and players."""
    today = timezone.localdate(scene.stamp().at)
    before = bank.consolidate(stamp=scene.stamp(), until=today - timedelta(days=1)).act.number
    month = bank.consolidate(stamp=scene.stamp(), until=today).act.number
    made = consolidation_of(month)
    assert made is not None
    first, second, third, *_ = made.plan.payments
    _claims(scene, first)
    bank.dispute_claim(stamp=scene.stamp(), of=_claims(scene, second), reason=handle)
    _claims(scene, third)
    bank.pay_debt(stamp=scene.stamp(), payer=_player(third.payer), payee=_player(third.payee), amount_cents=1)
    for each in (first, second, third):
        set_handle(_player(each.payee), handle)
    return {"before": before, "month": month, "payer": first.payer, "payee": second.payee}


def _claims(scene: Clock, payment: Payment[int]) -> str:
    """Let the payer say that they have paid it all; return the key of the claim."""
    payer, payee = _player(payment.payer), _player(payment.payee)
    claim = bank.claim_payment(stamp=scene.stamp(), payer=payer, payee=payee, amount_cents=payment.cents)
    return claim.act.key


def _player(number: int) -> Player:
    return Player.objects.get(number=number)
