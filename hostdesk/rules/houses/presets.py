"""The presets of the product, and the reader of a house that a host has written or edited.

A house is one TOML file. It is kept whole, as a document of plain values; every app reads its own part of it, and this
module reads the rest and collects the faults of every part.
"""

import functools
import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from hostdesk.rules.houses.toml_text import line_at, lines_of, statements
from ledger.terms.bank_terms import BankDocument, bank_terms
from reservations.acts.problems import Malformed, Unknown, quoted
from reservations.houses.attendance_terms import AttendanceDocument, attendance_terms
from reservations.houses.off_table import articles_of
from reservations.houses.seating_terms import SeatingDocument, seating_terms
from reservations.parsing.documents import BadTerms, Fault, keys_of, read, reader, unknown
from reservations.parsing.terms import document_type, terms_beside

_HOUSES = Path(__file__).parent
_MOST_BYTES = 200_000
_KEY = re.compile(r"(?!.{41})[a-z0-9]+(?:-[a-z0-9]+)*")
_STATED = re.compile(r"([$€£]?)(\d+(?:[.,]\d+)*)")
_READ_BY_PEOPLE = ("key", "name", "summary", "source", "invitation", "articles")
_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?")


def _written(form: re.Pattern[str], sentence: str) -> Any:
    """Make the type of a text in that form; the sentence states the right form."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not form.fullmatch(value):
            raise Malformed(sentence)
        return value

    return Annotated[str, reader(read)]


TERMS = terms_beside(__file__, "words/house.toml", articles=None)
"""What of a document is no term: the names of the house, and the articles for people."""
HouseDocument = document_type(
    "HouseDocument",
    TERMS,
    {
        "key": lambda _: _written(_KEY, "Write at most 40 small letters and digits, with single hyphens between them."),
        "number of an article": lambda _: _written(_NUMBER, 'Write it in quotes, like "3", "3.1" or "3a".'),
    },
)
_KEYS = [key for part in (HouseDocument, BankDocument, AttendanceDocument, SeatingDocument) for key in keys_of(part)]


def preset_keys() -> tuple[str, ...]:
    """Return the keys of the presets, in order."""
    return tuple(sorted(path.stem for path in _HOUSES.glob("*.toml")))


def preset_called(house: str) -> dict[str, Any]:
    """Return the document of the preset with that key, for a house that is not there. Raises ``Unknown``."""
    if house not in preset_keys():
        raise Unknown(f"No house and no preset is called {house!r:.60}; presets: {', '.join(preset_keys())}.")
    return load_preset(house)


def load_preset(key: str) -> dict[str, Any]:
    """Return the document of a preset. Raises ``Malformed``."""
    if key not in preset_keys():
        raise Malformed(f"There is no house {quoted(key)} here; there are {', '.join(preset_keys())}.")
    document: dict[str, Any] = json.loads(_preset(key))
    return document


@functools.cache
def _preset(key: str) -> str:
    """Read a preset once, as JSON: its reader takes milliseconds, and every caller gets a document to change."""
    return json.dumps(read_document(_HOUSES / f"{key}.toml"))


def read_document(source: Path | str) -> dict[str, Any]:
    """Read a house from a TOML file, or from TOML text, into a document of plain values.

    Raises ``BadTerms`` with all faults at once, their lines, their places and the right forms; and for a text that
    is too deep or too wide for a house.
    """
    content = _text_of(source)
    for _ in statements(content):
        pass  # before the parser, which takes memory and time for every part of a name
    try:
        document = tomllib.loads(content)
    except ValueError as error:  # that of endless numbers too
        raise BadTerms([Fault((), f"This is not TOML: {error}.")]) from error
    try:
        return check_document(document)
    except BadTerms as problem:
        lines = lines_of(content)
        located = (replace(fault, line=line_at(lines, fault.place)) for fault in problem.faults)
        raise BadTerms(sorted(located, key=lambda fault: fault.line or 0)) from problem


def check_document(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document of a house unchanged. Raises ``BadTerms`` with every fault at once."""
    reading = read(HouseDocument, document)
    faults = [*reading.faults, *(unknown((key,), _KEYS) for key in document if key not in _KEYS)]
    numbers = [article.number for article in reading.content.articles]
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            sentence = f"There are two articles {number}; every article has a number of its own."
            faults.append(Fault(("articles", at, "number"), sentence))
    for terms in (bank_terms, attendance_terms, seating_terms):
        try:
            terms(document)
        except BadTerms as problem:
            faults += problem.faults
    if faults:
        # Two readers share a table, and find the same fault in it.
        raise BadTerms(dict.fromkeys(faults))
    return document


def with_articles_of_preset(first: Mapping[str, Any], newest: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the newest document of a house with the present articles of its preset; None without a change.

    The preset is the one of the same key. Differences from the ``first`` version are the host's own: their own articles
    and changes stay, and removed articles stay out unless the preset has changed them since.
    """
    if newest["key"] not in preset_keys():
        return None
    began, own = articles_of(first), articles_of(newest)
    written = {number for number, article in own.items() if article != began.get(number)}
    preset, articles = load_preset(newest["key"]), []
    for article in preset["articles"]:
        number = article["number"]
        if number in written:
            articles.append(own[number])
        elif number in own or article != began.get(number):
            articles.append(article)
    taken = {article["number"] for article in articles}
    articles += [article for number, article in own.items() if number in written - taken]
    if articles == list(own.values()):
        return None
    document = {**newest, "articles": articles}
    if newest.get("source") == first.get("source"):
        document["source"] = preset["source"]
    return document


def outdated_articles(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the articles that state a number of a rule in the earlier document that the later one lacks."""
    kept = set(_numbers(after))
    return articles_stating({number for place, number in _numbers(before) if (place, number) not in kept}, after)


def articles_stating(numbers: Collection[str], document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the articles of a document with one of the ``numbers``: the article's own, and the number as written.

    Amounts are written as in "4.00"; an article may say $4 as well.
    """
    found = []
    for article in document.get("articles", ()):
        for sign, stated in dict.fromkeys(_STATED.findall(article["text"])):
            if stated in numbers or (sign and f"{stated}.00" in numbers):
                found.append((article["number"], f"{sign}{stated}"))
    return found


def _numbers(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the numbers of the rules in a document with their places; all of a list are in one place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if place or key not in _READ_BY_PEOPLE:
                yield from _numbers(inner, (*place, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, place)
    elif not isinstance(value, bool) and _STATED.fullmatch(str(value)):
        yield place, str(value)


def _text_of(source: Path | str) -> str:
    try:
        if isinstance(source, str):
            content = source.encode("utf-8", "surrogatepass")
        else:
            with source.open("rb") as file:
                content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise BadTerms([Fault((), f"A house has at most {_MOST_BYTES} bytes, and this is more.")])
        # Editors on Windows begin a file with a mark and end lines with two characters: neither means anything.
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        sentence = f"This is not UTF-8 text (byte {error.start + 1}); save it as UTF-8."
        raise BadTerms([Fault((), sentence, error.object.count(b"\n", 0, error.start) + 1)]) from error
    except OSError as error:
        raise BadTerms([Fault((), f"{Path(error.filename).name} cannot be read: {error.strerror}.")]) from error
