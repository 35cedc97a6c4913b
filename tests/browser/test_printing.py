"""Papers that are only looked at: their pages on A4 and US Letter, black on white, nothing cut, no navigation."""

import io

import pytest
from pypdf import PdfReader

from tests.browser.visit import PHONE, visiting

MARGIN = dict.fromkeys(("top", "bottom", "left", "right"), "10mm")
WIDTH = 718  # What an A4 page holds from side to side, in pixels.
PAPERS = [
    ("/houses/mike/rules/", 20),
    ("/seasons/?season=all", 1),
    ("/seasons/pictures/?season=all", 3),
    ("/own/{hostile_1}/nights/?season=all", 1),
    ("/nights/{night}/tv/?show=card", 1),
    ("/nights/{noted}/tv/?show=card", 1),
    ("/nights/{planned}/tv/", 1),
    ("/nights/{door}/door/", 1),
    ("/nights/{tables}/show/", 2),
    ("/nights/{tables}/show/?cards=yes", 3),
]
SEEN = """[...document.querySelectorAll("nav, button, .button, .top, .foot")].filter((each) =>
  each.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })).length"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    """A phone of the host in the dark: what is printed is neither as narrow nor as dark."""
    context = new_context(viewport=PHONE, color_scheme="dark")
    visit.sign_in(context)
    return context.new_page()


def printed(page, size):
    """Return the sheets of a page as the browser prints it."""
    return PdfReader(io.BytesIO(page.pdf(format=size, margin=MARGIN))).pages


@pytest.mark.parametrize(("address", "most"), PAPERS)
def test_a_page_prints_as_a_paper(page, visit, address, most):
    page.goto(visit.origin + address.format(**visit.made))

    sheets = {size: printed(page, size) for size in ("A4", "Letter")}

    page.emulate_media(media="print")
    page.set_viewport_size({"width": WIDTH, "height": 1000})
    assert [size for size, pages in sheets.items() if len(pages) > most or not pages[-1].extract_text()] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert page.evaluate(SEEN) == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
