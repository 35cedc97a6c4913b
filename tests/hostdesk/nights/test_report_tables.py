"""The tables of a night's report as cells: the same as on the page and on paper."""

from decimal import Decimal

from hostdesk.nights.report_tables import report_cells
from ledger.reports.night_report import BookChange, CorrectionLine, NoteLine
from tests.ledger.evenings import START, evening

REPORT = evening(
    notes=(NoteLine(7, "n1", "Bo", "BOB", "the bank", 2500, "handed back"),),
    book=(BookChange("Bo", -1500, 500, 0),),
    corrections=(CorrectionLine(41, "ab", START, "ann", "Bo", "Cy", 250, "the taxi"),),
)


def test_the_results_have_a_row_a_player():
    rows = report_cells(REPORT, "results")

    assert [row[0] for row in rows] == ["player", "Ann", "Bo", "Cy", "Gil"]
    assert rows[2][-1] == Decimal("-37.50")


def test_the_notes_have_a_row_each():
    assert report_cells(REPORT, "notes") == [
        ["number", "note", "owed by", "mark", "held by", "face", "what became of it"],
        [7, "n1", "Bo", "BOB", "the bank", Decimal("25.00"), "handed back"],
    ]


def test_the_book_has_a_row_a_player():
    assert report_cells(REPORT, "book") == [
        ["player", "chips", "notes", "the bank", "in THE BOOK"],
        ["Bo", Decimal("-15.00"), Decimal("5.00"), Decimal("0.00"), Decimal("-10.00")],
    ]


def test_corrections_have_a_row_each():
    assert report_cells(REPORT, "corrections")[1:] == [
        [41, START, "Bo", "Cy", Decimal("2.50"), "the taxi", "ann", "ab"]
    ]
