"""The terms about credit that an act can violate. All amounts are cents."""

from dataclasses import dataclass
from typing import ClassVar

from ledger.money.cents import show_cents
from reservations.acts.problems import RuleViolation


@dataclass(frozen=True)
class GuestOwes(RuleViolation):
    """A guest would owe THE BOOK (mike, "Notes and THE BOOK")."""

    term: ClassVar[str] = "who may owe"
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

    term: ClassVar[str] = "who may owe"
    notes: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        named = ", ".join(f"{note} of {debtor}" for note, debtor in self.notes)
        return f"Only regulars owe THE BOOK, and notes of guests are out: {named}. Have them paid, or by their inviter."


@dataclass(frozen=True)
class AboveCreditLimit(RuleViolation):
    """Somebody would owe more than their limit, THE BOOK and the notes of tonight together."""

    term: ClassVar[str] = "credit limit"
    name: str
    owed_cents: int
    limit_cents: int

    def __str__(self) -> str:
        return (
            f"{self.name} would owe {show_cents(self.owed_cents)} in all: the limit is {show_cents(self.limit_cents)}."
        )
