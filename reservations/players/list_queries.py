"""Names from a typed list, sorted by the fate of each."""

from dataclasses import dataclass, field

from reservations.acts.problems import Malformed
from reservations.models import Player
from reservations.parsing.names import OF_A_FORGOTTEN, name_key, parse_name
from reservations.players.queries import persons_by_name

MOST_NAMES, MOST_TEXT = 200, 20_000
"""How many names a list may have, and how many characters."""


@dataclass(frozen=True)
class ListedName:
    """One name of the list: its place among all of them, its line, its text, and a remark."""

    place: int
    line: int
    text: str
    said: str = ""


@dataclass
class NameList:
    """The list, sorted by the fate of each name."""

    new: list[ListedName] = field(default_factory=list)
    known: list[ListedName] = field(default_factory=list)
    refused: list[ListedName] = field(default_factory=list)


def read_names(text: str) -> NameList:
    """Read names, one a line or with commas between them. Raises ``Malformed`` for more than 200 of them."""
    lines = enumerate(text.splitlines(), start=1)
    written = [(line, piece.strip()) for line, pieces in lines for piece in pieces.split(",") if piece.strip()]
    if len(written) > MOST_NAMES:
        raise Malformed(f"{len(written)} names are too many: at most {MOST_NAMES} at once.")
    called = dict(Player.objects.values_list("number", "name"))
    forgotten = {*Player.objects.filter(forgotten=True).values_list("number", flat=True)}
    numbers = persons_by_name()
    people = {key: called[number] for key, number in numbers.items()}
    names, seen = NameList(), dict[str, int]()
    for place, (line, piece) in enumerate(written, start=1):
        try:
            name = parse_name(piece)
        except Malformed as problem:
            names.refused.append(ListedName(place, line, piece, str(problem)))
            continue
        key = name_key(name)
        if numbers.get(key) in forgotten:
            names.refused.append(ListedName(place, line, name, OF_A_FORGOTTEN.format(name)))
        elif key in people:
            remark = "" if name_key(people[key]) == key else f"now called {people[key]}"
            names.known.append(ListedName(place, line, name, remark))
        elif key in seen:
            names.refused.append(ListedName(place, line, name, f"Same name as in line {seen[key]}."))
        else:
            names.new.append(ListedName(place, line, name))
            seen[key] = line
    return names
