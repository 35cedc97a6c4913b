"""Navigation: the head in every window, the search while one types, and the way back to the page before."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import FIRST_PAGE, PATIENCE
from tests.browser.ear import Ear
from tests.browser.visit import LOW_PHONE, LOW_TABLET, TELEVISION, WINDOWS, visiting

NARROW: ViewportSize = {"width": 744, "height": 1133}
"""The tablet on which the head has the least room."""
ONE_LINE = 57


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "everything") as one:
        yield one


@pytest.fixture
def page(new_context, visit):
    context = new_context(viewport=LOW_TABLET, has_touch=True, reduced_motion="reduce")
    visit.sign_in(context)
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(FIRST_PAGE)
    return context.new_page()


def faults_of_the_head(page, windows):
    """Return the windows in which the head takes more than a line, or a part of it cannot be tapped."""
    found = []
    for window in windows:
        page.set_viewport_size(window)
        page.evaluate("window.scrollTo(0, 0)")
        head = page.locator(".top")
        hidden = head.evaluate(
            """head => [...head.querySelectorAll(":scope > a, :scope > nav a, :scope > form, summary")]
                .filter(each => each.checkVisibility())
                .filter(each => {
                    const box = each.getBoundingClientRect();
                    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                    return !each.contains(hit) || box.right > innerWidth || box.x < 0;
                })
                .map(each => each.textContent)"""
        )
        tall, wide = head.evaluate("head => [head.offsetHeight, head.scrollWidth > head.clientWidth]")
        if hidden or wide or tall > ONE_LINE:
            found.append((window, tall, hidden))
    return found


@pytest.mark.further
def test_the_head_is_one_line_on_a_tablet_and_on_a_phone(page, visit):
    page.goto(visit.origin + "/nights/")

    assert faults_of_the_head(page, [NARROW, LOW_PHONE]) == []


@pytest.mark.further
@pytest.mark.parametrize(("address", "leads_on"), [("/nights/{planned}/", True), ("/nights/{night}/tonight/", False)])
def test_a_planned_night_leads_to_the_other_pages_and_the_table_only_by_its_menu(page, visit, address, leads_on):
    page.goto(visit.origin + address.format(**visit.made))

    assert page.get_by_role("navigation", name="Pages", exact=True).is_visible() is leads_on
    assert page.get_by_label("Menu").is_visible()


@pytest.mark.long
@pytest.mark.parametrize("address", ["/nights/", "/search/", "/nights/{night}/tonight/", "/houses/{house}/rules/"])
def test_the_head_is_one_line_in_every_window(page, visit, address):
    page.goto(visit.origin + address.format(**visit.made))

    assert faults_of_the_head(page, [*WINDOWS, TELEVISION]) == []


@pytest.mark.further
def test_the_stroke_leads_to_the_search_which_finds_while_one_types(page, visit):
    ear = Ear(page)
    page.goto(visit.origin + "/houses/")
    page.keyboard.press("/")
    expect(page.locator(".top > .find input")).to_be_focused()

    page.keyboard.type("bank")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Bank notes", exact=True)).to_be_visible()
    field = page.get_by_label("Search for")
    field.fill("")
    field.press_sequentially("secnd plac", delay=20)

    expect(page.get_by_role("link", name="A second place")).to_be_visible()
    expect(field).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=secnd%20plac$"))
    assert ear.complaints == []


@pytest.mark.further
def test_on_a_phone_the_search_is_in_the_menu(page, visit):
    page.set_viewport_size(LOW_PHONE)
    page.goto(visit.origin + "/nights/")
    page.get_by_label("Menu").tap()

    expect(page.get_by_role("searchbox", name="Search the desk")).to_be_in_viewport()  # nothing is scrolled yet
    page.get_by_role("searchbox", name="Search the desk").fill("seasons")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    expect(page.locator("#found").get_by_role("link", name="Seasons", exact=True)).to_be_visible()


@pytest.mark.further
def test_an_app_on_a_home_screen_keeps_a_paper_and_stays_where_it_is(page, visit):
    page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: true })")
    page.goto(f"{visit.origin}/print/?night={visit.made['closed']}")
    paper = page.locator("a[href*='report.pdf']").first

    with page.expect_download():
        paper.tap()

    assert (paper.get_attribute("download"), page.url) == ("", f"{visit.origin}/print/?night={visit.made['closed']}")


@pytest.mark.further
def test_a_page_that_was_reached_from_tonight_leads_back_to_it(page, visit):
    tonight = visit.origin + "/nights/{night}/tonight/players/{hostile_1}/".format(**visit.made)
    page.goto(tonight)
    page.locator("a", has_text="All about").evaluate("link => link.click()")  # it is folded
    page.wait_for_url("**/players/*/")
    back = page.locator(".back:visible")
    expect(back).to_have_text("Tonight")

    back.tap()

    page.wait_for_url(tonight)
