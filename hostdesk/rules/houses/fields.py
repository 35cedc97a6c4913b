"""The fields of a house's rules: every key of a document, with its label, unit and meaning. Pure.

The keys, their kinds and their defaults are those of the documents themselves; the words are in ``words/fields.toml``.
The form has them in the order of that file, and any page may lead to one: ``/houses/KEY/change/#term-buy_in-maximum``.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from hostdesk.rules.houses.presets import HouseDocument
from ledger.money.cents import parse_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import BankDocument, Blinds, Limit
from reservations.houses.attendance_terms import AttendanceDocument, Step
from reservations.houses.seating_terms import SeatingDocument
from reservations.parsing.documents import KeyPath, beside, keys_of

_FIXED = ("key", "name")
"""The fields that identify a house: no version of its rules changes them."""


class Kind(StrEnum):
    """The kinds of inputs for a term."""

    AMOUNT = "amount"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    CHOICE = "choice"
    LIMIT = "limit"
    MEANS = "means"
    LINES = "lines"
    STEPS = "steps"
    LEVELS = "levels"


@dataclass(frozen=True)
class Term:
    """One key of a document: ``table`` is "" for a key of the document itself, and ``key`` its name in the file.

    ``default`` holds for a missing key (None: there is no such limit), ``choices`` are the possible values.
    ``in_rows``: the table is a list, and every row of it has the key.
    """

    table: str
    key: str
    kind: Kind
    default: object
    choices: tuple[str, ...]
    in_rows: bool
    label: str
    unit: str
    meaning: str

    @property
    def name(self) -> str:
        """The key with its table, in the form of a field: "buy_in.maximum"."""
        return f"{self.table}.{self.key}" if self.table else self.key

    def anchor(self, row: int | None = None) -> str:
        """Return the id of its input, in a row of a list that of the row."""
        return "-".join(str(part) for part in ("term", self.table, row, self.key) if part not in ("", None))


@dataclass(frozen=True)
class Section:
    """A part of the form: its id, its heading, its subject, and its terms in order."""

    key: str
    title: str
    about: str
    terms: tuple[Term, ...]


_WORDS: Mapping[str, dict[str, Any]] = beside(__file__, "words/fields.toml")

_UNLIKE_ITS_TYPE = {"cash_out.whole_dollars": Kind.FLAG}
"""The fields that are yes or no in a document, and a number of cents in the terms."""
_COUNTED = ("seating.split_at", "seating.merge_at")
"""The fields that follow from another term by default."""
_BY_TYPE: tuple[tuple[type, Kind], ...] = (
    (Limit, Kind.LIMIT),
    (Means, Kind.MEANS),
    (Step, Kind.STEPS),
    (Blinds, Kind.LEVELS),
    (StrEnum, Kind.CHOICE),
    (bool, Kind.FLAG),
    (int, Kind.NUMBER),
    (tuple, Kind.LINES),
    (str, Kind.TEXT),
)
"""The kind of the first type that is found in that of a key."""


@functools.cache
def keys_of_documents() -> dict[str, tuple[str, str, FieldInfo, object]]:
    """Return every key of a document, except its own key and name, with its table, type and default."""
    found: dict[str, tuple[str, str, FieldInfo, object]] = {}
    for document in (HouseDocument, BankDocument, AttendanceDocument, SeatingDocument):
        for table, hint in keys_of(document).items():
            rows: Any = next((each for each in _types(hint.annotation) if is_dataclass(each)), None)
            if rows is None and table not in _FIXED:
                found[table] = ("", table, hint, None)
            for (key, inner), default in zip(keys_of(rows).items(), fields(rows), strict=True) if rows else ():
                # A key that is an object here is read by another part of the desk.
                if inner.annotation is not object:
                    found[f"{table}.{key}"] = (table, key, inner, default.default)
    return found


@functools.cache
def sections() -> tuple[Section, ...]:
    """Return the sections of the form, in order, with their terms."""
    keys, found = keys_of_documents(), []
    for section, words in _WORDS.items():
        terms = []
        for name, said in words["fields"].items():
            table, key, hint, default = keys[name]
            types = list(_types(hint.annotation))
            read = [getattr(getattr(each, "func", None), "__wrapped__", None) for each in hint.metadata]
            by_type = next(kind for kind_type, kind in _BY_TYPE if any(issubclass(each, kind_type) for each in types))
            kind = Kind.AMOUNT if parse_cents in read else _UNLIKE_ITS_TYPE.get(name, by_type)
            enum = next((each for each in types if issubclass(each, StrEnum)), ())
            default = None if default is MISSING or name in _COUNTED else default
            choices, in_rows = tuple(each.value for each in enum), table in ("chips", "articles")
            written = (said["label"], said.get("unit", ""), said["meaning"])
            terms.append(Term(table, key, kind, default, choices, in_rows, *written))
        found.append(Section(section, words["title"], words["about"], tuple(terms)))
    return tuple(found)


@functools.cache
def terms_by_name() -> Mapping[str, Term]:
    """Return every term by its name, in the order of the form."""
    return {term.name: term for section in sections() for term in section.terms}


def anchor_of(place: KeyPath) -> str:
    """Return the id on the form of a place in a document: of its term, or of the first term of a whole table."""
    table, *inside = place or ("rules",)
    row = inside.pop(0) if inside and isinstance(inside[0], int) else None
    known = terms_by_name()
    named = known.get(f"{table}.{inside[0]}" if inside else str(table))
    term = named or next((each for each in known.values() if each.table == table), None)
    return "rules" if term is None else term.anchor(None if row is None else int(row))


def uses(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the terms that a document uses: with a value other than a usual no."""
    used = set()
    for term in terms_by_name().values():
        table: Any = document.get(term.table, ()) if term.table else document
        written = [row[term.key] for row in (table if term.in_rows else [table]) if term.key in row]
        if any(value != (term.default is True if term.kind is Kind.FLAG else term.default) for value in written):
            used.add(term.name)
    return frozenset(used)


def _types(hint: object) -> Iterator[type]:
    """Yield the types in a hint: its own, and those it holds."""
    if isinstance(hint, type) and get_origin(hint) is None:
        yield hint
    for each in (get_origin(hint), *get_args(hint)):
        if each is not None:
            yield from _types(each)
