"""What THE BOOK says, as plain values: the page, the paper and the CSV all show exactly this.

Amounts are whole cents, standings signed: + for whoever is owed. Reading the database is not done here, so that paper
can be made, and tested, without one.
"""

from dataclasses import dataclass
from datetime import date

from reservations.parsing.names import name_key


@dataclass(frozen=True)
class BookRow:
    """One line of somebody's history. ``undone``: it is struck, or strikes another one."""

    day: date
    act: int
    note: int | None
    text: str
    cents: int
    running_cents: int
    undone: bool


@dataclass(frozen=True)
class Left:
    """Some of a standing that nothing has wiped out yet: since when, of which act, and whether it is overdue."""

    day: date
    act: int
    cents: int
    overdue: bool


@dataclass(frozen=True)
class InBook:
    """Somebody in THE BOOK; ``guest_of`` is "" for a regular and for nobody's guest. ``left``: the oldest first."""

    number: int
    name: str
    regular: bool
    guest_of: str
    cents: int
    left: tuple[Left, ...]
    rows: tuple[BookRow, ...] = ()

    @property
    def name_key(self) -> str:
        """Their name as it is sorted by and looked for."""
        return name_key(self.name)

    @property
    def owes(self) -> bool:
        """Whether they owe THE BOOK."""
        return self.cents < 0

    @property
    def word(self) -> str:
        """What the standing is, in words."""
        if not self.cents:
            return "even"
        return "owes" if self.owes else "is owed"

    @property
    def size_cents(self) -> int:
        """The standing without its sign, beside the word."""
        return abs(self.cents)

    @property
    def since(self) -> date | None:
        """Since when there is something of it."""
        return self.left[0].day if self.left else None

    @property
    def overdue_cents(self) -> int:
        """How much of what they owe is older than the term."""
        return -sum(each.cents for each in self.left if each.overdue)


@dataclass(frozen=True)
class StillOpen:
    """A night that is open and has written something into THE BOOK already; what it comes to is not made up yet."""

    night: int
    day: date
    house: str
    cents: int


@dataclass(frozen=True)
class BookReport:
    """THE BOOK as of act ``number``. ``on``: the day it was asked for; ``day``: the one to which ages are counted.

    ``term_days``: after how many of them something is overdue, where any house says so.
    """

    on: date | None
    day: date
    term_days: int | None
    people: tuple[InBook, ...]
    open_nights: tuple[StillOpen, ...]
    number: int
    head: str

    @property
    def standing(self) -> tuple[InBook, ...]:
        """Those who are not even, whoever owes most first."""
        return tuple(sorted((each for each in self.people if each.cents), key=lambda each: (each.cents, each.name)))

    @property
    def owed_cents(self) -> int:
        """What THE BOOK owes players."""
        return sum(each.cents for each in self.people if each.cents > 0)

    @property
    def owing_cents(self) -> int:
        """What players owe it."""
        return -sum(each.cents for each in self.people if each.cents < 0)

    @property
    def total_cents(self) -> int:
        """What all standings sum to: zero, but for nights that are open."""
        return self.owed_cents - self.owing_cents

    @property
    def adds_up(self) -> bool:
        """Whether they do; they always must."""
        return self.total_cents == sum(each.cents for each in self.open_nights)

    @property
    def overdue_cents(self) -> int:
        """What is overdue, of everybody."""
        return sum(each.overdue_cents for each in self.people)
