"""The preview of shared expenses before anything is recorded: the players, and the sums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from hostdesk.imports.shared_expenses.entries import SharedExpenses, balances_of, days_of
from hostdesk.imports.ways_in.queries import field_of, names_in, totals_of
from ledger.book.changes import Change
from ledger.standings.queries import standings
from reservations.models import Player
from reservations.players.queries import Roster


@dataclass(frozen=True)
class PersonShown(Change):
    """A person in the file: their name there, the change of their standing, and their player (None: new)."""

    player: Player | None = None

    @property
    def field(self) -> str:
        """The form's field for the choice of the name."""
        return field_of(self.name)


@dataclass(frozen=True)
class ExpensesShown:
    """A file with its sums in one ``currency``, and everybody who can be chosen for a name."""

    expenses: SharedExpenses
    currency: str
    people: Sequence[PersonShown]
    everybody: Sequence[Player]
    days: Mapping[date, Mapping[str, int]]

    @cached_property
    def cents(self) -> dict[str, int]:
        """Everybody's credit (+) or debt, by the name in the file."""
        return {person.name: person.cents for person in self.people}

    @cached_property
    def who(self) -> dict[str, Player | None]:
        """Everybody's player, by the name in the file."""
        return {person.name: person.player for person in self.people}

    @property
    def newcomers(self) -> list[str]:
        """The names that are nobody's yet."""
        return [person.name for person in self.people if person.player is None]

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """Everybody's totals in the nights, see `totals_of`: without payments between people."""
        nights = (nets.items() for nets in self.days.values())
        return totals_of([(str(self.who[name] or name), cents) for name, cents in nets] for nets in nights)

    @property
    def moves(self) -> bool:
        """Whether anybody is owed anything."""
        return any(person.cents for person in self.people)


def shown_of(expenses: SharedExpenses, currency: str, chosen: Mapping[str, str]) -> ExpensesShown:
    """Return the sums of a file in a currency, with the host's choices by `field_of` the name: a number, `NEW` or "".

    Without a choice it is the player with that name, now or before; else the one whose name is the same but for case,
    accents and spaces, if there is one alone.
    """
    roster, now, people = Roster(), standings(), []
    balances = balances_of(expenses, currency)
    for name in names_in(balances, chosen, roster):
        player, cents = name.likely, balances[name.text]
        before_cents = now.get(player.number, 0) if player else 0
        people.append(PersonShown(name.text, before_cents, cents, player))
        if player is not None:  # two names may be one person
            now[player.number] = before_cents + cents
    return ExpensesShown(expenses, currency, people, roster.people, days_of(expenses, currency))
