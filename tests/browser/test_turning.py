"""An open panel on one tablet while another tablet raises the level: it follows, and keeps typed amounts."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import LANDSCAPE, visiting

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    with visiting(tmp_path_factory.mktemp("desk"), "clock") as one:
        yield one


@pytest.fixture
def tablet(new_context, visit):
    """Return a function that opens a page of the night on a new tablet."""

    def opened(rest):
        context = new_context(viewport=LANDSCAPE, has_touch=True)
        visit.sign_in(context)
        page = context.new_page()
        page.goto(f"{visit.origin}/nights/{visit.made['shown']}/tonight/{rest}")
        return page

    return opened


def raises_the_level(page):
    page.get_by_role("button", name="Next level ↑").tap()
    expect(page.get_by_role("status").filter(has_text="Level").first).to_be_attached()


def test_a_refused_cash_out_is_tried_again_with_its_counts_until_the_desk_answers(tablet, visit):
    page, other = tablet(f"players/{visit.made['players']['Bo']}/"), tablet("clock/")
    page.get_by_role("button", name="Buy in").tap()
    expect(page.get_by_role("status").first).to_be_visible()
    page.locator(".sitting", has_text="Bo").tap()
    page.get_by_role("link", name="Cash out").tap()
    page.get_by_label("Bo counts", exact=True).fill("3.50")
    page.get_by_role("button", name="Counts match").tap()
    expect(page.get_by_role("alert")).to_contain_text("next at")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.route("**/cash-out/", lambda route: route.fulfill(status=503, body="busy"), times=1)

    raises_the_level(other)

    expect(page.get_by_role("button", name="Pay $3.50")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_the_panel_of_the_clock_offers_what_can_be_pressed_now(tablet):
    page, other = tablet("clock/"), tablet("clock/")
    level = int(page.locator(".clock-face [data-clock-level]").inner_text())

    raises_the_level(other)

    expect(page.get_by_role("link", name=f"Back to level {level}…")).to_be_visible()
