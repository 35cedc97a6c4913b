"""A term is one row, from which its document key, its sentence and its input are made."""

from dataclasses import dataclass
from enum import StrEnum

import pytest

from reservations.parsing.documents import BadTerms, read
from reservations.parsing.terms import Term, TermKind, document_type, stated, terms_beside

ROWS = """
["title"]
kind = "text"
example = "Friday"
label = "Title"

["clock.minutes"]
attribute = "level_minutes"
kind = "number"
least = 1
most = 60
says = "A level lasts {duration}."
rules = ["levels rise"]

["clock.pauses"]
kind = "number"
most = 9
none = true
follows = "clock.minutes"
says = "There is {pause}."

["clock.runs"]
kind = "flag"
says = "The clock runs."
["clock.bell"]
kind = "choice"
["clock.bell".says]
loud = "The bell is loud."

["clock.own"]
says = "Nobody stops it."

["house.rules"]
kind = "lines"
read = "line"
most = 2
stated_by = ["clock-own"]

["racks.owner"]
kind = "text"
read = "name"
example = "Ann"
"""


class Bell(StrEnum):
    LOUD = "loud"
    NONE = "none"


@dataclass(frozen=True)
class Values:
    level_minutes: int | None = None
    pauses: int | None = 2
    runs: bool = False
    bell: Bell = Bell.NONE
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rack:
    owner: str


@pytest.fixture
def terms(tmp_path):
    (tmp_path / "rows.toml").write_text(ROWS)
    return terms_beside(str(tmp_path / "module.py"), "rows.toml", Values, racks=Rack)


def content(terms, document, shared=()):
    reading = read(document_type("Document", terms, {}, shared), {"title": "Ours", **document})
    reading.check()
    return reading.content


def test_a_row_leaves_out_what_its_key_and_its_value_say(terms):
    minutes, pauses, bell = (next(term for term in terms if term.key == key) for key in ("minutes", "pauses", "bell"))

    assert (minutes.name, minutes.sentence, minutes.attribute) == ("clock.minutes", "clock-minutes", "level_minutes")
    assert (minutes.default, pauses.value, pauses.default) == (None, 2, None)
    assert (bell.attribute, bell.default, bell.choices) == ("bell", "none", ("loud", "none"))


def test_a_row_of_a_list_has_an_input_in_every_row(terms):
    title, *_, owner = terms

    assert (title.anchor(), owner.anchor(), owner.anchor(3)) == ("term-title", "term-racks-owner", "term-racks-3-owner")
    assert (title.in_rows, owner.in_rows) == (False, True)


def test_a_document_is_read_by_the_rows(terms):
    read = content(terms, {"clock": {"minutes": 20, "pauses": 0, "bell": "loud"}, "racks": [{"owner": "Bo"}]})

    assert (read.title, read.clock.level_minutes, read.clock.pauses, read.clock.runs) == ("Ours", 20, None, False)
    assert (read.clock.bell, read.house.rules, [row.owner for row in read.racks]) == (Bell.LOUD, (), ["Bo"])


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({"clock": {"own": True}}, "[clock] own: This is unknown; known here: bell, minutes, pauses, runs."),
        ({"clock": {"minutes": 61}}, "[clock] minutes: Write a whole number from 1 to 60, without quotes, not 61."),
        ({"racks": [{}]}, '[[racks]] no. 1 owner: This is missing; write "Ann", for instance.'),
        (
            {"house": {"rules": ["a", "b", "c"]}},
            "[house] rules: Write a list in brackets, of at least one and at most 2.",
        ),
    ],
)
def test_a_document_that_a_row_forbids_is_refused(terms, document, fault):
    with pytest.raises(BadTerms) as refusal:
        content(terms, document)

    assert str(refusal.value) == fault


def test_a_key_of_another_app_is_no_fault_in_a_shared_table(terms):
    assert content(terms, {"clock": {"price": "0.20", "minutes": 5}}, shared=["clock"]).clock.level_minutes == 5


def test_a_section_with_a_term_that_no_house_leaves_out_is_needed():
    terms = (Term(table="buy_in", key="usual", attribute="usual", kind=TermKind.TEXT, example="20.00"),)

    with pytest.raises(BadTerms) as refusal:
        read(document_type("Document", terms, {}), {}).check()

    assert str(refusal.value) == '[buy_in] usual: This is missing; write "20.00", for instance.'


def test_a_reader_of_the_app_reads_what_a_row_says_by_its_name():
    terms = (Term(table="clock", key="at", attribute="at", kind=TermKind.TEXT, read="upper"),)
    document = document_type("Document", terms, {"upper": lambda term: Bell})

    assert read(document, {"clock": {"at": "loud"}}).content.clock.at is Bell.LOUD


SHOW = {"duration": lambda minutes: f"{minutes} min"}


@pytest.mark.parametrize(
    ("values", "where", "sentences"),
    [
        (Values(), {}, {"clock-pauses": "There is 2 pauses.", "clock-own": "Nobody stops it."}),
        (
            Values(20, None, runs=True, bell=Bell.LOUD),
            {},
            {
                "clock-minutes": "A level lasts 20 min.",
                "clock-runs": "The clock runs.",
                "clock-bell": "The bell is loud.",
                "clock-own": "Nobody stops it.",
            },
        ),
        (Values(pauses=1), {"clock-own": False, "clock-runs": True, "clock-minutes": "No levels."}, {
            "clock-minutes": "No levels.", "clock-pauses": "There is 1 pause.", "clock-runs": "The clock runs.",
        }),
        (Values(pauses=None), {"clock-own": ""}, {}),
    ],
)  # fmt: skip
def test_a_term_states_its_value(terms, values, where, sentences):
    assert stated(terms, values, SHOW, where) == sentences


def test_a_row_with_an_unknown_word_is_refused(tmp_path):
    (tmp_path / "rows.toml").write_text('["clock.minutes"]\nlabbel = "Minutes"\n')

    with pytest.raises(TypeError, match="labbel"):
        terms_beside(str(tmp_path / "module.py"), "rows.toml", Values)
