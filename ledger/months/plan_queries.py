"""The content of the pages of the months beside a report: their list, and the state of every payment."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from ledger.book import payment_queries
from ledger.book.queries import term_days
from ledger.months import queries
from ledger.months.queries import progress as plan_progress
from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind, FactValue
from reservations.models import Fact, Player
from reservations.players.queries import people_at, player_names, same_person

DAYS_TO_ANSWER = 14
"""So many days a claim waits where no house says after how many a debt is overdue."""

_Progress = tuple[queries.Consolidation, queries.PaymentProgress]


class PaymentState(StrEnum):
    """The states of a proposed payment."""

    OPEN = "open"
    CLAIMED = "marked as paid"
    DISPUTED = "disputed"
    PART_PAID = "part paid"
    PAID = "paid"
    FORGIVEN = "forgiven"
    ROLLED_OVER = "rolled over"


@dataclass(frozen=True)
class PaymentNow:
    """The present state of a proposed payment: the two players by number and name, the cents, and its progress.

    ``due_cents`` is the rest between the two by the latest plan; None without a payment between them.
    ``paid_since`` is the act of the latest plan, for a past one whose payer has paid the same payee by it.
    ``unclaimed_cents`` is the rest less all waiting claims between the two, also those of past plans.
    """

    month: int
    place: int
    payer: int
    payee: int
    payer_name: str
    payee_name: str
    proposed_cents: int
    paid_cents: int
    left_cents: int
    state: PaymentState
    waiting: Sequence[payment_queries.Claim]
    disputed: Sequence[payment_queries.Claim]
    payments: Sequence[payment_queries.RecordedPayment]
    due_cents: int | None
    forgiven_cents: int = 0
    forgivings: Sequence[payment_queries.Forgiving] = ()
    settled_disputes: Sequence[payment_queries.Claim] = ()
    paid_since: int | None = None
    unclaimed_cents: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it is settled: paid, forgiven, or part of the next plan."""
        return self.state in (PaymentState.PAID, PaymentState.FORGIVEN, PaymentState.ROLLED_OVER)

    @property
    def takes_answers(self) -> bool:
        """Whether a claim about it can be confirmed or disputed: also once it is part of the next plan."""
        return self.state is not PaymentState.PAID

    @property
    def unanswered(self) -> Sequence[payment_queries.Claim]:
        """The claims about it that wait or are disputed, while they can be answered."""
        return [*self.waiting, *self.disputed] if self.takes_answers else []

    def why_over(self, claim: payment_queries.Claim | None = None, *, confirms: bool = False) -> str:
        """Return the reason why no further claim or answer about it is possible; "" if it is possible."""
        if not self.takes_answers if claim else self.is_over:
            return f"This payment is {self.state} already."
        if confirms and self.paid_since:
            return (
                f"{self.payer_name} has paid {self.payee_name} since, by the plan of act {self.paid_since}: "
                "if that was this payment, it must not count twice."
            )
        if claim is None or claim.key in [other.key for other in self.unanswered]:
            return ""
        if claim.answer:
            return f"The claim of act {claim.number} is {claim.state} already, by act {claim.answer}."
        return f"{self.payer_name} has paid all of the latest plan since: act {claim.number} is settled by that."

    def above_cents(self, cents: int, *, claimed: bool) -> int:
        """Return the excess of a payment over its rest; with ``claimed``, over the rest after waiting claims."""
        if self.due_cents is None:
            return 0
        waiting_cents = sum(claim.left_cents for claim in self.waiting) if claimed else 0
        return max(0, cents - max(0, self.due_cents - waiting_cents))

    @property
    def undoable(self) -> list[int]:
        """The numbers of the acts about it that can be undone: payments, waivers, claims that wait and disputes."""
        disputes = [claim.answer for claim in self.disputed if claim.answer is not None]
        return [*(payment.number for payment in (*self.payments, *self.forgivings, *self.waiting)), *disputes]


@dataclass(frozen=True)
class MonthRow:
    """A consolidation in the list: the number of its payments, and of those not paid in full."""

    number: int
    title: str
    until: date
    payments: int
    left: int
    is_latest: bool

    @property
    def state(self) -> str:
        """Its state in words."""
        if not self.left:
            return "all settled"
        return "being paid" if self.is_latest else "rolled over"


@dataclass(frozen=True)
class MonthOffer:
    """A month that has ended and waits to be consolidated."""

    title: str
    until: date


def offer(today: date) -> MonthOffer | None:
    """Return the month that waits to be consolidated, or None."""
    until, before = queries.month_due(today), queries.latest()
    return None if until is None else MonthOffer(queries.title_of(before.until if before else None, until), until)


def month_rows() -> list[MonthRow]:
    """Return the consolidations, the latest first, with the same number of queries, whatever their number."""
    recorded = payment_queries.payments_and_claims()
    rows = []
    for of in reversed(queries.consolidations()):
        payments = plan_progress(of, recorded)
        left = sum(payment.left_cents > 0 for payment in payments)
        rows.append(MonthRow(of.number, of.title, of.until, len(payments), left, of.following is None))
    return rows


def payments_now(of: queries.Consolidation) -> list[PaymentNow]:
    """Return the present state of the payments of a plan, in its order."""
    recorded, newest = payment_queries.payments_and_claims(), queries.latest() if of.following else of
    return _payments([(of, payment) for payment in plan_progress(of, recorded)], recorded, newest or of)


def payment_now(month: int, place: int) -> PaymentNow | None:
    """Return one payment of the plan of the act ``month``; None if it is unknown or the plan undone."""
    of = queries.consolidation_of(month)
    return next((payment for payment in payments_now(of) if payment.place == place), None) if of else None


def payments_claimed(key: str, recorded: payment_queries.PaymentsAndClaims) -> list[PaymentNow]:
    """Return the payments that the claim of that key is about, as they are now: of the newest plan that has any."""
    plans = queries.consolidations()
    for of in reversed(plans):
        if found := [(of, payment) for payment in plan_progress(of, recorded) if key in _keys(payment)]:
            return _payments(found, recorded, plans[-1])
    return []


@dataclass(frozen=True)
class OwnPlan:
    """One person's part of a plan: first the payments that they make, then those that they receive."""

    number: int
    title: str
    until: date
    is_latest: bool
    payments: Sequence[PaymentNow]


@dataclass(frozen=True)
class OwnPlans:
    """The plans in which one person pays or is paid, the latest first.

    ``unsettled`` are the payments of past plans with a claim that waits for its answer, or is disputed.
    """

    plans: Sequence[OwnPlan]
    unsettled: Sequence[PaymentNow]

    @property
    def latest(self) -> OwnPlan | None:
        """Their part of the latest plan of all; None if they have none in it."""
        return next((plan for plan in self.plans if plan.is_latest), None)


def plans_of(player: Player) -> OwnPlans:
    """Return the plans of one person (not a duplicate), in three queries whatever their number."""
    recorded, plans = payment_queries.payments_and_claims(), queries.consolidations()
    of_all = [(of, plan_progress(of, recorded)) for of in reversed(plans)]
    mine = [(of, payment) for of, then in of_all for payment in then if player.number in payment.between]
    now = _payments(mine, recorded, plans[-1]) if mine else []
    left = {(of.number, payment.place) for of, payment in _left_behind(of_all, recorded)}
    found = []
    for of in reversed(plans):
        theirs = [payment for payment in now if payment.month == of.number]
        theirs.sort(key=lambda payment: (payment.payer != player.number, payment.place))
        if theirs:
            found.append(OwnPlan(of.number, of.title, of.until, of.following is None, theirs))
    return OwnPlans(found, [due for due in now if (due.month, due.place) in left and due.unanswered])


def waits_for(player: int, fact: FactValue) -> bool:
    """Tell whether the payment that a request or a question is about still waits for the player's word."""
    if fact.kind == FactKind.PAID:
        return any(claim.number == fact.content["claim"] for due in unanswered() for claim in due.waiting)
    plan, payee = queries.latest(), people_at()[fact.content["other"]]
    payments = payments_now(plan) if plan else []
    due = [payment for payment in payments if (payment.payer, payment.payee) == (player, payee)]
    return any(not payment.is_over and not payment.waiting for payment in due)


def has_request(payer: Player, payee: Player, after: datetime) -> bool:
    """Tell whether a person has a request after that moment to pay another one."""
    facts = Fact.objects.filter(kind=FactKind.OWED, player__in=same_person(payer), at__gt=after)
    return any(people_at()[fact_value(fact).content["other"]] == payee.number for fact in facts)


def claims_to_answer(now: datetime) -> list[tuple[PaymentNow, payment_queries.Claim, bool]]:
    """Return the claims of `unanswered`, with their payments, and whether one has waited for its answer for long.

    That is longer than a debt may be open, in days of 24 hours, or than `DAYS_TO_ANSWER`. A disputed one does not wait.
    """
    days = timedelta(days=term_days() or DAYS_TO_ANSWER)
    return [
        (due, claim, claim in due.waiting and now - claim.at > days) for due in unanswered() for claim in due.unanswered
    ]


def unanswered() -> list[PaymentNow]:
    """Return the payments with a claim that waits or is disputed: of the latest plan, then of past plans."""
    recorded, plans = payment_queries.payments_and_claims(), queries.consolidations()
    of_all = [(of, plan_progress(of, recorded)) for of in reversed(plans)]
    found = [*((of, payment) for of, mine in of_all[:1] for payment in mine), *_left_behind(of_all, recorded)]
    return [payment for payment in _payments(found, recorded, plans[-1]) if payment.unanswered] if found else []


def _left_behind(
    of_all: Sequence[tuple[queries.Consolidation, Sequence[queries.PaymentProgress]]],
    recorded: payment_queries.PaymentsAndClaims,
) -> list[_Progress]:
    """Return payments of past plans, latest first, whose claim is unsettled, or was settled after the latest plan."""
    newest = of_all[0][0].number if of_all else 0
    wanted = {claim.key for claim in recorded.claims() if claim.state is not payment_queries.ClaimState.CONFIRMED}
    wanted |= {payment.claim for payment in recorded.payments(newest) if payment.claim}
    found = list[_Progress]()
    for of, mine in of_all:
        found += [(of, payment) for payment in mine if of.following and payment.left_cents and wanted & _keys(payment)]
        wanted -= {key for payment in mine for key in _keys(payment)}
    return found


def _keys(found: queries.PaymentProgress) -> set[str]:
    return {claim.key for claim in found.claims}


def _payments(
    found: Sequence[_Progress], recorded: payment_queries.PaymentsAndClaims, newest: queries.Consolidation
) -> list[PaymentNow]:
    """Return the present state of payments; those of a past plan have present claims, but the payments by its end.

    A claim of a past plan is settled once the payer has paid everything in the newest.
    """
    names = player_names(number for _, payment in found for number in payment.between)
    due, pays, paid = Counter[tuple[int, int]](), Counter[int](), set[tuple[int, int]]()
    for owed in plan_progress(newest, recorded):
        due[owed.between] += owed.left_cents
        pays[owed.proposed.payer] += owed.unpaid_cents
        paid |= set() if owed.unpaid_cents else {owed.between}
    claimed, shared, payments = Counter[tuple[int, int]](), Counter[tuple[int, tuple[int, int]]](), []
    for claim in recorded.claims():
        if claim.state is payment_queries.ClaimState.OPEN:
            claimed[claim.payer, claim.payee] += claim.left_cents
    for of, then in found:
        progress, (payer, payee) = then, then.between
        # As with paid amounts: several payments of a plan between the same two players share the claims.
        claimed_cents = min(then.left_cents, claimed[then.between] - shared[of.number, then.between])
        shared[of.number, then.between] += claimed_cents
        if of.following is not None and progress.claims:
            keys = _keys(progress)
            late = [payment for payment in recorded.payments(of.following) if payment.claim in keys]
            has_paid = payer in pays and not pays[payer]
            claims = [claim for claim in recorded.claims() if claim.key in keys]
            if has_paid:
                claims = [replace(claim, state=payment_queries.ClaimState.SETTLED) for claim in claims]
            progress = replace(progress, claims=claims, payments=[*progress.payments, *late])
        states = (  # The most important states come first.
            (PaymentState.PAID, not progress.unpaid_cents),
            (PaymentState.FORGIVEN, not progress.left_cents),
            (PaymentState.ROLLED_OVER, of.following is not None),
            (PaymentState.DISPUTED, bool(progress.disputed)),
            (PaymentState.CLAIMED, bool(progress.waiting)),
            (PaymentState.PART_PAID, progress.paid_cents > 0),
            (PaymentState.OPEN, True),
        )
        payment = PaymentNow(
            *(of.number, progress.place, payer, payee, names[payer], names[payee]),
            *(progress.proposed.cents, progress.paid_cents, progress.left_cents),
            next(state for state, applies in states if applies),
            *(progress.waiting, progress.disputed, progress.payments),
            due_cents=due.get((payer, payee)),
            forgiven_cents=progress.forgiven_cents,
            forgivings=progress.forgivings,
            settled_disputes=[claim for claim in progress.claims if claim.is_settled_dispute],
            paid_since=newest.number if of.following is not None and (payer, payee) in paid else None,
            unclaimed_cents=progress.left_cents - claimed_cents,
        )
        payments.append(payment)
    return payments
