"""The bytes of a results sheet: CSV in any dialect, or a workbook."""

import io
from datetime import date
from decimal import Decimal

import pytest
from openpyxl import Workbook

from hostdesk.imports.results.reading import BIGGEST_FILE, other_sheets, read_grid
from hostdesk.imports.results.sheets import read_sheet
from ledger.files.spreadsheets import workbook
from reservations.acts.problems import Faulty

TEXT = "Date;Ann;Łukasz\n2026-01-09;5,00;-5,00\n"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_text_is_read_in_any_coding(coding, separator):
    grid = read_grid(TEXT.replace(";", separator).encode(coding))

    assert [*grid] == [(1, ["Date", "Ann", "Łukasz"]), (2, ["2026-01-09", "5,00", "-5,00"])]


def test_a_workbook_keeps_days_and_numbers():
    data = workbook(
        "x", [["Date", "Ann", "Bo"], [None, None, None], [date(2026, 1, 9), Decimal("5.50"), Decimal("-5.5")]]
    )

    found = read_sheet(read_grid(data)).entries

    assert [(entry.day, entry.name, entry.net_cents) for entry in found] == [
        (date(2026, 1, 9), "Ann", 550),
        (date(2026, 1, 9), "Bo", -550),
    ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "empty"),
        (b"x" * (BIGGEST_FILE + 1), "larger"),
        (b"\xd0\xcf\x11\xe0\xa1", "xls"),
        (b"PK\x03\x04 broken", "no workbook"),
        (b"date,player,net\n\x81\xfa,1,2\n", "not UTF-8"),
        (b'date,player,net\n"x,1,2\n', "quotes"),
        (b"a,b\n" * 20_001, "more than 20,000 rows"),
        (b"," * 1001 + b"x", "1,000 columns"),
    ],
)
def test_what_cannot_be_read_is_told(data, told):
    with pytest.raises(Faulty, match=told):
        read_grid(data)


def test_letters_of_windows_are_read():
    grid = read_grid("date,player,net\n2026-01-09,Zoé,5\n".encode("cp1252"))

    assert grid[1] == (2, ["2026-01-09", "Zoé", "5"])


def test_sheets_behind_the_first_are_named():
    book = Workbook()
    book.create_sheet("2025 & before")
    file = io.BytesIO()
    book.save(file)

    assert other_sheets(file.getvalue()) == ["2025 & before"]
    assert other_sheets(workbook("x", [["a"]])) == []
    assert other_sheets(b"date,player,net") == []


def test_a_workbook_that_is_too_long_is_told():
    with pytest.raises(Faulty, match="more than"):
        read_grid(workbook("x", [["a"] * 1001]))


def test_more_cells_than_a_sheet_of_results_has_are_refused():
    with pytest.raises(Faulty, match="more than 100,000 cells"):
        read_grid(b"1,1,1,1,1,1\n" * 17_000)


def test_more_players_than_a_group_has_are_told():
    read = read_sheet(read_grid(b"player,net\n" + b"".join(b"P%d,1\n" % number for number in range(301))))

    assert (read.faults, read.entries) == (((1, "there are more than 300 players in this sheet."),), ())


@pytest.mark.further
def test_five_thousand_rows_of_a_season_come_in():
    rows = b"".join(b"2026-%02d-%02d,P%d,1\n" % (n // 840 + 1, n // 30 % 28 + 1, n % 30) for n in range(5_000))
    read = read_sheet(read_grid(b"date,player,net\n" + rows))

    assert (read.faults, len(read.entries), len(read.names)) == ((), 5_000, 30)
