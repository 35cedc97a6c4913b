"""What the pages of the months show beside a report: the list of them, and what has become of each payment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ledger.claims import Claim, Paid, between
from ledger.consolidations import (
    Consolidation,
    Progress,
    consolidation_of,
    consolidations,
    latest,
    month_due,
    progress,
    progress_in,
    title_of,
)
from reservations.models import Player
from reservations.queries import player_names


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
    payments: Sequence[Paid]

    @property
    def is_over(self) -> bool:
        """Whether nothing is to be done about it any more: it is paid, or part of the next plan."""
        return self.state in (PaymentState.PAID, PaymentState.ROLLED_OVER)

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
    recorded = between()
    return [_row(each, progress_in(recorded, each)) for each in reversed(consolidations())]


def _row(of: Consolidation, payments: Sequence[Progress]) -> MonthRow:
    left = sum(each.left_cents > 0 for each in payments)
    return MonthRow(of.number, of.title, of.until, len(payments), left, of.following is None)


def payments_now(of: Consolidation) -> list[PaymentNow]:
    """Return the payments of a plan as they stand, in its order."""
    found = progress(of)
    names = player_names(number for each in found for number in (each.proposed.payer, each.proposed.payee))
    return [_now(of, each, names) for each in found]


def payment_now(month: int, place: int) -> PaymentNow | None:
    """Return one payment of the plan of the act ``month``; nothing where there is none or it was undone."""
    of = consolidation_of(month)
    return next((each for each in payments_now(of) if each.place == place), None) if of else None


def payments_of(player: Player) -> list[PaymentNow]:
    """Return what one person, who is no twin, pays and gets by the latest plan, what they pay first."""
    of = latest()
    mine = [each for each in payments_now(of) if player.number in (each.payer, each.payee)] if of else []
    return sorted(mine, key=lambda each: (each.payer != player.number, each.place))


def _now(of: Consolidation, found: Progress, names: Mapping[int, str]) -> PaymentNow:
    payer, payee = found.proposed.payer, found.proposed.payee
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
        state=next(_states(of, found)),
        waiting=found.waiting,
        disputed=found.disputed,
        payments=found.payments,
    )


def _states(of: Consolidation, found: Progress) -> Iterator[PaymentState]:
    """Yield what can be said of it, what matters most first."""
    told = {
        PaymentState.PAID: not found.left_cents,
        PaymentState.ROLLED_OVER: of.following is not None,
        PaymentState.DISPUTED: bool(found.disputed),
        PaymentState.CLAIMED: bool(found.waiting),
        PaymentState.PART_PAID: found.paid_cents > 0,
        PaymentState.OPEN: True,
    }
    return (state for state, holds in told.items() if holds)
