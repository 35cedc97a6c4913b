"""The marks that people sign bank notes with: one for each person, and one that is the host's alone.

Pure: knows no database. A mark is as :func:`reservations.parsing.names.parse_mark` reads it.
"""

import itertools
import string
import unicodedata
from collections.abc import Collection, Iterator

_START = "BO"
_MOST_CHARACTERS = 8


def suggested_mark(name: str, taken: Collection[str]) -> str:
    """Suggest a mark that is free: BO and the initial, as in BOF, then more letters of the name, then a number.

    ``taken`` are the marks of others, and those that are reserved.
    """
    plain = unicodedata.normalize("NFKD", name).upper()
    letters = "".join(letter for letter in plain if letter in string.ascii_uppercase + string.digits)
    return next(mark for mark in _marks(letters) if mark not in taken)


def _marks(letters: str) -> Iterator[str]:
    for letter in dict.fromkeys(letters):
        yield f"{_START}{letter}"
    for end in range(2, min(len(letters), _MOST_CHARACTERS - len(_START)) + 1):
        yield f"{_START}{letters[:end]}"
    yield from map(f"{_START}{letters[:1]}".__add__, map(str, itertools.count(1)))
