"""The preview of an old book: the player of each of its lines, and what it would do to their standing."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.book.balances_file import Balance
from ledger.book.standing_queries import standings
from reservations.models import Player
from reservations.parsing.names import name_key
from reservations.players.queries import persons_by_name


@dataclass(frozen=True)
class OldLine:
    """One line; ``player`` is None if the name is new, ``said`` is a remark on the name."""

    line: int
    name: str
    player: Player | None
    before_cents: int
    cents: int
    said: str = ""

    @property
    def after_cents(self) -> int:
        """What their standing would be."""
        return self.before_cents + self.cents


@dataclass(frozen=True)
class OldBook:
    """All its lines; ``faults`` says, by line, which are about a player of an earlier line."""

    lines: tuple[OldLine, ...]
    faults: tuple[tuple[int, str], ...]

    @property
    def unknown(self) -> list[OldLine]:
        """The lines of names that are not on the list of players."""
        return [each for each in self.lines if each.player is None]

    @property
    def total_cents(self) -> int:
        """The sum of the lines: zero, in a book without a mistake."""
        return sum(each.cents for each in self.lines)

    @property
    def before_cents(self) -> int:
        """The sum of its players' standings now."""
        return sum(each.before_cents for each in self.lines)

    @property
    def after_cents(self) -> int:
        """What the sum would be."""
        return self.before_cents + self.total_cents


def old_book(balances: Sequence[Balance]) -> OldBook:
    """Return the lines with their players, in a fixed number of queries."""
    numbers, now = persons_by_name(), standings()
    players = Player.objects.in_bulk()
    lines, faults, first = [], [], dict[int, OldLine]()
    for each in balances:
        number = numbers.get(name_key(each.name))
        if number is None:
            lines.append(OldLine(each.line, each.name, None, 0, each.cents))
            continue
        player = players[number]
        said = "" if player.name_key == name_key(each.name) else f"now called {player}"
        line = OldLine(each.line, each.name, player, now.get(player.number, 0), each.cents, said)
        lines.append(line)
        before = first.setdefault(player.number, line)
        if before is not line:
            faults.append((line.line, f"{line.name} is the same player as {before.name} in line {before.line}."))
    return OldBook(tuple(lines), tuple(faults))
