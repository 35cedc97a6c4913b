"""Sheets: what a spreadsheet opens as text and numbers, and never as a formula."""

import io
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from ledger.files.spreadsheets import amount, csv_text, guarded, workbook


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


def test_numbers_days_and_moments_are_written_plainly():
    moment = datetime(2026, 11, 20, 21, 4, tzinfo=ZoneInfo("America/New_York"))

    assert csv_text([[3, amount(-1250), date(2026, 11, 20), moment, None]]) == (
        "3,-12.50,2026-11-20,2026-11-20T21:04:00-05:00,\n"
    )


def test_an_amount_is_exact():
    assert [amount(cents) for cents in (5, 100, -1, None)] == [Decimal("0.05"), Decimal("1.00"), Decimal("-0.01"), None]


def opened(rows):
    sheet = load_workbook(io.BytesIO(workbook("Nights", rows))).active
    return [[(cell.data_type, cell.value) for cell in row] for row in sheet]


def test_a_workbook_keeps_numbers_and_days():
    moment = datetime(2026, 11, 20, 21, 4, tzinfo=ZoneInfo("America/New_York"))

    assert opened([["a", "b", "c", "d"], [3, amount(-1250), date(2026, 11, 20), moment]])[1] == [
        ("n", 3),
        ("n", -12.5),
        ("d", datetime(2026, 11, 20)),  # noqa: DTZ001 - a workbook knows no zones
        ("d", datetime(2026, 11, 20, 21, 4)),  # noqa: DTZ001
    ]


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "+1", "-A1", "@SUM(A1)"])
def test_a_workbook_runs_no_text(text):
    assert opened([["name"], [text]])[1] == [("s", f"'{text}")]


def test_a_workbook_opens_whatever_was_written():
    assert opened([["why"], ["a\ufffeb"], ["שלום 🃏"]])[1:] == [[("s", "a\ufffdb")], [("s", "שלום 🃏")]]


def test_an_amount_is_shown_with_two_decimals():
    sheet = load_workbook(io.BytesIO(workbook("x", [["sold"], [amount(2000)]]))).active

    assert (sheet.title, sheet["A2"].number_format, sheet.freeze_panes) == ("x", "0.00", "A2")
