"""Consolidation: standings frozen, with the fewest payments that clear them."""

import zoneinfo
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone

from ledger.entries.commands import record_between_nights
from ledger.months import queries
from ledger.settle.fewest_payments import Settlement, Wishes, plan_fault, planned
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, quoted
from reservations.acts.queries import Answer, Draft, act_once
from reservations.parsing.days import day_of

NO_WISHES = Wishes[int]()


@command
def consolidate(*, stamp: Stamp, until: date, wishes: Wishes[int] = NO_WISHES) -> Answer:
    """Freeze the standings at the end of that day and propose the fewest payments that clear them, with the wishes.

    Wished hubs are numbers of players. Open nights, later records for the period and sums below the least payment go
    into the next one. Raises ``Impossible`` for a future or already consolidated day, and if nobody owes anything.
    """
    fields = {"until": until.isoformat(), **_wished(wishes)}
    assumed = frozenset({"zone", "standings", "payments", "lower_bound"})
    act_once(Draft(Kind.CONSOLIDATE, stamp, fields, assumed=assumed))
    before = queries.frozen(until, timezone.localdate(stamp.at))
    plan = planned(before, wishes)
    content = content_of(until, timezone.get_current_timezone_name(), before, plan)
    return record_between_nights(Draft(Kind.CONSOLIDATE, stamp, content))


@command
def record_consolidation(
    *, stamp: Stamp, until: date, before: Mapping[int, int], plan: Settlement[int], zone: str = ""
) -> Answer:
    """Record a consolidation of a preview, or of another desk, with its standings and its plan, by number.

    ``zone`` names the time zone by which its days end ("": the desk's own). Raises ``Impossible`` as
    :func:`consolidate` does, and if the standings differ here or the plan does not clear them; ``Malformed`` for an
    unknown zone.
    """
    draft = act_once(Draft(Kind.CONSOLIDATE, stamp, content_of(until, zone, before, plan)))
    try:
        today = timezone.localdate(stamp.at, queries.zone_called(zone))
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as wrong:
        raise Malformed(f"{quoted(zone)} is no time zone, as in America/New_York.") from wrong
    if queries.frozen(until, today, zone) != {player: cents for player, cents in before.items() if cents}:
        raise Impossible(f"The standings at the end of {day_of(until)} are not those of this consolidation.")
    if fault := plan_fault(before, plan):
        raise Impossible(fault)
    return record_between_nights(draft)


def content_of(until: date, zone: str, before: Mapping[int, int], plan: Settlement[int]) -> dict[str, Any]:
    payments = [{"payer": payment.payer, "payee": payment.payee, "amount": payment.cents} for payment in plan.payments]
    standings = [{"player": player, "balance": cents} for player, cents in before.items()]
    return {
        "until": until.isoformat(),
        **({"zone": zone} if zone else {}),
        **_wished(plan.wishes),
        "standings": standings,
        "payments": payments,
        "lower_bound": plan.lower_bound,
    }


def _wished(wishes: Wishes[int]) -> dict[str, int]:
    fields = {"hub": wishes.hub, "second_hub": wishes.second_hub, "no_payment_under": wishes.least_cents}
    return {name: value for name, value in fields.items() if value}
