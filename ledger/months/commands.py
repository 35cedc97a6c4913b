"""Consolidation: standings frozen, with the fewest payments that clear them; and debts forgiven."""

import zoneinfo
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone

from ledger.book.changes import most_forgiven
from ledger.book.payment_queries import waiting_claims
from ledger.entries.commands import Movement, book_account, record_between_nights
from ledger.money.cents import check_cents, show_cents
from ledger.months import queries
from ledger.settle.fewest_payments import Settlement, Wishes, plan_fault, planned
from ledger.standings.queries import standings
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed, quoted
from reservations.acts.queries import Answer, Draft, act_once
from reservations.models import Player
from reservations.parsing.days import day_of

NO_WISHES = Wishes[int]()


@command
def consolidate(*, stamp: Stamp, until: date, wishes: Wishes[int] = NO_WISHES) -> Answer:
    """Freeze the standings at the end of that day and propose the fewest payments that clear them, with the wishes.

    Hubs are wished by number. Open nights and later records for the period go into the next one, and so do sums below
    the least payment. Raises ``Impossible`` for a day in the future or one that was consolidated already, and if nobody
    owes anything.
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


@command
def forgive_debt(*, stamp: Stamp, creditor: Player, debtor: Player, amount_cents: int, reason: str) -> Answer:
    """Record that ``creditor`` forgives ``debtor`` so much of the debt: no money comes, and it is no payment.

    Raises ``Impossible`` for one and the same player, while a claim of its payment waits, and for more than the rest
    between the two by the latest plan and beyond it, see :func:`most_forgiven`.
    """
    check_cents(amount_cents)
    fields = {"creditor": creditor.number, "debtor": debtor.number, "amount": amount_cents, "reason": reason}
    draft = act_once(Draft(Kind.FORGIVE, stamp, fields))
    if creditor == debtor:
        raise Impossible(f"{debtor} cannot owe themselves.")
    if waiting := waiting_claims(debtor.number, creditor.number):
        raise Impossible(
            f"{debtor} says in act {waiting[0].number} that {show_cents(waiting[0].left_cents)} was paid: "
            "confirm or dispute that first."
        )
    two = {"creditor": creditor.number, "debtor": debtor.number}
    most_cents = most_forgiven(standings(), queries.still_open(), **two)
    if amount_cents > most_cents:
        most = f"{show_cents(most_cents)} can be forgiven at most" if most_cents else "nothing can be forgiven"
        raise Impossible(f"{debtor} does not owe {creditor} {show_cents(amount_cents)}: {most}.")
    moved = Movement(book_account(creditor.number), book_account(debtor.number), amount_cents, debtor.number)
    return record_between_nights(draft, [moved])


def content_of(until: date, zone: str, before: Mapping[int, int], plan: Settlement[int]) -> dict[str, Any]:
    payments = [{"payer": each.payer, "payee": each.payee, "amount": each.cents} for each in plan.payments]
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
