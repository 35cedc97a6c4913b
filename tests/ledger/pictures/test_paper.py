from dataclasses import replace
from io import BytesIO

from pypdf import PdfReader

from ledger.paper.layout import WIDTH, Foot, printed
from ledger.paper.sizes import full_page
from ledger.pictures.paper import bare, on_paper
from ledger.pictures.shapes import Area, Boxes, Dots, Ink, Line, Picture, Table, Words
from tests.ledger.reading import places

MARKS = (
    Area(((0, 0), (10, 0), (10, 10)), Ink.UP),
    Boxes(((0, 0, 10, 20), (20, 0, 10, 20)), Ink.DOWN),
    Dots(((5, 5),), Ink.ACCENT),
    Line(((0, 50), (100, 20)), Ink.SOFT, of=1),
    Line(((0, 50), (100, 50)), Ink.GRID, dashed=True),
    Words(50, 50, "Ann", align="middle", strong=True, of=1),
    Words(50, 70, "Bo", align="end", of=2),
)
PICTURE = Picture("net", "Ann leads with +10.00", "", 100, 80, MARKS, Table((), ()))
FOOT = Foot("Season", 1, "")


def test_the_words_of_a_picture_are_on_the_paper_under_its_title():
    page = PdfReader(BytesIO(printed([on_paper(PICTURE)], FOOT))).pages[0].extract_text()

    assert [word for word in ("Ann leads with +10.00", "Bo") if word in page] == ["Ann leads with +10.00", "Bo"]


def test_the_same_picture_is_the_same_bytes():
    assert printed([on_paper(PICTURE)], FOOT) == printed([on_paper(PICTURE)], FOOT)


def test_others_than_the_player_looked_at_stand_back():
    assert printed([on_paper(PICTURE, player=1)], FOOT) != printed([on_paper(PICTURE)], FOOT)


def test_a_picture_is_as_high_as_its_width_lets_it_be():
    assert bare(PICTURE, width=200).wrap(200, 1000) == (200, 160)


def test_a_picture_is_drawn_as_wide_as_was_asked_whatever_room_there_is():
    edge = full_page().left + 50

    [narrow, full] = [
        next(x for text, x, _ in places(printed([bare(PICTURE, width=wide)], FOOT)) if text == "Bo")
        for wide in (100, WIDTH)
    ]

    assert narrow < edge < full


def test_a_picture_that_is_higher_than_a_page_is_drawn_smaller():
    high = replace(PICTURE, height=1000)

    assert len(PdfReader(BytesIO(printed([on_paper(high)], FOOT))).pages) == 1
