"""The problems of a request: one base class, a few families, whole sentences.

An error takes facts and makes the sentence for the reader; pages and commands show it unchanged, and do not catch
anything wider than ``Problem``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_QUOTED_CHARACTERS = 24


class Problem(Exception):
    """A request that cannot be done; ``str()`` is the whole sentence for the reader."""


class Malformed(Problem):
    """Input that cannot be read: an amount, a name, a line, a set of rules."""


class Impossible(Problem):
    """An act against arithmetic or state; no ruling overrules it."""


class Unlikely(Impossible):
    """An act that can only be a slip, for example an act recorded twice. Only a stamp with ``as_it_was`` lets it in."""


class UndoFirst(Impossible):
    """An act cannot be undone before other acts. ``numbers`` are theirs, the first to undo first."""

    def __init__(self, act: str, numbers: Sequence[int], because: str) -> None:
        self.numbers = numbers
        named = ", then ".join(f"act {number}" for number in numbers)
        super().__init__(f"{act} cannot be undone yet: {because} Undo {named} first.")


class Changed(Impossible):
    """A figure that decides the act is different ``now`` from the author's page, which has ``shown`` another value."""

    def __init__(self, sentence: str = "", shown: Any = None, now: Any = None) -> None:
        self.shown, self.now = shown, now
        super().__init__(sentence or "Something was recorded since you loaded this page. Check it again.")


class Unannounced(Problem):
    """An act with a consequence that was not announced before the tap; a confirmation lets it in."""


class MayNotOverrule(Problem):
    """A ruling by a person other than the host."""

    def __init__(self) -> None:
        super().__init__("Only the host overrules a rule of the house.")


class Repeated(Exception):
    """A key was sent again with the same content; the frame of a command returns the first ``answer``."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer


class SetAside(Exception):
    """Some jobs failed and wait: ``faults`` by the name of the job, ``done`` for the sum of the others."""

    def __init__(self, faults: Mapping[str, Exception], done: int = 0) -> None:
        self.faults, self.done = faults, done
        super().__init__("; ".join(f"{what}: {reason}" for what, reason in self.words().items()))

    def words(self) -> dict[str, str]:
        """Return the reasons in words, by the name of the job."""
        return {what: str(fault) if isinstance(fault, Problem) else repr(fault) for what, fault in self.faults.items()}


class Faulty(Problem):
    """The faults of a file: a sentence for every fault, with its line number."""

    def __init__(self, faults: Sequence[tuple[int, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{number}: {sentence}" for number, sentence in self.faults))

    @property
    def placed(self) -> list[tuple[Any, str]]:
        """The sentences by their place, for a page."""
        return list(self.faults)


class Faults(list[tuple[int, str]]):
    """The faults of a file so far, in sentences, by line."""

    def add(self, line: int, place: str, problem: object) -> None:
        """Add the fault of a line, in the column or field of that name; "" for the whole line."""
        self.append((line, f"{place}: {problem}" if place else str(problem)))

    @contextmanager
    def at(self, line: int, place: str = "") -> Iterator[None]:
        """Add a fault that is raised inside of the block, and skip the rest of the block."""
        try:
            yield
        except UnicodeDecodeError:
            self.add(line, place, "this is not UTF-8 text.")
        except Faulty as faulty:
            self.extend(faulty.faults)
        except Problem as wrong:
            self.add(line, place, wrong)

    def end(self) -> None:
        """Raise ``Faulty`` with all of them, if there are any."""
        if self:
            raise Faulty(self)


@dataclass(frozen=True)
class RuleViolation:
    """A house's term that an act breaks: its short name ("maximum buy-in") and a sentence.

    The sentence states the rule and how the act breaks it, with the numbers.
    """

    term: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def violated_if(is_broken: object, term: str, sentence: str) -> tuple[RuleViolation, ...]:
    """Return the violation of that term if it is broken, else ()."""
    return (RuleViolation(term, sentence),) if is_broken else ()


def kept_violations(violations: Iterable[RuleViolation]) -> list[list[str]]:
    """Return overruled violations in the form that an act or a fact keeps: pairs of name and sentence."""
    return [[violation.term, violation.sentence] for violation in violations]


def read_violations(kept: Iterable[Any]) -> tuple[RuleViolation, ...]:
    """Return kept violations. An early violation has a sentence and no name: its ``term`` is ""."""
    return tuple(RuleViolation("", one) if isinstance(one, str) else RuleViolation(*one) for one in kept)


class Refused(Problem):
    """An act breaks terms of its house; the host may overrule them all with one ruling.

    ``violations`` holds all broken terms, ``allowed`` the permitted alternative, ``house`` the owner of the rules.
    """

    def __init__(self, violations: tuple[RuleViolation, ...], allowed: str = "", house: str = "") -> None:
        self.violations = violations
        self.allowed = allowed
        self.house = house
        super().__init__(violations, allowed, house)

    @property
    def rules(self) -> str:
        """The names of the broken rules, without repetition: "maximum buy-in, multiples"."""
        return ", ".join(dict.fromkeys(violation.term for violation in self.violations))

    def __str__(self) -> str:
        sentences = " ".join(filter(None, [*map(str, self.violations), self.allowed]))
        return f"{self.house}: {sentences}" if self.house else sentences


def quoted(text: str) -> str:
    """Quote a person's text inside a message: in quotes, cut short, without invisible characters."""
    start = "".join(character if character.isprintable() else "�" for character in text[:_QUOTED_CHARACTERS])
    return f'"{start}…"' if len(text) > _QUOTED_CHARACTERS else f'"{start}"'


class Unknown(Impossible):
    """No player and no thing has that name."""
