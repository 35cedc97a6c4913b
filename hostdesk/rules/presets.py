"""The houses that come with the product, and the reading of a house that a host has written or edited.

A house is one TOML file. What is read here is kept whole, as a document of plain values; each app reads its own part
of it, and this module reads the rest and collects what every part finds wrong.
"""

import itertools
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ledger.terms_reading import BANK_CONDUCT, BANK_SECTIONS, bank_terms
from reservations.attendance_reading import ATTENDANCE_SECTIONS, attendance_terms
from reservations.documents import BadTerms, Faults, Section, always, name_of, text
from reservations.problems import Malformed, quoted
from reservations.seating_reading import SEATING_CONDUCT, SEATING_SECTIONS, seating_terms

_HOUSES = Path(__file__).parent.parent / "houses"
_MOST_BYTES = 200_000
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?")


class UnknownPreset(Malformed):
    """No house of that key comes with the product."""

    def __init__(self, key: str) -> None:
        super().__init__(f"There is no house {quoted(key)} here; there are {', '.join(preset_keys())}.")


def preset_keys() -> tuple[str, ...]:
    """Give the keys of the houses that come with the product, in order."""
    return tuple(sorted(path.stem for path in _HOUSES.glob("*.toml")))


def load_preset(key: str) -> dict[str, Any]:
    """Give the document of a house that comes with the product. Raises ``UnknownPreset``."""
    if key not in preset_keys():
        raise UnknownPreset(key)
    return read_document(_HOUSES / f"{key}.toml")


def read_document(source: Path | str) -> dict[str, Any]:
    """Read a house out of a TOML file, or out of TOML text, into a document of plain values.

    Raises ``BadTerms`` with every fault at once, each with its place and what to write instead.
    """
    return check_document(_toml(_text_of(source)))


def check_document(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document of a house as it is. Raises ``BadTerms`` as ``read_document`` does."""
    read = (_faults_of(reader, document) for reader in (_own_terms, bank_terms, attendance_terms, seating_terms))
    # A table that two readers share may be at fault for both.
    if faults := tuple(dict.fromkeys(itertools.chain.from_iterable(read))):
        raise BadTerms(faults)
    return document


def _toml(content: str) -> dict[str, Any]:
    try:
        return tomllib.loads(content)
    # Beside its own error the parser lets those of endless numbers and of endless brackets through.
    except (ValueError, RecursionError) as error:
        raise BadTerms([f"This is not TOML: {error}."]) from error


def _text_of(source: Path | str) -> str:
    content = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else _bytes_of(source)
    if len(content) > _MOST_BYTES:
        raise BadTerms([f"A house has at most {_MOST_BYTES} bytes, and this is more."])
    try:
        # Editors on Windows begin a file with a mark and end lines with two characters: neither means anything.
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadTerms([f"This is not UTF-8 text (byte {error.start + 1}); save it as UTF-8."]) from error


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadTerms([f"{path.name} cannot be read: {error.strerror}."]) from error


def _faults_of(read: Callable[[dict[str, Any]], object], document: dict[str, Any]) -> tuple[str, ...]:
    try:
        read(document)
    except BadTerms as problem:
        return problem.faults
    return ()


def _own_terms(document: dict[str, Any]) -> None:
    """Read what no app does. Raises ``BadTerms``."""
    faults = Faults()
    house = Section(document, faults)
    house.need("key", _key, 'write a short one, like "friday-game"', "")
    house.need("name", name_of, 'write what the house is called, like "Friday game"', "")
    house.need("summary", text, "say in a sentence or two what kind of game it is", "")
    origin = house.table("source")
    for key in ("title", "version", "date"):
        origin.read(key, text, "")
    origin.finish()
    for number in _repeated(house.tables("articles")):
        house.fault("[[articles]]", f"There are two articles {number}; every article has a number of its own.")
    # Two apps read this table, so neither can tell what is unknown in it.
    house.table("conduct").finish((*BANK_CONDUCT, *SEATING_CONDUCT))
    house.finish((*BANK_SECTIONS, *ATTENDANCE_SECTIONS, *SEATING_SECTIONS))
    faults.check()


def _repeated(articles: tuple[Section, ...]) -> Iterator[str]:
    """Read the articles, and give the numbers that come up again."""
    seen = set()
    for article in articles:
        number = article.need("number", _number, 'write one, like "3" or "3.1"', "")
        article.need("title", text, "write a few words", "")
        article.need("text", text, "write the rule", "")
        for mark in ("new", "unusual"):
            article.read(mark, always, False)
        article.finish()
        if number and number in seen:
            yield number
        seen.add(number)


def _key(value: object) -> str:
    if not isinstance(value, str) or len(value) > 40 or not _KEY.fullmatch(value):
        raise Malformed("Write at most 40 small letters and digits, with single hyphens between them.")
    return value


def _number(value: object) -> str:
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise Malformed('Write it in quotes, like "3", "3.1" or "3a".')
    return value
