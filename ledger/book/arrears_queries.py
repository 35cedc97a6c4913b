"""Overdue debts, as a plain fact for whoever has a rule about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ledger.book.ages import Aged
from ledger.book.queries import ages
from ledger.night.queries import terms_of
from reservations.models import Rules


@dataclass(frozen=True)
class Overdue:
    """What somebody has owed THE BOOK for longer than they may, in cents, and since when some of it."""

    cents: int
    since: date


def overdue(on: date, days: int) -> dict[int, Overdue]:
    """Return by number who owed THE BOOK something on that day for more than so many days, and how much of it.

    What came in since has wiped out the oldest debts first.
    """
    found = {player: overdue_of(left, on, days) for player, left in ages(on).items()}
    return {player: each for player, each in found.items() if each is not None}


def overdue_of(left: Sequence[Aged], on: date, days: int) -> Overdue | None:
    """Return how much of what is left of somebody's debts, the oldest first, is overdue; nothing for none."""
    old = [each for each in left if is_overdue(each, on, days)]
    return Overdue(-sum(each.cents for each in old), old[0].day) if old else None


def is_overdue(debt: Aged, on: date, days: int) -> bool:
    """Tell whether it is a debt, and more than so many days old on that day."""
    return debt.cents < 0 and debt.day < on - timedelta(days=days)


def overdue_cents(on: date) -> dict[int, int]:
    """Return the overdue cents by number as a rule takes them, for instance one about who may sign up for a night.

    By the shortest term of the houses; nothing is overdue where no house has one.
    """
    days = term_days()
    return {} if days is None else {player: each.cents for player, each in overdue(on, days).items()}


def term_days() -> int | None:
    """Return after how many days a debt is overdue: the shortest term of the houses as they are; ``None`` for none.

    THE BOOK is one for all houses and a debt in it is of no house, so it cannot be told which term is its own.
    """
    newest = {rules.house_id: rules for rules in Rules.objects.order_by("version")}
    terms = [terms_of(rules).overdue_days for rules in newest.values()]
    return min((days for days in terms if days is not None), default=None)
