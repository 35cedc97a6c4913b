"""A pasted list of names: which are new, who is known already, and what is no name, each with its line."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from reservations.acts.problems import Malformed
from reservations.models import Player
from reservations.parsing.names import name_key, parse_name
from reservations.players.queries import persons_by_name

MOST_NAMES = 200


@dataclass(frozen=True)
class Entry:
    """One name of the list: its place among all of them, its line, what was written, and what there is to say of it."""

    place: int
    line: int
    text: str
    said: str = ""


@dataclass
class NameList:
    """The list, sorted by what will become of each name."""

    new: list[Entry] = field(default_factory=list)
    known: list[Entry] = field(default_factory=list)
    refused: list[Entry] = field(default_factory=list)


def read_names(text: str) -> NameList:
    """Read names, one a line or with commas between them. Raises ``Malformed`` for more than 200 of them."""
    entries = list(_entries(text))
    if len(entries) > MOST_NAMES:
        raise Malformed(f"These are {len(entries)} names; at most {MOST_NAMES} go at once.")
    people, names = _people(), NameList()
    seen: dict[str, int] = {}
    for entry in entries:
        _sort_in(entry, names, people, seen)
    return names


def _entries(text: str) -> Iterator[Entry]:
    place = 0
    for line, written in enumerate(text.splitlines(), start=1):
        for piece in written.split(","):
            if piece.strip():
                place += 1
                yield Entry(place, line, piece.strip())


def _people() -> dict[str, str]:
    """Return who goes, or went, by which name, by name key."""
    called = dict(Player.objects.values_list("number", "name"))
    return {key: called[number] for key, number in persons_by_name().items()}


def _sort_in(entry: Entry, names: NameList, people: dict[str, str], seen: dict[str, int]) -> None:
    try:
        name = parse_name(entry.text)
    except Malformed as problem:
        names.refused.append(Entry(entry.place, entry.line, entry.text, str(problem)))
        return
    key = name_key(name)
    if key in people:
        said = "" if name_key(people[key]) == key else f"now called {people[key]}"
        names.known.append(Entry(entry.place, entry.line, name, said))
    elif key in seen:
        names.refused.append(Entry(entry.place, entry.line, name, f"The same name as in line {seen[key]}."))
    else:
        names.new.append(Entry(entry.place, entry.line, name))
        seen[key] = entry.line
