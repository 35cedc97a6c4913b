"""Reading a document of rules that a person may have edited: every fault is collected, none stops the reading.

Pure. A ``Section`` hands out values by key, each through a reader that raises ``Malformed``; what it was never asked
for is an unknown key. Every app reads its own part of the document this way.
"""

import difflib
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from reservations.names import parse_name
from reservations.problems import Malformed, quoted

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)
Contradiction = tuple[bool, str, *tuple[str, ...]]
"""Whether two terms contradict each other, what to say then, and the places of both, the one to put right first."""


class BadTerms(Malformed):
    """A document of rules that cannot be played by; ``faults`` has a sentence for each thing to put right."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class Faults:
    """What is wrong with a document so far, in the order it was found, each with its place."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []

    def add(self, place: str, sentence: str) -> None:
        """Note a fault at a place ("[buy_in] minimum")."""
        self._found.append((place, sentence))

    def touch(self, places: Iterable[str]) -> bool:
        """Tell whether one of these places, or something inside it, is at fault already."""
        return any(found.startswith(place) for place in places for found, _ in self._found)

    def sentences(self) -> tuple[str, ...]:
        """All faults, each with its place before it."""
        return tuple(f"{place}: {sentence}" for place, sentence in self._found)

    def check(self, contradictions: Iterable[Contradiction] = ()) -> None:
        """Note what contradicts itself. Raises ``BadTerms`` with everything that was found.

        A term that could not be read contradicts nothing: its own fault is enough.
        """
        for is_wrong, sentence, *places in contradictions:
            if is_wrong and not self.touch(places):
                self.add(places[0], sentence)
        if self._found:
            raise BadTerms(self.sentences())


class Section:
    """One table of a document: the values by key, and where it stands for the messages."""

    def __init__(self, content: Mapping[str, object], faults: Faults, place: str = "") -> None:
        self._content = content
        self._faults = faults
        self._place = place
        self._asked: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def read(self, key: str, reader: Callable[[object], T], default: D) -> T | D:
        """Read a value that may be left out; a value the reader refuses is a fault and counts as left out."""
        self._asked.append(key)
        if key not in self._content:
            return default
        try:
            return reader(self._content[key])
        except Malformed as problem:
            self.fault(key, str(problem))
            return default

    def need(self, key: str, reader: Callable[[object], T], hint: str, default: D) -> T | D:
        """Read a value that has to be there; ``hint`` tells whoever left it out what to write."""
        if key not in self._content:
            self.fault(key, f"This is missing; {hint}.")
        return self.read(key, reader, default)

    def table(self, key: str, inside: str = "[{}] ") -> "Section":
        """Give the table under a key, an empty one where there is none."""
        self._asked.append(key)
        place = inside.format(self._at(key))
        content = self._content.get(key, {})
        if not isinstance(content, Mapping):
            self._faults.add(place.rstrip(), "This has to be a table of its own.")
            content = {}
        return Section(content, self._faults, place)

    def inline(self, key: str) -> "Section | None":
        """Give the table written inside the line of a key (``minimum = {amount = "4.00"}``), if there is one."""
        return self.table(key, "{}.") if isinstance(self.read(key, _inline, None), Mapping) else None

    def tables(self, key: str) -> tuple["Section", ...]:
        """Give the tables of a list (``[[chips]]``), none where there is no list."""
        rows = self.read(key, _tables, ())
        return tuple(Section(row, self._faults, f"[[{key}]] no. {number}: ") for number, row in enumerate(rows, 1))

    def fault(self, key: str, sentence: str) -> None:
        """Note a fault of the value under a key."""
        self._faults.add(self._at(key), sentence)

    def finish(self, also: Iterable[str] = ()) -> None:
        """Note every key that nobody asked for as unknown, apart from ``also``, with the one that may be meant."""
        known = sorted({*self._asked, *also})
        for key in self._content:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                meant = f"do you mean {near[0]}?" if near else f"known here: {', '.join(known)}."
                self._faults.add(self._at(quoted(key)), f"This is unknown; {meant}")

    def _at(self, key: str) -> str:
        return f"{self._place}{key}"


def flag(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise Malformed("Write true or false, without quotes.")
    return value


def always(value: object) -> bool:
    """Read a flag that only says something when it is true."""
    if value is not True:
        raise Malformed("Write true, or leave the line out.")
    return True


def text(value: object, most: int = 2_000) -> str:
    """Read text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise Malformed("Write some text in quotes.")
    if len(value) > most:
        raise Malformed(f"This is longer than {most} characters.")
    return value.strip()


def name_of(value: object) -> str:
    """Read a name: a person's, a house's, a colour's."""
    return parse_name(text(value))


def whole(least: int, most: int) -> Callable[[object], int]:
    """Make the reader of a whole number from ``least`` to ``most``."""

    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise Malformed(f"Write a whole number from {least} to {most}, without quotes.")
        return value

    return read


def choice(kind: type[E]) -> Callable[[object], E]:
    """Make the reader of one of the values of an enumeration."""

    def read(value: object) -> E:
        for member in kind:
            if member.value == value:
                return member
        # Whole, however long it is: that is what has to be written.
        raise Malformed("Write one of " + ", ".join(f'"{member.value}"' for member in kind) + ".")

    return read


def many(reader: Callable[[object], T], most: int) -> Callable[[object], tuple[T, ...]]:
    """Make the reader of a list of one to ``most`` values, none of them twice."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise Malformed(f"Write a list in brackets, of at least one and at most {most}.")
        items = tuple(reader(item) for item in value)
        if len(set(items)) < len(items):
            raise Malformed("Something stands in this list twice.")
        return items

    return read


def _inline(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise Malformed('Write it in braces, like {amount = "10.00"}.')
    return value


def _tables(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
        raise Malformed("Each of these has to be a table of its own, under [[...]].")
    return value
