from io import BytesIO

from pypdf import PdfReader

from ledger.paper.layout import WIDTH, Foot, printed
from ledger.pictures.paper import bare
from ledger.pictures.shapes import Area, Boxes, Dots, Ink, Label, Line, Picture, Table

MARKS = (
    Area(((0, 0), (10, 0), (10, 10)), Ink.UP),
    Boxes(((0, 0, 10, 20), (20, 0, 10, 20)), Ink.DOWN),
    Dots(((5, 5),), Ink.ACCENT),
    Line(((0, 50), (100, 20)), Ink.SOFT, of=1),
    Line(((0, 50), (100, 50)), Ink.GRID, dashed=True),
    Label(50, 50, "Ann", align="middle", strong=True, of=1),
    Label(50, 70, "Bo", align="end", of=2),
)
PICTURE = Picture("net", "Ann leads with +10.00", "", 100, 80, MARKS, Table((), ()))
FOOT = Foot("Season", 1, "")


def test_the_words_of_a_picture_are_on_the_paper():
    page = PdfReader(BytesIO(printed([bare(PICTURE)], FOOT))).pages[0].extract_text()

    assert [word for word in ("Ann", "Bo") if word in page] == ["Ann", "Bo"]


def test_the_same_picture_is_the_same_bytes():
    assert printed([bare(PICTURE)], FOOT) == printed([bare(PICTURE)], FOOT)


def test_a_picture_is_as_wide_as_the_page_and_as_high_as_that_lets_it_be():
    assert bare(PICTURE).wrap(WIDTH, 1000) == (WIDTH, 0.8 * WIDTH)
