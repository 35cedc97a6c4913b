"""The demo's months: each is consolidated the morning after, and paid on the following evenings.

Which nights fall into a month depends on now, so the plan is computed, as on any desk, and not recorded.
"""

import json
from collections.abc import Iterator
from datetime import date
from itertools import chain, cycle, repeat

from hostdesk.demo.database_commands import HOST, KEYS
from hostdesk.demo.dates import DAY, Dates
from hostdesk.night_log.lines import Line
from ledger.months.commands import consolidate
from ledger.months.queries import plan_of
from reservations.acts.kinds import Kind, Stamp
from reservations.players.queries import player_names

_PAID, _HALF, _CONFIRMED, _CLAIMED, _DISPUTED = "paid", "half", "confirmed", "claimed", "disputed"
_USUAL = (_PAID, _CONFIRMED, _PAID, _HALF)
_LAST = (_PAID, _CLAIMED, _HALF, _DISPUTED, _CONFIRMED)
"""What becomes of the payments of the last plan; all after these are paid."""


def consolidate_month(end: date, dates: Dates, *, is_last: bool) -> Iterator[Line]:
    """Consolidate the month that ends on that day, and yield what becomes of its payments as lines of a night log.

    Of the last plan, one payment is claimed since yesterday, one is paid in part and one disputed.
    """
    key = f"{KEYS}{end:%Y-%m}"
    answer = consolidate(stamp=Stamp(key, dates.at(end + DAY, 10), by=HOST), until=end)
    payments = plan_of(json.loads(answer.act.content)).payments
    names = player_names({number for each in payments for number in (each.payer, each.payee)})
    fates = chain(_LAST, repeat(_PAID)) if is_last else cycle(_USUAL)
    for place, (payment, fate) in enumerate(zip(payments, fates, strict=False), start=1):
        evening, payer, payee = dates.at(end + (place + 1) * DAY, 18), names[payment.payer], names[payment.payee]
        said = {"payer": payer, "payee": payee, "amount": payment.cents}
        claim, answered = f"{key}-{place}-claim", f"{key}-{place}"
        if fate in (_CONFIRMED, _CLAIMED, _DISPUTED):
            claimed_at = dates.at(dates.today - DAY, 12) if fate == _CLAIMED else evening
            yield Line(Kind.CLAIM, Stamp(claim, claimed_at, by=payer), None, said)
        if fate == _DISPUTED:
            reason = "Nothing has come yet."
            yield Line(Kind.DISPUTE, Stamp(answered, evening + DAY, by=payee), None, {"of": claim, "reason": reason})
        elif fate == _CONFIRMED:
            yield Line(Kind.PAYMENT, Stamp(answered, evening + DAY, by=payee), None, {**said, "claim": claim})
        elif fate != _CLAIMED:
            cents = -(-payment.cents // 10) * 5 if fate == _HALF else payment.cents
            yield Line(Kind.PAYMENT, Stamp(answered, evening, by=HOST), None, {**said, "amount": cents})
