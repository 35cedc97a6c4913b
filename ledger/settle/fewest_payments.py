"""The fewest payments that clear what people owe each other.

Pure. People whose standings sum to zero among themselves can settle among themselves: k of them with k - 1 payments.
So the fewest payments are the people less the most such groups they part into, and looking for those is the work:
exact while it is small (`ledger.settle.exact`), a search with an honest bound beyond (`ledger.settle.search`).
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ledger.money.cents import show_cents
from ledger.settle.search import part
from reservations.acts.problems import Impossible

T = TypeVar("T", int, str)
"""A person: a number or a name. The same books give the same plan, in any order."""


@dataclass(frozen=True, order=True)
class Payment(Generic[T]):
    """One payment of a plan, in cents, more than zero."""

    payer: T
    payee: T
    cents: int


@dataclass(frozen=True)
class Settlement(Generic[T]):
    """Payments that clear everything, how few no plan can go below, and who all go through (``hub``), if anyone."""

    payments: tuple[Payment[T], ...]
    lower_bound: int
    hub: T | None = None

    @property
    def proven(self) -> bool:
        """True when it is certain that there is no plan with fewer payments."""
        return len(self.payments) == self.lower_bound

    @property
    def sentence(self) -> str:
        """How good the plan is, in words."""
        more = len(self.payments) - self.lower_bound
        return f"At most {more} more than the fewest." if more else "Fewest possible: proven."


def settle(standings: Mapping[T, int]) -> Settlement[T]:
    """Return the fewest payments that bring all standings to zero, or the fewest found within reach.

    Standings are in cents, + for who is owed, and sum to zero: else raises ``Impossible`` with their sum. Never more
    payments than largest with largest takes; nobody both pays and is paid.
    """
    if wrong := [cents for cents in standings.values() if type(cents) is not int]:
        raise TypeError(f"Standings are whole cents, not {type(wrong[0]).__name__}.")
    if all_cents := sum(standings.values()):
        raise Impossible(f"The standings have to sum to zero; these sum to {show_cents(all_cents)}.")
    people = sorted((who, cents) for who, cents in standings.items() if cents)
    pairs, rest = _pairs(people)
    parted = part([cents for _, cents in rest])
    waiting: dict[int, deque[T]] = defaultdict(deque)
    for who, cents in rest:
        waiting[cents].append(who)
    groups = pairs + [[(waiting[cents].popleft(), cents) for cents in group] for group in parted.groups]
    payments = min([payment for group in groups for payment in greedy(group)], greedy(people), key=len)
    return Settlement(tuple(sorted(payments)), len(pairs) + len(rest) - parted.most)


def through_hub(standings: Mapping[T, int], hub: T) -> Settlement[T]:
    """Return the plan in which everybody pays to ``hub`` or gets from it, with the bound of the fewest payments.

    Raises ``Impossible`` as :func:`settle` does.
    """
    bound = settle(standings).lower_bound
    payments = [
        Payment(who, hub, -cents) if cents < 0 else Payment(hub, who, cents)
        for who, cents in standings.items()
        if cents and who != hub
    ]
    return Settlement(tuple(sorted(payments)), bound, hub)


def plan_fault(standings: Mapping[T, int], plan: Settlement[T]) -> str:
    """Return what is wrong with a plan made elsewhere, as a sentence; "" if nothing is."""
    left = defaultdict(int, standings)
    for each in plan.payments:
        left[each.payer] += each.cents
        left[each.payee] -= each.cents
    payers, payees = {each.payer for each in plan.payments}, {each.payee for each in plan.payments}
    through = all(plan.hub in (each.payer, each.payee) for each in plan.payments)
    faults = (
        (any(left.values()), "The payments of this consolidation do not clear its standings."),
        (bool((payers & payees) - {plan.hub}), "In this consolidation somebody both pays and is paid."),
        (plan.hub is not None and not through, "In this consolidation not every payment goes through its one person."),
        (
            plan.hub is None and len(plan.payments) > len(greedy(standings.items())),
            "This consolidation takes more payments than are needed.",
        ),
        (plan.lower_bound > len(settle(standings).payments), "This consolidation says that fewer are not possible."),
    )
    return next((sentence for wrong, sentence in faults if wrong), "")


def greedy(people: Iterable[tuple[T, int]]) -> list[Payment[T]]:
    """Let the largest debtor pay the largest creditor until nothing is left; at most one payment fewer than people.

    Imported old balances become transfers by this, and the ledger hash covers them: its results must never change.
    """
    left = dict(people)
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda who: (left[who], who))
        payee = min(left, key=lambda who: (-left[who], who))
        cents = min(-left[payer], left[payee])
        left[payer] += cents
        left[payee] -= cents
        payments.append(Payment(payer, payee, cents))
    return payments


def _pairs(people: Sequence[tuple[T, int]]) -> tuple[list[list[tuple[T, int]]], list[tuple[T, int]]]:
    """Match who owes with who is owed the same: that never costs a payment."""
    alone: dict[int, deque[T]] = defaultdict(deque)
    pairs = []
    for who, cents in people:
        if alone[-cents]:
            pairs.append([(alone[-cents].popleft(), -cents), (who, cents)])
        else:
            alone[cents].append(who)
    left = {who for waiting in alone.values() for who in waiting}
    return pairs, [(who, cents) for who, cents in people if who in left]
