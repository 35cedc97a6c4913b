"""Whole numbers out of anything."""

import pytest

from reservations.parsing.names import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("", None),
        (" 7", None),
        ("+7", None),
        ("-7", None),
        ("7.0", None),
        ("1_000", None),
        ("٧", None),
        ("²", None),
        ("\0", None),
    ],
)
def test_digits_alone_are_a_number(text, number):
    assert whole_number(text) == number


def test_a_number_may_have_fewer_digits():
    assert [whole_number(text, most_digits=3) for text in ("999", "1000")] == [999, None]
