"""The paper of a place: its size, and the content of a page."""

import io

import pypdf
import pytest
from reportlab.lib import pagesizes

from ledger.locale.queries import in_locale
from ledger.paper.layout import Foot, Words, printed
from ledger.paper.sizes import A4, LETTER, PAPERS, PRINTED_ON, full_page
from reservations.acts.moments import within
from reservations.models import Desk
from tests.ledger.evenings import HEAD
from tests.ledger.reading import places

FOOT = Foot("Dave's cash game", 30, HEAD, note="Not closed yet")


def size(paper):
    box = pypdf.PdfReader(io.BytesIO(paper)).pages[0].mediabox
    return round(box.width), round(box.height)


@pytest.mark.parametrize(
    ("locale", "usual"),
    [("en_US", LETTER), ("fr_CA", LETTER), ("es_MX", LETTER), ("de_DE", A4), ("en_GB", A4), ("nowhere", A4), ("", A4)],
)
def test_a_country_prints_on_its_own_paper(locale, usual):
    with within(PRINTED_ON, ("", locale)):
        assert full_page().paper is usual


def test_the_sizes_are_those_of_the_shops():
    sizes = [side for each in (A4, LETTER) for side in (each.width, each.height)]

    assert sizes == pytest.approx([*pagesizes.A4, *pagesizes.LETTER])


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_is_of_the_paper_of_the_place(paper):
    with within(PRINTED_ON, (paper, "")):
        full = printed([Words("Ann")], FOOT)

    assert size(full) == (round(PAPERS[paper].width), round(PAPERS[paper].height))


@pytest.mark.parametrize("paper", PAPERS)
def test_all_of_a_page_is_where_printers_print(paper):
    with within(PRINTED_ON, (paper, "")):
        holds = full_page()
        found = places(printed([Words("Ann"), Words("a " * 4000)], FOOT))

    unprinted, capital, heights = 15, 6, [y for _, _, y in found]
    assert (unprinted < min(heights), max(heights) + capital < holds.paper.height - unprinted) == (True, True)
    assert unprinted < holds.left == pytest.approx(min(x for _, x, _ in found), abs=0.01)


def test_lines_and_pages_break_alike_on_both():
    words = [Words("one two three four " * 900)]
    drawn = []
    for paper in PAPERS:
        with within(PRINTED_ON, (paper, "")):
            drawn.append(places(printed(words, FOOT)))

    assert [text for text, _, _ in drawn[0]] == [text for text, _, _ in drawn[1]]


@pytest.mark.parametrize(
    ("locale", "chosen", "paper"),
    [("en_US", "", LETTER), ("de_DE", "", A4), ("en_US", "a4", A4), ("de_DE", "letter", LETTER), ("de_DE", "b5", A4)],
)
def test_a_desk_prints_as_it_was_told_and_else_as_its_place_does(locale, chosen, paper):
    with in_locale(Desk(locale=locale, currency="EUR", paper=chosen)):
        assert full_page().paper is paper

    assert full_page().paper is A4
