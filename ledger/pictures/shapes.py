"""The parts of a picture, the same for a page and for paper. Pure.

A picture is drawn for a width in its own units; text takes 16 of them. On a page a unit is at least a pixel, on paper a
point. Down is more. The ink of a mark is its meaning; page and paper have a colour for it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ledger.money.cents import show_signed
from ledger.paper.layout import TextStyle, shortened, shown
from reservations.parsing.names import joined_words

NARROW, WIDE = 324, 616
"""How wide a picture is on a phone, and on all else: it has its full size in a card on an upright tablet."""
TEXT, LEADING = 16, 22
"""The size of text, and from one line of it to the next."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Its left, its top, how wide and how high it is."""
_MEASURES = {strong: TextStyle(TEXT, strong=strong) for strong in (False, True)}


class Ink(StrEnum):
    """The meaning of a mark: subject, background, aid to reading; more or less than zero; the chosen player."""

    INK = "ink"
    SOFT = "soft"
    GRID = "grid"
    UP = "up"
    DOWN = "down"
    ACCENT = "accent"


@dataclass(frozen=True)
class Line:
    """A line through points. ``of`` is the number of its player in every mark, 0: nobody."""

    points: tuple[Point, ...]
    ink: Ink = Ink.INK
    thick: float = 2
    dashed: bool = False
    of: int = 0


@dataclass(frozen=True)
class Area:
    """The inside of an outline, in a pale colour."""

    points: tuple[Point, ...]
    ink: Ink = Ink.INK
    of: int = 0


@dataclass(frozen=True)
class Boxes:
    """Bars or squares of one kind."""

    boxes: tuple[Box, ...]
    ink: Ink = Ink.INK
    of: int = 0


@dataclass(frozen=True)
class Dots:
    """Dots of one kind, by their middles."""

    points: tuple[Point, ...]
    ink: Ink = Ink.INK
    radius: float = 4
    of: int = 0


@dataclass(frozen=True)
class Label:
    """One line of text that begins, has its middle or ends at ``x``; ``y`` is the middle between top and foot."""

    x: float
    y: float
    text: str
    ink: Ink = Ink.INK
    align: Literal["start", "middle", "end"] = "start"
    strong: bool = False
    of: int = 0


Mark = Line | Area | Boxes | Dots | Label


@dataclass(frozen=True)
class Table:
    """The numbers behind a picture, as they are shown; the first cell of a row is its subject."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture: ``description`` is the text for a screen reader beside the ``title``, ``table`` has the numbers.

    Marks are painted in their order. ``key`` is its name in an address. No two are equal: the picture itself is the key
    of its kept drawing, so that its marks are not compared.
    """

    key: str
    title: str
    description: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    table: Table


@dataclass(frozen=True, eq=False)
class Pair:
    """One picture twice: for a phone and for all other places."""

    narrow: Picture
    wide: Picture


Draw = Callable[[float], tuple[float, Sequence[Mark]]]
"""Returns for a width how high a picture is, and its marks."""


def for_both(key: str, title: str, description: str, table: Table, draw: Draw) -> Pair:
    """Return a picture for both widths."""
    (low, narrow), (high, wide) = draw(NARROW), draw(WIDE)
    return Pair(
        narrow=Picture(key, title, description, NARROW, low, tuple(narrow), table),
        wide=Picture(key, title, description, WIDE, high, tuple(wide), table),
    )


def isolated(name: str) -> str:
    """Return a name for the middle of a sentence, so that right-to-left letters do not reverse other text."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def listed(names: Sequence[str]) -> str:
    """Return up to three names as the beginning of a sentence, or their number: "Ann and Bo", "5 players"."""
    if len(names) > 3:
        return f"{len(names)} players"
    return joined_words(map(isolated, names))


def text_width(text: str, *, strong: bool = False) -> float:
    """Return the width of a text, the same on a page and on paper."""
    return _MEASURES[strong].measure(shown(text))


def cut_to(text: str, width: float, *, strong: bool = False) -> str:
    """Return the part of a text that fits that width, with three dots if more follows."""
    return (
        text if text_width(text, strong=strong) <= width else shortened(shown(text), width, _MEASURES[strong].measure)
    )


def apart(places: Sequence[float], least: float, top: float, foot: float) -> list[float]:
    """Return places for labels near the wanted places, at least that far apart, from ``top`` to ``foot``.

    There must be room for all of them. Their order is kept: the places are sorted.
    """
    found: list[float] = []
    for place in places:
        found.append(max(place, top if not found else found[-1] + least))
    limit = foot
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], limit)
        limit = found[at] - least
    return found


@dataclass(frozen=True)
class Scale:
    """The places of values on one side of a picture: ``low`` at ``start``, ``high`` at ``end``, round ``ticks``."""

    low: int
    high: int
    start: float
    end: float
    ticks: tuple[int, ...] = ()

    def at(self, value: float) -> float:
        """Return the place of a value, to a tenth of a unit."""
        return round(self.start + (value - self.low) * (self.end - self.start) / (self.high - self.low), 1)


def scale_of(values: Iterable[int], start: float, end: float, *, every: float) -> Scale:
    """Return the scale for values and zero from ``start`` to ``end``, with ticks at most that many units apart.

    It ends at a tick, so that every value lies between two ticks.
    """
    found = (0, *values)
    ticks = steps(min(found), max(found), max(1, int(abs(end - start) / every)))
    return Scale(ticks[0], ticks[-1], start, end, tuple(ticks))


def steps(low: int, high: int, most: int) -> range:
    """Return round numbers from the last at or below ``low`` to the first at or above ``high``, up to that many steps.

    There is at least one step.
    """
    sizes = (base * 10**power for power in range(12) for base in (1, 2, 5))
    size = next(size for size in sizes if -(-high // size) - low // size <= most)
    return range(low // size * size, max(-(-high // size) * size, low // size * size + size) + 1, size)


def tick_cents(cents: int, scale: Scale) -> str:
    """Write the amount of a tick, without decimals if no tick needs them: "+50", "−12.50", "0"."""
    text = show_signed(cents)
    return text if any(tick % 100 for tick in scale.ticks) else text[:-3]
