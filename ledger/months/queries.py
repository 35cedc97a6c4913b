"""Consolidations: their standings, the lines of these, the proposed payments, and their progress."""

import calendar
import zoneinfo
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import zip_longest
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.bank.queries import last_act
from ledger.book import payment_queries
from ledger.book.queries import BookEntry, entries
from ledger.models import Transfer
from ledger.results.closed_queries import AsOf, as_of
from ledger.settle.fewest_payments import Payment, Settlement, Wishes
from ledger.standings.queries import booked, moved_until, standings
from reservations.acts.kinds import Kind
from reservations.acts.moments import kept_with_books, read_once
from reservations.acts.problems import Impossible
from reservations.models import Act
from reservations.parsing.days import day_of

S = TypeVar("S", bound=payment_queries.PaymentAct)


@dataclass(frozen=True)
class Consolidation:
    """One consolidation, by the number of its act: the standings at the end of ``until`` and the plan.

    ``previous`` is the one before it, ``following`` the number of the one after it. ``zone`` names the time zone by
    which its days end.
    """

    number: int
    key: str
    at: datetime
    by: str
    until: date
    before: Mapping[int, int] = field(compare=False)
    plan: Settlement[int] = field(compare=False)
    previous: "Consolidation | None" = field(default=None, compare=False)
    following: int | None = None
    zone: str = ""

    @property
    def seen(self) -> int:
        return self.number - 1

    @property
    def since(self) -> date | None:
        """The last day that the one before it counted."""
        return self.previous.until if self.previous else None

    @property
    def title(self) -> str:
        """The month if it is one; else its last day."""
        return title_of(self.since, self.until)


@dataclass(frozen=True)
class PaymentProgress:
    """A proposed payment between the present persons, with its progress; ``place`` counts from 1."""

    place: int
    proposed: Payment[int]
    paid_cents: int
    claims: Sequence[payment_queries.Claim]
    payments: Sequence[payment_queries.RecordedPayment] = ()
    forgiven_cents: int = 0
    forgivings: Sequence[payment_queries.Forgiving] = ()

    @property
    def unpaid_cents(self) -> int:
        """The unpaid sum, forgiven or not; 0 if the two have become one person."""
        if self.proposed.payer == self.proposed.payee:
            return 0
        return max(0, self.proposed.cents - self.paid_cents)

    @property
    def left_cents(self) -> int:
        """The sum still to pay."""
        return max(0, self.unpaid_cents - self.forgiven_cents)

    @property
    def between(self) -> tuple[int, int]:
        """The payer and the payee, by number."""
        return self.proposed.payer, self.proposed.payee

    @property
    def waiting(self) -> list[payment_queries.Claim]:
        return [claim for claim in self.claims if claim.state is payment_queries.ClaimState.OPEN]

    @property
    def disputed(self) -> list[payment_queries.Claim]:
        return [claim for claim in self.claims if claim.state is payment_queries.ClaimState.DISPUTED]


@kept_with_books
def consolidations() -> list[Consolidation]:
    """Return the consolidations that are not undone, in their order."""
    acts = [act for act in payment_queries.settling_acts() if act.kind == Kind.CONSOLIDATE and act.undone is None]
    found: list[Consolidation] = []
    for act, following in zip_longest(acts, acts[1:]):
        fields = act.fields
        one = Consolidation(
            *(act.number, act.key, act.at, act.by, date.fromisoformat(fields["until"])),
            before={row["player"]: row["balance"] for row in fields["standings"]},
            plan=plan_of(fields),
            previous=found[-1] if found else None,
            following=following.number if following else None,
            zone=fields.get("zone", ""),
        )
        found.append(one)
    return found


def plan_of(fields: Mapping[str, Any]) -> Settlement[int]:
    """Return the plan in the content of a ``consolidate`` act."""
    payments = (Payment(row["payer"], row["payee"], row["amount"]) for row in fields["payments"])
    wishes = Wishes(fields.get("hub"), fields.get("second_hub"), fields.get("no_payment_under", 0))
    return Settlement(tuple(payments), fields["lower_bound"], wishes)


def consolidation_of(number: int) -> Consolidation | None:
    """Return the consolidation of that act; None if there is none or it was undone."""
    return next((month for month in consolidations() if month.number == number), None)


def latest() -> Consolidation | None:
    """Return the last consolidation that is not undone, or None."""
    found = consolidations()
    return found[-1] if found else None


def counted_by(consolidation: Consolidation) -> QuerySet[Transfer]:
    """Return the transfers in the frozen standings."""
    return moved_until(consolidation.until, consolidation.seen, zone_called(consolidation.zone))


def added(consolidation: Consolidation) -> list[BookEntry]:
    """Return the entries that it counted and the one before did not, with late entries for earlier periods."""
    counted = counted_by(consolidation)
    if consolidation.previous is not None:
        counted = counted.exclude(pk__in=counted_by(consolidation.previous).values("pk"))
    return entries(counted, seen=consolidation.seen)


def zone_called(name: str) -> tzinfo | None:
    """Return the time zone of that name; None for "", the desk's own."""
    return zoneinfo.ZoneInfo(name) if name else None


def carried(consolidation: Consolidation) -> dict[int, int]:
    """Return the standings at its beginning: those that the one before it had frozen, by person."""
    if consolidation.previous is None:
        return {}
    sums = booked(counted_by(consolidation.previous), seen=consolidation.seen)
    return {player: cents for (player,), cents in sorted(sums.items()) if cents}


def progress(
    consolidation: Consolidation, recorded: payment_queries.PaymentsAndClaims | None = None
) -> list[PaymentProgress]:
    """Return the proposed payments with their progress, from ``recorded`` if it was read already.

    Payments and waivers after the end of the period count, even before the act of the consolidation: the frozen
    standings do not include them. A plan that was followed by another stays as of that time, whatever was recorded or
    undone since.
    """
    recorded = recorded or payment_queries.payments_and_claims()
    end = consolidation.following
    payments = _since(recorded.payments(0, end), consolidation)
    claims = _since(recorded.claims(0, end), consolidation)
    forgivings = _since(recorded.forgivings(0, end), consolidation)
    people, plan = recorded.people, consolidation.plan.payments
    pairs = [(people[payment.payer], people[payment.payee]) for payment in plan]
    paid = {pair: sum(payment.cents for payment in payments[pair]) for pair in pairs}
    forgiven = {pair: sum(forgiving.cents for forgiving in forgivings[pair]) for pair in pairs}
    found = []
    for place, (pair, proposed) in enumerate(zip(pairs, plan, strict=True), start=1):
        # After a merge there may be several payments between the same two: all take their shares, the last one the
        # rest.
        is_last = pair not in pairs[place:]
        paid_cents = paid[pair] if is_last else min(proposed.cents, paid[pair])
        forgiven_cents = forgiven[pair] if is_last else min(proposed.cents - paid_cents, forgiven[pair])
        paid[pair] -= paid_cents
        forgiven[pair] -= forgiven_cents
        payment, records = Payment(*pair, proposed.cents), (claims[pair], payments[pair])
        found.append(PaymentProgress(place, payment, paid_cents, *records, forgiven_cents, forgivings[pair]))
    return found


def _since(records: Iterable[S], consolidation: Consolidation) -> dict[tuple[int, int], list[S]]:
    """Return the acts after the end of the period, by payer and payee."""
    found: dict[tuple[int, int], list[S]] = defaultdict(list)
    zone = zone_called(consolidation.zone)
    for payment in records:
        if payment.number > consolidation.number or timezone.localdate(payment.at, zone) > consolidation.until:
            found[payment.payer, payment.payee].append(payment)
    return found


def still_open() -> list[Payment[int]]:
    """Return the payments of the latest plan between the present persons, with their rests."""
    plan = latest()
    return [replace(due.proposed, cents=due.left_cents) for due in progress(plan) if due.left_cents] if plan else []


@read_once
def month_due(today: date) -> date | None:
    """Return the last day of the month that has ended and is not consolidated, or None."""
    end = today.replace(day=1) - timedelta(days=1)
    before = latest()
    if before is not None and before.until >= end:
        return None
    # Every page needs this: a night counts at its close, and until then the answer is kept.
    acts = Act.objects.filter(Q(night=None) | Q(kind__in=(Kind.CLOSE, Kind.REVERSE)))
    return end if _is_owed(as_of(acts.order_by("number").last()), end) else None


@lru_cache(maxsize=8)
def _is_owed(_: AsOf, day: date) -> bool:
    """Tell whether there are debts at the end of that day."""
    return bool(standings(day))


def end_of_month(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])


def title_of(since: date | None, until: date) -> str:
    """Return the name of a period: its month if it is exactly one, or the first period; else its last day."""
    ends_month = until == end_of_month(until.year, until.month)
    begins_month = since is None or since == until.replace(day=1) - timedelta(days=1)
    return f"{until:%B %Y}" if ends_month and begins_month else f"up to {until.day} {until:%B %Y}"


def frozen(until: date, today: date, zone: str = "") -> dict[int, int]:
    """Return the standings that a consolidation up to that day, as it ends in that time zone, would freeze now.

    Raises ``Impossible`` for a future or already consolidated day, and if nobody owes anything.
    """
    if until > today:
        raise Impossible(f"{day_of(until)} is in the future: consolidate up to today at most.")
    before = latest()
    if before is not None and until <= before.until:
        raise Impossible(f"Everything up to {day_of(before.until)} has been consolidated, by act {before.number}.")
    last = last_act()
    found = standings(until, seen=last.number if last else 0, zone=zone_called(zone))
    if not found:
        raise Impossible(f"Nobody owes anything at the end of {day_of(until)}: there is nothing to settle up.")
    return found
