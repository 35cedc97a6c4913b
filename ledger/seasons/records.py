"""The records of a season, for fun, with their rules and the nights that set them. Pure.

No record is about losing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ledger.money.cents import show_money
from ledger.seasons.report import SeasonNight
from reservations.parsing.names import counted


class Unit(StrEnum):
    """The unit of a record's figure."""

    CENTS = "cents"
    MINUTES = "minutes"
    NIGHTS = "nights"


@dataclass(frozen=True)
class Rule:
    """The rule of a record: its title, its words, its unit, and the least figure."""

    title: str
    words: str
    unit: Unit
    least: int


RULES = {
    "biggest": Rule("Biggest night", "The most that anybody won in one night.", Unit.CENTS, 1),
    "streak": Rule("Longest streak", "The most of their own nights in a row that somebody left ahead.", Unit.NIGHTS, 2),
    "comeback": Rule(
        "The comeback", "The most bought again after the first chips on a night that was still won.", Unit.CENTS, 1
    ),
    "present": Rule("Always there", "The most nights in a row that somebody played, missing none.", Unit.NIGHTS, 3),
    "first": Rule("First to come", "Most often the first at the table, whoever keeps the bank aside.", Unit.NIGHTS, 2),
    "longest": Rule("The marathon", "The longest anybody held chips in one night.", Unit.MINUTES, 1),
    "even": Rule("Swiss bank", "Most often home with exactly what was bought.", Unit.NIGHTS, 1),
}
"""All records, by a word."""


@dataclass(frozen=True)
class Holder:
    """The holder of a record, by number, and the id and the day of the night on which they reached it."""

    player: int
    night: int
    day: date


@dataclass(frozen=True)
class Record:
    """A record of a season: cents, minutes or nights, and everybody who reached it, in the order of their nights."""

    key: str
    figure: int
    holders: tuple[Holder, ...]

    @property
    def rule(self) -> Rule:
        """Its rule."""
        return RULES[self.key]

    @property
    def in_words(self) -> str:
        """Its figure: $84.00, 6:05 hours, 4 nights."""
        if self.rule.unit == Unit.CENTS:
            return show_money(self.figure)
        if self.rule.unit == Unit.NIGHTS:
            return counted(self.figure, "night")
        return f"{self.figure // 60}:{self.figure % 60:02} hours"


def records(nights: Sequence[SeasonNight]) -> tuple[Record, ...]:
    """Return the records of nights, given in order; records that nobody has reached are left out."""
    best = {key: rule.least for key, rule in RULES.items()}
    holders: dict[str, dict[int, Holder]] = {}
    for key, player, figure, night in _tried(nights):
        if figure < best[key]:
            continue
        if figure > best[key] or key not in holders:
            best[key], holders[key] = figure, {}
        holders[key].setdefault(player, Holder(player, night.night, night.day))
    return tuple(Record(key, best[key], tuple(holders[key].values())) for key in RULES if key in holders)


def _tried(nights: Sequence[SeasonNight]) -> Iterator[tuple[str, int, int, SeasonNight]]:
    """Yield all candidates for records: the record, the player, the figure, and the night that reached it."""
    won, came, first, even = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for night in nights:
        here = {played.player for played in night.played}
        came = Counter({player: came[player] + 1 for player in here})
        for played in night.played:
            player, cents = played.player, played.result_cents
            won[player] = won[player] + 1 if cents > 0 else 0
            yield "present", player, came[player], night
            if played.minutes:
                yield "longest", player, played.minutes, night
            if cents > 0:
                yield "biggest", player, cents, night
                yield "streak", player, won[player], night
                yield "comeback", player, played.rebought_cents, night
            if cents == 0 and played.bought_cents:
                even[player] += 1
                yield "even", player, even[player], night
        if (earliest := night.first_here) is not None and earliest in here:
            first[earliest] += 1
            yield "first", earliest, first[earliest], night
