"""THE BOOK, in cents (+ owed), as plain values: page, paper and CSV show exactly these."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ledger.money.cents import show_money
from ledger.standings.ages import AgedPart
from reservations.parsing.names import name_key


def standing_in_words(cents: int) -> str:
    """Write a standing without its sign: "owes $27.00", "is owed $27.00" or "even"."""
    if not cents:
        return "even"
    return f"{'owes' if cents < 0 else 'is owed'} {show_money(abs(cents))}"


@dataclass(frozen=True)
class HistoryLine:
    """The effect of one act on a standing, then ``running_cents``; ``undone``: by a later act, or an undoing."""

    day: date
    act: int
    note: int | None
    text: str
    cents: int
    running_cents: int
    undone: bool
    kind: str = ""
    night: int | None = None

    @property
    def mark(self) -> str:
        """The word for a line that is crossed out, or that undoes another; "" for all others."""
        return "undone" if self.undone else ""


@dataclass(frozen=True)
class BookPlayer:
    """A player in THE BOOK; ``guest_of`` is the inviter of a guest, or "". ``left``: unpaid parts, the oldest first.

    ``overdue_cents``: the part of the debt that is older than the term.
    """

    number: int
    name: str
    regular: bool
    guest_of: str
    cents: int
    left: Sequence[AgedPart]
    overdue_cents: int
    rows: tuple[HistoryLine, ...] = ()

    @property
    def name_key(self) -> str:
        """The form of the name for sorting and searching."""
        return name_key(self.name)

    @property
    def owes(self) -> bool:
        return self.cents < 0

    @property
    def word(self) -> str:
        """The standing in words."""
        if not self.cents:
            return "even"
        return "owes" if self.owes else "is owed"

    @property
    def size_cents(self) -> int:
        """The standing without its sign, beside the word."""
        return abs(self.cents)

    @property
    def since(self) -> date | None:
        """The day of the oldest part of it; None at zero."""
        return self.left[0].day if self.left else None


@dataclass(frozen=True)
class OpenNight:
    """An open night that has changed THE BOOK already, by so many cents in all: not zero before its close."""

    night: int
    day: date
    house: str
    cents: int


@dataclass(frozen=True)
class BookReport:
    """THE BOOK as of act ``number``. ``on``: the day it is about; ``day``: the one to which ages are counted.

    ``term_days``: the days after which a debt is overdue; None if no house has a term.
    """

    on: date | None
    day: date
    term_days: int | None
    people: tuple[BookPlayer, ...]
    open_nights: tuple[OpenNight, ...]
    number: int
    head: str

    @property
    def standing(self) -> tuple[BookPlayer, ...]:
        """The players with a standing, the largest debt first."""
        return tuple(sorted((who for who in self.people if who.cents), key=lambda who: (who.cents, who.name)))

    @property
    def owed_cents(self) -> int:
        return sum(person.cents for person in self.people if person.cents > 0)

    @property
    def owing_cents(self) -> int:
        return -sum(person.cents for person in self.people if person.cents < 0)

    @property
    def total_cents(self) -> int:
        """The sum of all standings: zero, apart from open nights."""
        return self.owed_cents - self.owing_cents

    @property
    def adds_up(self) -> bool:
        """Whether the sum is that of the open nights; it always must be."""
        return self.total_cents == sum(night.cents for night in self.open_nights)

    @property
    def overdue_cents(self) -> int:
        """The overdue debts of all players together."""
        return sum(person.overdue_cents for person in self.people)
