"""The reader of a document of rules, which a person may have edited: it finds all faults at once, with their places.

Pure. Every app declares its part of the document as dataclasses, one for every section, with a type for every key;
pydantic reads the document into them. The sentences address the editor of the document.
"""

import difflib
import functools
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, get_args, get_type_hints

import pydantic
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from reservations.acts.problems import Malformed, quoted
from reservations.parsing.names import parse_name

D = TypeVar("D")
T = TypeVar("T")
P = ParamSpec("P")
KeyPath = tuple[str | int, ...]
"""Where something stands: ("buy_in", "minimum", "amount"), or ("chips", 0, "colour") in the first of the [[chips]]."""
Contradiction = tuple[bool, str, *tuple[KeyPath, ...]]
"""Whether two terms are contradictory, the sentence for it, and the places of both, first the one to put right."""

_SENTENCES = {
    "bool_type": "Write true or false, without quotes.",
    "dataclass_type": "This has to be a table of its own.",
    "enum": "Write one of {expected}.",
    "tuple_type": "Each of these has to be a table of its own, under [[...]].",
}
"""The sentences for the faults that pydantic finds by itself; a reader of ours words its own."""


class Section:
    """A section of a document, or a table inside one: it allows only the fields of its dataclass."""

    __pydantic_config__ = pydantic.ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Fault:
    """One fault of a document: its place, the sentence with the correct form, and its line if known."""

    place: KeyPath
    sentence: str
    line: int | None = None

    def __str__(self) -> str:
        line = f"Line {self.line}: " if self.line else ""
        parts = [
            f"no. {part + 1}"
            if isinstance(part, int)
            else (part if part.replace("_", "").isalnum() and len(part) <= 40 else quoted(part))
            for part in self.place
        ]
        if len(parts) > 1:
            parts[0] = f"[[{parts[0]}]]" if isinstance(self.place[1], int) else f"[{parts[0]}]"
        return f"{line}{' '.join(parts)}{': ' if parts else ''}{self.sentence}"


class BadTerms(Malformed):
    """A document of rules with faults; ``faults`` holds all of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True)
class Reading(Generic[D]):
    """A part of a document, with defaults and examples in place of unreadable values.

    ``given`` holds all keys of the document, readable or not.
    """

    content: D
    given: frozenset[KeyPath]
    faults: tuple[Fault, ...]

    def check(self, contradictions: Iterable[Contradiction] = ()) -> None:
        """Raise ``BadTerms`` with all faults and contradictions, if there are any.

        An unreadable term takes part in no contradiction: its own fault is enough.
        """
        found = list(self.faults)
        for is_wrong, sentence, *places in contradictions:
            if is_wrong and not any(_touches(found, place) for place in places):
                found.append(Fault(places[0], sentence))
        if found:
            raise BadTerms(found)


def read(model: type[D], document: Mapping[str, object]) -> Reading[D]:
    """Read the keys of a document that ``model`` has fields for, and ignore the others."""
    kind: Any = model
    mine = {key: document[key] for key in keys_of(kind) if key in document}
    content: dict[str, Any] = {key: dict(value) if isinstance(value, Mapping) else value for key, value in mine.items()}
    given = frozenset((key, inner) for key, value in mine.items() if isinstance(value, Mapping) for inner in value)
    faults: list[Fault] = []
    while True:
        try:
            return Reading(_adapter(kind).validate_python(content), given, tuple(faults))
        except pydantic.ValidationError as wrong:
            earlier = tuple(faults)
            for error in wrong.errors(include_url=False):
                place, example = error["loc"], None
                if error["type"] == "missing":
                    # A table may be left out; then its required keys are the next faults.
                    example = (_keys_at(kind, place)[place[-1]].examples or [{}])[0]
                if example != {} and not _touches(earlier, place):
                    faults.append(_fault(kind, error, example))
                # Take wrong values out, or fill an example in for missing ones, so that the rest can be read.
                key, *inside = place
                table = content
                if inside and isinstance(inside[0], str):
                    table, key = content[str(key)], inside[0]
                if example is None:
                    table.pop(str(key), None)
                else:
                    table[str(key)] = example


def together(kind: Any, content: object) -> dict[str, Any]:
    """Return the values of a document's sections, for the fields of a dataclass with all terms."""
    names = {field.name for field in fields(kind)}
    sections = [vars(section) for section in vars(content).values() if is_dataclass(section)]
    return {name: value for section in sections for name, value in section.items() if name in names}


def unknown(place: KeyPath, known: Iterable[Any]) -> Fault:
    """Return the fault of an unknown key, with the similar known key."""
    near = difflib.get_close_matches(str(place[-1]), sorted(known), n=1)
    meant = f"do you mean {near[0]}?" if near else f"known here: {', '.join(sorted(known))}."
    return Fault(place, f"This is unknown; {meant}")


@functools.cache
def keys_of(model: Any) -> dict[Any, FieldInfo]:
    """Return the allowed keys of a section, with their fields."""
    hints = get_type_hints(model, include_extras=True)
    infos = {name: FieldInfo.from_annotation(hint) for name, hint in hints.items()}
    return {info.alias or name: info for name, info in infos.items()}


def _keys_at(model: type, place: KeyPath) -> dict[Any, FieldInfo]:
    """Return the allowed keys of the table around a place."""
    for part in place[:-1]:
        if isinstance(part, str):
            found = keys_of(model)[part].annotation
            model = next(kind for kind in (found, *get_args(found)) if isinstance(kind, type) and is_dataclass(kind))
    return keys_of(model)


def _fault(model: type, error: ErrorDetails, example: object) -> Fault:
    """Return the fault for an error: the correct form at its place, and the value found there."""
    place = error["loc"]
    if error["type"] == "unexpected_keyword_argument":
        return unknown(place, _keys_at(model, place))
    if error["type"] == "missing":
        return Fault(place, f"This is missing; write {json.dumps(example)}, for instance.")
    facts = error.get("ctx", {})
    sentence: str = facts.get("sentence") or _SENTENCES[error["type"]].format_map(facts).replace("'", '"')
    found = error["input"]
    if sentence.startswith("Write ") and isinstance(found, str):
        sentence = f"{sentence[:-1]}, not {quoted(found)}."
    elif sentence.startswith("Write ") and isinstance(found, int | float) and abs(found) < 10**9:
        sentence = f"{sentence[:-1]}, not {json.dumps(found)}."
    return Fault(place, sentence)


def _touches(faults: Iterable[Fault], place: KeyPath) -> bool:
    """Tell whether one of the faults is at a place, inside it or around it."""
    return any(all(a == b for a, b in zip(fault.place, place, strict=False)) for fault in faults)


_adapter: Callable[[Any], pydantic.TypeAdapter[Any]] = functools.cache(pydantic.TypeAdapter)


def collected(read: Callable[P, T]) -> Callable[P, T]:
    """Turn a reader's refusal into an error that pydantic collects."""

    @functools.wraps(read)
    def reads(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        except Malformed as problem:
            raise PydanticCustomError("malformed", "{sentence}", {"sentence": str(problem)}) from problem

    return reads


def reader(read: Callable[[Any], object]) -> pydantic.PlainValidator:
    """Make a type from a function that returns the value it reads, or raises ``Malformed``."""
    return pydantic.PlainValidator(collected(read))


def whole(least: int, most: int, *, none: bool = False) -> pydantic.PlainValidator:
    """Make the type of a whole number from ``least`` to ``most``; with ``none``, 0 stands for None."""

    def check(value: object) -> int | None:
        if type(value) is not int or not least <= value <= most:
            raise Malformed(f"Write a whole number from {least} to {most}, without quotes.")
        return None if none and value == 0 else value

    return reader(check)


def listed(most: int) -> pydantic.WrapValidator:
    """Make the type of a list of one to ``most`` different values."""

    def check(value: object, read: pydantic.ValidatorFunctionWrapHandler) -> object:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise Malformed(f"Write a list in brackets, of at least one and at most {most}.")
        items = read(value)
        if len(set(items)) < len(items):
            raise Malformed("The same thing is in this list twice.")
        return items

    return pydantic.WrapValidator(collected(check))


def pair(first: str, second: str, sentence: str) -> pydantic.WrapValidator:
    """Make the type of a table with two keys, written as a list of its two values."""

    def check(value: object, read: pydantic.ValidatorFunctionWrapHandler) -> object:
        if not isinstance(value, list) or len(value) != 2:
            raise Malformed(sentence)
        return read({first: value[0], second: value[1]})

    return pydantic.WrapValidator(collected(check))


def text(value: object, most: int = 2_000) -> str:
    """Read text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise Malformed("Write some text in quotes.")
    if len(value) > most:
        raise Malformed(f"This is longer than {most} characters.")
    return value.strip()


def _always(value: object) -> bool:
    if value is not True:
        raise Malformed("Write true, or leave the line out.")
    return True


Flag = pydantic.StrictBool
"""Yes or no."""
Always = Annotated[bool, reader(_always)]
"""A flag that only says something when it is true."""
Text = Annotated[str, reader(text)]
Name = Annotated[str, reader(lambda value: parse_name(text(value)))]
"""A name: a person's, a house's, a colour's."""


def beside(module: str, name: str) -> dict[str, Any]:
    """Return the content of a TOML file that lies beside a module, given by the module's ``__file__``."""
    return tomllib.loads(Path(module).parent.joinpath(name).read_text(encoding="utf-8"))
