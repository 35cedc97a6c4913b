"""A CSV file is read row by row or refused; a written one holds text and numbers, never a formula."""

from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from ledger.files.csv_rows import amount, csv_text, guarded, read_rows
from reservations.acts.problems import Faulty


def test_rows_come_with_the_line_they_begin_on():
    data = b'\xef\xbb\xbfa,b\r\n\r\n"two\r\nlines",c\r\n,\r\nd,e\r\n'

    assert read_rows(data, most_bytes=100) == ([(1, ["a", "b"]), (3, ["two\r\nlines", "c"]), (6, ["d", "e"])], [])


@pytest.mark.parametrize("data", ["a\tb;c\td", "\r\n\na\tb;c\td\n"])
def test_cells_are_told_apart_by_what_the_first_row_has_most_of(data):
    rows, _ = read_rows(data.encode(), most_bytes=100, separators=",;\t")

    assert [cells for _, cells in rows] == [["a", "b;c", "d"]]


@pytest.mark.parametrize("coding", ["utf-16", "utf-8-sig"])
def test_a_text_of_a_spreadsheet_is_read_in_its_coding(coding):
    assert read_rows("ł,♠\n".encode(coding), most_bytes=100) == ([(1, ["ł", "♠"])], [])


@pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be"])
def test_a_text_in_two_bytes_a_letter_is_read_without_its_mark(coding):
    assert read_rows("Ann,12.50\n".encode(coding), most_bytes=100) == ([(1, ["Ann", "12.50"])], [])


def test_what_comes_before_a_quote_that_never_ends_is_read():
    rows, faults = read_rows(b'a,b\n"c,d', most_bytes=100)

    assert rows == [(1, ["a", "b"])]
    assert faults == [(2, "the quotes of this row do not fit together (unexpected end of data).")]


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"", [(1, "the file is empty.")]),
        (b"\n,\n", [(1, "the file is empty.")]),
        (b'"', [(1, "the quotes of this row do not fit together (unexpected end of data).")]),
        (b"x" * 101, [(1, "the file is larger than 100 bytes.")]),
        (
            b"a\n\xe9\nb\0",
            [(2, "this is not UTF-8 text."), (3, "there is a NUL in this line: this is not a text file.")],
        ),
    ],
)
def test_what_is_no_such_file_is_refused_with_every_line_of_it(data, faults):
    with pytest.raises(Faulty) as refusal:
        read_rows(data, most_bytes=100)

    assert list(refusal.value.faults) == faults


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


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"a\n" * 20_001, (20_001, "the sheet has more than 20,000 rows or 1,000 columns.")),
        (b"a,b\n" + b"," * 1_000, (2, "the sheet has more than 20,000 rows or 1,000 columns.")),
        (b"\n" * 100_001, (1, "the file has more than 100,000 lines.")),
    ],
)
def test_a_file_that_holds_more_than_a_group_has_is_refused(data, fault):
    with pytest.raises(Faulty) as refused:
        read_rows(data, most_bytes=1_000_000)

    assert refused.value.faults == (fault,)


def test_twenty_thousand_rows_come_in_and_of_their_faults_the_first_hundred_are_told():
    rows, _ = read_rows(b"a\n" * 20_000, most_bytes=1_000_000)
    with pytest.raises(Faulty) as refused:
        read_rows(b"\xff\n" * 20_000, most_bytes=1_000_000)

    assert len(rows) == 20_000
    assert [line for line, _ in refused.value.faults] == [*range(1, 101)]
