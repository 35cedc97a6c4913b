"""What the tests of the settlement have in common: results of evenings, and plans looked through."""

from collections import Counter
from random import Random

from ledger.settle.fewest_payments import greedy


def results(people, *, step=1, spread=6_000, seed=0):
    """Return the results of that many people in multiples of ``step`` cents, by number; the last evens them out."""
    chance = Random(seed)
    found = [round(chance.gauss(0, spread) / step) * step for _ in range(people - 1)]
    return dict(enumerate([*found, -sum(found)]))


def check(plan, standings):
    """Check what holds of every plan: it clears everything, goes one way, and is no longer than greedy."""
    moved = Counter(standings)
    for payment in plan.payments:
        moved.update({payment.payer: payment.cents, payment.payee: -payment.cents})
    assert not any(moved.values())
    assert all(payment.cents > 0 for payment in plan.payments)
    assert all(standings[payment.payer] < 0 < standings[payment.payee] for payment in plan.payments)
    assert sum(payment.cents for payment in plan.payments) == sum(cents for cents in standings.values() if cents > 0)
    assert plan.lower_bound <= len(plan.payments) <= len(greedy(standings.items()))
    assert plan.payments == tuple(sorted(plan.payments))


def fewest(amounts):
    """Return the fewest payments by brute force: people less the most groups, over every way to group them."""
    rest = [amount for amount in amounts if amount]
    return len(rest) - _most(tuple(rest))


def _most(amounts):
    if not amounts:
        return 0
    first, *others = amounts
    most = 0
    for choice in range(2 ** len(others)):
        group = [other for place, other in enumerate(others) if choice >> place & 1]
        if first + sum(group) == 0:
            left = tuple(other for place, other in enumerate(others) if not choice >> place & 1)
            most = max(most, 1 + _most(left))
    return most
