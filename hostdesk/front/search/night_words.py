"""Finding a night by a few words about its day, its house and its state. Pure."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

_WORD = re.compile(r"\d+|[^\W\d_]+")
_PASSED_OVER = frozenset(["a", "an", "at", "game", "in", "nd", "night", "nights", "of", "on", "rd", "st", "th", "the"])
_BEGUN = 3
"""With so many letters the beginning of a word is enough."""
_MISTYPED = 0.8
"""How much a mistyped word has to be like the one that is meant: one letter of five."""


class NightToFind(NamedTuple):
    """A night for the search; ``state`` is a word or two, "" if it does not matter."""

    night: int
    day: date
    house: str
    state: str = ""

    def words(self, today: date) -> set[str]:
        """Return the words of its date, house and state, in small letters."""
        near = {today: "today tonight", today - timedelta(1): "yesterday", today + timedelta(1): "tomorrow"}
        written = f"{self.day:%A %B} {self.day.day} {self.day.month} {self.day.year} {near.get(self.day, '')}"
        return set(_WORD.findall(f"{written} {self.house} {self.state}".casefold()))


def nights_found(nights: Iterable[NightToFind], words: str, today: date) -> list[NightToFind]:
    """Return the nights that match all of the words, in their order; none without a word to look for.

    A word of a night may be mistyped, or unfinished.
    """
    read = [(night, night.words(today)) for night in nights]
    known = sorted({word for _, its in read for word in its if len(word) > _BEGUN and word.isalpha()})
    meant = [_meant(word, known) for word in _WORD.findall(words.casefold()) if word not in _PASSED_OVER]
    return [night for night, its in read if meant and all(_is_among(word, its) for word in meant)]


def _meant(word: str, known: list[str]) -> str:
    """Return the known word for a typed one: a number without leading zeros, a mistyped word as the one it is like."""
    if word.isdecimal():
        return str(int(word))
    if len(word) <= _BEGUN or any(other.startswith(word) for other in known):
        return word
    near = process.extractOne(word, known, scorer=OSA.normalized_similarity, score_cutoff=_MISTYPED)
    return near[0] if near else word


def _is_among(word: str, words: set[str]) -> bool:
    begun = len(word) >= _BEGUN and not word.isdecimal()
    return word in words or (begun and any(other.startswith(word) for other in words))
