"""What the page of shared expenses shows before anything is recorded: who everybody is, and what it comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from hostdesk.imports.results.queries import NEW, field_of, totals_of
from hostdesk.imports.shared_expenses.entries import SharedExpenses
from hostdesk.imports.shared_expenses.sums import balances_of, days_of
from hostdesk.people.players.duplicates import SAME, alike
from ledger.book.changes import Change
from ledger.standings.queries import standings
from reservations.models import Player
from reservations.players.queries import Roster


@dataclass(frozen=True)
class PersonShown(Change):
    """Somebody in the file: the name there, what it does to their standing, and who that is (None: new)."""

    player: Player | None = None

    @property
    def field(self) -> str:
        """What a form calls the choice for the name."""
        return field_of(self.name)


@dataclass(frozen=True)
class Shown:
    """A file with what it comes to in one ``currency``, and everybody who can be chosen for a name."""

    expenses: SharedExpenses
    currency: str
    people: Sequence[PersonShown]
    everybody: Sequence[Player]
    days: Mapping[date, Mapping[str, int]]

    @cached_property
    def cents(self) -> dict[str, int]:
        """What everybody is owed (+) or owes, by the name in the file."""
        return {each.name: each.cents for each in self.people}

    @cached_property
    def who(self) -> dict[str, Player | None]:
        """Who everybody is, by the name in the file."""
        return {each.name: each.player for each in self.people}

    @property
    def newcomers(self) -> list[str]:
        """The names that are nobody's yet."""
        return [each.name for each in self.people if each.player is None]

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """What everybody comes to in the nights, see `totals_of`: without payments between people."""
        nights = (nets.items() for nets in self.days.values())
        return totals_of([(str(self.who[name] or name), cents) for name, cents in nets] for nets in nights)

    @property
    def moves(self) -> bool:
        """Whether anybody is owed anything."""
        return any(each.cents for each in self.people)


def shown_of(expenses: SharedExpenses, currency: str, chosen: Mapping[str, str]) -> Shown:
    """Return what a file comes to in a currency, the host's choices by `field_of` the name: a number, `NEW` or "".

    Where nothing was chosen it is whoever has, or had, the name; else the one whose name is the same but for case,
    accents and spaces, if there is one alone.
    """
    roster, now, people = Roster(), standings(), []
    for name, cents in balances_of(expenses, currency).items():
        said, player = chosen.get(field_of(name), ""), None
        if said.isdigit():
            player = roster.numbered(said)
        elif said != NEW:
            same = [each for each in roster.people if alike(each.name, name) == SAME]
            player = roster.called(name) or (same[0] if len(same) == 1 else None)
        before_cents = now.get(player.number, 0) if player else 0
        people.append(PersonShown(name, before_cents, cents, player))
        if player is not None:  # two names may be one person
            now[player.number] = before_cents + cents
    return Shown(expenses, currency, people, roster.people, days_of(expenses, currency))
