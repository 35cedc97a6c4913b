"""The rules about tables that can be broken, each with the facts it takes. Pure."""

from dataclasses import dataclass
from typing import ClassVar

from reservations.acts.problems import RuleViolation


@dataclass(frozen=True)
class TableFull(RuleViolation):
    """More people at one table than the house seats there (dave, *Two tables*)."""

    term: ClassVar[str] = "players at a table"
    table: int
    most: int
    would_sit: int

    def __str__(self) -> str:
        return f"At most {self.most} sit at one table; at table {self.table} it would be {self.would_sit}."


@dataclass(frozen=True)
class TooFewToSplit(RuleViolation):
    """A second table before there are enough people for two (dave, *Two tables*)."""

    term: ClassVar[str] = "when tables split"
    here: int
    split_at: int

    def __str__(self) -> str:
        return f"One table becomes two when {self.split_at} are here; now there are {self.here}."


@dataclass(frozen=True)
class TooManyToMerge(RuleViolation):
    """One table while there are still people for two (dave, *Two tables*)."""

    term: ClassVar[str] = "when tables merge"
    here: int
    merge_at: int

    def __str__(self) -> str:
        return f"Two tables become one when {self.merge_at} or fewer are left; now there are {self.here}."


@dataclass(frozen=True)
class LeavesUneven(RuleViolation):
    """A table change after which the tables are not even (dave, *Two tables*)."""

    term: ClassVar[str] = "table change"
    name: str
    table: int
    difference: int

    def __str__(self) -> str:
        return f"With {self.name} at table {self.table} one table has {self.difference} players more than the other."
