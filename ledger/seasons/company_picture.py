"""The picture of a player's results with and without each other player at the table. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ledger.money.cents import show_signed
from ledger.pictures.shapes import (
    LEADING,
    WIDE,
    Dots,
    Ink,
    Label,
    Line,
    Mark,
    Pair,
    Scale,
    Table,
    cut_to,
    for_both,
    isolated,
    steps,
    text_width,
    tick_cents,
)
from ledger.seasons.report import OF_FEW, SeasonNight, averaged
from reservations.parsing.names import counted

LEAST_NIGHTS = 2
"""So many nights with somebody, and as many without, are needed before the two are compared."""
_ROW, _BESIDE = LEADING + 6, 8


@dataclass(frozen=True)
class Company:
    """The results of a player on the nights with another one, of that number, and on those without, in cents."""

    other: int
    with_cents: tuple[int, ...]
    without_cents: tuple[int, ...]

    @property
    def averages(self) -> tuple[int, int]:
        """The averages of a night with and without them, in cents."""
        with_them, without = self.with_cents, self.without_cents
        return round(sum(with_them) / len(with_them)), round(sum(without) / len(without))

    @property
    def in_words(self) -> tuple[str, str]:
        """The averages in words, with a star for one over few nights."""
        with_them, without = map(show_signed, self.averages)
        return averaged(with_them, len(self.with_cents)), averaged(without, len(self.without_cents))

    @property
    def difference(self) -> int:
        """The gain of a night with them over one without, in cents."""
        with_them, without = self.averages
        return with_them - without


def companies(nights: Sequence[SeasonNight], player: int, others: Mapping[int, str]) -> list[Company]:
    """Return a player's results with and without each of the comparable others, the best company first."""
    played = [(mine.result_cents, night.here) for night in nights for mine in night.played if mine.player == player]
    found = []
    for other in others:
        together = tuple(cents for cents, here in played if other in here)
        alone = tuple(cents for cents, here in played if other not in here)
        if other != player and min(len(together), len(alone)) >= LEAST_NIGHTS:
            found.append(Company(other, together, alone))
    return sorted(found, key=lambda company: (-company.difference, others[company.other].casefold()))


def with_and_without(found: Sequence[Company], names: Mapping[int, str], player: int) -> Pair:
    """Draw a player's average with each of the others, a large dot, and without them, a small one.

    At least one must have been ``found``.
    """
    who, best = isolated(names[player]), found[0]
    with_them, without = best.in_words
    title = f"{who} does best with {isolated(names[best.other])}: {with_them} a night, {without} without"
    if best.difference <= 0:
        title = f"{who} does as well without anybody"
    few = f" {OF_FEW}" if any("*" in word for company in found for word in company.in_words) else ""
    words = f"What a night came to for {who} with and without {counted(len(found), 'other player')}. {title}.{few}"
    rows = []
    for pair in found:
        with_them, without = pair.in_words
        rows.append((names[pair.other], str(len(pair.with_cents)), with_them, str(len(pair.without_cents)), without))
    table = Table(("With", "Nights with", "A night with", "Nights without", "A night without"), (*rows,))
    return for_both("company", title, words, table, partial(_draw, found, names))


def _draw(found: Sequence[Company], names: Mapping[int, str], width: float) -> tuple[float, list[Mark]]:
    name = min(max(text_width(names[company.other]) for company in found), 200 if width >= WIDE else 100)
    foot = LEADING + 6 + len(found) * _ROW
    averages = [0, *(average for one in found for average in one.averages)]
    low, high, start, end = min(averages), max(averages), name + 3 * _BESIDE, width - 24
    # It need not end at a tick: on a phone there are few of them.
    ticks = tuple(tick for tick in steps(low, high, int((end - start) / 52)) if low <= tick <= high)
    cents = Scale(low, max(high, low + 1), start, end, ticks)
    marks: list[Mark] = []
    for tick in cents.ticks:
        x = cents.at(tick)
        marks.append(Line(((x, LEADING + 2), (x, foot)), Ink.GRID if tick else Ink.SOFT, thick=1))
        marks.append(Label(x, foot + LEADING / 2, tick_cents(tick, cents), Ink.SOFT, "middle"))
    marks += [Dots(((8, LEADING / 2),), Ink.UP, 6), Dots(((24, LEADING / 2),), Ink.DOWN, 6)]
    marks += [Label(38, LEADING / 2, "with them", Ink.SOFT), Dots(((150, LEADING / 2),), Ink.SOFT, 4)]
    marks.append(Label(162, LEADING / 2, "without", Ink.SOFT))
    for place, company in enumerate(found):
        y, of = LEADING + 6 + (place + 0.5) * _ROW, company.other
        together, alone = map(cents.at, company.averages)
        ink = Ink.UP if company.difference > 0 else Ink.DOWN if company.difference < 0 else Ink.SOFT
        marks.append(Label(0, y, cut_to(names[of], name), Ink.INK, of=of))
        marks.append(Line(((alone, y), (together, y)), ink, thick=2))
        marks += [Dots(((alone, y),), Ink.SOFT, 4), Dots(((together, y),), ink, 6)]
    return foot + LEADING, marks
