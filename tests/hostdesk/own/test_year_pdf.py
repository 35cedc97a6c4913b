"""A year on one page of paper, whatever is on it."""

import io

import pypdf
import pytest

from hostdesk.own.year_pdf import YearList, YearPaper, year_pdf
from ledger.paper.sizes import A4, LETTER, printed_on
from ledger.pictures.shapes import Line, Picture, Table
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages
from tests.ledger.seasons.long_season import HEAD

FIGURES = (("Net", "+25.00"), ("Nights", "3"), ("A night", "+8.33"), ("Rank", "1st"), ("Best night", "+20.00"))
LISTS = (YearList("Your best nights", ("+20.00 on 4 Dec, Dave's",)), YearList("Your records", ("Biggest night",)))


def picture(title, high=200):
    return Picture(title, title, title, 720, high, (Line(((0, 0), (720, high))),), Table((), ()))


def paper(name="Ann", figures=FIGURES, pictures=(), lists=LISTS):
    return YearPaper("2026", name, figures, pictures or (picture("Your net"),), lists, 41, HEAD)


def test_it_has_figures_pictures_and_lists():
    [read] = pages(year_pdf(paper()))

    assert read[:3] == ["A YEAR AT THE TABLE · ALL AMOUNTS IN US DOLLARS", "Your 2026", "Ann"]
    said = ["Net", "+25.00", "Best night", "Your net", "Your best nights", "+20.00 on 4 Dec, Dave's", "Biggest night"]
    assert [each for each in said if each not in read] == []
    assert read[-1].startswith("2026 · Ann page 1 of 1 act 41")


def test_a_year_without_a_night_says_so():
    [read] = pages(year_pdf(paper(figures=())))

    assert read[3] == "You played on no night of 2026."


def test_without_lists_it_ends_with_the_pictures():
    [read] = pages(year_pdf(paper(lists=())))

    assert read[-2] == "Your net"


@pytest.mark.parametrize("size", [A4, LETTER])
@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_one_page_whatever_is_on_it(name, size):
    long = tuple(YearList(title, (f"{name}: +45.00 a night, −12.00 without",) * 5) for title in ("a", "b", "c"))

    with printed_on(size):
        printed = year_pdf(paper(name, FIGURES * 4, (picture("net", 700), picture("came", 500)), long))

    assert len(pypdf.PdfReader(io.BytesIO(printed)).pages) == 1


def test_the_same_year_gives_the_same_bytes():
    assert year_pdf(paper()) == year_pdf(paper())
