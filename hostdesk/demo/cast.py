"""Who plays in the demo, and under which rules: read out of ``cast.toml`` beside this. Pure."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from hostdesk.presets import load_preset
from ledger.money import parse_cents
from ledger.terms import BankTerms, bank_terms

_FILE = Path(__file__).parent / "cast.toml"


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest where somebody ``brought_by`` them. ``luck``: how often they win, among others."""

    name: str
    luck: int
    brought_by: str = ""


@dataclass(frozen=True)
class Game:
    """A house to play under, the preset of that key, and the float that its bank is opened with."""

    house: str
    float_cents: int
    terms: BankTerms


@dataclass(frozen=True)
class Cast:
    """Everybody, the host first, and the games, the usual one first."""

    people: tuple[Person, ...]
    games: tuple[Game, ...]

    @property
    def host(self) -> Person:
        """The host, who runs the bank on most nights."""
        return self.people[0]

    @property
    def regulars(self) -> tuple[Person, ...]:
        """Those whom nobody brought."""
        return tuple(person for person in self.people if not person.brought_by)

    @property
    def guests(self) -> tuple[Person, ...]:
        """Those whom somebody brought."""
        return tuple(person for person in self.people if person.brought_by)


def read_cast() -> Cast:
    """Read the people and the games of the demo."""
    content = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return Cast(
        people=tuple(Person(**each) for each in content["people"]),
        games=tuple(_game(each["house"], each["float"]) for each in content["games"]),
    )


def _game(house: str, float_text: str) -> Game:
    return Game(house, parse_cents(float_text), bank_terms(load_preset(house)))
