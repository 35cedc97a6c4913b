"""The tables of a night's report as cells: the same as on the page and on paper."""

from dataclasses import replace
from decimal import Decimal

from hostdesk.nights.report_tables import needed_columns, ranked, report_cells
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


def test_a_closed_night_ranks_by_result():
    assert [line.name for line in ranked(REPORT)] == ["Cy", "Ann", "Gil", "Bo"]


def test_an_open_night_has_no_ranks():
    assert [line.name for line in ranked(replace(REPORT, closed=False))] == ["Ann", "Bo", "Cy", "Gil"]


def test_the_file_of_an_open_night_has_no_results():
    heads, ann, *_ = report_cells(replace(REPORT, closed=False), "results")

    assert (heads[-2:], len(ann)) == (["bought", "received"], len(heads))


def test_a_night_without_players_has_nobody_to_rank():
    assert ranked(replace(REPORT, players=())) == []


def test_columns_that_say_nothing_are_left_out():
    assert {name for name, is_needed in needed_columns(REPORT).items() if not is_needed} == {
        *("players", "final_pot", "received", "book_bank")
    }
