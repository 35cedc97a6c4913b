"""Reading a document of rules that a person may have edited: all its faults at once, each with its place.

Pure. Every app declares its part of the document as dataclasses, one for each section, with a type for each key;
pydantic reads the document into them. The sentences are for the person who edits the document.
"""

import difflib
import functools
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, get_args, get_type_hints

from pydantic import (
    ConfigDict,
    PlainValidator,
    StrictBool,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
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
"""Whether two terms contradict each other, what to say then, and the places of both, the one to put right first."""

_SENTENCES = {
    "bool_type": "Write true or false, without quotes.",
    "dataclass_type": "This has to be a table of its own.",
    "enum": "Write one of {expected}.",
    "tuple_type": "Each of these has to be a table of its own, under [[...]].",
}
"""What to say of the faults that pydantic finds by itself; a reader of ours words its own."""


class Section:
    """A section of a document, or a table inside one: no key but the fields of its dataclass is allowed."""

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Fault:
    """One thing to put right in a document: its place, what to write there, and its line where that is known."""

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
    """A document of rules that cannot be played by; ``faults`` has everything that is to be put right."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True)
class Reading(Generic[D]):
    """A part of a document as it was read, with defaults and examples for what could not be read.

    ``given`` are the keys that the document has, whether they could be read or not.
    """

    content: D
    given: frozenset[KeyPath]
    faults: tuple[Fault, ...]

    def check(self, contradictions: Iterable[Contradiction] = ()) -> None:
        """Raise ``BadTerms`` if there is any fault or contradiction, with all of them.

        A term that could not be read contradicts nothing: its own fault is enough.
        """
        found = list(self.faults)
        for is_wrong, sentence, *places in contradictions:
            if is_wrong and not any(_touches(found, place) for place in places):
                found.append(Fault(places[0], sentence))
        if found:
            raise BadTerms(found)


def read(model: type[D], document: Mapping[str, object]) -> Reading[D]:
    """Read the keys of a document that ``model`` has fields for; what else there is belongs to somebody else."""
    kind: Any = model
    mine = {key: document[key] for key in keys_of(kind) if key in document}
    content: dict[str, Any] = {key: dict(value) if isinstance(value, Mapping) else value for key, value in mine.items()}
    given = frozenset((key, inner) for key, value in mine.items() if isinstance(value, Mapping) for inner in value)
    faults: list[Fault] = []
    while True:
        try:
            return Reading(_adapter(kind).validate_python(content), given, tuple(faults))
        except ValidationError as wrong:
            earlier = tuple(faults)
            for error in wrong.errors(include_url=False):
                place, example = error["loc"], None
                if error["type"] == "missing":
                    # A table may be left out; what has to be in it is asked for next.
                    example = (_keys_at(kind, place)[place[-1]].examples or [{}])[0]
                if example != {} and not _touches(earlier, place):
                    faults.append(_fault(kind, error, example))
                # Take out what is wrong, or put the example in for what is missing, so that the rest can be read.
                key, *inside = place
                table = content
                if inside and isinstance(inside[0], str):
                    table, key = content[str(key)], inside[0]
                if example is None:
                    table.pop(str(key), None)
                else:
                    table[str(key)] = example


def together(kind: Any, content: object) -> dict[str, Any]:
    """Return the values that the sections of a document have for the fields of a dataclass of all of its terms."""
    names = {each.name for each in fields(kind)}
    sections = [vars(section) for section in vars(content).values() if is_dataclass(section)]
    return {name: value for section in sections for name, value in section.items() if name in names}


def unknown(place: KeyPath, known: Iterable[Any]) -> Fault:
    """Return the fault of a key that is not one of those known, with the one that may be meant."""
    near = difflib.get_close_matches(str(place[-1]), sorted(known), n=1)
    meant = f"do you mean {near[0]}?" if near else f"known here: {', '.join(sorted(known))}."
    return Fault(place, f"This is unknown; {meant}")


@functools.cache
def keys_of(model: Any) -> dict[Any, FieldInfo]:
    """Return the keys that a section of a document may have, and what is known of each."""
    hints = get_type_hints(model, include_extras=True)
    infos = {name: FieldInfo.from_annotation(hint) for name, hint in hints.items()}
    return {info.alias or name: info for name, info in infos.items()}


def _keys_at(model: type, place: KeyPath) -> dict[Any, FieldInfo]:
    """Return the keys that the table around a place may have."""
    for part in place[:-1]:
        if isinstance(part, str):
            found = keys_of(model)[part].annotation
            model = next(each for each in (found, *get_args(found)) if isinstance(each, type) and is_dataclass(each))
    return keys_of(model)


def _fault(model: type, error: ErrorDetails, example: object) -> Fault:
    """Say what is to be written in the place of an error, and what was found there."""
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


_adapter: Callable[[Any], TypeAdapter[Any]] = functools.cache(TypeAdapter)


def told(read: Callable[P, T]) -> Callable[P, T]:
    """Make what a reader refuses an error that pydantic collects."""

    @functools.wraps(read)
    def reads(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        except Malformed as problem:
            raise PydanticCustomError("malformed", "{sentence}", {"sentence": str(problem)}) from problem

    return reads


def reader(read: Callable[[Any], object]) -> PlainValidator:
    """Make a type of a function that returns the value it reads, or raises ``Malformed``."""
    return PlainValidator(told(read))


def whole(least: int, most: int, *, none: bool = False) -> PlainValidator:
    """Make the type of a whole number from ``least`` to ``most``; with ``none``, 0 stands for None."""

    def check(value: object) -> int | None:
        if type(value) is not int or not least <= value <= most:
            raise Malformed(f"Write a whole number from {least} to {most}, without quotes.")
        return None if none and value == 0 else value

    return reader(check)


def listed(most: int) -> WrapValidator:
    """Make the type of a list of one to ``most`` values, none of them twice."""

    def check(value: object, read: ValidatorFunctionWrapHandler) -> object:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise Malformed(f"Write a list in brackets, of at least one and at most {most}.")
        items = read(value)
        if len(set(items)) < len(items):
            raise Malformed("The same thing is in this list twice.")
        return items

    return WrapValidator(told(check))


def pair(first: str, second: str, sentence: str) -> WrapValidator:
    """Make the type of a table with two keys that is written as a list of its two values."""

    def check(value: object, read: ValidatorFunctionWrapHandler) -> object:
        if not isinstance(value, list) or len(value) != 2:
            raise Malformed(sentence)
        return read({first: value[0], second: value[1]})

    return WrapValidator(told(check))


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


Flag = StrictBool
"""Yes or no."""
Always = Annotated[bool, reader(_always)]
"""A flag that only says something when it is true."""
Text = Annotated[str, reader(text)]
Name = Annotated[str, reader(lambda value: parse_name(text(value)))]
"""A name: a person's, a house's, a colour's."""


def beside(module: str, name: str) -> dict[str, Any]:
    """Return what the TOML file of that name says, which lies beside a module: given by the module's ``__file__``."""
    return tomllib.loads(Path(module).parent.joinpath(name).read_text(encoding="utf-8"))
