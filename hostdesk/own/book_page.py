"""THE BOOK as one player reads it: where they stand, every line, and the plans among them, each once."""

from collections.abc import Sequence
from dataclasses import dataclass

from hostdesk.months.queries import OwnPlan
from hostdesk.own.home_page import Owed
from hostdesk.site.needs_queries import needs_by_terms
from ledger.book.own_queries import own_lines
from ledger.book.statement import OwnLine
from ledger.models import Account, AccountKind
from reservations.models import Player
from reservations.players.queries import same_person


@dataclass(frozen=True)
class BookRow:
    """A line, or a plan that was made then: one of them is None."""

    line: OwnLine | None = None
    plan: OwnPlan | None = None

    @property
    def number(self) -> int:
        """The number of its act."""
        said = self.line.act if self.line else self.plan.number if self.plan else 0
        return int(said)


def book_rows(player: Player, owed: Owed) -> Sequence[BookRow]:
    """Return the lines of a player, who is no duplicate, and the plans they are part of, the newest first."""
    rows = [BookRow(line=line) for line in own_lines(player)]
    rows += [BookRow(plan=plan) for plan in owed.plans.plans]
    return sorted(rows, key=lambda row: row.number)[::-1]  # Of one act the last line comes first, too.


def keeps_book(player: Player) -> bool:
    """Tell whether THE BOOK has anything to do with a player: any house has kept it, or it has a line of theirs."""
    theirs = Account.objects.filter(kind=AccountKind.BOOK, player__in=same_person(player))
    return theirs.exists() or "book" in needs_by_terms()
