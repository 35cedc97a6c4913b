"""An old book that is about to be taken over: whose each of its lines is, and what it would do to their standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.balances_file import Balance
from ledger.standings import standings
from reservations.models import Player
from reservations.names import name_key
from reservations.queries import carried_names, people_at


@dataclass(frozen=True)
class OldLine:
    """One line: ``player`` is nobody while the name is not on the list. ``said``: what there is to say of the name."""

    line: int
    name: str
    player: Player | None
    before_cents: int
    cents: int
    said: str = ""

    @property
    def after_cents(self) -> int:
        """Where they would stand."""
        return self.before_cents + self.cents


@dataclass(frozen=True)
class OldBook:
    """All lines of it; ``faults`` are those that come to one and the same person, by line."""

    lines: tuple[OldLine, ...]
    faults: tuple[tuple[int, str], ...]

    @property
    def unknown(self) -> list[OldLine]:
        """The lines of names that are not on the list of players."""
        return [each for each in self.lines if each.player is None]

    @property
    def total_cents(self) -> int:
        """What the lines sum to: zero, in a book without a mistake."""
        return sum(each.cents for each in self.lines)

    @property
    def before_cents(self) -> int:
        """What the standings of its players sum to now."""
        return sum(each.before_cents for each in self.lines)

    @property
    def after_cents(self) -> int:
        """What they would sum to."""
        return self.before_cents + self.total_cents


def old_book(balances: Sequence[Balance]) -> OldBook:
    """Return the lines with their players, in a fixed number of queries; a twin's line is that of the person."""
    people, numbers, now = people_at(), carried_names(), standings()
    players = Player.objects.in_bulk()
    lines = []
    for each in balances:
        number = numbers.get(name_key(each.name))
        player = None if number is None else players[people.get(number, number)]
        before = 0 if player is None else now.get(player.number, 0)
        lines.append(OldLine(each.line, each.name, player, before, each.cents, _said(each.name, player)))
    return OldBook(tuple(lines), tuple(_twice(lines)))


def _said(name: str, player: Player | None) -> str:
    return "" if player is None or name_key(player.name) == name_key(name) else f"now called {player}"


def _twice(lines: Iterable[OldLine]) -> Iterable[tuple[int, str]]:
    first: dict[int, OldLine] = {}
    for each in lines:
        if each.player is None:
            continue
        before = first.setdefault(each.player.number, each)
        if before is not each:
            yield each.line, f"{each.name} is the same player as {before.name} in line {before.line}."
