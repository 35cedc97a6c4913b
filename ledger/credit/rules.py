"""Who may owe, and how much: what paying with a note or THE BOOK must meet.

Pure. All amounts are cents.
"""

from dataclasses import dataclass

from ledger.credit.violations import AboveCreditLimit, GuestOwes
from ledger.terms.bank_terms import Means
from reservations.acts.problems import Impossible, RuleViolation

ON_CREDIT = (Means.NOTE, Means.BOOK)
"""The means that leave somebody owing."""


@dataclass(frozen=True)
class CreditTerms:
    """How much somebody may owe in all; ``None``: any amount. A hard limit is never overruled.

    ``refuses``: they want no credit at all, which only they take back.
    """

    limit_cents: int | None = None
    hard: bool = False
    refuses: bool = False


@dataclass(frozen=True)
class Debtor:
    """Somebody who is about to owe. ``owed_cents`` is what they owe already, THE BOOK and tonight's notes together;
    negative where THE BOOK owes them."""

    name: str
    regular: bool
    owed_cents: int
    terms: CreditTerms = CreditTerms()


class NoCredit(Impossible):
    """Somebody wants no credit, or has a limit that nobody overrules."""


def check_credit(amount_cents: int, pay: Means, debtor: Debtor) -> tuple[RuleViolation, ...]:
    """Every term that owing ``amount_cents`` more breaks: who may owe, and the limit (mike, *Notes and THE BOOK*).

    A guest may write a note, but not owe THE BOOK. Raises ``NoCredit`` for somebody who wants none and for more than a
    hard limit.
    """
    if pay not in ON_CREDIT:
        return ()
    if debtor.terms.refuses:
        raise NoCredit(f"{debtor.name} wants no credit: they pay in cash, or take that back themselves.")
    guest = (GuestOwes((debtor.name,)),) if pay is Means.BOOK and not debtor.regular else ()
    return (*guest, *_check_limit(debtor.owed_cents + amount_cents, debtor))


def _check_limit(owed_cents: int, debtor: Debtor) -> tuple[RuleViolation, ...]:
    limit = debtor.terms.limit_cents
    if limit is None or owed_cents <= limit:
        return ()
    violations = AboveCreditLimit(debtor.name, owed_cents, limit)
    if debtor.terms.hard:
        raise NoCredit(f"{violations} Nobody overrules it.")
    return (violations,)
