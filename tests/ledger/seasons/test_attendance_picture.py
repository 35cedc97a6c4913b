from dataclasses import replace
from datetime import timedelta

import pytest

from ledger.pictures.shapes import Boxes, Ink, Label
from ledger.seasons.attendance_picture import attendance
from tests.ledger.seasons.nights import ANN, AUTUMN, BO, FIRST, NAMES, crowd, night


def squares(picture, ink, of=0):
    marks = [mark for mark in picture.marks if isinstance(mark, Boxes) and (mark.ink, mark.of) == (ink, of)]
    return [box for mark in marks for box in mark.boxes]


def names_of(picture):
    return [mark.text for mark in picture.marks if isinstance(mark, Label) and mark.of]


def test_every_night_has_a_full_square_for_who_came_and_a_pale_one_for_who_did_not():
    picture = attendance(AUTUMN, NAMES).wide

    assert names_of(picture) == ["Ann", "Bo", "Cy"]
    assert len(squares(picture, Ink.ACCENT, ANN)) == 3
    assert [len(squares(picture, Ink.GRID, each)) for each in NAMES] == [1, 1, 2]
    assert picture.table.headings == ("Night", "Players", "Ann", "Bo", "Cy")
    assert picture.table.rows[-1] == ("Fri 27 Nov 2026", "2", "", "●", "●")


def test_the_row_of_everybody_has_larger_squares_the_more_came():
    nights = (night(0, ann=1, bo=0, cy=-1), night(1, ann=0))

    sizes = [wide for _, _, wide, _ in squares(attendance(nights, NAMES).wide, Ink.SOFT)]

    assert sizes[0] > sizes[1]


def test_of_two_nights_in_a_week_one_is_half_a_square():
    twice = (night(0, ann=0, bo=0), replace(night(0, bo=0), day=FIRST + timedelta(days=1)))

    picture = attendance(twice, NAMES).wide

    assert squares(picture, Ink.ACCENT, ANN)[0][2] < squares(picture, Ink.ACCENT, BO)[0][2]


def test_a_block_is_of_twelve_months_at_most_and_of_six_on_a_phone():
    nights, names = crowd(3, 60)  # from November 2026 to December 2027

    pair = attendance(nights, names)

    blocks = [
        [mark.text for mark in picture.marks if isinstance(mark, Label) and mark.text[:2] == "20"]
        for picture in (pair.wide, pair.narrow)
    ]
    assert blocks == [["2026/27", "2027"], ["2026/27", "2027", "2027"]]


def test_of_a_crowd_over_years_only_the_player_looked_at_has_a_row():
    nights, names = crowd(40, 200)

    assert names_of(attendance(nights, names).wide) == []
    assert names_of(attendance(nights, names, 7).wide) == ["Maximilian the 7t…"] * 4


@pytest.mark.parametrize(
    ("player", "title"), [(0, "Ann and Bo came most often: 3 of 4 nights"), (BO, "Bo came to 3 of 4 nights")]
)
def test_the_title_says_who_came(player, title):
    assert attendance(AUTUMN, {**NAMES, 9: "Dave"}, player).wide.title.translate({0x2068: "", 0x2069: ""}) == title


def test_where_nobody_who_is_shown_came_it_is_said_how_many_nights_there_were():
    assert attendance(AUTUMN, {9: "Dave"}).wide.title == "4 nights"
