"""Two consolidations for the browser tests: one that is over, and one with every state that a payment can have."""

from datetime import timedelta
from typing import Any, Protocol

from django.utils import timezone

from hostdesk.own.handle_commands import set_handle
from ledger.book import commands as book_commands
from ledger.months import commands as months_commands
from ledger.months.queries import consolidation_of
from ledger.settle.fewest_payments import Payment
from reservations.acts.kinds import Stamp
from reservations.models import Player


class Clock(Protocol):
    """Whoever stamps the acts of a scene."""

    def stamp(self, ruling: str = "") -> Stamp: ...


def two_months(scene: Clock, handle: str) -> dict[str, Any]:
    """Consolidate up to yesterday and up to today; payees write down ``handle``. Return numbers of acts and players."""
    today = timezone.localdate(scene.stamp().at)
    before = months_commands.consolidate(stamp=scene.stamp(), until=today - timedelta(days=1)).act.number
    month = months_commands.consolidate(stamp=scene.stamp(), until=today).act.number
    made = consolidation_of(month)
    assert made is not None
    first, second, third, *_ = made.plan.payments
    _claims(scene, first)
    book_commands.dispute_claim(stamp=scene.stamp(), of=_claims(scene, second), reason=handle)
    _claims(scene, third)
    book_commands.pay_debt(stamp=scene.stamp(), payer=_player(third.payer), payee=_player(third.payee), amount_cents=1)
    for each in (first, second, third):
        set_handle(_player(each.payee), handle)
    return {"before": before, "month": month, "payer": first.payer, "payee": second.payee}


def _claims(scene: Clock, payment: Payment[int]) -> str:
    """Let the payer say that they have paid it all; return the key of the claim."""
    payer, payee = _player(payment.payer), _player(payment.payee)
    claim = book_commands.claim_payment(stamp=scene.stamp(), payer=payer, payee=payee, amount_cents=payment.cents)
    return claim.act.key


def _player(number: int) -> Player:
    return Player.objects.get(number=number)
