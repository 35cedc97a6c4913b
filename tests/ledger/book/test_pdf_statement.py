"""A player's statement on paper."""

from dataclasses import replace

from ledger.book.pdf import statement_pdf
from ledger.paper.sizes import PRINTED_ON
from reservations.acts.moments import within
from tests.ledger.book.books import NOVEMBER, OCTOBER
from tests.ledger.book.test_report_statement import statement
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages


def words(said):
    return [text for page in pages(statement_pdf(said)) for text in page[:-1]]


def test_it_says_what_was_before_each_line_and_what_they_come_to():
    read = words(statement(OCTOBER))

    assert read[:5] == [
        "STATEMENT · ALL AMOUNTS IN US DOLLARS",
        "Bo",
        "Since 9 October 2026",
        "Before: owes $10.00. At the end: owes $13.00.",
        "+ THE BOOK owes Bo, − Bo owes. A night counts by its date.",
    ]
    assert read[7:] == [
        "Date Act Note Night What happened Amount Standing",
        "Standing before −10.00",
        "9 Oct 2026 7 3 – The note n1 of Cy −5.00 −15.00",
        "20 Nov 2026 9 – Ann paid you (undone) +2.00 −13.00",
        "Standing at the end −3.00 −13.00",
    ]


def test_without_lines_it_still_says_where_they_stand():
    assert words(statement(OCTOBER, OCTOBER, lines=[]))[7:] == [
        "Date Act Note Night What happened Amount Standing",
        "Standing before 0.00",
        "Standing at the end 0.00 0.00",
    ]


def test_a_night_that_is_open_stands_on_top():
    line = replace(statement().lines[0], day=NOVEMBER, house="Dave's", is_open=True)

    read = words(replace(statement(), lines=(line,)))

    assert read[3:5] == [
        "A night is still open",
        "Its lines count as they are so far, and can still change: Dave's, 20 November 2026.",
    ]


def test_any_name_goes_on_it_and_every_page_has_its_headings():
    lines = [replace(statement().lines[1], text=f"{name} pays", house=name) for name in HOSTILE]

    with within(PRINTED_ON, ("letter", "")):
        read = pages(statement_pdf(replace(statement(), player=HOSTILE[-1], lines=(*lines, *lines, *lines, *lines))))

    assert len(read) > 1
    assert [page for page in read if "Amount Standing" not in "\n".join(page)] == []


def test_the_same_statement_gives_the_same_bytes():
    assert statement_pdf(statement()) == statement_pdf(statement())
