"""THE BOOK for one player: their standing, every line, and the plans among them, each once."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.http import urlencode

from hostdesk.people.own.home_page import Owed
from ledger.book.own_queries import own_lines
from ledger.book.statement import OwnLine
from ledger.months.plan_queries import OwnPlan
from reservations.models import Player


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
    """Return the lines of a player, who is no duplicate, and their plans, the newest first."""
    rows = [BookRow(line=line) for line in own_lines(player)]
    rows += [BookRow(plan=plan) for plan in owed.plans.plans]
    return sorted(rows, key=lambda row: row.number)[::-1]  # Of one act the last line comes first, too.


def periods(today: date) -> list[tuple[str, str]]:
    """Return the usual periods of a statement, with their form in an address."""
    last_month = today.replace(day=1) - timedelta(days=1)
    spans = {
        "This month": (today.replace(day=1), today.replace(day=monthrange(today.year, today.month)[1])),
        "Last month": (last_month.replace(day=1), last_month),
        "This year": (date(today.year, 1, 1), date(today.year, 12, 31)),
        "Last year": (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)),
    }
    named = [(name, urlencode({"from": f"{first}", "to": f"{last}"})) for name, (first, last) in spans.items()]
    return [*named, ("Everything", "from=")]
