"""Who may owe and how much, in the model of a ledger: what everybody owes, and what was said of their credit.

One for the whole ledger: every night asks it. All amounts are int cents.
"""

from collections import Counter
from dataclasses import dataclass, field

from tests.ledger.model.night_model_houses import House
from tests.ledger.model.night_model_lines import Line
from tests.ledger.model.night_model_people import People


@dataclass
class Credit:
    """What everybody owes THE BOOK, - what it owes them, by key; and the `credit` acts that stand."""

    people: People
    book: Counter[str] = field(default_factory=Counter)
    said: list[Line] = field(default_factory=list)

    def _of(self, key: str, name: str) -> int | bool | None:
        values: list[int | bool | None] = [line.get(name) for line in self.said if line.get("player") == key]
        return next((value for value in reversed(values) if value is not None), None)

    def refuses(self, key: str) -> bool:
        """Whether somebody wants no credit."""
        return bool(self._of(key, "refuses"))

    def limit(self, key: str, house: House) -> int | None:
        """The most that somebody may owe in all: their own limit, else that of the house."""
        own = self._of(key, "limit")
        return house["credit_limit"] if own is None else own

    def is_hard(self, key: str, house: House) -> bool:
        """Whether nobody overrules the limit. The house's own hardness is of its own limit."""
        own = self._of(key, "hard")
        return bool(own) if own is not None else house["credit_hard"] and self._of(key, "limit") is None
