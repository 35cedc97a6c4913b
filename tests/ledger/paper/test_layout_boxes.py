"""Words in places of a fixed size: as large as they fit, and never beyond the edge."""

from typing import Any

import pytest
from reportlab.platypus import Flowable

from ledger.paper.layout import Box, Foot, TextStyle, fill, printed
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages, places

SIZES = (30.0, 20.0, 10.0, 5.0)


class Filled(Flowable):  # type: ignore[misc]  # reportlab comes without types.
    """A place with a text in it."""

    def __init__(self, text: str, place: Box, text_style: TextStyle) -> None:
        super().__init__()
        self.text, self.place, self.text_style = text, place, text_style

    def wrap(self, *_: Any) -> tuple[float, float]:
        return 300, 200

    def draw(self) -> None:
        fill(self.canv, self.place, self.text, SIZES, self.text_style)


def filled(text: str, width: float = 100, height: float = 50, text_style: TextStyle = TextStyle()) -> bytes:  # noqa: B008
    """Return a paper with that text in a place."""
    parts = [Filled(text, Box(0, 0, width, height), text_style)]
    return printed(parts, title="", foot=Foot("", 0, ""))


def lines(text: str, width: float = 100, height: float = 50) -> list[str]:
    """Return the lines in which it is written."""
    return pages(filled(text, width, height))[0][:-1]


def test_a_short_word_stands_on_one_line():
    assert lines("Ann") == ["Ann"]


def test_words_go_on_two_lines_before_one_of_them_is_broken():
    assert lines("Nils-Petter Åkerlund") == ["Nils-Petter", "Åkerlund"]


def test_a_word_too_wide_is_broken_where_there_is_room():
    assert lines("W" * 40, 40, 50) == ["W" * 8] * 5


def test_what_never_fits_is_cut_short():
    assert lines("Ann and Bo and Cy", 30, 7) == ["Ann and…"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_line_is_wider_than_its_place(name):
    assert all(TextStyle(5).measure(line) <= 60 for line in lines(name, 60, 30))


@pytest.mark.parametrize(("align", "before"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_a_hand_says_at_which_side(align, before):
    [(_, x, _), *_] = places(filled("Ann", text_style=TextStyle(align=align)))

    [(_, left, _), *_] = places(filled("Ann"))
    assert x - left == pytest.approx((100 - TextStyle(30).measure("Ann")) * before)


@pytest.mark.parametrize(
    ("x", "y", "met"),
    [(0, 0, True), (9, 0, True), (11, 0, False), (-11, 0, False), (0, 11, False), (0, -11, False), (-9, 9, True)],
)
def test_two_places_meet_where_they_have_a_point_in_common(x, y, met):
    assert Box(0, 0, 10, 10).meets(Box(x, y, 10, 10)) is met
