"""The tables of a night's page: only columns with content on the page, and all columns in the file."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hostdesk.invitations.nights.report_tables import AfterNightTable, BroughtTable, report_tables
from hostdesk.standings.book.queries import NightBook, StandingAfterNight
from ledger.reports.night_report import BookChange, CorrectionLine, NoteLine
from ledger.results.rules import ResultLine
from tests.ledger.evenings import START, evening

REPORT = evening(
    notes=(NoteLine(7, "n1", "Bo", "BOB", "the bank", 2500, "handed back"),),
    book=(BookChange("Bo", -1500, 500, 0),),
    corrections=(CorrectionLine(41, "ab", START, "ann", "Bo", "Cy", 250, "the taxi"),),
)


def cells(of, report=REPORT):
    return report_tables(report)[of].cells()


def heads(table):
    """Return the headers of the columns on the page."""
    return [column.header for column in table.columns]


def names(table):
    """Return the names in the rows of the page."""
    return [row.record.name for row in table.rows]


def test_the_results_have_a_row_a_player():
    rows = cells("results")

    assert {row[0] for row in rows} == {"player", "Ann", "Bo", "Cy", "Gil"}
    assert (rows[4][0], rows[4][-1]) == ("Bo", Decimal("-37.50"))


def test_the_notes_have_a_row_each():
    assert cells("notes") == [
        ["number", "note", "owed by", "mark", "held by", "face", "what became of it"],
        [7, "n1", "Bo", "BOB", "the bank", Decimal("25.00"), "handed back"],
    ]


def test_the_book_has_a_row_a_player():
    assert cells("book") == [
        ["player", "chips", "notes", "the bank", "in THE BOOK"],
        ["Bo", Decimal("-15.00"), Decimal("5.00"), Decimal("0.00"), Decimal("-10.00")],
    ]


def test_corrections_have_a_row_each():
    assert cells("corrections") == [
        ["act", "at", "debtor", "creditor", "amount", "reason", "by", "head"],
        [41, START, "Bo", "Cy", Decimal("2.50"), "the taxi", "ann", "ab"],
    ]


def test_a_closed_night_ranks_by_result_and_sums_at_the_end():
    assert names(report_tables(REPORT)["results"]) == ["Cy", "Ann", "Gil", "Bo", REPORT.totals.name]


def test_an_open_night_has_no_ranks():
    found = report_tables(replace(REPORT, closed=False))["results"]

    assert names(found)[:-1] == ["Ann", "Bo", "Cy", "Gil"]


def test_the_file_of_an_open_night_has_no_results():
    first, ann, *_ = cells("results", replace(REPORT, closed=False))

    assert (first[-2:], len(ann)) == (["bought", "received"], len(first))


def test_a_night_without_players_has_nobody_to_rank():
    assert names(report_tables(replace(REPORT, players=()))["results"]) == []


def test_columns_that_say_nothing_are_left_out():
    tables = report_tables(REPORT)

    assert heads(tables["results"]) == ["Player", "Buy-in", "Rebuys", "Cash-out", "Bought", "Result"]
    assert heads(tables["book"]) == ["Player", "Chips", "Notes", "In THE BOOK"]
    assert heads(tables["notes"])[-3:] == ["Held by", "Face", "What became of it"]


STANDINGS = NightBook(
    closed=9,
    touched=[StandingAfterNight(1, "Ann", 500, 700, -100)],
    others=[StandingAfterNight(2, "Bo", 0, -700, 0)],
    payments=[],
    sentence="",
    consolidated=None,
)


@pytest.mark.parametrize(
    ("in_full", "shown", "people"),
    [
        (True, ["Player", "Before", "The night", "After", "Since", "Now"], ["Ann", "Bo"]),
        (False, ["Player", "The night"], ["Ann"]),
    ],
)
def test_the_banker_sees_of_standings_what_the_night_changed(in_full, shown, people):
    table = AfterNightTable(STANDINGS, in_full=in_full)

    assert (heads(table), names(table)) == (shown, people)


def test_results_that_were_brought_along_have_a_dash_for_what_nobody_knows():
    table = BroughtTable([ResultLine("Ann", 500, 1000, 1500), ResultLine("Bo", -500)])

    assert [row[1:3] for row in table.cells()[1:]] == [[Decimal("10.00"), Decimal("15.00")], [None, None]]
