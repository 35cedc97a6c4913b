"""Sheets: what a spreadsheet opens as text and numbers, and never as a formula."""

import io
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from ledger.files.csv_rows import amount
from ledger.files.spreadsheets import workbook


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
