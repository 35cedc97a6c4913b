"""Words in places of a fixed size: as large as possible, and never beyond the edge."""

import pytest

from ledger.paper.layout import TextStyle, fitted
from tests.ledger.evenings import HOSTILE

SIZES = (30.0, 20.0, 10.0, 5.0)


def lines(text: str, width: float = 100, height: float = 50) -> list[str]:
    """Return the lines of a text in a place of that size, in points."""
    words = fitted(text, width, height, SIZES)
    words.wrap(width, height)
    return words.lines


def test_a_short_word_stands_on_one_line_as_large_as_it_fits():
    assert (lines("Ann"), fitted("Ann", 100, 50, SIZES).text_style.size) == (["Ann"], 30)


def test_a_word_too_wide_is_broken_where_there_is_room():
    assert lines("W" * 40, 40, 50) == ["W" * 8] * 5


def test_what_never_fits_is_cut_short():
    assert lines("Ann and Bo and Cy", 30, 7) == ["Ann and B…"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_line_is_wider_than_its_place(name):
    assert all(TextStyle(5).measure(line) <= 60 for line in lines(name, 60, 30))


def test_a_line_stands_at_the_side_that_its_style_says():
    left, right = TextStyle(30), TextStyle(30, align="right")

    assert [style.indent("Ann", 100) for style in (left, right)] == pytest.approx([0, 100 - left.measure("Ann")])
