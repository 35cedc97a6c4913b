"""Exports of online tables as evenings: two exports of one game are one, and the later one counts. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from hostdesk.imports.pokernow.reading import EVER, NEVER, Sitting, in_order, moments_of
from hostdesk.imports.ways_in.files import FaultyFiles
from ledger.money.cents import show_cents

_SOON = timedelta(hours=4)


@dataclass(frozen=True)
class Game:
    """The game of one table: its sittings, each once, in order of their start, and their files."""

    sittings: tuple[Sitting, ...]
    files: tuple[str, ...]


@dataclass(frozen=True)
class Evening:
    """A night to post: its day, its sittings in order of their start, and their files."""

    day: date
    sittings: tuple[Sitting, ...]
    files: tuple[str, ...]

    @property
    def difference_cents(self) -> int:
        """The cents that came back beyond the purchases; negative if less came back."""
        return sum(sitting.back_cents - sitting.bought_cents for sitting in self.sittings)

    @property
    def moments(self) -> list[datetime]:
        """The times in the files, starts and ends."""
        return moments_of(self.sittings)


def figures_of(bought_cents: int, back_cents: int) -> str:
    """Return the figures of a sitting in words."""
    return f"{show_cents(bought_cents)} bought and {show_cents(back_cents)} back"


def games_of(ledgers: Sequence[Sequence[Sitting]]) -> list[Game]:
    """Return the games of some ledgers, none of them empty, in order of their start.

    Ledgers with a sitting in common are exports of one game; for a sitting that went on, the later export has its end.
    Raises ``FaultyFiles`` for a sitting that had ended and has other figures, and if no export is the later.
    """
    groups: list[list[Sequence[Sitting]]] = []
    for ledger in ledgers:
        keys = {sitting.key for sitting in ledger}
        same = [group for group in groups if any(sitting.key in keys for other in group for sitting in other)]
        groups = [group for group in groups if group not in same]
        groups.append([*(other for group in same for other in group), ledger])
    faults: list[tuple[str, int, str]] = []
    games = []
    for group in groups:
        found: dict[str, Sitting] = {}
        exports = sorted(group, key=_seen)
        for before, export in zip([None, *exports], exports, strict=False):
            for sitting in export:
                known = found.setdefault(sitting.key, sitting)
                here = (sitting.bought_cents, sitting.back_cents)
                there = (known.bought_cents, known.back_cents)
                if here != there and (known.ended_at or (before and _seen(before) == _seen(export))):
                    sentence = f"this sitting has {figures_of(*here)}; in {known.file} it has {figures_of(*there)}."
                    faults.append((sitting.file, sitting.line, sentence))
                found[sitting.key] = sitting
        games.append(Game(in_order([*found.values()]), tuple(export[0].file for export in exports)))
    if faults:
        raise FaultyFiles(sorted(faults))
    return sorted(games, key=lambda game: (game.sittings[0].known_at or NEVER, game.files))


def _seen(ledger: Sequence[Sitting]) -> tuple[datetime, int, int]:
    """Return the extent of an export: its last moment, the number of ended sittings, and of all."""
    return max(moments_of(ledger), default=EVER), sum(sitting.ended_at is not None for sitting in ledger), len(ledger)


def evenings_of(games: Sequence[Evening]) -> list[Evening]:
    """Return the evenings of games, in order: a game that began soon after another, or during it, is of the same."""
    found: list[list[Evening]] = []
    for game in sorted(games, key=lambda evening: (min(evening.moments, default=EVER), evening.day, evening.files)):
        last = [moment for parts in found[-1:] for other in parts for moment in other.moments]
        if last and game.moments and min(game.moments) - max(last) < _SOON:
            found[-1].append(game)
        else:
            found.append([game])
    return [joined(parts) for parts in found]


def joined(games: Sequence[Evening]) -> Evening:
    """Return some games, at least one, as the evening of the first of them."""
    sittings = in_order([sitting for game in games for sitting in game.sittings])
    return Evening(games[0].day, sittings, tuple(file for game in games for file in game.files))
