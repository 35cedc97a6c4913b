"""The JSON of programs for shared expenses: the objects and their fields, as a schema. Pure.

Numbers are texts here, as in the file; other fields of an object are skipped.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from ledger.files.csv_rows import MOST_PEOPLE, MOST_ROWS
from reservations.acts.problems import Faulty, Malformed
from reservations.parsing.documents import reader


def _word(value: object) -> object:
    if isinstance(value, list | dict):
        raise Malformed("a text or a number belongs here.")
    return value


def _words(value: object) -> object:
    return [_word(each) for each in value] if isinstance(value, list) else _word(value)


Word = Annotated[Any, reader(_word)]
Words = Annotated[Any, reader(_words)]
_SENTENCES = {"dataclass_type": "an object belongs here.", "list_type": "a list belongs here."}


class _Camel:
    """An object with fields named as in ``paidFor``."""

    __pydantic_config__ = ConfigDict(alias_generator=to_camel)


@dataclass
class Person(_Camel):
    """A person in a group of Spliit."""

    id: Word = None
    name: Word = None


@dataclass
class Part(_Camel):
    """A share in an expense of Spliit, and its person."""

    participant_id: Word = None
    shares: Word = None


@dataclass
class Expense(_Camel):
    """An expense of Spliit."""

    amount: Word = None
    expense_date: Word = None
    paid_by_id: Word = None
    paid_for: list[Part] | None = None
    split_mode: Word = "EVENLY"
    is_reimbursement: Word = False


@dataclass
class Group(_Camel):
    """A group of Spliit."""

    participants: Annotated[list[Person], Field(max_length=MOST_PEOPLE)]
    expenses: Annotated[list[Expense], Field(max_length=MOST_ROWS)] | None = None
    currency_code: Word = None
    currency: Word = None


@dataclass
class Bill:
    """A bill of I Hate Money."""

    what: Word
    payer_name: Word
    owers: Words
    amount: Word = None
    payer_weight: Word = "1"
    date: Word = ""
    bill_type: Word = None
    currency: Word = None


@dataclass
class Payment:
    """A payment that I Hate Money proposes."""

    ower: Word
    receiver: Word
    amount: Word
    currency: Word = None


Bills = Annotated[list[Bill], Field(max_length=MOST_ROWS)]
Payments = Annotated[list[Payment], Field(max_length=MOST_ROWS)]


def read_as(kind: Any, said: object) -> Any:
    """Read a file's content as that kind. Raises ``Faulty`` by number of entry and field."""
    try:
        return TypeAdapter(kind).validate_python(said)
    except ValidationError as wrong:
        faults = []
        for error in wrong.errors(include_url=False, include_input=False):
            place, facts = error["loc"], error.get("ctx", {})
            number = next((each + 1 for each in place if isinstance(each, int)), 1)
            sentence = facts.get("sentence") or _SENTENCES.get(
                error["type"], f"at most {facts.get('max_length')} belong here."
            )
            faults.append(
                (number, f"{next((each for each in reversed(place) if isinstance(each, str)), 'list')}: {sentence}")
            )
        raise Faulty(sorted(faults)) from wrong
