"""A CSV file is read row by row, or told to be none."""

import pytest

from ledger.files.csv_rows import read_rows
from reservations.acts.problems import Faulty


def test_rows_come_with_the_line_they_begin_on():
    data = b'\xef\xbb\xbfa,b\r\n\r\n"two\r\nlines",c\r\n,\r\nd,e\r\n'

    assert read_rows(data, most_bytes=100) == ([(1, ["a", "b"]), (3, ["two\r\nlines", "c"]), (6, ["d", "e"])], [])


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
