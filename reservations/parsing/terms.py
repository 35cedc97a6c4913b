"""The terms of a house, a row for every term: document, sentences, form and changes are made from it. Pure.

The rows of an app are in a TOML file beside its terms. A row has the name that the term has in the document
("buy_in.multiple"), and the attributes of a `Term`. The class with the values of the terms gives types and defaults.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from enum import StrEnum
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import ConfigDict, Field

from reservations.parsing.documents import Always, Flag, Name, Section, Text, beside, listed, reader, text, whole
from reservations.parsing.names import counted, parse_line

Show = Mapping[str, Callable[[Any], str]]
"""How the value of a term is written in a sentence, by the name in braces; another name is what is counted."""


class TermKind(StrEnum):
    """The kinds of values, and of inputs for them."""

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


@dataclass(frozen=True, kw_only=True)
class Term:
    """One term of a house's rules. Its row leaves out the defaults.

    In the document: its ``table`` ("" for a key of the document itself), its ``key``, its ``kind``, how it is ``read``
    if not by its kind, the ``least`` and the ``most`` of a number or the ``most`` of a list, whether 0 is ``none``, the
    ``forms`` of a limit and the values it may ``also`` have, the ``example`` of a term that no house leaves out.
    Without a kind it is no term but a rule of every house, which only has a sentence.

    In the code: the ``attribute`` with its value (its key, unless the row says otherwise), the ``type`` of that, and
    the ``value`` for a missing key.

    On the form: its ``part`` and its ``place`` there (after those with a lower one), ``label``, ``unit``, ``meaning``,
    the ``choices``, and the other term that it ``follows`` if it is left out.

    In sentences: the sentence that ``says`` it, or one for every value; ``stated_by`` names the sentences that state it
    if not its own. ``rules``: the short names of the rules that are changed by it. ``in_rows``: its table is a
    list, and every row of it has the key.
    """

    table: str
    key: str
    attribute: str
    kind: TermKind | None = None
    read: str = ""
    least: int = 0
    most: int = 0
    none: bool = False
    forms: Sequence[str] = ()
    also: Sequence[str] = ()
    example: Any = None
    follows: str = ""
    part: str = ""
    place: int = 0
    label: str = ""
    unit: str = ""
    meaning: str = ""
    says: Any = ""
    stated_by: Sequence[str] = ()
    rules: Sequence[str] = ()
    type: Any = object
    value: Any = None
    choices: Sequence[str] = ()
    in_rows: bool = False

    @property
    def name(self) -> str:
        """The key with its table, in the form of a field: "buy_in.maximum"."""
        return f"{self.table}.{self.key}" if self.table else self.key

    @property
    def default(self) -> Any:
        """The value for a missing key; None: no limit, or the value follows another term."""
        return None if self.follows else self.value

    @property
    def sentence(self) -> str:
        """The name of its own sentence: "buy_in-maximum"."""
        return self.name.replace(".", "-")

    def anchor(self, row: int | None = None) -> str:
        """Return the id of its input; in a row of a list, of the input in that row."""
        return "-".join(str(part) for part in ("term", self.table, row, self.key) if part not in ("", None))

    def in_sentence(self, value: Any, show: Show) -> str:
        """Return its sentence for a value; "" without one."""
        says: str = self.says.get(str(value).lower(), "") if isinstance(self.says, Mapping) else self.says

        def written(word: re.Match[str]) -> str:
            return show[word[1]](value) if word[1] in show else counted(value, word[1])

        return re.sub(r"\{([a-z ]+)\}", written, says)


Readers = Mapping[str, Callable[[Term], Any]]
"""The types of values in a document, by how they are read; the kind says that for most."""

_Line = Annotated[str, reader(lambda value: parse_line(text(value)))]
_READERS: Readers = {
    "number": lambda term: Annotated[int | None, whole(term.least, term.most, none=term.none)],
    "flag": lambda _: Flag,
    "always": lambda _: Always,
    "choice": lambda term: term.type,
    "text": lambda _: Text,
    "name": lambda _: Name,
    "lines": lambda term: Annotated[tuple[Text, ...], listed(term.most)],
    "line": lambda term: Annotated[tuple[_Line, ...], listed(term.most)],
}


_WITHOUT: Mapping[TermKind, object] = {TermKind.LINES: (), TermKind.FLAG: False}
"""The values of missing keys that no attribute has a default for; None of other kinds."""


class _Shared(Section):
    """A section that has terms of two apps: the other one reports the unknown keys."""

    __pydantic_config__ = ConfigDict(extra="ignore")


def terms_beside(module: str, name: str, values: Any = None, **rows: Any) -> tuple[Term, ...]:
    """Return the terms of a TOML file beside a module, whose ``values`` are of that class.

    ``rows`` are the tables that are lists, with the class of their rows.
    """
    types = {owner: get_type_hints(owner) for owner in (values, *rows.values()) if owner}
    defaults = {owner: {attribute.name: attribute.default for attribute in fields(owner)} for owner in types}
    found = []
    for place, row in beside(module, name).items():
        table, _, key = place.rpartition(".")
        attribute, owner = row.get("attribute", key), rows.get(table, values)
        kind, known = TermKind(row["kind"]) if "kind" in row else None, types.get(owner, {}).get(attribute, object)
        value = defaults.get(owner, {}).get(attribute, MISSING)
        parts = (part for part in (known, *get_args(known)) if isinstance(part, type))
        enums = [part for part in parts if issubclass(part, StrEnum)]
        own = {
            "table": table,
            "key": key,
            "attribute": attribute,
            "kind": kind,
            "type": known,
            "value": value if value is not MISSING else _WITHOUT.get(kind or TermKind.TEXT),
            "choices": tuple(choice.value for enum in enums for choice in enum),
            "in_rows": table in rows,
        }
        found.append(Term(**{**row, **own}))
    return tuple(found)


def document_type(name: str, terms: Iterable[Term], readers: Readers, shared: Collection[str] = ()) -> Any:
    """Make the dataclass for reading a document with those terms, with a section for every table.

    Unknown keys of the ``shared`` tables are no faults of it.
    """
    tables: dict[str, list[Term]] = {}
    for term in terms:
        if term.kind:
            tables.setdefault(term.table, []).append(term)
    known, found = {**_READERS, **readers}, list[Any]()
    for table, inside in tables.items():
        keys = [_field(term, known[term.read or term.kind or ""]) for term in inside]
        if not table:
            found += keys
            continue
        base = _Shared if table in shared else Section
        section: Any = make_dataclass(table, keys, bases=(base,), frozen=True, kw_only=True)
        if inside[0].in_rows:
            found.append((table, tuple[section, ...], field(default=())))
        elif any(term.example for term in inside):
            found.append((table, section))
        else:
            found.append((table, section, field(default_factory=section)))
    return make_dataclass(name, found, frozen=True, kw_only=True)


def _field(term: Term, read: Callable[[Term], Any]) -> tuple[Any, ...]:
    """Return the field of a section for a term: its name is the attribute, its name in the document the key."""
    if term.example:
        return term.attribute, Annotated[read(term), Field(alias=term.key, examples=[term.example])]
    return term.attribute, Annotated[read(term), Field(alias=term.key)], field(default=term.value)


def stated(terms: Iterable[Term], values: object, show: Show, where: Mapping[str, str | bool]) -> dict[str, str]:
    """Return the sentences that apply, by term ("seating-most").

    A term without a value, or with a value that has no sentence, is left out. ``where`` decides by the name of a
    sentence whether it applies, or gives another text for it.
    """
    found = {}
    for term in terms:
        value = getattr(values, term.attribute, True)
        applies = where.get(term.sentence, isinstance(term.says, Mapping) or value not in (None, False, ()))
        sentence = term.in_sentence(value, show) if applies is True else applies
        if sentence:
            found[term.sentence] = sentence
    return found
