"""Reading a document collects every fault and stops at none."""

from enum import StrEnum

import pytest

from reservations.documents import BadTerms, Faults, Section, always, choice, flag, many, name_of, text, whole
from reservations.problems import Malformed


class Suit(StrEnum):
    CLUBS = "clubs"
    HEARTS = "hearts"


def read(document):
    faults = Faults()
    return Section(document, faults), faults


def test_a_value_that_is_left_out_is_the_default():
    section, faults = read({"seats": 9})

    assert (section.read("seats", whole(1, 11), 6), section.read("tables", whole(1, 2), 1)) == (9, 1)
    assert faults.sentences() == ()


def test_every_fault_is_told_with_its_place():
    section, faults = read({"seats": "nine", "clock": {"minutes": 0}, "tables": [{"felt": 1}, {}]})

    section.read("seats", whole(1, 11), 6)
    section.table("clock").read("minutes", whole(1, 60), 20)
    for table in section.tables("tables"):
        table.need("felt", text, 'write a colour, like "green"', "")

    assert faults.sentences() == (
        "seats: Write a whole number from 1 to 11, without quotes.",
        "[clock] minutes: Write a whole number from 1 to 60, without quotes.",
        "[[tables]] no. 1: felt: Write some text in quotes.",
        '[[tables]] no. 2: felt: This is missing; write a colour, like "green".',
    )


def test_what_nobody_asked_for_is_unknown():
    section, faults = read({"seat": 9, "a\nb": 1, "name": "Ann"})

    section.read("seats", whole(1, 11), 6)
    section.finish(["name"])

    assert faults.sentences() == (
        '"seat": This is unknown; do you mean seats?',
        '"a�b": This is unknown; known here: name, seats.',
    )


def test_a_table_in_the_wrong_form_is_a_fault():
    section, faults = read({"clock": 5, "limit": "4.00", "tables": {}, "chairs": [1]})

    assert (section.inline("limit"), section.tables("tables"), section.tables("chairs")) == (None, (), ())
    assert "minutes" not in section.table("clock")
    assert faults.sentences() == (
        'limit: Write it in braces, like {amount = "10.00"}.',
        "tables: Each of these has to be a table of its own, under [[...]].",
        "chairs: Each of these has to be a table of its own, under [[...]].",
        "[clock]: This has to be a table of its own.",
    )


def test_a_table_inside_a_line_has_a_place_of_its_own():
    section, faults = read({"limit": {"amount": 4}})

    limit = section.inline("limit")
    limit.read("amount", text, "")

    assert section.inline("other") is None
    assert faults.sentences() == ("limit.amount: Write some text in quotes.",)
    assert (faults.touch(["limit"]), faults.touch(["seats", "other"])) == (True, False)


def test_a_term_that_could_not_be_read_contradicts_nothing():
    section, faults = read({"seats": "nine", "tables": 2})
    section.read("seats", whole(1, 11), 6)

    with pytest.raises(BadTerms) as refusal:
        faults.check(
            [
                (True, "Write fewer.", "tables", "seats"),
                (True, "Write more.", "tables"),
                (False, "Write a name.", "name"),
            ]
        )

    assert refusal.value.faults == (
        "seats: Write a whole number from 1 to 11, without quotes.",
        "tables: Write more.",
    )


def test_a_document_without_a_fault_passes():
    faults = Faults()

    faults.check([(False, "Write more.", "tables")])

    assert faults.sentences() == ()


@pytest.mark.parametrize(
    ("reader", "value", "result"),
    [
        (flag, False, False),
        (always, True, True),
        (text, " green ", "green"),
        (name_of, " Ann  B ", "Ann B"),
        (whole(1, 11), 11, 11),
        (choice(Suit), "hearts", Suit.HEARTS),
        (many(choice(Suit), 2), ["hearts", "clubs"], (Suit.HEARTS, Suit.CLUBS)),
    ],
)
def test_a_reader_gives_the_value(reader, value, result):
    assert reader(value) == result


@pytest.mark.parametrize(
    ("reader", "value", "sentence"),
    [
        (flag, 1, "Write true or false, without quotes."),
        (flag, "true", "Write true or false, without quotes."),
        (always, False, "Write true, or leave the line out."),
        (text, 5, "Write some text in quotes."),
        (text, "  ", "Write some text in quotes."),
        (text, "x" * 2_001, "This is longer than 2000 characters."),
        (name_of, 5, "Write some text in quotes."),
        (name_of, "a\x00", '"a�" is not a name: it holds a control character, U+0000.'),
        (whole(1, 11), 0, "Write a whole number from 1 to 11, without quotes."),
        (whole(1, 11), 12, "Write a whole number from 1 to 11, without quotes."),
        (whole(1, 11), True, "Write a whole number from 1 to 11, without quotes."),
        (whole(1, 11), 5.0, "Write a whole number from 1 to 11, without quotes."),
        (choice(Suit), "spades", 'Write one of "clubs", "hearts".'),
        (choice(Suit), 1, 'Write one of "clubs", "hearts".'),
        (many(choice(Suit), 2), "hearts", "Write a list in brackets, of at least one and at most 2."),
        (many(choice(Suit), 2), [], "Write a list in brackets, of at least one and at most 2."),
        (many(choice(Suit), 2), ["clubs"] * 3, "Write a list in brackets, of at least one and at most 2."),
        (many(choice(Suit), 2), ["clubs"] * 2, "Something stands in this list twice."),
        (many(choice(Suit), 2), ["spades"], 'Write one of "clubs", "hearts".'),
    ],
)
def test_a_reader_says_what_to_write(reader, value, sentence):
    with pytest.raises(Malformed) as refusal:
        reader(value)

    assert str(refusal.value) == sentence


def test_all_faults_make_one_message():
    problem = BadTerms(["name: This is missing.", "key: This is missing."])

    assert problem.faults == ("name: This is missing.", "key: This is missing.")
    assert str(problem) == "name: This is missing.\nkey: This is missing."
