"""Sheets: what a spreadsheet opens as text and numbers, and never as a formula."""

import pytest

from ledger.sheets import csv_text, guarded


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("Ann", "Ann"),
        ("12.50", "12.50"),
        ("-12.50", "-12.50"),
        ("-5", "-5"),
        ("", ""),
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1", "'+1"),
        ("-A1", "'-A1"),
        ("-1.", "'-1."),
        ("-٣", "'-٣"),
        ("-1\n", "'-1\n"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tAnn", "'\tAnn"),
        ("\rAnn", "'\rAnn"),
        ("'=1", "'=1"),
        ("a=b", "a=b"),
    ],
)
def test_a_cell_that_would_be_a_formula_is_guarded(cell, written):
    assert guarded(cell) == written


def test_a_sheet_is_rows_of_cells():
    rows = [["player", "result"], ['O"Hara, Hal', "-1.00"], ["=1", "2.00"]]

    assert csv_text(rows) == 'player,result\n"O""Hara, Hal",-1.00\n\'=1,2.00\n'


def test_a_sheet_without_rows_is_empty():
    assert csv_text([]) == ""
