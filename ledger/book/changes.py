"""The effect of an act on standings (signed cents, + owed), odd and likely payments, and forgivable debts. Pure."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ledger.money.cents import show_money
from ledger.settle.fewest_payments import Payment, greedy


@dataclass(frozen=True)
class Change:
    """A player's standing before an act, and the change by the act."""

    name: str
    before_cents: int
    cents: int

    @property
    def after_cents(self) -> int:
        return self.before_cents + self.cents


def overshoots(payer: Change, payee: Change) -> Iterator[str]:
    """Yield a sentence for a payer or payee whom a payment takes past zero: usually a slip, unless money is lent."""
    if payer.after_cents > 0:
        owes = f"owes {show_money(-payer.before_cents)}" if payer.before_cents < 0 else "owes nothing"
        yield f"{payer.name} {owes}: after this {payer.name} is owed {show_money(payer.after_cents)}."
    if payee.after_cents < 0:
        owed = f"is owed {show_money(payee.before_cents)}" if payee.before_cents > 0 else "is owed nothing"
        yield f"{payee.name} {owed}: after this {payee.name} owes {show_money(-payee.after_cents)}."


def likely_payments(standings: Mapping[int, int], most: int = 6) -> list[Payment[int]]:
    """Return the payments that would clear standings which sum to zero, the largest debts first, up to that many."""
    return [] if sum(standings.values()) else greedy(standings.items())[:most]


def likely_payment(standings: Mapping[int, int], *, payer: int | None, payee: int | None) -> Payment[int] | None:
    """Return the payment from a payer to the largest creditor, or from the largest debtor to a payee."""
    if payer is not None and payee is None:
        payee = max(standings, key=standings.__getitem__, default=None)
    elif payee is not None and payer is None:
        payer = min(standings, key=standings.__getitem__, default=None)
    if payer is None or payee is None or payer == payee:
        return None
    cents = min(-standings.get(payer, 0), standings.get(payee, 0))
    return Payment(payer, payee, cents) if cents > 0 else None


def most_forgiven(
    standings: Mapping[int, int], still_open: Collection[Payment[int]], *, creditor: int, debtor: int
) -> int:
    """Return the most cents of a debt that can be forgiven.

    They are the rest between the two by the latest plan, whose payments are ``still_open``, and their debt and credit
    beyond it, once all of those are made.
    """
    then = Counter(standings)
    for payment in still_open:
        then.update({payment.payer: payment.cents, payment.payee: -payment.cents})
    left = sum(payment.cents for payment in still_open if (payment.payer, payment.payee) == (debtor, creditor))
    return left + max(0, min(then[creditor], -then[debtor]))
