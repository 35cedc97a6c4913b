"""Who there is, in the model of a ledger: players by the name as it is compared, and who answers for whom."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.ledger.model.night_model_houses import House
from tests.ledger.model.night_model_lines import Line
from tests.ledger.model.night_model_values import LineError


@dataclass(frozen=True)
class Person:
    """A player: the name as last written, who answers for a guest, and the mark for notes."""

    name: str
    regular: bool
    invited_by: str | None
    mark: str | None = None


class People(dict[str, Person]):
    """Everybody by the key of their name, in the order in which they were first named."""

    def can_be(self, line: Line) -> bool:
        """Whether a `player` act can be. Raises LineError for one that says too little of somebody new."""
        if line.get("name") not in self and line.get("regular") is None:
            raise LineError("a new player is a regular or a guest")
        inviter = line.get("invited_by")
        answers = inviter is None or (inviter in self and self[inviter].regular)
        return answers and inviter != line.get("name") and not self._taken(line)

    def _taken(self, line: Line) -> bool:
        others = [person for key, person in self.items() if key != line.get("name")]
        return line.get("mark") is not None and any(person.mark == line.get("mark") for person in others)

    def remember(self, line: Line) -> None:
        """Add who a `player` act names, or take over what it says of them."""
        key = line.get("name")
        person = replace(self.get(key) or Person(line.shown, True, None), name=line.shown)
        said = {name: line.get(name) for name in ("regular", "invited_by", "mark") if line.get(name) is not None}
        self[key] = replace(person, **said)

    def inviter(self, key: str) -> str | None:
        """Who answers for a guest: a regular, as of now."""
        inviter = self[key].invited_by
        return inviter if inviter is not None and self[inviter].regular else None

    def by_place(self, keys: list[str]) -> Iterator[str]:
        """These in the order in which they were first named."""
        yield from (key for key in self if key in keys)


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
