"""A statement: the standing before, the lines of a period, and the standing after them."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.report import OwnLine, Statement, lines_between, statement_rows
from tests.ledger.book.books import HEAD, NOVEMBER, OCTOBER, SEPTEMBER

LINES = (
    OwnLine(SEPTEMBER, 4, 1, "Dave's", "You bought chips", "", -1000, -1000, undone=False),
    OwnLine(
        OCTOBER, 7, None, "", "The note n1 of Cy", "", -500, -1500, undone=False, note=3, note_name="n1", note_of="Cy"
    ),
    OwnLine(NOVEMBER, 9, None, "", "Ann paid you", "", 200, -1300, undone=True),
)


def line(act, cents, day=OCTOBER, **more):
    return replace(LINES[0], act=act, cents=cents, running_cents=0, day=day, **more)


def statement(first=None, last=None, lines=LINES):
    """Return the statement of Bo, who owes 10.00 from September, 5.00 by Cy's note, and was paid 2.00."""
    return Statement("Bo", first, last, *lines_between(lines, first, last), 9, HEAD)


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
    late = line(9, -300, SEPTEMBER)

    assert figures(statement(lines=[line(8, 500), late])) == (0, [(9, -300), (8, 200)], 200)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (LINES[1], "The note n1 of Cy"),
        (replace(LINES[1], text="Paid after all"), "Paid after all (note n1 of Cy)"),
        (LINES[2], "Ann paid you (undone)"),
        (replace(LINES[2], text="Taken back: “Ann paid you”", reason="a slip"), "Taken back: “Ann paid you”: a slip"),
    ],
)
def test_a_line_says_whose_note_it_was_why_it_took_another_back_and_whether_it_was(said, words):
    assert said.in_full == words


def test_a_night_that_is_still_open_is_told_once():
    lines = [line(4, -500, NOVEMBER, is_open=True), line(5, -500, NOVEMBER, is_open=True), line(6, 300)]

    assert statement(lines=lines).open_nights == (("Dave's", NOVEMBER),)


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
    assert statement_rows(statement(OCTOBER)) == [
        ["date", "night", "what", "note", "note of", "amount", "standing", "act"],
        [OCTOBER, "", "Standing before", None, "", None, Decimal("-10.00"), None],
        [OCTOBER, "", "The note n1 of Cy", 3, "Cy", Decimal("-5.00"), Decimal("-15.00"), 7],
        [NOVEMBER, "", "Ann paid you (undone)", None, "", Decimal("2.00"), Decimal("-13.00"), 9],
        [None, "", "Standing at the end", None, "", Decimal("-3.00"), Decimal("-13.00"), None],
    ]
    assert statement_rows(statement(last=SEPTEMBER))[2][:3] == [SEPTEMBER, "Dave's", "You bought chips"]


DAYS = st.integers(0, 12).map(lambda days: SEPTEMBER + timedelta(days))
HISTORIES = st.lists(st.tuples(DAYS, st.integers(-2000, 2000)), max_size=20).map(
    lambda lines: [line(act, cents, day) for act, (day, cents) in enumerate(lines, start=1)]
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
