"""Text made ready for drawing glyph by glyph: fonts, missing glyphs, right-to-left letters, line breaks."""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from anyascii import anyascii

# Only these break a line or are joined; a no-break space is a character of its own and stays.
_SPACE = re.compile(r"[ \t\r\n\v\f]+")
# From the first right-to-left letter to the last one before anything that is not part of a name ("R" a right-to-left
# letter, "." a sign inside a name, "x" all else). An amount or the next name after a comma stays outside.
_TURNED = re.compile(r"R(?:[R.]*R)?")
_STOPS = frozenset(",;:·|")
_UNITS = re.compile(r"\d+(?:[.,/:]\d+)*|.", re.DOTALL)
_MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))


def printable(text: str, glyphs: Collection[int]) -> str:
    """Return the text with single spaces and without invisible characters, in letters that are in ``glyphs``.

    Other letters are written as they sound ("王" is "Wang"), or by their number ("[U+E000]"): no two names look the
    same.
    """
    seen = (c for c in _SPACE.sub(" ", text).strip(" ") if unicodedata.category(c) != "Cf")
    return "".join(c if ord(c) in glyphs else _spelled(c) for c in seen)


def _spelled(character: str) -> str:
    spelled = anyascii(character)
    if spelled.isprintable() and (spelled or unicodedata.category(character).startswith("M")):
        return spelled
    return f"[U+{ord(character):04X}]"


def in_fonts(line: str, fonts: Sequence[tuple[str, Collection[int]]]) -> list[tuple[str, str]]:
    """Return the parts of a line with the first of these fonts, by name and glyphs, that has their letters.

    The last font takes the letters that no font has.
    """
    named = (next((name for name, glyphs in fonts if ord(c) in glyphs), fonts[-1][0]) for c in line)
    parts = groupby(zip(named, line, strict=True), key=lambda pair: pair[0])
    return [(name, "".join(c for _, c in part)) for name, part in parts]


def in_drawing_order(line: str) -> str:
    """Return one line for drawing from left to right: a right-to-left name is reversed alone, its digits are not."""
    if line.isascii():
        return line
    directions = map(unicodedata.bidirectional, line)
    kinds = "".join(
        "R" if direction in {"R", "AL"} else "x" if direction == "L" or character in _STOPS else "."
        for character, direction in zip(line, directions, strict=True)
    )
    parts, end = [], 0
    for found in _TURNED.finditer(kinds):
        units: list[str] = []
        for unit in _UNITS.findall(line[found.start() : found.end()]):
            # A point or an accent is drawn over the letter before it, so the two stay together.
            if units and unicodedata.combining(unit[0]):
                units[-1] += unit
            else:
                units.append(_MIRRORED.get(unit, unit))
        parts += [line[end : found.start()], *reversed(units)]
        end = found.end()
    return "".join([*parts, line[end:]])


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Return the text as lines no wider than ``width``; a word wider than a line is broken wherever the line ends."""
    if measure(text) <= width:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        lines += [line] if line else []
        line = ""
        for character in word:
            if line and measure(line + character) > width:
                lines.append(line)
                line = ""
            line += character
    return [*lines, line]
