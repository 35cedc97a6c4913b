"""Pages that the browser prints: on A4 and US Letter, black on white, with nothing cut off and no navigation."""

import io

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.visit import PHONE, visiting

pytestmark = pytest.mark.long

PAPER = {"A4": (595, 842), "US Letter": (612, 792)}  # Width and height of a sheet, in points.
MARGIN = 34  # In points, left and right.
PAPERS = [
    ("/houses/mike/rules/", 20),
    ("/seasons/?season=all", 1),
    ("/seasons/?season=all&figures=all", 1),
    ("/seasons/pictures/?season=all", 3),
    ("/own/{hostile_1}/nights/?season=all", 1),
    ("/nights/{night}/tv/?show=card", 1),
    ("/nights/{noted}/tv/?show=card", 1),
    ("/nights/{planned}/tv/", 1),
    ("/nights/{door}/door/", 1),
    ("/nights/{tables}/show/", 3),  # two tables; with names of forty letters drawn to one of them, a line may go over
    ("/nights/{tables}/show/?cards=yes", 8),
]
SEEN = """[...document.querySelectorAll("nav, button, .button, .top, .foot")].filter((each) =>
  each.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })).length"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    """A phone of the host in dark mode: the paper is neither as narrow nor as dark."""
    context = new_context(viewport=PHONE, color_scheme="dark")
    visit.sign_in(context)
    return context.new_page()


def printed(page, paper):
    """Return the sheets of a page as the browser prints it at a desk with that paper, in the typefaces of the desk."""
    page.evaluate("paper => { document.documentElement.dataset.paper = paper }", paper)
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready.then(() => null)")  # a weight that only paper has is loaded now
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages


def sheet_size(sheet):
    """Return the width and height of a sheet, in whole points."""
    return round(sheet.mediabox.width), round(sheet.mediabox.height)


def on_screen(page, sheet):
    """Show a page at the width of that sheet between its margins, and return the width in pixels."""
    width = round((float(sheet.mediabox.width) - 2 * MARGIN) / 72 * 96)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1000})
    return width


@pytest.mark.parametrize(("address", "most"), PAPERS)
def test_a_page_prints_as_a_paper(page, visit, address, most):
    page.goto(visit.origin + address.format(**visit.made))

    sheets = {paper: printed(page, paper) for paper in PAPER}

    # The narrower of the two sheets.
    width = on_screen(page, min((pages[0] for pages in sheets.values()), key=lambda sheet: sheet.mediabox.width))
    assert {paper: {sheet_size(each) for each in pages} for paper, pages in sheets.items()} == {
        paper: {size[::-1] if "figures=all" in address else size} for paper, size in PAPER.items()
    }
    assert [paper for paper, pages in sheets.items() if len(pages) > most or not pages[-1].extract_text()] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SEEN) == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_seat_card_is_read_across_the_table_and_holds_all_of_the_longest_name(page, visit):
    page.goto(f"{visit.origin}/nights/{visit.made['tables']}/show/?cards=yes")
    on_screen(page, printed(page, "A4")[0])

    cards = page.locator(".seat-card")
    sides = cards.locator("p:last-child")
    letters = cards.filter(has_text="Ann").locator("b").last.evaluate("each => getComputedStyle(each).fontSize")

    assert float(letters.removesuffix("px")) >= 64
    assert sides.evaluate_all("all => all.filter((each) => each.scrollHeight > each.clientHeight).length") == 0
    assert sides.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length") == 0


def test_seat_cards_are_printed_by_a_button_of_their_page(page, visit):
    page.goto(f"{visit.origin}/nights/{visit.made['tables']}/show/?cards=yes")
    page.evaluate("addEventListener('beforeprint', () => { document.body.dataset.printed = 'yes'; })")

    page.get_by_role("button", name="Print").click()

    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
