"""The fewest payments that clear all debts.

Pure. People whose standings sum to zero among themselves can settle among themselves: k of them with k - 1 payments. So
the fewest payments are the number of people less the most groups of that kind. Finding those groups is the work: exact
while it is small (`ledger.settle.exact`), a search with an honest bound beyond (`ledger.settle.search`).
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ledger.money.cents import parse_cents, show_cents
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
class Wishes(Generic[T]):
    """The wishes for a plan: all payments go through one or two hubs, and no payment is too small.

    ``least_cents`` is the least payment; smaller sums stay where they are and roll into the next plan.
    """

    hub: T | None = None
    second_hub: T | None = None
    least_cents: int = 0

    @property
    def hubs(self) -> tuple[T, ...]:
        return tuple(hub for hub in (self.hub, self.second_hub) if hub is not None)


@dataclass(frozen=True)
class Settlement(Generic[T]):
    """Payments that clear everything but the sums that roll over, a bound for the fewest payments, and the wishes."""

    payments: tuple[Payment[T], ...]
    lower_bound: int
    wishes: Wishes[T] = field(default_factory=Wishes)

    @property
    def proven(self) -> bool:
        """True if certainly no plan has fewer payments."""
        return len(self.payments) == self.lower_bound

    @property
    def sentence(self) -> str:
        """The quality of the plan, in words."""
        more = len(self.payments) - self.lower_bound
        return f"At most {more} more than the fewest." if more else "Fewest possible: proven."

    def left(self, standings: Mapping[T, int]) -> dict[T, int]:
        """Return the standings after all payments, without zeros."""
        left = defaultdict(int, standings)
        for payment in self.payments:
            left[payment.payer] += payment.cents
            left[payment.payee] -= payment.cents
        return {who: cents for who, cents in sorted(left.items()) if cents}


def wished(hubs: Sequence[T], least: str | None) -> Wishes[T]:
    """Return the wishes of a command line. Raises ``Impossible`` for three hubs, ``Malformed`` for no amount."""
    if len(hubs) > 2:
        raise Impossible("All payments go through one or two people, not more.")
    least_cents = parse_cents(least) if least else 0
    return Wishes(hubs[0] if hubs else None, hubs[1] if hubs[1:] else None, least_cents)


def planned(standings: Mapping[T, int], wishes: Wishes[T]) -> Settlement[T]:
    """Return the plan by the wishes. Raises ``Impossible`` as :func:`settle` does, and for two equal hubs."""
    if len(set(wishes.hubs)) < len(wishes.hubs):
        raise Impossible("The two whom all payments go through have to be two.")
    fewest = settle(standings)
    if not wishes.hubs and not wishes.least_cents:
        return fewest
    bound = _bound_without_small(standings, wishes.least_cents) if wishes.least_cents else fewest.lower_bound
    payments = (
        _through_hubs(standings, wishes) if wishes.hubs else _without_small(standings, fewest, wishes.least_cents)
    )
    return Settlement(tuple(sorted(payments)), min(bound, len(payments)), wishes)


def settle(standings: Mapping[T, int]) -> Settlement[T]:
    """Return the fewest payments that bring all standings to zero, or the fewest found within reach.

    Standings are in cents, + for a creditor, and sum to zero: else raises ``Impossible`` with their sum. There are
    never more payments than `greedy` makes; nobody both pays and is paid.
    """
    people, groups, bound = _grouped(standings)
    payments = min([payment for group in groups for payment in greedy(group)], greedy(people), key=len)
    return Settlement(tuple(sorted(payments)), bound)


def _grouped(standings: Mapping[T, int]) -> tuple[list[tuple[T, int]], list[list[tuple[T, int]]], int]:
    """Return the people with a standing, the groups who settle among themselves, and a bound for the payments."""
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
    return people, groups, len(pairs) + len(rest) - parted.most


def _through_hubs(standings: Mapping[T, int], wishes: Wishes[T]) -> list[Payment[T]]:
    """Let everybody pay one hub or be paid by it, and let two hubs settle the rest between them.

    People who settle among themselves have the same hub, so that two hubs have little to settle, and both about as many
    people. Sums below the least payment stay out of it.
    """
    least, payments = max(1, wishes.least_cents), []
    sums = {hub: standings.get(hub, 0) for hub in wishes.hubs}
    people = dict.fromkeys(wishes.hubs, 0)
    _, groups, _ = _grouped(standings)
    for group in sorted(groups, key=lambda group: -sum(who in sums for who, _ in group)):
        own = [hub for hub in sums if hub in dict(group)]
        fewest = min(people, key=lambda hub: people[hub])
        for who, cents in sorted(group, key=lambda standing: (-abs(standing[1]), standing[0])):
            if who in sums or abs(cents) < least:
                continue
            hub = own[0] if own else fewest
            if len(own) > 1:
                hub = min(sums, key=lambda hub: (abs(sums[hub] + cents) - abs(sums[hub]), people[hub]))
            sums[hub] += cents
            people[hub] += 1
            payments.append(Payment(who, hub, -cents) if cents < 0 else Payment(hub, who, cents))
    payer, payee = min(sums, key=lambda hub: sums[hub]), max(sums, key=lambda hub: sums[hub])
    if min(-sums[payer], sums[payee]) >= least:
        payments.append(Payment(payer, payee, min(-sums[payer], sums[payee])))
    return payments


def _without_small(standings: Mapping[T, int], fewest: Settlement[T], least_cents: int) -> list[Payment[T]]:
    """Return payments of at least those cents, until no debtor of that much can pay a creditor of that much.

    There are two ways: the large ones of the fewest payments, and further ones if possible; or all payers in turn,
    beginning with the payee of nearly the same sum. The way with fewer payments is taken, then the one that leaves
    less.
    """
    found = []
    for begun in ([payment for payment in fewest.payments if payment.cents >= least_cents], []):
        left = Settlement(tuple(begun), 0).left(standings)
        moved = Counter({(payment.payer, payment.payee): payment.cents for payment in begun})
        while True:
            payers = [who for who, cents in left.items() if cents <= -least_cents]
            payees = [who for who, cents in left.items() if cents >= least_cents]
            if not payers or not payees:
                break
            payer = min(payers, key=lambda who: (left[who], who))
            owes = -left[payer]
            payee = min(payees, key=lambda who: (abs(left[who] - owes) >= least_cents, -left[who], who))
            cents = min(owes, left[payee])
            left[payer] += cents
            left[payee] -= cents
            moved[payer, payee] += cents
        found.append((len(moved), sum(map(abs, left.values())), moved))
    _, _, moved = min(found, key=lambda way: way[:2])
    return [Payment(*pair, cents) for pair, cents in moved.items()]


def _bound_without_small(standings: Mapping[T, int], least_cents: int) -> int:
    """Return a bound for the payments if sums below ``least_cents`` may stay.

    Either all larger debtors have paid or all larger creditors are paid, at least once; the moved sum needs a number of
    people on the other side.
    """
    owe = sorted((-cents for cents in standings.values() if -cents >= least_cents), reverse=True)
    owed = sorted((cents for cents in standings.values() if cents >= least_cents), reverse=True)
    bounds = []
    for ours, theirs in ((owe, owed), (owed, owe)):
        moved = sum(ours) - len(ours) * (least_cents - 1)
        if moved <= sum(theirs):
            needed = next(count for count in range(len(theirs) + 1) if sum(theirs[:count]) >= moved)
            bounds.append(max(len(ours), needed))
    return min(bounds)


def plan_fault(standings: Mapping[T, int], plan: Settlement[T]) -> str:
    """Return the fault of a plan made elsewhere, as a sentence; "" if there is none."""
    left, hubs, least = plan.left(standings), set(plan.wishes.hubs), plan.wishes.least_cents
    payers, payees = {payment.payer for payment in plan.payments}, {payment.payee for payment in plan.payments}
    through = all({payment.payer, payment.payee} & hubs for payment in plan.payments)
    most = len(greedy(standings.items()))
    if least:
        most = max(1, sum(abs(cents) >= least for cents in standings.values())) - 1
    stays = {who: cents for who, cents in left.items() if who not in hubs}
    beyond = any(cents * (standings.get(who, 0) - cents) < 0 for who, cents in stays.items())
    large = {cents > 0 for cents in stays.values() if abs(cents) >= least}
    faults = (
        (bool(left) and not least, "The payments of this consolidation do not clear its standings."),
        (any(paid.cents < least for paid in plan.payments), "A payment of this consolidation is too small for it."),
        (beyond, "In this consolidation somebody pays more than they owe, or gets more than they are owed."),
        (
            bool(left) and len(large) > (0 if hubs else 1),
            "In this consolidation sums stay open that are large enough to be paid.",
        ),
        (bool((payers & payees) - hubs), "In this consolidation somebody both pays and is paid."),
        (bool(hubs) and not through, "In this consolidation not every payment goes through its one person."),
        (not hubs and len(plan.payments) > most, "This consolidation takes more payments than are needed."),
        (
            plan.lower_bound > len(planned(standings, plan.wishes).payments),
            "This consolidation says that fewer are not possible.",
        ),
    )
    return next((sentence for wrong, sentence in faults if wrong), "")


def greedy(people: Iterable[tuple[T, int]]) -> list[Payment[T]]:
    """Let the largest debtor pay the largest creditor until nothing is left; at most one payment fewer than people.

    Imported old balances become transfers in this way, and the hash of the ledger covers them: the results must never
    change.
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
    """Match debtors with creditors of the same sum, which never costs a payment."""
    alone: dict[int, deque[T]] = defaultdict(deque)
    pairs = []
    for who, cents in people:
        if alone[-cents]:
            pairs.append([(alone[-cents].popleft(), -cents), (who, cents)])
        else:
            alone[cents].append(who)
    left = {who for waiting in alone.values() for who in waiting}
    return pairs, [(who, cents) for who, cents in people if who in left]
