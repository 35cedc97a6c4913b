"""Consolidation: the standings frozen at the end of a period, and the fewest payments that clear them."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone

from ledger import consolidations
from ledger.queries import last_act
from ledger.recording import record_between_nights
from ledger.settle import Settlement, settle, through_hub
from ledger.standings import standings
from reservations.acts import Answer, Draft, known_act
from reservations.desk import command, lock_desk
from reservations.kinds import Kind, Stamp
from reservations.models import Player
from reservations.problems import Impossible


@command
def consolidate(*, stamp: Stamp, until: date, hub: Player | None = None) -> Answer:
    """Freeze the standings at the end of that day and propose the fewest payments that clear them.

    With ``hub``, everybody pays to that player and gets from them. Nights that are open and what is recorded later for
    the period go into the next one. Raises ``Impossible`` for a day that is still to come or was consolidated already,
    and where nobody owes anything.
    """
    lock_desk()
    fields = {"until": until.isoformat(), **({} if hub is None else {"hub": hub.number})}
    assumed = frozenset({"standings", "payments", "lower_bound"})
    if known := known_act(Draft(Kind.CONSOLIDATE, stamp, fields, assumed=assumed)):
        return known
    before = frozen(until, timezone.localdate(stamp.at))
    plan = settle(before) if hub is None else through_hub(before, hub.number)
    return record_between_nights(Draft(Kind.CONSOLIDATE, stamp, {**fields, **content_of(before, plan)}))


@command
def record_consolidation(*, stamp: Stamp, until: date, before: Mapping[int, int], plan: Settlement[int]) -> Answer:
    """Record a consolidation as it was seen, by whoever looked at it first or by another desk: with its standings and
    its plan, by number.

    Raises ``Impossible`` as :func:`consolidate` does, and where the standings are others here or the plan does not
    clear them.
    """
    lock_desk()
    fields = {"until": until.isoformat(), **({} if plan.hub is None else {"hub": plan.hub})}
    draft = Draft(Kind.CONSOLIDATE, stamp, {**fields, **content_of(before, plan)})
    if known := known_act(draft):
        return known
    if frozen(until, timezone.localdate(stamp.at)) != {player: cents for player, cents in before.items() if cents}:
        raise Impossible(f"The standings at the end of {until} are not those of this consolidation.")
    if _left(before, plan):
        raise Impossible("The payments of this consolidation do not clear its standings.")
    return record_between_nights(draft)


def content_of(before: Mapping[int, int], plan: Settlement[int]) -> dict[str, Any]:
    """Return what a consolidation says beside its day."""
    payments = [{"payer": each.payer, "payee": each.payee, "amount": each.cents} for each in plan.payments]
    frozen = [{"player": player, "balance": cents} for player, cents in before.items()]
    return {"standings": frozen, "payments": payments, "lower_bound": plan.lower_bound}


def frozen(until: date, today: date) -> dict[int, int]:
    """Return the standings that a consolidation up to that day would freeze now.

    Raises ``Impossible`` as :func:`consolidate` does.
    """
    if until > today:
        raise Impossible(f"{until} is still to come: consolidate up to a day that has begun.")
    before = consolidations.latest()
    if before is not None and until <= before.until:
        raise Impossible(f"Everything up to {before.until} has been consolidated, by act {before.number}.")
    last = last_act()
    found = standings(until, seen=last.number if last else 0)
    if not found:
        raise Impossible(f"Nobody owes anything at the end of {until}: there is nothing to consolidate.")
    return found


def _left(before: Mapping[int, int], plan: Settlement[int]) -> dict[int, int]:
    left = Counter(before)
    for each in plan.payments:
        left[each.payer] += each.cents
        left[each.payee] -= each.cents
    return {player: cents for player, cents in left.items() if cents}
