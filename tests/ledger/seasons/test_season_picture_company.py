import pytest

from ledger.pictures.shapes import Dots, Ink, Label
from ledger.seasons.season_picture import Company, companies, with_and_without
from tests.ledger.seasons.nights import ANN, BO, CY, NAMES, night

NIGHTS = (
    night(0, ann=10, bo=-10),
    night(1, ann=20, bo=-20),
    night(2, ann=-6, cy=6),
    night(3, ann=-3, cy=3),
    night(4, ann=9, bo=0, cy=-9),
    night(5, bo=5, cy=-5),
)


def test_the_nights_of_a_player_are_parted_by_who_else_was_there():
    assert companies(NIGHTS, ANN, NAMES) == [
        Company(BO, (1000, 2000, 900), (-600, -300)),
        Company(CY, (-600, -300, 900), (1000, 2000)),
    ]


def test_one_night_is_too_few_to_compare():
    assert companies(NIGHTS[:3], ANN, NAMES) == []


def test_the_numbers_are_the_averages_of_both():
    picture = with_and_without(companies(NIGHTS, ANN, NAMES), NAMES, ANN).wide

    assert picture.table.rows == (("Bo", "3", "+13.00 *", "2", "−4.50 *"), ("Cy", "3", "0.00 *", "2", "+15.00 *"))
    assert [mark.ink for mark in picture.marks if isinstance(mark, Dots) and mark.radius == 6][2:] == [Ink.UP, Ink.DOWN]


@pytest.mark.parametrize(
    ("found", "title"),
    [
        (Company(BO, (1000, 0), (-600, 0)), "Ann does best with Bo: +5.00 * a night, −3.00 * without"),
        (Company(BO, (100, 100), (100, 100)), "Ann does as well without anybody"),
    ],
)
def test_the_title_says_whom_one_does_best_with(found, title):
    assert with_and_without([found], NAMES, ANN).wide.title.translate({0x2068: "", 0x2069: ""}) == title


@pytest.mark.parametrize(("nights", "words", "legends"), [(4, ("+1.00 *", "−1.00"), 1), (5, ("+1.00", "−1.00"), 0)])
def test_an_average_over_fewer_than_five_nights_has_a_star(nights, words, legends):
    company = Company(BO, (100,) * nights, (-100,) * 5)

    picture = with_and_without([company], NAMES, ANN).wide

    assert (company.in_words, picture.description.count("fewer than 5 nights")) == (words, legends)


def test_on_a_phone_there_is_more_than_one_amount_to_read_by():
    pair = with_and_without([Company(BO, (4200, 4200), (-5500, -5500))], NAMES, ANN)

    ticks = [mark.text for mark in pair.narrow.marks if isinstance(mark, Label) and mark.align == "middle"]
    assert ticks == ["−50", "0"]
