"""What the pages of the months show beside a report: the list of them, and what has become of each payment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from ledger.book.claim_queries import Claim, ClaimState, PaymentsAndClaims, RecordedPayment, payments_and_claims
from ledger.months.queries import (
    Consolidation,
    PaymentProgress,
    consolidation_of,
    consolidations,
    latest,
    month_due,
    progress_in,
    title_of,
)
from reservations.models import Player
from reservations.players.queries import player_names


class PaymentState(StrEnum):
    """What has become of a proposed payment."""

    OPEN = "open"
    CLAIMED = "said to be paid"
    DISPUTED = "disputed"
    PART_PAID = "part paid"
    PAID = "paid"
    ROLLED_OVER = "rolled over"


@dataclass(frozen=True)
class PaymentNow:
    """A proposed payment as it stands: between whom, by number and name, and what has become of it. Cents."""

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
    waiting: Sequence[Claim]
    disputed: Sequence[Claim]
    payments: Sequence[RecordedPayment]

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be done about it any more: it is paid, or part of the next plan."""
        return self.state in (PaymentState.PAID, PaymentState.ROLLED_OVER)

    @property
    def takes_answers(self) -> bool:
        """Whether a claim about it can be confirmed or disputed: also once it is part of the next plan."""
        return self.state is not PaymentState.PAID

    @property
    def unanswered(self) -> Sequence[Claim]:
        """The claims about it that wait or are disputed, while they can be answered."""
        return [*self.waiting, *self.disputed] if self.takes_answers else []

    @property
    def undoable(self) -> list[int]:
        """The acts about it that can be undone, by number: payments, claims that wait and disputes."""
        disputes = [claim.answer for claim in self.disputed if claim.answer is not None]
        return [*(paid.number for paid in self.payments), *(claim.number for claim in self.waiting), *disputes]


@dataclass(frozen=True)
class MonthRow:
    """A consolidation in the list: how many payments it proposed, and how many of them are not paid in full."""

    number: int
    title: str
    until: date
    payments: int
    left: int
    is_latest: bool

    @property
    def state(self) -> str:
        """What has become of it, in words."""
        if not self.left:
            return "all paid"
        return "being paid" if self.is_latest else "rolled over"


@dataclass(frozen=True)
class MonthOffer:
    """A month that has ended and waits to be consolidated."""

    title: str
    until: date


def offer(today: date) -> MonthOffer | None:
    """Return the month that waits to be consolidated, where one does."""
    until, before = month_due(today), latest()
    return None if until is None else MonthOffer(title_of(before.until if before else None, until), until)


def month_rows() -> list[MonthRow]:
    """Return the consolidations, the latest first, with the same number of queries however many they are."""
    recorded = payments_and_claims()
    rows = []
    for of in reversed(consolidations()):
        payments = progress_in(recorded, of)
        left = sum(each.left_cents > 0 for each in payments)
        rows.append(MonthRow(of.number, of.title, of.until, len(payments), left, of.following is None))
    return rows


def payments_now(of: Consolidation) -> list[PaymentNow]:
    """Return the payments of a plan as they stand, in its order."""
    recorded = payments_and_claims()
    return _told([(of, each) for each in progress_in(recorded, of)], recorded)


def payment_now(month: int, place: int) -> PaymentNow | None:
    """Return one payment of the plan of the act ``month``; None if there is none or it was undone."""
    of = consolidation_of(month)
    return next((each for each in payments_now(of) if each.place == place), None) if of else None


def payments_of(player: Player) -> list[PaymentNow]:
    """Return what one person, who is no duplicate, pays and gets by the latest plan, what they pay first."""
    of = latest()
    mine = [each for each in payments_now(of) if player.number in (each.payer, each.payee)] if of else []
    return sorted(mine, key=lambda each: (each.payer != player.number, each.place))


def unanswered() -> list[PaymentNow]:
    """Return the payments of the latest plan with a claim that waits or is disputed."""
    of = latest()
    return [each for each in payments_now(of) if each.unanswered] if of else []


def left_behind() -> list[PaymentNow]:
    """Return payments of plans that are over with a claim that nobody has settled, or only since the latest plan.

    A claim that a later plan knows too is told there alone. The latest plan comes first.
    """
    recorded, plans = payments_and_claims(), consolidations()
    newest = plans[-1].number if plans else 0
    wanted = {each.key for each in recorded.claims(0) if each.state is not ClaimState.CONFIRMED}
    wanted |= {each.claim for each in recorded.payments(newest) if each.claim}
    found = list[tuple[Consolidation, PaymentProgress]]()
    for of in reversed(plans):
        mine = progress_in(recorded, of)
        found += [(of, each) for each in mine if of.following and each.left_cents and wanted & _keys(each)]
        wanted -= {key for each in mine for key in _keys(each)}
    return _told(found, recorded)


def _keys(found: PaymentProgress) -> set[str]:
    return {claim.key for claim in found.claims}


def _told(found: Sequence[tuple[Consolidation, PaymentProgress]], recorded: PaymentsAndClaims) -> list[PaymentNow]:
    names = player_names(number for _, each in found for number in (each.proposed.payer, each.proposed.payee))
    return [_now(of, _answered_since(of, each, recorded), names) for of, each in found]


def _answered_since(of: Consolidation, found: PaymentProgress, recorded: PaymentsAndClaims) -> PaymentProgress:
    """Return a payment of a plan that is over with its claims as they are by now, and with what confirmed them since.

    What was paid of it stays as it stood then: a payment since counts for the next plan.
    """
    if of.following is None or not found.claims:
        return found
    keys = _keys(found)
    late = [each for each in recorded.payments(of.following) if each.claim in keys]
    claims = [each for each in recorded.claims(0) if each.key in keys]
    return replace(found, claims=claims, payments=[*found.payments, *late])


def _now(of: Consolidation, found: PaymentProgress, names: Mapping[int, str]) -> PaymentNow:
    payer, payee = found.proposed.payer, found.proposed.payee
    states = (  # What matters most comes first.
        (PaymentState.PAID, not found.left_cents),
        (PaymentState.ROLLED_OVER, of.following is not None),
        (PaymentState.DISPUTED, bool(found.disputed)),
        (PaymentState.CLAIMED, bool(found.waiting)),
        (PaymentState.PART_PAID, found.paid_cents > 0),
        (PaymentState.OPEN, True),
    )
    return PaymentNow(
        month=of.number,
        place=found.place,
        payer=payer,
        payee=payee,
        payer_name=names[payer],
        payee_name=names[payee],
        proposed_cents=found.proposed.cents,
        paid_cents=found.paid_cents,
        left_cents=found.left_cents,
        state=next(state for state, holds in states if holds),
        waiting=found.waiting,
        disputed=found.disputed,
        payments=found.payments,
    )
