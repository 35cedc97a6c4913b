"""The conditions of owing by note or in THE BOOK.

Pure. All amounts are cents.
"""

from dataclasses import dataclass

from ledger.money.cents import show_cents
from ledger.money.words import Means
from reservations.acts.problems import Impossible, RuleViolation
from reservations.parsing.names import joined_words

ON_CREDIT = (Means.NOTE, Means.BOOK)
"""The means that leave the player owing."""


WHO_MAY_OWE, CREDIT_LIMIT = "who may owe", "credit limit"
"""The terms about credit (mike, "Notes and THE BOOK")."""


def guests_owe(*names: str) -> RuleViolation:
    """Return the violation of guests who would owe THE BOOK."""
    verb = "is a guest" if len(names) == 1 else "are guests"
    return RuleViolation(WHO_MAY_OWE, f"{joined_words(names)} {verb}: only regulars owe THE BOOK.")


@dataclass(frozen=True)
class CreditTerms:
    """A player's limit on all debts; ``None``: any amount. A hard limit is never overruled.

    ``refuses``: the player wants no credit at all, which only they can change.
    """

    limit_cents: int | None = None
    hard: bool = False
    refuses: bool = False


@dataclass(frozen=True)
class Debtor:
    """A player who is about to owe.

    ``owed_cents`` is the present debt, THE BOOK and tonight's notes together; negative if THE BOOK owes the player.
    """

    name: str
    regular: bool
    owed_cents: int
    terms: CreditTerms = CreditTerms()


class NoCredit(Impossible):
    """The player wants no credit, or has a limit that nobody overrules."""


def check_credit(amount_cents: int, pay: Means, debtor: Debtor) -> tuple[RuleViolation, ...]:
    """Return the violations of owing ``amount_cents`` more: guests, and the limit (mike, *Notes and THE BOOK*).

    A guest may write a note, but not owe THE BOOK. Raises ``NoCredit`` for a player who wants none and for more than a
    hard limit.
    """
    if pay not in ON_CREDIT:
        return ()
    if debtor.terms.refuses:
        raise NoCredit(f"{debtor.name} wants no credit: they pay in cash, or take that back themselves.")
    guest = (guests_owe(debtor.name),) if pay is Means.BOOK and not debtor.regular else ()
    owed, limit = debtor.owed_cents + amount_cents, debtor.terms.limit_cents
    if limit is None or owed <= limit:
        return guest
    above = f"{debtor.name} would owe {show_cents(owed)} in all: the limit is {show_cents(limit)}."
    if debtor.terms.hard:
        raise NoCredit(f"{above} Nobody overrules it.")
    return (*guest, RuleViolation(CREDIT_LIMIT, above))
