"""The terms about coming that can be broken, each with the facts it takes. Pure."""

from dataclasses import dataclass
from typing import ClassVar

from reservations.problems import BrokenTerm


@dataclass(frozen=True)
class Barred(BrokenTerm):
    """Somebody may have no seat: because of missed nights, or of debts, or as they are out of the group."""

    term: ClassVar[str] = "who may reserve"
    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.why}"


@dataclass(frozen=True)
class NoFavour(BrokenTerm):
    """The house does not let its host put somebody before the others."""

    term: ClassVar[str] = "host's favour"
    name: str

    def __str__(self) -> str:
        return f"In this house nobody is favoured on the waiting list, and so neither is {self.name}."
