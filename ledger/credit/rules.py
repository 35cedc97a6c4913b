"""Who may owe, and how much: what paying with a note or THE BOOK must meet.

Pure. All amounts are cents.
"""

from dataclasses import dataclass

from ledger.terms.bank_terms import Means
from ledger.terms.violations import BankTermViolation
from reservations.acts.problems import Impossible, RuleViolation

ON_CREDIT = (Means.NOTE, Means.BOOK)
"""The means that leave the player owing."""


@dataclass(frozen=True)
class GuestOwes(RuleViolation):
    """A guest would owe THE BOOK (mike, "Notes and THE BOOK")."""

    term = "who may owe"
    names: tuple[str, ...]

    def __str__(self) -> str:
        who = " and ".join(filter(None, (", ".join(self.names[:-1]), self.names[-1])))
        verb = "is a guest" if len(self.names) == 1 else "are guests"
        return f"{who} {verb}: only regulars owe THE BOOK."


@dataclass(frozen=True)
class GuestsNotesOut(RuleViolation):
    """Notes of guests are still out, which are not for THE BOOK (mike, "Notes and THE BOOK").

    ``notes``: the name of each, with its debtor's.
    """

    term = "who may owe"
    notes: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        named = ", ".join(f"{note} of {debtor}" for note, debtor in self.notes)
        return f"Only regulars owe THE BOOK, and notes of guests are out: {named}. Have them paid, or by their inviter."


@dataclass(frozen=True)
class AboveCreditLimit(BankTermViolation):
    """A player would owe more than their limit, THE BOOK and the notes of tonight together."""

    term = "credit limit"
    text = "{name} would owe {owed_cents} in all: the limit is {limit_cents}."
    name: str
    owed_cents: int
    limit_cents: int


@dataclass(frozen=True)
class CreditTerms:
    """How much a player may owe in all; ``None``: any amount. A hard limit is never overruled.

    ``refuses``: the player wants no credit at all, which only they can change.
    """

    limit_cents: int | None = None
    hard: bool = False
    refuses: bool = False


@dataclass(frozen=True)
class Debtor:
    """A player who is about to owe. ``owed_cents`` is what they owe already, THE BOOK and tonight's notes together;
    negative if THE BOOK owes them."""

    name: str
    regular: bool
    owed_cents: int
    terms: CreditTerms = CreditTerms()


class NoCredit(Impossible):
    """The player wants no credit, or has a limit that nobody overrules."""


def check_credit(amount_cents: int, pay: Means, debtor: Debtor) -> tuple[RuleViolation, ...]:
    """Return the violations of owing ``amount_cents`` more: who may owe, and the limit (mike, *Notes and THE BOOK*).

    A guest may write a note, but not owe THE BOOK. Raises ``NoCredit`` for a player who wants none and for more than a
    hard limit.
    """
    if pay not in ON_CREDIT:
        return ()
    if debtor.terms.refuses:
        raise NoCredit(f"{debtor.name} wants no credit: they pay in cash, or take that back themselves.")
    guest = (GuestOwes((debtor.name,)),) if pay is Means.BOOK and not debtor.regular else ()
    owed, limit = debtor.owed_cents + amount_cents, debtor.terms.limit_cents
    if limit is None or owed <= limit:
        return guest
    above = AboveCreditLimit(debtor.name, owed, limit)
    if debtor.terms.hard:
        raise NoCredit(f"{above} Nobody overrules it.")
    return (*guest, above)
