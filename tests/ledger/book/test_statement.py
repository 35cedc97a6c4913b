"""A statement: what was before, the lines of a period, and what they come to."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.report import HistoryLine
from ledger.book.statement import Statement, StatementNight, statement_lines, statement_rows
from tests.ledger.book.books import HEAD, NOVEMBER, OCTOBER, SEPTEMBER, row

DAVES = StatementNight("Dave's", OCTOBER)
LINES = (
    row(4, -1000, -1000, SEPTEMBER),
    row(7, -500, -1500, note=3, text="The note n1 goes into THE BOOK"),
    row(9, 200, -1300, NOVEMBER, undone=True),
)


def statement(first=None, last=None, lines=LINES, nights=None):
    """Return the statement of Bo, who owes 10.00 from September, 5.00 by a note of Cy's, and was paid 2.00."""
    opening, found = statement_lines(lines, first, last, nights=nights or {}, notes={3: ("n1", "Cy")})
    return Statement("Bo", first, last, opening, found, 9, HEAD)


def figures(said):
    return said.opening_cents, [(line.act, line.running_cents) for line in said.lines], said.closing_cents


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (None, None, (0, [(4, -1000), (7, -1500), (9, -1300)], -1300)),
        (OCTOBER, None, (-1000, [(7, -1500), (9, -1300)], -1300)),
        (None, OCTOBER, (0, [(4, -1000), (7, -1500)], -1500)),
        (OCTOBER, OCTOBER, (-1000, [(7, -1500)], -1500)),
        (date(2026, 10, 10), date(2026, 10, 31), (-1500, [], -1500)),
    ],
)
def test_it_begins_with_what_was_before_and_ends_with_it_and_its_lines(first, last, expected):
    assert figures(statement(first, last)) == expected


def test_lines_stand_in_the_order_of_their_days_whatever_was_recorded_first():
    late = row(9, -300, -300, SEPTEMBER)

    assert figures(statement(lines=[row(8, 500, 500), late])) == (0, [(9, -300), (8, 200)], 200)


def test_a_line_says_which_night_it_is_from_and_whose_note_it_was():
    of_a_night = HistoryLine(OCTOBER, 7, 3, "A note", -500, -500, undone=False, night=1)

    line = statement(lines=[of_a_night], nights={1: DAVES}).lines[0]

    assert (line.night, line.note, line.note_of, line.whose_note) == (DAVES, "3, n1", "Cy", "3, n1 of Cy")


def test_a_night_that_is_still_open_is_told_once():
    tonight = StatementNight("Dave's", NOVEMBER, is_open=True)
    lines = [HistoryLine(NOVEMBER, act, None, "A buy-in", -500, 0, undone=False, night=act % 2) for act in (4, 5, 6)]

    assert statement(lines=lines, nights={0: tonight, 1: DAVES}).open_nights == (tonight,)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (None, None, "Everything so far"),
        (OCTOBER, None, "Since 9 October 2026"),
        (None, OCTOBER, "Up to 9 October 2026"),
        (OCTOBER, NOVEMBER, "From 9 October 2026 to 20 November 2026"),
    ],
)
def test_its_period_in_words(first, last, words):
    assert statement(first, last).period == words


def test_it_says_where_they_stood():
    assert statement(OCTOBER).in_words == "Before: owes $10.00. At the end: owes $13.00."


def test_its_sheet():
    assert statement_rows(statement(OCTOBER, OCTOBER)) == [
        ["date", "night", "what", "note", "note of", "amount", "standing", "act", "undone"],
        [OCTOBER, "", "Standing before", "", "", None, Decimal("-10.00"), None, ""],
        [OCTOBER, "", "The note n1 goes into THE BOOK", "3, n1", "Cy", Decimal("-5.00"), Decimal("-15.00"), 7, ""],
        [OCTOBER, "", "Standing at the end", "", "", Decimal("-5.00"), Decimal("-15.00"), None, ""],
    ]


def test_its_sheet_marks_what_was_undone_and_names_the_night():
    of_a_night = HistoryLine(OCTOBER, 7, None, "A buy-in", -500, -500, undone=True, night=1)

    assert statement_rows(statement(lines=[of_a_night], nights={1: DAVES}))[2] == [
        *(OCTOBER, "Dave's", "A buy-in", "", "", Decimal("-5.00"), Decimal("-5.00"), 7, "undone")
    ]


DAYS = st.integers(0, 12).map(lambda days: SEPTEMBER + timedelta(days))
HISTORIES = st.lists(st.tuples(DAYS, st.integers(-2000, 2000)), max_size=20).map(
    lambda lines: [row(act, cents, 0, day) for act, (day, cents) in enumerate(lines, start=1)]
)


@given(lines=HISTORIES, days=st.lists(DAYS, min_size=3, max_size=3).map(sorted))
def test_any_statement_adds_up_and_joins_the_next(lines, days):
    first, cut, last = days

    before, after = statement(first, cut, lines), statement(cut + timedelta(1), last, lines)

    assert before.opening_cents == sum(line.cents for line in lines if line.day < first)
    assert before.closing_cents == after.opening_cents == sum(line.cents for line in lines if line.day <= cut)
    assert statement(first, last, lines).closing_cents == after.closing_cents
    assert [line.running_cents for line in after.lines][-1:] in ([], [after.closing_cents])
    assert statement(lines=lines).closing_cents == sum(line.cents for line in lines)
