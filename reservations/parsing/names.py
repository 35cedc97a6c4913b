"""The parsers of names, short free texts and whole numbers, and the words for a count.

Pure. Two names belong to the same person if their ``name_key`` is the same.
"""

import itertools
import re
import string
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

from reservations.acts.moments import within
from reservations.acts.problems import Malformed, quoted

MOST_DIGITS = 18
"""Any number of so many digits fits into a column of either database."""
NAME_CHARACTERS = 40
LINE_CHARACTERS = 300

_MARK = re.compile(r"[A-Z0-9]{2,8}", re.ASCII)
_FIRST_ENDS = re.compile(r"(?<!^uncle)(?<!^aunt)(?<!^auntie)(?<!^big)(?<!^little)(?<!^old) ", re.IGNORECASE)
_READ_CHARACTERS = 1_000
"""Longer input is refused before anything else is done with it."""

_NEVER_KEPT = re.compile("[\0\ud800-\udfff]")
_UNSEEN = {
    "Cc": "a control character",
    "Cf": "an invisible formatting character",
    "Cs": "half of a character",
    "Co": "a character of private use",
    "Cn": "a character that does not exist",
    "Zl": "a line break",
    "Zp": "a line break",
}
_UNFIT_FOR_LINES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_REORDERING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs to Unicode, but nothing is drawn for them."""
_MARK_START, _MOST_IN_MARK = "BO", 8


class AsRecorded(str):
    """A line of an earlier version, repeated by a log: it is read unchanged, or the head would change.

    A line that no database can store, or that is longer than its column, is read like any other text.
    """

    __slots__ = ()


class BadName(Malformed):
    """A name that no player can have, with the reason."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{quoted(text)} is not a name: {reason}.")


class BadLine(Malformed):
    """A line of free text that cannot be kept, with the reason."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{quoted(text)} cannot be kept: {reason}.")


def parse_name(text: str) -> str:
    """Read a name: NFC, trimmed, runs of space become one, 1 to 40 visible characters.

    Raises ``BadName`` with the reason.
    """
    if len(text) > _READ_CHARACTERS:
        raise BadName(text, f"it is longer than {NAME_CHARACTERS} characters")
    name = unicodedata.normalize("NFC", text)
    for character in name:
        if unseen := _UNSEEN.get(unicodedata.category(character)):
            raise BadName(text, f"it holds {unseen}, U+{ord(character):04X}")
    name = " ".join(name.split())
    if len(name) > NAME_CHARACTERS:
        raise BadName(text, f"it is longer than {NAME_CHARACTERS} characters")
    # Letters, digits, signs and pictures are visible; space, a lone accent and the blanks among the letters are not.
    if not any(unicodedata.category(character)[0] in "LNPS" and character not in _BLANKS for character in name):
        raise BadName(text, "there is nothing to read in it")
    return name


def parse_mark(text: str) -> str:
    """Return a note's mark, in capitals. Raises ``Malformed`` unless it is 2 to 8 letters A-Z and digits."""
    mark = text.strip().upper()
    if not _MARK.fullmatch(mark):
        raise Malformed("A mark is 2 to 8 letters A-Z or digits, as in BOF.")
    return mark


def name_key(name: str) -> str:
    """Return a name in comparable form: without case, and with accents in one encoding."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def whose(act: int, fields: Mapping[str, Any], carried: dict[str, int]) -> int:
    """Return the number of the player in the ``player`` act of that number.

    ``carried`` holds the owners of all names by name key; the act's name is added to it, so the acts must come in
    order. A name still belongs to its player after a rename.
    """
    key = name_key(fields["name"])
    return carried.setdefault(key, fields.get("formerly", carried.get(key, act)))


_NOBODY: Mapping[str, str] = MappingProxyType({})
_forgotten: ContextVar[Mapping[str, str]] = ContextVar("_forgotten", default=_NOBODY)


def without_names(shown: Mapping[str, str]) -> AbstractContextManager[None]:
    """Hide the names of forgotten players in the block; ``shown`` maps the key of an old name to its stand-in."""
    return within(_forgotten, shown)


def hidden_names() -> frozenset[str]:
    """Return the keys of the hidden names: kept pages depend on them."""
    return frozenset(_forgotten.get())


def shown_name(name: str) -> str:
    """Return a recorded name for readers: a forgotten player's stand-in, or the name itself."""
    forgotten = _forgotten.get()
    return forgotten.get(name_key(name), name) if forgotten else name


OF_A_FORGOTTEN = "{} is a forgotten player: that name cannot be used. Choose another one."


def name_of_forgotten(number: int) -> str:
    """Return the stand-in for the name of the forgotten player with that number."""
    return f"Player {number}"


def shown_text(text: str) -> str:
    """Return a sentence of the desk for readers: stand-ins replace all names of forgotten players."""
    return named_in_text(_forgotten.get()).sub(lambda found: shown_name(found[0]), text) if _forgotten.get() else text


def named_in_text(names: Collection[str]) -> re.Pattern[str]:
    """Return the pattern of these names in a text: whole words, without case, the longest name first."""
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", re.IGNORECASE)


def parse_line(text: str, most: int = LINE_CHARACTERS, *, empty: bool = False) -> str:
    """Read one line of free text, such as a reason: NFC, trimmed, at most ``most`` characters.

    Format characters are allowed, since many scripts and pictures need them; characters that turn the reading direction
    are refused, for they could change the meaning of a report. Raises ``BadLine`` with the reason, also for an empty
    line without ``empty``.
    """
    if isinstance(text, AsRecorded) and len(text) <= most and _NEVER_KEPT.search(text) is None:
        return text
    if len(text) > _READ_CHARACTERS + most:
        raise BadLine(text, f"it is longer than {most} characters")
    line = unicodedata.normalize("NFC", text).strip(" ")
    for character in line:
        if unicodedata.category(character) in _UNFIT_FOR_LINES or unicodedata.bidirectional(character) in _REORDERING:
            raise BadLine(text, f"it holds a character that has no place in a line of text, U+{ord(character):04X}")
    line = line.strip()
    if len(line) > most:
        raise BadLine(text, f"it is longer than {most} characters")
    if not line and not empty:
        raise BadLine(text, "something has to be written here")
    return line


def parse_why(text: str, otherwise: str = "Say why, in a few words.") -> str:
    """Return the text of a reason unchanged. Raises ``Malformed``, with that sentence, for a text without a word."""
    if not text.strip():
        raise Malformed(otherwise)
    return text


def parse_texts(value: Any, names: Collection[str], most: int, *, name: str = "", empty: bool = False) -> Any:
    """Return the content of an act or a fact with all texts in their kept form, at any depth.

    The fields in ``names`` hold names, all others lines of at most ``most`` characters. Raises ``BadName`` and
    ``BadLine``, also for an empty line without ``empty``.
    """
    if isinstance(value, str):
        return parse_name(value) if name in names else parse_line(value, most, empty=empty)
    if isinstance(value, Mapping):
        return {key: parse_texts(one, names, most, name=key, empty=empty) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [parse_texts(one, names, most, name=name, empty=empty) for one in value]
    return value


def whole_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """Return the number of a text of the digits 0 to 9, up to ``most_digits`` of them; None for any other text."""
    if text.isascii() and text.isdigit() and len(text) <= most_digits:
        return int(text)
    return None


def counted(count: int, what: str) -> str:
    """Return a count in words: "1 payment", "2 payments"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def joined_words(words: Iterable[str], joint: str = "and") -> str:
    """Join words as a sentence does: "Ann", "Ann and Bo", "Ann, Bo and Cy"; "" for none."""
    *others, last = [*words] or [""]
    return f"{', '.join(others)} {joint} {last}" if others else last


def first_names(names: Iterable[str]) -> dict[str, str]:
    """Return the first word of every name, with as much of the rest as distinguishes it from the others: "Anna K.".

    "Uncle" and the like are no names: "Uncle Kit" keeps both words.
    """
    keys, found = {name: [*_FIRST_ENDS.split(name_key(name), 1), ""] for name in names}, {}
    for name, (key, *_) in keys.items():
        others = [rest for other, (same, rest, *_) in keys.items() if same == key and other != name]
        first, last = [*_FIRST_ENDS.split(name, 1), ""][:2]
        ways = (last[:long] for long in range(len(last)))
        shortest = next((way for way in ways if not any(other.startswith(name_key(way)) for other in others)), last)
        found[name] = name if shortest == last else f"{first} {shortest.rstrip()}." if shortest else first
    return found


def suggested_mark(name: str, taken: Collection[str]) -> str:
    """Suggest a free mark: BO and the initial, as in BOF, then more letters of the name, then a number.

    ``taken`` holds the marks of others and the reserved ones.
    """
    plain = unicodedata.normalize("NFKD", name).upper()
    letters = "".join(letter for letter in plain if letter in string.ascii_uppercase + string.digits)
    return next(mark for mark in _marks(letters) if mark not in taken)


def _marks(letters: str) -> Iterator[str]:
    for letter in dict.fromkeys(letters):
        yield f"{_MARK_START}{letter}"
    for end in range(2, min(len(letters), _MOST_IN_MARK - len(_MARK_START)) + 1):
        yield f"{_MARK_START}{letters[:end]}"
    yield from map(f"{_MARK_START}{letters[:1]}".__add__, map(str, itertools.count(1)))


def ordinal(number: int) -> str:
    """Write a place in a line: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
