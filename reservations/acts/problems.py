"""What can be wrong with what somebody asks for: one base class, a few families, whole sentences.

An error takes facts and makes the sentence a person reads; pages and commands show it as it is and catch nothing
wider than ``Problem``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_QUOTED_CHARACTERS = 24


class Problem(Exception):
    """Something a person asked for cannot be done; ``str()`` is the whole sentence they read."""


class Malformed(Problem):
    """Input that cannot be read: an amount, a name, a line, a set of rules."""


class Impossible(Problem):
    """Arithmetic or state forbids it; no ruling ever overrules that."""


class Unlikely(Impossible):
    """It can only be a slip, as an act that is recorded twice. Only a stamp that says ``as_it_was`` lets it in."""


class Unannounced(Problem):
    """It has a consequence that nobody was told of before the tap; whoever confirms it may do it."""


class MayNotOverrule(Problem):
    """Somebody other than the host overrules a rule of the house."""

    def __init__(self) -> None:
        super().__init__("Only the host overrules a rule of the house.")


class Repeated(Exception):
    """A key came again with the same content; the frame of a command gives the ``answer`` of the first time."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer


class SetAside(Exception):
    """What could not be done was left for later, by its name and with its fault, and the rest was ``done``."""

    def __init__(self, faults: Mapping[str, Exception], done: int = 0) -> None:
        self.faults, self.done = faults, done
        super().__init__("; ".join(f"{what}: {reason}" for what, reason in self.words().items()))

    def words(self) -> dict[str, str]:
        """Return the reasons in words, by what was left."""
        return {what: str(fault) if isinstance(fault, Problem) else repr(fault) for what, fault in self.faults.items()}


class Faulty(Problem):
    """What is wrong with a file: a sentence for each fault, with the number of its line."""

    def __init__(self, faults: Sequence[tuple[int, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{number}: {sentence}" for number, sentence in self.faults))


@dataclass(frozen=True)
class RuleViolation:
    """One term of a house that an act does not keep: its short name ("maximum buy-in"), and the sentence to read.

    The sentence says what the rule is and how it is broken, with the numbers.
    """

    term: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def kept_violations(violations: Iterable[RuleViolation]) -> list[list[str]]:
    """Return violations as an act or a fact keeps those that a ruling set aside: each by its name and its sentence."""
    return [[each.term, each.sentence] for each in violations]


def read_violations(kept: Iterable[Any]) -> tuple[RuleViolation, ...]:
    """Return violations as they were kept. Early ones have a sentence and no name: their ``term`` is ""."""
    return tuple(RuleViolation("", each) if isinstance(each, str) else RuleViolation(*each) for each in kept)


class Refused(Problem):
    """An act breaks terms of its house; the host may overrule them all with one ruling.

    ``violations`` holds every term the act meets, ``allowed`` says what could be done instead, ``house`` whose rules
    they are.
    """

    def __init__(self, violations: tuple[RuleViolation, ...], allowed: str = "", house: str = "") -> None:
        self.violations = violations
        self.allowed = allowed
        self.house = house
        super().__init__(violations, allowed, house)

    @property
    def rules(self) -> str:
        """The rules that are broken, by name and each once: "maximum buy-in, multiples"."""
        return ", ".join(dict.fromkeys(each.term for each in self.violations))

    def __str__(self) -> str:
        sentences = " ".join(filter(None, [*map(str, self.violations), self.allowed]))
        return f"{self.house}: {sentences}" if self.house else sentences


def quoted(text: str) -> str:
    """Repeat what somebody wrote inside a message: in quotes, cut short, nothing in it that cannot be seen."""
    start = "".join(character if character.isprintable() else "�" for character in text[:_QUOTED_CHARACTERS])
    return f'"{start}…"' if len(text) > _QUOTED_CHARACTERS else f'"{start}"'


class Unknown(Impossible):
    """Nobody and nothing goes by that name."""
