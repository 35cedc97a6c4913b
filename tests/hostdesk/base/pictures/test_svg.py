import re

from hostdesk.base.pictures.svg import drawn, rows_drawn
from ledger.pictures.shapes import Area, Boxes, Dots, Ink, Label, Line, Picture, Table

HOSTILE = "<b onload=x>\"&'"
MARKS = (
    Area(((0, 0), (10, 0), (10, 10)), Ink.UP),
    Boxes(((0, 0, 10, 20), (20, 0, 10.5, 20)), Ink.DOWN),
    Dots(((5, 5), (6, 6)), Ink.ACCENT),
    Line(((0, 50), (100, 20.25)), of=1),
    Line(((0, 50), (100, 50)), Ink.GRID, dashed=True),
    Label(50, 50, HOSTILE, strong=True, of=2),
)
PICTURE = Picture("net", "Ann leads", HOSTILE, 100, 80, MARKS, Table(("Player", "Net"), ((HOSTILE, "+1.00"),)))


def test_every_mark_has_the_class_of_what_it_means():
    assert re.findall(r'class="(tone-[^"]*)"', drawn(PICTURE)) == [
        *("tone-up", "tone-down", "tone-accent", "tone-accent", "tone-ink", "tone-grid", "tone-ink")
    ]


def test_squares_of_one_kind_are_one_path():
    assert 'd="M0 0h10v20h-10zM20 0h10.5v20h-10.5z"' in drawn(PICTURE)


def test_a_name_is_text_and_the_picture_says_what_it_tells():
    assert (drawn(PICTURE) + rows_drawn(PICTURE)).count("&lt;b onload=x&gt;&quot;&amp;&#x27;") == 3
    assert "<b " not in drawn(PICTURE) + rows_drawn(PICTURE)


def test_what_belongs_to_others_stands_back():
    assert re.findall(r'class="tone-ink( dim)?"', drawn(PICTURE, 1)) == ["", " dim"]


def test_the_marks_of_a_player_lead_to_that_player():
    links = re.findall(r'href="([^"]*)"', drawn(PICTURE, query="?season=2026&player="))

    assert links == ["?season=2026&amp;player=1#net", "?season=2026&amp;player=2#net"]


def test_a_picture_is_an_image_unless_it_holds_links():
    roles = [re.findall(r'role="(\w+)"', drawn(PICTURE, query=query)) for query in ("", "?player=")]

    assert roles == [["img"], ["group"]]


def test_there_are_no_styles_in_it():
    assert "style" not in drawn(PICTURE)
