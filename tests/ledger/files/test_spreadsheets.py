"""Sheets, which a spreadsheet opens as text and numbers, never as formulas."""

import io
from datetime import date, datetime
from zipfile import ZIP_DEFLATED, ZipFile
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from ledger.files import spreadsheets
from ledger.files.csv_rows import amount
from ledger.files.spreadsheets import read_workbook, sheet_names, workbook
from reservations.acts.problems import Faulty


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


def test_the_head_alone_is_bold():
    sheet = load_workbook(io.BytesIO(workbook("x", [["sold"], ["Ann"], ["Bo"]]))).active

    assert [sheet[place].font.bold for place in ("A1", "A2", "A3")] == [True, False, False]


def test_a_workbook_names_its_sheets():
    assert sheet_names(workbook("Ann & Bo", [["sold"]])) == ["Ann & Bo"]


def test_a_packed_file_without_sheets_names_none():
    packed = io.BytesIO()
    with ZipFile(packed, "w") as other:
        other.writestr("letter.txt", "Dear Ann")

    assert sheet_names(packed.getvalue()) == []


def test_a_small_file_that_unpacks_to_a_large_one_is_refused_unread(monkeypatch):
    monkeypatch.setattr(spreadsheets, "_MOST_UNPACKED", 1_000_000)
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as bomb:
        bomb.writestr("xl/sharedStrings.xml", bytes(1_000_001))

    with pytest.raises(Faulty) as refused:
        read_workbook(packed.getvalue(), most_rows=10, most_columns=10)

    assert refused.value.placed == [(1, "the workbook unpacks to more than 1 MB.")]
    assert len(packed.getvalue()) < 2_000
    assert read_workbook(workbook("x", [["a"], [1]]), most_rows=10, most_columns=10) == [(1, ["a"]), (2, [1])]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("xl/workbook.xml", '<sheet name="a" sheetId="1"/>' * 501),
        ("xl/sharedStrings.xml", "<si><t/></si>" * 150_001),
        ("xl/worksheets/sheet1.xml", "<row/>" * 300_001),
        ("xl/worksheets/sheet1.xml", f"<row {'a' * 10_000}/>"),
        ("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a "b">]>'),
        ("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a "b">]>'.encode("utf-16")),
    ],
)
def test_a_workbook_that_holds_far_more_than_its_rows_is_refused_before_its_reader_sees_it(part, text):
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as book:
        book.writestr(part, text)

    with pytest.raises(Faulty, match="holds too much to be read"):
        read_workbook(packed.getvalue(), most_rows=10, most_columns=10)
