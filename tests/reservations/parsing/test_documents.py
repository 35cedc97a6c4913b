"""Reading a document collects all faults instead of stopping at the first."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

import pytest
from pydantic import Field

from reservations.parsing.documents import (
    Always,
    BadTerms,
    Fault,
    Flag,
    Name,
    Section,
    Text,
    keys_of,
    listed,
    pair,
    read,
    unknown,
    whole,
)


class Suit(StrEnum):
    CLUBS = "clubs"
    HEARTS = "hearts"


@dataclass(frozen=True)
class Span:
    least: Annotated[int, whole(1, 9)]
    most: Annotated[int, whole(1, 9)]


@dataclass(frozen=True)
class Clock(Section):
    minutes: Annotated[int | None, whole(0, 60, none=True)] = 20
    span: Annotated[Span | None, pair("least", "most", "Write both, like [1, 2].")] = None
    runs: Flag = False
    new: Always = False
    suit: Suit = Suit.CLUBS
    suits: Annotated[tuple[Suit, ...], listed(2), Field(alias="drawn")] = ()


@dataclass(frozen=True)
class Table(Section):
    felt: Annotated[Text, Field(examples=["green"])]
    owner: Name = "the house"


@dataclass(frozen=True)
class Tables(Section):
    best: Table | None = None


@dataclass(frozen=True)
class Document:
    title: Annotated[Text, Field(examples=["Friday"])]
    tables: Tables
    clock: Clock = field(default_factory=Clock)
    rows: tuple[Table, ...] = ()


def faults(document):
    return tuple(map(str, read(Document, {"title": "Ours"} | document).faults))


def test_a_value_that_is_left_out_is_the_default():
    reading = read(Document, {"title": " Ours ", "clock": {"runs": True}, "somebody": "else's"})

    assert reading.content == Document("Ours", Tables(), Clock(runs=True))
    assert reading.faults == ()
    assert reading.given == {("clock", "runs")}


def test_every_value_is_read():
    document = {
        "title": "Ours",
        "clock": {
            "minutes": 0, "span": [1, 9], "runs": False, "new": True, "suit": "hearts", "drawn": ["hearts", "clubs"],
        },
        "rows": [{"felt": "green", "owner": " Ann  B "}],
    }  # fmt: skip

    assert read(Document, document).content == Document(
        "Ours",
        Tables(),
        Clock(None, Span(1, 9), runs=False, new=True, suit=Suit.HEARTS, suits=(Suit.HEARTS, Suit.CLUBS)),
        (Table("green", "Ann B"),),
    )


def test_every_fault_is_told_with_its_place_and_example():
    reading = read(
        Document, {"clock": {"minutes": 61, "colour": 1}, "rows": [{"felt": 1, "legs": 4}, {}], "tables": {}}
    )

    assert tuple(map(str, reading.faults)) == (
        'title: This is missing; write "Friday", for instance.',
        "[clock] minutes: Write a whole number from 0 to 60, without quotes, not 61.",
        "[clock] colour: This is unknown; known here: drawn, minutes, new, runs, span, suit.",
        "[[rows]] no. 1 felt: Write some text in quotes, not 1.",
        "[[rows]] no. 1 legs: This is unknown; known here: felt, owner.",
        '[[rows]] no. 2 felt: This is missing; write "green", for instance.',
    )
    assert reading.content == Document("Friday", Tables())


@pytest.mark.parametrize(
    ("clock", "sentence"),
    [
        ({"runs": 1}, "runs: Write true or false, without quotes, not 1."),
        ({"runs": "true"}, 'runs: Write true or false, without quotes, not "true".'),
        ({"runs": 10**9}, "runs: Write true or false, without quotes."),
        ({"runs": []}, "runs: Write true or false, without quotes."),
        ({"new": False}, "new: Write true, or leave the line out, not false."),
        ({"minutes": True}, "minutes: Write a whole number from 0 to 60, without quotes, not true."),
        ({"minutes": 5.0}, "minutes: Write a whole number from 0 to 60, without quotes, not 5.0."),
        ({"suit": "spades"}, 'suit: Write one of "clubs" or "hearts", not "spades".'),
        ({"suit": 1}, 'suit: Write one of "clubs" or "hearts", not 1.'),
        ({"drawn": "hearts"}, 'drawn: Write a list in brackets, of at least one and at most 2, not "hearts".'),
        ({"drawn": []}, "drawn: Write a list in brackets, of at least one and at most 2."),
        ({"drawn": ["clubs"] * 3}, "drawn: Write a list in brackets, of at least one and at most 2."),
        ({"drawn": ["clubs"] * 2}, "drawn: The same thing is in this list twice."),
        ({"drawn": ["clubs", "spades"]}, 'drawn no. 2: Write one of "clubs" or "hearts", not "spades".'),
        ({"span": [1]}, "span: Write both, like [1, 2]."),
        ({"span": [1, 10]}, "span most: Write a whole number from 1 to 9, without quotes, not 10."),
        ({"draw": 1}, "draw: This is unknown; do you mean drawn?"),
        ({"n" * 40: 1}, f"{'n' * 40}: This is unknown; known here: drawn, minutes, new, runs, span, suit."),
        ({"a\nb": 1}, '"a�b": This is unknown; known here: drawn, minutes, new, runs, span, suit.'),
    ],
)
def test_a_fault_says_what_to_write_and_what_was_found(clock, sentence):
    assert faults({"clock": clock}) == (f"[clock] {sentence}",)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"clock": 5}, "clock: This has to be a table of its own."),
        ({"rows": {}}, "rows: Each of these has to be a table of its own, under [[...]]."),
        ({"rows": [1]}, "[[rows]] no. 1: This has to be a table of its own."),
        ({"rows": [{"felt": "x" * 2_001}]}, "[[rows]] no. 1 felt: This is longer than 2000 characters."),
        ({"rows": [{"felt": "a", "owner": "a\x00"}]}, "[[rows]] no. 1 owner: "),
        (
            {"tables": {"best": {"felt": "a", "legs": 4}}},
            "[tables] best legs: This is unknown; known here: felt, owner.",
        ),
        ({"tables": {"best": {}}}, '[tables] best felt: This is missing; write "green", for instance.'),
    ],
)
def test_a_table_in_the_wrong_form_is_a_fault(document, sentence):
    [fault] = faults(document)

    assert fault.startswith(sentence)


def test_a_term_that_could_not_be_read_contradicts_nothing():
    reading = read(Document, {"title": "Ours", "clock": {"minutes": "nine"}})

    with pytest.raises(BadTerms) as refusal:
        reading.check(
            [
                (True, "Write fewer.", ("rows",), ("clock", "minutes")),
                (True, "Write none.", ("clock",)),
                (True, "Write more.", ("clock", "runs")),
                (False, "Write a name.", ("title",)),
            ]
        )

    assert [str(fault) for fault in refusal.value.faults] == [
        '[clock] minutes: Write a whole number from 0 to 60, without quotes, not "nine".',
        "[clock] runs: Write more.",
    ]


def test_a_document_without_a_fault_passes():
    reading = read(Document, {"title": "Ours"})

    reading.check([(False, "Write more.", ("rows",))])

    assert reading.faults == ()


def test_a_fault_says_its_line_where_that_is_known():
    assert str(Fault(("clock", "minutes"), "Write more.", 7)) == "Line 7: [clock] minutes: Write more."
    assert str(Fault((), "This is no TOML.")) == "This is no TOML."


def test_an_unknown_key_may_be_meant_for_another():
    assert unknown(("titel",), keys_of(Document)).sentence == "This is unknown; do you mean title?"


def test_all_faults_make_one_message():
    problem = BadTerms([Fault(("name",), "This is missing."), Fault(("key",), "This is missing.")])

    assert str(problem) == "name: This is missing.\nkey: This is missing."
