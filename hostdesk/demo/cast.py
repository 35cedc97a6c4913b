"""Who plays in the demo, and under which rules: read out of ``cast.toml`` beside this. Pure."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hostdesk.rules.presets import check_document, load_preset
from ledger.money import parse_cents, parse_signed_cents
from ledger.terms import BankTerms, bank_terms

_FILE = Path(__file__).parent / "cast.toml"


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest where somebody ``brought_by`` them. ``luck``: how often they win, among others.

    ``limit_cents`` is how much they may owe in all; ``refuses_credit``: they want to owe nothing.
    """

    name: str
    luck: int
    brought_by: str = ""
    limit_cents: int | None = None
    refuses_credit: bool = False


@dataclass(frozen=True)
class Game:
    """A house to play under, the preset of that key, and the float that its bank is opened with.

    ``revised`` is the document that the host made of it in the middle of the season, where they did.
    """

    house: str
    float_cents: int
    terms: BankTerms
    revised: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Cast:
    """Everybody who comes often, the host first, and the games, the usual one first.

    ``visitors`` come on the last night only, by which of its games they play. ``old_book`` is what stood in the book
    before this one, in cents by name: + it owed them.
    """

    people: tuple[Person, ...]
    visitors: Mapping[int, tuple[Person, ...]]
    games: tuple[Game, ...]
    old_book: Mapping[str, int]

    @property
    def host(self) -> Person:
        """The host, who runs the bank on most nights."""
        return self.people[0]

    @property
    def by_name(self) -> Mapping[str, Person]:
        """Everybody who comes often, by their name."""
        return {person.name: person for person in self.people}

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
        people=tuple(map(_person, content["people"])),
        visitors=_visitors(content["visitors"]),
        games=tuple(map(_game, content["games"])),
        old_book={name: parse_signed_cents(text) for name, text in content["old_book"].items()},
    )


def _person(said: Mapping[str, Any]) -> Person:
    limit = parse_cents(said["limit"]) if "limit" in said else None
    return Person(**{key: value for key, value in said.items() if key != "limit"}, limit_cents=limit)


def _visitors(said: Sequence[Mapping[str, Any]]) -> Mapping[int, tuple[Person, ...]]:
    games = sorted({each["game"] for each in said})
    return {game: tuple(Person(each["name"], each["luck"]) for each in said if each["game"] == game) for game in games}


def _game(said: Mapping[str, Any]) -> Game:
    preset = load_preset(said["house"])
    revised = _revised(preset, said["revised"]) if "revised" in said else None
    return Game(said["house"], parse_cents(said["float"]), bank_terms(preset), revised)


def _revised(document: dict[str, Any], sections: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return check_document(document | {name: document.get(name, {}) | terms for name, terms in sections.items()})
